// P41–P43: subscribers that are too slow.
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DownFrame } from '../../protocol/wire/down.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { clubFile } from '../support/data-file.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { member } from '../support/world/clubs.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { advance, connect, type Position, positionOf, type Subscriber } from '../support/subscriber.ts';

const HEARTBEAT_MS = 1_000;
const STUCK_MS = 5_000;
/** Labels of 2,000 letters make a state of this many times 2 KB. */
const LABELS = 150;
/** Snapshots asked for by a client that reads none: more than the kernel's buffers on both sides hold. */
const ASKED = 60;

let gateway: TestGateway;
const left: string[] = [];
let someoneLeft = (): void => undefined;

beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      const line = JSON.parse(String(chunk)) as { msg?: string; session?: string };
      if (line.msg === 'subscriber left') left.push(line.session ?? '');
      someoneLeft();
      done();
    },
  });
  gateway = await openTestGateway({
    timing: { heartbeatMs: HEARTBEAT_MS, stuckMs: STUCK_MS, recheckMs: 100 },
    logger: createLogger('trace', destination),
  });
  const keeper = matchKeeper(gateway, 701);
  await keeper.post('Start');
  for (let i = 0; i < LABELS; i += 1) await keeper.post('Event', { label: 'long '.repeat(400) });
});
afterAll(() => gateway.close());

/** A subscriber of two channels that has stopped reading and whose socket is full. */
async function blocked(
  token: string = TOKENS.tournament,
  other = 'match:702',
): Promise<{ subscriber: Subscriber; start: Position }> {
  const subscriber = await connect(gateway.liveUrl, token);
  const start = positionOf(await subscriber.subscribe('match:701'));
  await subscriber.subscribe(other);
  subscriber.pause();
  const clock = await connect(gateway.liveUrl, TOKENS.tournament);
  for (let i = 0; i < ASKED; i += 1) {
    subscriber.send({ type: 'subscribe', channel: 'match:701' });
    // Each in a separate turn: subscribes on a full socket are answered once.
    await clock.unread();
  }
  await clock.close();
  return { subscriber, start };
}

/** An answer to `blocked`: how many of its subscribes find a full socket, and how many come too often, depends on the machine. */
const isTooOften = (frame: DownFrame): boolean => frame.type === 'error' && frame.code === 'limit';

/** Takes frames as a client does; fails on a delta that does not fit. */
function apply(position: Position, frame: DownFrame): Position {
  if (frame.type === 'snapshot') return positionOf(frame);
  if (frame.type === 'delta') return advance(position, frame);
  throw new Error(`Neither snapshot nor delta: ${frame.type}`);
}

describe('P41: a subscriber that reads too slowly', () => {
  it('P41 gets no queue: when it reads again it gets a snapshot of each changed channel, then deltas', async () => {
    const { subscriber, start } = await blocked();
    const fast = await connect(gateway.liveUrl, TOKENS.tournament);
    await fast.subscribe('match:701');
    const keeper = matchKeeper(gateway, 701);
    const writes = 20;
    for (let i = 0; i < writes; i += 1) await keeper.post('Event', { label: `while it sleeps ${i}` });
    for (let i = 0; i < writes;) i += countOf(await fast.next('delta'));

    let bytes = 0;
    subscriber.socket.on('message', (data: Buffer) => (bytes += data.byteLength));
    subscriber.resume();
    let position = start;
    let snapshots = 0;
    while (position.seq < start.seq + writes) {
      const frame = await subscriber.take();
      if ((frame.type === 'snapshot' && frame.channel === 'match:702') || isTooOften(frame)) continue;
      if (frame.type === 'snapshot') snapshots += 1;
      position = apply(position, frame);
    }
    expect(snapshots, 'fewer than were asked for').toBeLessThan(ASKED);
    const { state } = await fast.subscribe('match:701');
    expect(position.state).toEqual(state);
    expect(bytes).toBeLessThan(ASKED * JSON.stringify(state).length);

    await keeper.post('Event', { label: 'awake' });
    position = apply(position, await subscriber.next('delta'));
    await matchKeeper(gateway, 702).post('Event');
    expect(await subscriber.next('delta'), 'the channel that had not moved goes on').toMatchObject({
      channel: 'match:702',
    });
    await Promise.all([subscriber.close(), fast.close()]);
  });
});

describe('P44: a subscriber that loses a right while its socket is full', () => {
  it('P44 is told when it reads again', async () => {
    const { subscriber } = await blocked(TOKENS.app, 'game:100');
    const fast = await connect(gateway.liveUrl, TOKENS.app);
    await fast.subscribe('game:100');
    await gateway.import(clubFile({ members: [member(1, { role: 'Member', jersey_number: 9 })] }));
    // The rights of the subscriber that came first were checked before.
    await fast.next('unsubscribed');
    subscriber.resume();
    let frame = await subscriber.take();
    while (frame.type === 'snapshot' || isTooOften(frame)) frame = await subscriber.take();
    expect(frame).toEqual({ type: 'unsubscribed', channel: 'game:100', reason: 'forbidden' });
    await Promise.all([subscriber.close(), fast.close()]);
  });
});

const countOf = (delta: { seq: number; from?: number | undefined }): number =>
  delta.seq - (delta.from ?? delta.seq - 1);

/** A blocked subscriber after 2.5 heartbeats, which another subscriber has counted; `since` is a time before it was blocked. */
async function blockedBesideClock() {
  const since = performance.now();
  const { subscriber } = await blocked();
  const session = subscriber.session();
  const clock = await connect(gateway.liveUrl, TOKENS.tournament);
  await clock.subscribe('match:701');
  const blockedAt = performance.now();
  // Far longer than the silence that ends a writable connection.
  while (performance.now() - blockedAt < HEARTBEAT_MS * 2.5) await clock.next('heartbeat');
  return { subscriber, session, clock, since };
}

describe('P42 and P43: a socket that accepts no bytes', () => {
  it('P42 P43 is not closed for missing pongs, and is cut after the limit', async () => {
    const { subscriber, session, clock, since } = await blockedBesideClock();
    expect(left, 'P43').not.toContain(session);
    while (!left.includes(session)) await new Promise<void>((resolve) => (someoneLeft = resolve));
    expect(performance.now() - since).toBeGreaterThan(STUCK_MS * 0.9);
    subscriber.resume();
    expect((await subscriber.closed).code, 'without a close frame').toBe(1006);
    await clock.close();
  });

  it('P43 that drains in time continues normally', async () => {
    const { subscriber, session, clock } = await blockedBesideClock();
    subscriber.resume();
    await matchKeeper(gateway, 702).post('Event');
    const { seq } = await clock.subscribe('match:702');
    for (;;) {
      const frame = await subscriber.take();
      if ('channel' in frame && 'seq' in frame && frame.channel === 'match:702' && frame.seq === seq) break;
    }
    expect(await subscriber.unread(), 'it is answered again').toEqual([]);
    expect(left).not.toContain(session);
    await Promise.all([subscriber.close(), clock.close()]);
  });
});
