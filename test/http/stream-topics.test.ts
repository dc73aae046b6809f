import { describe, expect, it } from 'vitest';
import type { AnyChannel } from '../../protocol/wire/ids.ts';
import { openStreamTopics, type StreamReader } from '../../src/http/stream-topics.ts';
import { eachInTurns } from '../../src/ops/turns.ts';
import { nextTurn } from '../support/next-turn.ts';
import { stall } from '../support/stall.ts';

const channel: AnyChannel = 'game:1';

/** A reader whose writes take so long, and what it wrote. */
function readerOf(ms: number): StreamReader & { readonly written: string[][] } {
  const written: string[][] = [];
  let kept: string[] = [];
  return {
    written,
    publish: (frame) => void kept.push(frame),
    flush() {
      if (kept.length === 0) return;
      stall(ms);
      written.push(kept);
      kept = [];
    },
  };
}

describe('frames for many event streams (rule OPS-18)', () => {
  it('are written in turns, so that other clients do not wait for all of them', async () => {
    await nextTurn();
    const topics = openStreamTopics();
    const readers = Array.from({ length: 40 }, () => readerOf(1));
    for (const reader of readers) topics.subscribe(channel, reader);
    const done = (): number => readers.filter(({ written }) => written.length > 0).length;
    topics.publish(channel, 'first');
    expect(done()).toBeGreaterThan(0);
    expect(done()).toBeLessThan(20);
    // Frames of the meantime leave with the first one, in their order, where that is not written yet.
    topics.publish(channel, 'second');
    while (readers.some(({ written }) => !written.flat().includes('second'))) await nextTurn();
    for (const { written } of readers) expect(written.flat()).toEqual(['first', 'second']);
    expect(readers.at(-1)?.written).toEqual([['first', 'second']]);
  });

  it('are all written when one turn publishes several: a change of a match goes to its feed right behind it', async () => {
    // In a turn with its whole time, so that each is written at once.
    await eachInTurns([0], () => undefined);
    await nextTurn();
    const topics = openStreamTopics();
    const [match, feed] = [readerOf(0), readerOf(0)];
    topics.subscribe(channel, match);
    topics.subscribe('club:riverside', feed);
    topics.publish(channel, 'delta');
    topics.publish('club:riverside', 'delta of the feed');
    topics.publish(channel, 'heartbeat');
    await expect.poll(() => match.written.flat()).toEqual(['delta', 'heartbeat']);
    await expect.poll(() => feed.written.flat()).toEqual(['delta of the feed']);
  });

  it('go to one stream at once, and to none that has left', async () => {
    await nextTurn();
    const topics = openStreamTopics();
    const [reader, gone] = [readerOf(0), readerOf(0)];
    topics.subscribe(channel, reader);
    topics.subscribe(channel, gone);
    topics.unsubscribe(channel, gone);
    topics.publish(channel, 'first');
    topics.publish('game:2', 'another');
    expect([reader.written, gone.written]).toEqual([[['first']], []]);
  });
});
