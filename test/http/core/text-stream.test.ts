// The body of an answer that is read from a stream (rule DATA-17).
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { textStream } from '../../../src/http/core/text-stream.ts';

/** A client that takes nothing until `takesAll` is set. */
function openClient() {
  const taken: string[] = [];
  const client = { takesAll: false };
  let tell: (how: 'ended' | 'cut') => void = () => undefined;
  const ended = new Promise<'ended' | 'cut'>((resolve) => (tell = resolve));
  const out = {
    write(text: string): boolean {
      taken.push(text);
      return client.takesAll;
    },
    probe: () => null,
    finish: () => tell('ended'),
    end: () => tell('cut'),
    close: () => tell('cut'),
  };
  return { taken, ended, client, out };
}

const parts = ['one', 'two', 'three', 'four'];
const source = () => Readable.from(parts, { objectMode: true, highWaterMark: 1 });

it('rule DATA-17: one part waits for a slow reader, and the others follow when it takes it', async () => {
  const { taken, ended, client, out } = openClient();
  const text = source();
  const events = textStream(text)(out);
  await new Promise((resolve) => text.once('pause', resolve));
  expect(taken).toEqual(['one']);
  client.takesAll = true;
  events.writable(1);
  expect(text.isPaused(), 'the rest of the part waits').toBe(true);
  events.writable(0);
  expect(await ended).toBe('ended');
  expect(taken).toEqual(parts);
});

it('rule DATA-17: a reader that takes nothing is disconnected, and the source is closed', async () => {
  const { taken, ended, out } = openClient();
  const text = source();
  const events = textStream(text, 10)(out);
  expect(await ended).toBe('cut');
  events.closed();
  expect([taken, text.destroyed]).toEqual([['one'], true]);
});

it('cuts the connection when the source fails, so that half a file is no whole one', async () => {
  const { ended, out } = openClient();
  const text = source();
  textStream(text)(out);
  text.destroy(new Error('read error'));
  expect(await ended).toBe('cut');
});
