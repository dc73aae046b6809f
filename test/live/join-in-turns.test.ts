// Subscribers are answered in turns of the event loop, and none misses a change, gets one twice or gets one too early (P25, P29, P30).
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { GameState } from '../../protocol/wire/board.ts';
import { mergePatch } from '../../protocol/wire/merge-patch.ts';
import { freshAnswers } from '../../src/live/answer-allowance.ts';
import { block, drained } from '../../src/live/backpressure.ts';
import { type LiveChannel, openChannel } from '../../src/live/channel.ts';
import { freshAllowance } from '../../src/live/frame-allowance.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import { joinInTurns } from '../../src/live/join-in-turns.ts';
import { leave, release, type Session } from '../../src/live/session.ts';
import { TIMING } from '../../src/live/timing.ts';
import { newCounters } from '../../src/ops/counters.ts';
import { eachInTurns } from '../../src/ops/turns.ts';
import { nextTurn } from '../support/next-turn.ts';
import { stall } from '../support/stall.ts';

type Frame = { type: string; epoch?: string; seq: number; from?: number; state?: unknown; patch?: unknown };

const stateOf = (goals: number): GameState =>
  ({ kind: 'game', id: 100, slug: 'g', title: 'G', goals: [`goal ${goals}`], matches: {} }) as unknown as GameState;

/** A channel and its subscribers. A socket takes frames until it is full, as the one of the library does. */
function openStand({ sendMs = 0, gatherMs = 0 } = {}) {
  const sockets = new Map<Session, { isFull: boolean; isSubscribed: boolean; frames: Frame[] }>();
  const channel: LiveChannel = openChannel(
    'game:100',
    { epoch: 'e', step: { seq: 1, at: 1, cause: [], state: stateOf(1) } },
    {
      timing: gatherMs > 0 ? { ...TIMING, eagerSubscribers: 0 } : TIMING,
      flushBudget: { ...openFlushBudget(TIMING), ...(gatherMs > 0 ? { waitMs: () => gatherMs } : {}) },
      publish: (_, frame) => {
        for (const [session, { isSubscribed }] of sockets) if (isSubscribed) session.socket.send(frame);
      },
    },
    { hashed: true },
  );

  function enter(maker: number): Session {
    const socket = { isFull: false, isSubscribed: false, frames: [] as Frame[] };
    const session: Session = {
      id: '',
      socket: {
        address: '',
        network: '',
        identified: () => undefined,
        ping: () => undefined,
        end: () => undefined,
        kill: () => undefined,
        send(frame) {
          stall(sendMs);
          if (!socket.isFull) socket.frames.push(JSON.parse(frame.toString()) as Frame);
          else block(session, TIMING);
          return !socket.isFull;
        },
        subscribe: () => (socket.isSubscribed = true),
        unsubscribe: () => (socket.isSubscribed = false),
        buffered: () => (socket.isFull ? 1 : 0),
      },
      state: {
        phase: 'open',
        caller: { kind: 'club_static', tokenId: maker, club: 'riverside' },
        owner: `token:${maker}`,
      },
      channels: new Map(),
      blocked: null,
      heardAt: 0,
      pingedAt: null,
      pingPhase: 0,
      allowance: freshAllowance(0),
      answers: freshAnswers(0),
      rightsRound: 0,
      refusedSubscriptions: 0,
      tail: null,
      counts: newCounters(),
    };
    sockets.set(session, socket);
    return session;
  }

  return {
    channel,
    enter,
    join: (session: Session, seq?: number) =>
      joinInTurns(session, channel, {
        ref: 'r',
        since: seq === undefined ? undefined : { epoch: 'e', seq },
        mayJoin: () => session.state.phase === 'open',
      }),
    advance(): void {
      const seq = channel.position().seq + 1;
      channel.advance([{ seq, at: seq, cause: [{ action: 'goals' }], state: stateOf(seq) }]);
    },
    /** A new sequence begins. */
    restart: () => {
      channel.restart('f', { seq: 1, at: 1, cause: [], state: stateOf(1) });
    },
    fill: (session: Session) => Object.assign(sockets.get(session) ?? {}, { isFull: true }),
    drain(session: Session): void {
      Object.assign(sockets.get(session) ?? {}, { isFull: false });
      drained(session);
    },
    framesOf: (session: Session): readonly Frame[] => sockets.get(session)?.frames ?? [],
    /** Sessions that were answered. */
    answered: (): number => [...sockets.values()].filter(({ frames }) => frames.length > 0).length,
    close(): void {
      for (const session of sockets.keys()) release(session);
      channel.stop();
    },
  };
}

/** The position after some frames. Fails on a delta that does not follow. */
function follow(frames: readonly Frame[], known: { seq: number; state: unknown } | null): typeof known {
  let at = known;
  for (const frame of frames) {
    if (frame.type === 'snapshot') {
      expect(frame.seq, 'no client goes back').toBeGreaterThanOrEqual(at?.seq ?? 0);
      at = { seq: frame.seq, state: frame.state };
    } else if (frame.type === 'resumed') expect(frame.seq).toBe(at?.seq);
    else {
      expect(frame.from ?? frame.seq - 1, 'a delta follows').toBe(at?.seq);
      at = { seq: frame.seq, state: mergePatch(at?.state, frame.patch) };
    }
  }
  return at;
}

it('rule OPS-18: hundreds of subscribers that come back share the time of a turn, and another one waits for none of them', async () => {
  await nextTurn();
  const stand = openStand({ sendMs: 0.5 });
  const crowd = Array.from({ length: 300 }, () => stand.enter(1));
  for (let i = 0; i < 20; i += 1) stand.advance();
  const joined = Promise.all(crowd.map((session) => stand.join(session)));
  expect(stand.answered(), 'of one turn').toBeLessThan(8);
  const honest = stand.enter(2);
  await stand.join(honest);
  expect(stand.framesOf(honest)).toHaveLength(1);
  expect(stand.answered(), 'the crowd still waits').toBeLessThan(100);
  await joined;
  expect(stand.answered()).toBe(301);
  stand.close();
});

