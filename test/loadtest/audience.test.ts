// The load tests count mistakes of delivery: a fault that they did not see would make their figures worthless.
import { describe, expect, test } from 'vitest';
import { type Audience, checkMistakes, openAudience } from '../../loadtest/audience.ts';
import { deltaOf, readUpdate, snapshotOf, writeUpdate } from '../../loadtest/baselines/frames.ts';

const CHANNEL = 'game:1';

/** Boards that have their snapshot at seq 0. */
async function seatedAudience(size: number, channels: readonly string[] = [CHANNEL]): Promise<Audience> {
  const audience = openAudience(size);
  audience.turnTo(channels);
  for (let board = 0; board < size; board += 1)
    hear(audience, board, snapshotOf(channels[board % channels.length] ?? '', 300));
  await audience.seated();
  return audience;
}

/** As the client reads it: somewhere in a larger buffer. */
function hear(audience: Audience, board: number, frame: string): void {
  const bytes = Buffer.from(`before${frame}after`);
  audience.hear(board, bytes, 6, bytes.length - 5);
}

const joined = (from: number, seq: number): string =>
  `{"type":"delta","channel":"${CHANNEL}","seq":${seq},"from":${from},"patch":{}}`;

describe('an audience', () => {
  test('counts no mistake when each board gets each update once, in order', async () => {
    const audience = await seatedAudience(3);
    for (let update = 1; update <= 4; update += 1) {
      expect(audience.expect()).toBe(update);
      for (let board = 0; board < 3; board += 1) hear(audience, board, deltaOf(CHANNEL, update, 200));
      await audience.delivered();
    }
    expect(audience.mistakes()).toEqual({ lost: 0, repeated: 0, disordered: 0 });
    expect(audience.frames()).toBe(12);
    expect(audience.heard()).toEqual([200, 200, 200, 200]);
  });

  test('takes a joined delta as all updates that it covers', async () => {
    const audience = await seatedAudience(1);
    audience.expect();
    audience.expect();
    audience.expect();
    hear(audience, 0, deltaOf(CHANNEL, 1, 200));
    hear(audience, 0, joined(1, 3));
    await audience.delivered();
    expect(audience.mistakes()).toEqual({ lost: 0, repeated: 0, disordered: 0 });
    expect(audience.frames()).toBe(2);
  });

  test('counts what a board missed, got again, and got after a later update', async () => {
    const audience = await seatedAudience(1);
    for (let update = 1; update <= 4; update += 1) audience.expect();
    hear(audience, 0, deltaOf(CHANNEL, 1, 200));
    hear(audience, 0, deltaOf(CHANNEL, 4, 200));
    expect(audience.mistakes()).toEqual({ lost: 2, repeated: 0, disordered: 0 });
    hear(audience, 0, deltaOf(CHANNEL, 4, 200));
    expect(audience.mistakes()).toEqual({ lost: 2, repeated: 1, disordered: 0 });
    hear(audience, 0, deltaOf(CHANNEL, 2, 200));
    expect(audience.mistakes()).toEqual({ lost: 2, repeated: 1, disordered: 1 });
    expect(() => checkMistakes('burst', audience.mistakes())).toThrow(
      'burst: 2 deliveries lost, 1 repeated, 1 disordered.',
    );
  });

  test('counts the part of a joined delta that a board had before as repeated', async () => {
    const audience = await seatedAudience(1);
    for (let update = 1; update <= 3; update += 1) audience.expect();
    hear(audience, 0, deltaOf(CHANNEL, 1, 200));
    hear(audience, 0, deltaOf(CHANNEL, 2, 200));
    hear(audience, 0, joined(0, 3));
    expect(audience.mistakes()).toEqual({ lost: 0, repeated: 2, disordered: 0 });
  });

  test('takes a later snapshot in place of deltas: the board was too slow for them', async () => {
    const audience = await seatedAudience(1);
    audience.expect();
    audience.expect();
    hear(audience, 0, snapshotOf(CHANNEL, 300).replace('"seq":0', '"seq":2'));
    await audience.delivered();
    expect(audience.mistakes()).toEqual({ lost: 0, repeated: 0, disordered: 0 });
  });

  test('follows channels in turn, and ignores frames of other channels', async () => {
    const channels = ['game:1', 'game:12'];
    const audience = await seatedAudience(4, channels);
    audience.expect(1);
    for (let board = 0; board < 4; board += 1) hear(audience, board, deltaOf('game:12', 1, 200));
    await audience.delivered();
    expect(audience.frames()).toBe(2);
    expect(audience.mistakes()).toEqual({ lost: 0, repeated: 0, disordered: 0 });
  });

  test('measures from the time that an update was due', async () => {
    const audience = await seatedAudience(1);
    audience.expect(0, performance.now() - 500);
    hear(audience, 0, deltaOf(CHANNEL, 1, 200));
    expect(audience.latencies().percentile(0.5)).toBeGreaterThanOrEqual(500);
  });
});

test('the frames of the baselines have the size of the frames of the gateway', () => {
  expect(deltaOf(CHANNEL, 12_345, 441)).toHaveLength(441);
  expect(snapshotOf(CHANNEL, 3_000)).toHaveLength(3_000);
  expect(JSON.parse(deltaOf(CHANNEL, 7, 200))).toMatchObject({ type: 'delta', channel: CHANNEL, seq: 7 });
  const { channel, frame } = readUpdate(writeUpdate(CHANNEL, '{"a":"é"}'));
  expect([channel, frame.toString()]).toEqual([CHANNEL, '{"a":"é"}']);
});
