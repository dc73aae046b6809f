// The pure parts of the client.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoffDelay } from '../../../protocol/client/backoff.ts';
import { openOffset } from '../../../protocol/client/clock-offset.ts';
import { openEventText } from '../../../protocol/client/event-text.ts';
import { readFrame } from '../../../protocol/client/frame.ts';

describe('the back-off', () => {
  const limits = { baseMs: 500, maxMs: 10_000 };

  test('doubles its range with every attempt, up to the ceiling', () => {
    const most = [0, 1, 2, 3, 4, 5, 6, 100, 5_000].map((attempt) => backoffDelay(attempt, limits, () => 1));
    expect(most).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000, 10_000]);
  });

  test('draws from the whole range: full jitter', () => {
    expect([0, 0.25, 0.75].map((part) => backoffDelay(2, limits, () => part))).toEqual([0, 500, 1_500]);
  });
});

describe('the clock offset', () => {
  test('is 0 before the first round trip', () => {
    const offset = openOffset();
    expect([offset.offsetMs(), offset.rttMs()]).toEqual([0, null]);
  });

  test('comes from the shortest round trip, not from slower ones before and after it', () => {
    const offset = openOffset();
    // Server clock 5,000 ms ahead; all the delay on one way, so that each sample is wrong by half its round trip.
    offset.take(1_000, 1_400, 1_400 + 5_000);
    expect(offset.offsetMs()).toBe(5_200);
    offset.take(2_000, 2_020, 2_020 + 5_000);
    offset.take(3_000, 3_300, 3_000 + 5_000);
    expect([offset.offsetMs(), offset.rttMs()]).toEqual([5_010, 20]);
  });

  test('drops samples older than five minutes, because clocks drift', () => {
    const offset = openOffset();
    offset.take(0, 10, 1_005);
    offset.take(299_910, 300_010, 301_030);
    expect(offset.rttMs()).toBe(10);
    offset.take(300_500, 300_600, 301_620);
    expect(offset.rttMs()).toBe(100);
    expect(offset.offsetMs()).toBe(1_070);
  });

  test('starts again after our clock was set or slept', () => {
    const offset = openOffset();
    offset.take(1_000, 1_004, 1_002);
    expect(offset.offsetMs()).toBe(0);
    offset.take(2_000, 2_200, 32_100);
    expect(offset.offsetMs()).toBe(30_000);
  });

  test.each([302, -302])('starts again where round trips and 100 ms do not explain the difference of %i ms', (ms) => {
    const offset = openOffset();
    offset.take(1_000, 1_004, 1_002);
    offset.take(2_000, 2_400, 2_200 + ms);
    expect([offset.rttMs(), offset.offsetMs()]).toEqual([4, 0]);
    offset.take(3_000, 3_400, 3_200 + ms + Math.sign(ms));
    expect([offset.rttMs(), offset.offsetMs()]).toEqual([400, ms + Math.sign(ms)]);
  });

  test('comes from the latest of round trips that are equally short, which may take no time', () => {
    const offset = openOffset();
    offset.take(1_000, 1_000, 6_000);
    expect([offset.rttMs(), offset.offsetMs()]).toEqual([0, 5_000]);
    offset.take(2_000, 2_000, 7_001);
    offset.take(3_000, 3_010, 8_005);
    expect([offset.rttMs(), offset.offsetMs()]).toEqual([0, 5_001]);
  });

  test('ignores an answer from before the request, and one without a time', () => {
    const offset = openOffset();
    offset.take(2_000, 1_000, 5_000);
    offset.take(Number.NaN, 1_000, 5_000);
    offset.take(1_000, 1_010, Number.NaN);
    expect(offset.rttMs()).toBeNull();
  });

  test('is at most half the best round trip away from the truth', () => {
    const trip = fc.record({ there: fc.integer({ min: 0, max: 2_000 }), back: fc.integer({ min: 0, max: 2_000 }) });
    fc.assert(
      fc.property(
        fc.integer({ min: -1e7, max: 1e7 }),
        fc.array(trip, { minLength: 1, maxLength: 8 }),
        (truth, trips) => {
          const offset = openOffset();
          trips.forEach(({ there, back }, index) => {
            const sentAt = 1e9 + index * 10_000;
            offset.take(sentAt, sentAt + there + back, sentAt + there + truth);
          });
          const best = Math.min(...trips.map(({ there, back }) => there + back));
          expect(offset.rttMs()).toBe(best);
          expect(Math.abs(offset.offsetMs() - truth)).toBeLessThanOrEqual(best / 2);
        },
      ),
    );
  });
});

describe('the text of event streams', () => {
  const stream =
    ': data: no\n\nevent: welcome\nid: a:1\ndata: {"n":1}\n\n:\n\nretry: 5\ndataset: no\n\ndata:one\nid: a:2\ndata: two\n\ndata: cut';

  test('gives the same events, in whatever parts it arrives', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: stream.length - 1 })), (cuts) => {
        const ends = [...cuts.sort((a, b) => a - b), stream.length];
        const events: string[] = [];
        const take = openEventText((data) => events.push(data));
        for (const [index, end] of ends.entries()) take(stream.slice(ends[index - 1] ?? 0, end));
        expect(events).toEqual(['{"n":1}', 'one\ntwo']);
      }),
    );
  });
});

describe('a frame of the server', () => {
  const channel = 'match:701';
  const needed = {
    welcome: { server_time: 1, heartbeat_ms: 5_000 },
    snapshot: { channel, epoch: 'e', seq: 1, at: 1, state: {} },
    resumed: { channel, epoch: 'e', seq: 1 },
    delta: { channel, seq: 2, at: 1, cause: [], patch: {} },
    heartbeat: { channel, epoch: 'e', seq: 1 },
    unsubscribed: { channel },
    pong: { server_time: 1 },
    error: { code: 'invalid', error: 'No.' },
    closing: { reason: 'shutdown' },
  };
  const optional: Readonly<Record<string, object>> = {
    delta: { from: 1 },
    heartbeat: { hash: 'h' },
    unsubscribed: { reason: 'forbidden' },
    pong: { t: 1 },
    error: { channel, hint: 'Ask.' },
    closing: { retry_after_ms: 1 },
  };
  const read = (frame: object): unknown => readFrame(JSON.stringify(frame));

  test.each(Object.entries(needed))('of the type %s is taken with the members that the client uses', (type, fields) => {
    const least = { type, ...fields };
    const whole = { ...least, ...optional[type], new_member: true };
    expect([read(least), read(whole)]).toEqual([least, whole]);
    for (const name of Object.keys(fields)) expect(read({ ...whole, [name]: undefined }), `no ${name}`).toBeNull();
    for (const name of Object.keys({ ...fields, ...optional[type] }))
      expect(read({ ...whole, [name]: true }), `another ${name}`).toBeNull();
  });

  test.each([
    'no JSON',
    'null',
    '[]',
    '1',
    '{}',
    '{"type":1}',
    '{"type":"new"}',
    '{"type":"toString"}',
    '{"type":["pong"],"server_time":1}',
  ])('is not %s', (text) => {
    expect(readFrame(text)).toBeNull();
  });

  test('is a text, and its numbers are finite', () => {
    expect(readFrame(new TextEncoder().encode('{"type":"closing","reason":"shutdown"}'))).toBeNull();
    expect(readFrame({ toString: () => '{"type":"closing","reason":"shutdown"}' })).toBeNull();
    expect(readFrame('{"type":"pong","server_time":1e999}')).toBeNull();
  });
});