it('P29 a socket that drains before it was unsubscribed gets no delta before its snapshot', async () => {
  // In a turn with its whole time, of which the join leaves none for the snapshot.
  await eachInTurns([0], () => undefined);
  await nextTurn();
  const stand = openStand({ sendMs: 3 });
  const session = stand.enter(1);
  stand.fill(session);
  const joined = stand.join(session);
  stand.drain(session);
  stand.advance();
  await joined;
  await expect.poll(() => stand.framesOf(session).length).toBeGreaterThan(0);
  expect(follow(stand.framesOf(session), null)).toEqual({ seq: 2, state: stateOf(2) });
  stand.close();
});

it('P25 P29 a new subscriber gets no delta that was gathered before it came: the others get it first', async () => {
  const stand = openStand({ gatherMs: 1_000_000 });
  const [first, second] = [stand.enter(1), stand.enter(2)];
  await stand.join(first);
  stand.advance();
  expect(stand.framesOf(first)).toHaveLength(1);
  await stand.join(second);
  expect(stand.framesOf(first).at(-1)).toMatchObject({ type: 'delta', seq: 2 });
  stand.channel.flush();
  expect(stand.framesOf(second)).toMatchObject([{ type: 'snapshot', seq: 2 }]);
  stand.close();
});

it('P39 the second answer of a channel counts against the allowance of its connection', async () => {
  const stand = openStand();
  const session = stand.enter(1);
  const { left } = session.answers;
  await stand.join(session);
  expect(session.answers.left).toBe(left);
  await stand.join(session);
  expect(session.answers.left).toBe(left - JSON.stringify(stand.framesOf(session)[1]).length - 512);
  stand.close();
});

it('P29 P30 whatever happens between two turns, each subscriber gets every change once and in order', async () => {
  const subscriber = fc.nat(3);
  const act = fc.oneof(
    { weight: 5, arbitrary: fc.constant({ kind: 'advance' } as const) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('join' as const), who: subscriber, isBack: fc.boolean() }) },
    { weight: 3, arbitrary: fc.constant({ kind: 'turn' } as const) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('fill' as const, 'drain' as const), who: subscriber }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 80 }), async (acts) => {
      // Most joins wait for a turn, because each takes longer than the works of a turn may.
      const stand = openStand({ sendMs: 0.3 });
      const sessions = [0, 1, 2, 3].map((who) => stand.enter(who));
      const joins: Promise<unknown>[] = [];
      const busy = new Map<Session, Promise<unknown>>();
      for (const one of acts) {
        if (one.kind === 'advance') stand.advance();
        else if (one.kind === 'turn') await nextTurn();
        else {
          const session = sessions[one.who];
          if (!session) continue;
          if (one.kind === 'fill') stand.fill(session);
          if (one.kind === 'drain') stand.drain(session);
          // As on a connection, the next frame waits for the answer.
          if (one.kind === 'join' && !busy.has(session)) {
            if (one.isBack) leave(session, 'game:100');
            const since = one.isBack ? follow(stand.framesOf(session), null)?.seq : undefined;
            const join = stand.join(session, since).finally(() => busy.delete(session));
            busy.set(session, join);
            joins.push(join);
          }
        }
      }
      await Promise.all(joins);
      for (const session of sessions) stand.drain(session);
      // Turns in which all that waits is over: another work has its place behind it.
      for (const session of sessions) await stand.join(session);
      stand.advance();
      for (const session of sessions) {
        const { seq } = stand.channel.position();
        expect(follow(stand.framesOf(session), null)).toEqual({ seq, state: stateOf(seq) });
      }
      stand.close();
    }),
    { numRuns: 60 },
  );
});

it('P30 P41 a subscriber whose socket takes only some of the missed deltas gets a snapshot when it drains', async () => {
  const stand = openStand();
  for (let i = 0; i < 10; i += 1) stand.advance();
  const session = stand.enter(1);
  const { send } = session.socket;
  let left = 4;
  Object.assign(session.socket, {
    send(frame: string) {
      if (left === 0) stand.fill(session);
      left -= 1;
      return send(frame);
    },
  });
  await stand.join(session, 1);
  expect(stand.framesOf(session).map(({ type }) => type)).toEqual(['resumed', 'delta', 'delta', 'delta']);
  stand.drain(session);
  while (session.blocked !== null) await nextTurn();
  expect(stand.framesOf(session).at(-1)).toMatchObject({ type: 'snapshot', seq: 11, state: stateOf(11) });
  expect(stand.framesOf(session).at(-1), 'the first frame was the answer').not.toHaveProperty('ref');
  stand.close();
});

it.each(['before', 'while'])(
  'P41 a subscriber whose socket was full %s a new sequence began gets its snapshot when it drains',
  async (when) => {
    const stand = openStand();
    for (let i = 0; i < 3; i += 1) stand.advance();
    const session = stand.enter(1);
    await stand.join(session);
    stand.fill(session);
    if (when === 'before') {
      block(session, TIMING);
      await nextTurn();
    }
    stand.restart();
    await nextTurn();
    stand.drain(session);
    while (session.blocked !== null) await nextTurn();
    expect(stand.framesOf(session).map(({ type, epoch }) => [type, epoch])).toEqual([
      ['snapshot', 'e'],
      ['snapshot', 'f'],
    ]);
    stand.close();
  },
);
