// The frames of a connection whose checks take time: their order (P14), their end and their cost (rule LIMIT-14). When many are told
// to come back (P47).
import { expect, it } from 'vitest';
import { CLOSE } from '../../protocol/wire/close-codes.ts';
import type { Caller } from '../../src/auth/caller.ts';
import { newCounters } from '../../src/ops/counters.ts';
import { nextTurn } from '../support/next-turn.ts';
import { openSession, sessionsWith } from '../support/one-session.ts';

const caller: Caller = { kind: 'club_static', tokenId: 1, club: 'riverside' };

/** A connection that may read nothing. Its credential and rights are checked until `end` is called, for one check after the other. */
function openSlow(from: Caller | null) {
  const checks: (() => void)[] = [];
  const held = <Value>(value: Value) => new Promise<Value>((done) => checks.push(() => done(value)));
  const answers: string[] = [];
  const counts = newCounters();
  let uses = 0;
  const sessions = sessionsWith({
    identify: () => held(caller),
    events: { emit: () => (uses += 1) },
    mayLoad: () => held(false),
    counts,
  });
  const session = openSession(sessions, from, {
    buffered: () => 7,
    send(frame) {
      const { type, code, ref } = JSON.parse(frame.toString()) as Record<'type' | 'code' | 'ref', string | undefined>;
      answers.push([type, code, ref].filter((part) => part !== undefined).join(' '));
      return true;
    },
  });
  return {
    answers,
    counts,
    uses: () => uses,
    blocked: sessions.blocked,
    drop: () => {
      sessions.dropped(session);
    },
    subscribe: (id: number) => sessions.subscribe(session, { type: 'subscribe', channel: `game:${id}` }),
    receive: (frame: object) => sessions.receive(session, new TextEncoder().encode(JSON.stringify(frame)).buffer),
    /** The client has gone. */
    close: () => sessions.closed(session),
    async end(): Promise<void> {
      await nextTurn();
      checks.shift()?.();
      await nextTurn();
    },
  };
}

it('P14 a frame waits for all those before it, not only for the first one', async () => {
  const { answers, receive, end, close } = openSlow(caller);
  receive({ type: 'subscribe', channel: 'game:1', ref: 'one' });
  receive({ type: 'subscribe', channel: 'game:2', ref: 'two' });
  await end();
  receive({ type: 'unsubscribe', channel: 'game:2', ref: 'three' });
  await nextTurn();
  expect(answers).toEqual(['welcome', 'error forbidden one']);
  await end();
  expect(answers).toEqual(['welcome', 'error forbidden one', 'error forbidden two', 'unsubscribed three']);
  close();
});

it('P14 a ping is answered at once, also behind a frame that is being checked', async () => {
  const { answers, receive, end, close } = openSlow(caller);
  receive({ type: 'subscribe', channel: 'game:1', ref: 'one' });
  receive({ type: 'ping', ref: 'two' });
  await nextTurn();
  expect(answers).toEqual(['welcome', 'pong two']);
  await end();
  expect(answers).toEqual(['welcome', 'pong two', 'error forbidden one']);
  close();
});

it('P2 a connection that ends while its auth frame is checked is not opened', async () => {
  const { answers, uses, receive, end, close } = openSlow(null);
  receive({ type: 'auth', token: 't' });
  receive({ type: 'ping' });
  close();
  await end();
  expect([answers, uses()]).toEqual([[], 0]);
});

it('rule LIMIT-14: refusals cost 8 KiB each, after those of 200 channels', async () => {
  const { answers, subscribe, end, close } = openSlow(caller);
  for (let id = 1; id <= 200 + 1_024; id += 1) {
    const refused = subscribe(id);
    await end();
    await refused;
  }
  expect(answers.filter((answer) => answer !== 'error forbidden')).toEqual(['welcome']);
  void subscribe(1);
  await nextTurn();
  expect(answers.at(-1)).toBe('error limit');
  close();
});

it('counts the frames that a socket dropped, and the socket as full from the first of them on', async () => {
  const { counts, blocked, drop, close } = openSlow(caller);
  expect(await blocked()).toEqual({ sockets: 0, bytes: 0 });
  drop();
  drop();
  expect(await blocked()).toEqual({ sockets: 1, bytes: 7 });
  expect(counts).toMatchObject({ drops: 2, slowReaders: 1 });
  close();
  expect(await blocked()).toEqual({ sockets: 0, bytes: 0 });
});

it('P47 many subscribers are told to come back over a longer time: one a millisecond', () => {
  const sessions = sessionsWith({});
  const [count, waits, codes] = [3_000, [] as number[], [] as number[]];
  for (let opened = 0; opened < count; opened += 1) {
    openSession(sessions, caller, {
      send(frame) {
        const { type, retry_after_ms = -1 } = JSON.parse(frame.toString()) as { type: string; retry_after_ms?: number };
        if (type === 'closing') waits.push(retry_after_ms);
        return true;
      },
      end: (code) => void codes.push(code),
    });
  }
  expect(sessions.drain()).toBe(count);
  expect([codes.length, new Set(codes)]).toEqual([count, new Set([CLOSE.restart])]);
  for (let from = 0; from < count; from += 100) {
    const inTenth = waits.filter((ms) => ms >= from && ms < from + 100);
    expect(inTenth.length, `from ${from} ms on`).toBeGreaterThan(97);
  }
  expect(Math.max(...waits)).toBeLessThanOrEqual(count);
});
