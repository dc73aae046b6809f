// Names of webhooks are resolved by a name server of the test.
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { openResolve } from '../../src/webhooks/resolve.ts';

const A = 1;

/** A name server. `answer` makes the records of an answer from the type of the question; null: it is silent. */
async function openNameServer(answer: (type: number) => readonly Buffer[] | null): Promise<string> {
  const server: Socket = createSocket('udp4');
  server.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5;
    const type = query.readUInt16BE(end - 4);
    const records = answer(type);
    if (records === null) return;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    server.send(Buffer.concat([head, query.subarray(12, end), ...records]), port, address);
  });
  server.bind(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `127.0.0.1:${server.address().port}`;
}

/** A record of the name of the question, for a minute. */
const record = (type: number, data: readonly number[]): Buffer =>
  Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]);

test('rule HOOK-8: a name is resolved to all its addresses', async () => {
  const four = record(A, [203, 0, 114, 7]);
  const six = record(28, [0x26, 6, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  const resolve = openResolve([await openNameServer((type) => [type === A ? four : six])]);
  expect(await resolve('app.example')).toEqual([
    { address: '203.0.114.7', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ]);
  const older = openResolve([await openNameServer((type) => (type === A ? [four] : []))]);
  expect(await older('app.example')).toEqual([{ address: '203.0.114.7', family: 4 }]);
  await expect(openResolve([await openNameServer(() => [])])('app.example')).rejects.toThrow('ENODATA');
});

test('rule HOOK-8: names whose server is silent hold up no other name', async () => {
  const resolve = openResolve([await openNameServer(() => null)]);
  const silent = Promise.allSettled(Array.from({ length: 32 }, (_, at) => resolve(`silent-${at}.example`)));
  const first = await Promise.race([silent, lookup('localhost')]);
  expect(first).toHaveProperty('address');
  const began = performance.now();
  const results = await silent;
  expect(results.every(({ status }) => status === 'rejected')).toBe(true);
  expect(performance.now() - began, 'before the attempt ends').toBeLessThan(10_000);
});
