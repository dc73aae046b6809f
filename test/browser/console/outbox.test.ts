// The console's sender: outcomes of answers, the connection label, and what confirms a sent entry.
import { describe, expect, it } from 'vitest';
import type { BoardEvent } from '../../../protocol/wire/board.ts';
import { markerIdOf } from '../../../src/browser/console/outbox-entry.ts';
import { waitingCount } from '../../../src/browser/console/outbox.ts';
import type { RestAnswer } from '../../../src/browser/console/rest.ts';
import { openSender, type SenderState, outcomeOf } from '../../../src/browser/console/sender.ts';
import { isConfirmed, isSuperseded } from '../../../src/browser/console/confirmed.ts';
import { signalOf } from '../../../src/browser/console/connection-status.tsx';
import { draft, entry, event, record, remove, replace } from '../../support/outbox-samples.ts';

const answered = (status: number, retryAfterMs: number | null = null): RestAnswer => ({
  kind: 'answered',
  status,
  body: {},
  retryAfterMs,
  problem: { error: `No ${status}.`, hint: null },
});
const always = (x: number) => (): number => x;

describe('the outcome of an answer', () => {
  it.each([
    [answered(201), record, { kind: 'done' }],
    [answered(200), record, { kind: 'done' }],
    [answered(404), remove, { kind: 'done' }],
    [answered(401), record, { kind: 'sign_in' }],
    [answered(422), record, { kind: 'refused', problem: { status: 422, error: 'No 422.', hint: null } }],
    [answered(404), record, { kind: 'refused', problem: { status: 404, error: 'No 404.', hint: null } }],
    [answered(200), replace, { kind: 'done' }],
    [
      answered(404),
      replace,
      {
        kind: 'refused',
        problem: expect.objectContaining({ status: 404, error: expect.stringContaining('undone') as string }) as object,
      },
    ],
    [answered(403), remove, { kind: 'refused', problem: { status: 403, error: 'No 403.', hint: null } }],
    [{ kind: 'unreachable' }, record, { kind: 'again', afterMs: 500 }],
    [answered(500), record, { kind: 'again', afterMs: 500 }],
    [answered(429, 7_000), record, { kind: 'again', afterMs: 7_500 }],
    [answered(503, 2_000), record, { kind: 'again', afterMs: 2_500 }],
    [answered(503, 1e12), record, { kind: 'again', afterMs: 2 ** 31 - 1 }],
    [answered(503), record, { kind: 'again', afterMs: 500 }],
  ] as const)('%o of %o is %o', (answer, action, verdict) => {
    expect(outcomeOf(answer, action, 0, always(0.5))).toEqual(verdict);
  });

  it('waits longer each time, with full jitter, and never longer than 30 seconds', () => {
    const wait = (attempt: number, random: number): number => {
      const verdict = outcomeOf({ kind: 'unreachable' }, record, attempt, always(random));
      return verdict.kind === 'again' ? verdict.afterMs : Number.NaN;
    };
    expect([0, 1, 2, 3, 4, 5, 60].map((attempt) => wait(attempt, 1))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
    expect(wait(5, 0)).toBe(0);
  });

  it('refuses an entry after several server errors, so that it does not block the rest', () => {
    expect(outcomeOf(answered(500), record, 9, always(0), 4).kind).toBe('again');
    expect(outcomeOf(answered(500), record, 9, always(0), 5).kind).toBe('refused');
    // The server or a proxy in front of it is not available.
    const kinds = [502, 503, 504].map((status) => outcomeOf(answered(status), record, 500, always(0)).kind);
    expect(kinds).toEqual(['again', 'again', 'again']);
  });
});

/** An outbox in memory, and a sender whose answers and timers the test controls. */
function scene(count: number) {
  const entries = Array.from({ length: count }, (_, index) => ({
    ...entry({ kind: 'record', draft: draft({ id: String(index) }) }),
    order: index,
  }));
  const sent: string[] = [];
  const states: SenderState[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  let answer: (id: string) => RestAnswer = () => answered(201);
  let isOnline = true;
  let idle: () => void = () => undefined;
  const sender = openSender({
    outbox: {
      claim: () => Promise.resolve(entries.find(({ status }) => status === 'waiting') ?? null),
      settle(order, change) {
        entries.splice(0, entries.length, ...entries.map((one) => (one.order === order ? { ...one, ...change } : one)));
        return Promise.resolve();
      },
    },
    send({ action }) {
      const id = action.kind === 'lineup' ? action.key : markerIdOf({ action });
      sent.push(id);
      return Promise.resolve(answer(id));
    },
    isOnline: () => isOnline,
    exclusively: (turn) => turn().then(() => idle()),
    onState: (state) => states.push(state),
    random: always(0.5),
    setTimer(run, ms) {
      timers.push({ run, ms });
      return () => undefined;
    },
  });
  return {
    sender,
    entries,
    sent,
    states,
    timers,
    goes: (next: 'online' | 'offline') => (isOnline = next === 'online'),
    answerBy: (next: (id: string) => RestAnswer) => (answer = next),
    /** Runs an action and waits for the sending that it starts. */
    turn: async (act: () => void): Promise<void> => {
      const over = new Promise<void>((resolve) => (idle = resolve));
      act();
      await over;
    },
  };
}
describe('the sender', () => {
  it('rule PAGE-10: sends in order, retries failed requests, and continues where it stopped', async () => {
    const { sender, sent, entries, states, timers, answerBy, turn } = scene(3);
    answerBy((id) => (id === '1' ? { kind: 'unreachable' } : answered(201)));
    await turn(() => sender.wake());
    expect([sent, states, timers.map(({ ms }) => ms)]).toEqual([['0', '1'], ['waiting'], [500]]);
    sender.wake();
    expect(sent, 'a new entry does not cut the wait short').toEqual(['0', '1']);
    answerBy(() => answered(201));
    await turn(() => timers[0]?.run());
    expect([sent, states]).toEqual([
      ['0', '1', '1', '2'],
      ['waiting', 'sending'],
    ]);
    expect(entries.map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
  });

  it('sends nothing without a network, so that no entry can have reached the server', async () => {
    const { sender, sent, goes, turn } = scene(1);
    goes('offline');
    await turn(() => sender.wake());
    expect(sent).toEqual([]);
    goes('online');
    await turn(() => sender.retry());
    expect(sent).toEqual(['0']);
  });

  it('skips a refused entry and continues with the rest', async () => {
    const { sender, entries, answerBy, turn } = scene(3);
    answerBy((id) => answered(id === '1' ? 422 : 201));
    await turn(() => sender.wake());
    expect(entries.map(({ status, problem }) => [status, problem?.error])).toEqual([
      ['sent', undefined],
      ['refused', 'No 422.'],
      ['sent', undefined],
    ]);
  });

  it('stops at an invalid token, loses nothing, and continues with a new token', async () => {
    const { sender, sent, entries, states, timers, answerBy, turn } = scene(2);
    answerBy(() => answered(401));
    await turn(() => sender.wake());
    sender.wake();
    expect([sent, states, timers]).toEqual([['0'], ['signed_out'], []]);
    expect(entries.map(({ status }) => status)).toEqual(['waiting', 'waiting']);
    answerBy(() => answered(201));
    await turn(() => sender.retry());
    expect(sent).toEqual(['0', '0', '1']);
  });

  it('waits for a new token when the live channel was the first to learn that the old one is invalid', async () => {
    const { sender, sent, states, answerBy, turn } = scene(2);
    answerBy(() => answered(201));
    sender.signedOut();
    sender.wake();
    expect([sent, states]).toEqual([[], ['signed_out']]);
    await turn(() => sender.retry());
    expect([sent, states]).toEqual([
      ['0', '1'],
      ['signed_out', 'sending'],
    ]);
  });
});

describe('the connection label', () => {
  it('counts a marker once that is edited, or deleted and recorded again, and no sent entries', () => {
    expect(waitingCount([entry(record), entry(replace)])).toBe(1);
    expect(waitingCount([entry(record), entry(remove), entry(record)])).toBe(1);
    expect(waitingCount([entry(record, { status: 'sent' }), entry(record, { status: 'refused' })])).toBe(0);
  });

  it.each([
    [{ waiting: 0, isOnline: true, isLinked: true, sending: 'sending' }, 'ONLINE'],
    [{ waiting: 2, isOnline: true, isLinked: true, sending: 'sending' }, 'SYNCING'],
    [{ waiting: 3, isOnline: false, isLinked: true, sending: 'sending' }, 'OFFLINE – 3 SAVED HERE'],
    [{ waiting: 3, isOnline: true, isLinked: true, sending: 'waiting' }, 'OFFLINE – 3 SAVED HERE'],
    [{ waiting: 0, isOnline: true, isLinked: false, sending: 'sending' }, 'OFFLINE'],
    [{ waiting: 1, isOnline: true, isLinked: false, sending: 'signed_out' }, 'SIGN IN AGAIN – 1 SAVED HERE'],
    [{ waiting: 1, isOnline: true, isLinked: false, isRefused: true, sending: 'sending' }, 'NO ACCESS – 1 SAVED HERE'],
    [{ waiting: 0, isOnline: true, isLinked: false, isConnecting: true, sending: 'sending' }, 'Connecting …'],
    [
      { waiting: 1, isOnline: true, isLinked: false, isConnecting: true, sending: 'sending' },
      'Connecting … – 1 SAVED HERE',
    ],
    [{ waiting: 1, isOnline: true, isLinked: false, isConnecting: true, sending: 'waiting' }, 'OFFLINE – 1 SAVED HERE'],
    [{ waiting: 0, isOnline: false, isLinked: false, isConnecting: true, sending: 'sending' }, 'OFFLINE'],
  ] as const)('%o is %s', (now, text) => {
    expect(signalOf({ isRefused: false, isConnecting: false, ...now }).text).toBe(text);
  });
});

describe('a sent entry', () => {
  const state = (events: Record<string, BoardEvent>) =>
    ({ kind: 'match', id: 701, tournament: 'cup', title: '', matches: { 701: { events } } }) as never;

  it('is confirmed when the live state shows the same, and not when it differs', () => {
    const sent = entry({ kind: 'record', draft: draft({ primary_player_pc_id: '4', minute: '3' }) });
    expect(isConfirmed(sent, state({}))).toBe(false);
    expect(isConfirmed(sent, state({ a: event('Goal', 0) }))).toBe(false);
    expect(isConfirmed(sent, state({ a: event('Goal', 0, { minute: '3', player: { id: 4 } }) }))).toBe(true);
    expect(isConfirmed(sent, state({ a: event('Goal', 0, { minute: '4', player: { id: 4 } }) }))).toBe(false);
    expect(isConfirmed(entry(remove), state({}))).toBe(true);
    expect(isConfirmed(entry(remove), state({ a: event('Goal', 0) }))).toBe(false);
  });

  it('is superseded when a later entry for the same marker was sent', () => {
    const first = entry(record, { status: 'sent' });
    expect(isSuperseded(first, [first, entry(remove, { order: 1, status: 'sent' })])).toBe(true);
    expect(isSuperseded(first, [first, entry(remove, { order: 1 })])).toBe(false);
  });
});
