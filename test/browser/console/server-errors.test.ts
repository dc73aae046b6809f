// Errors that are not the answer to an entry: what the sender makes of a server that fails, and of a proxy in its place.
import { expect, test } from 'vitest';
import type { Action, OutboxEntry } from '../../../src/browser/console/outbox-entry.ts';
import type { RestAnswer } from '../../../src/browser/console/rest.ts';
import { openSender, type SenderState } from '../../../src/browser/console/sender.ts';
import { DRAFT, TARGET } from '../../support/console-match.ts';

const answered = (status: number, body: unknown = {}): RestAnswer => ({
  kind: 'answered',
  status,
  body,
  retryAfterMs: null,
  problem: { error: `The server answered ${status}.`, hint: null },
});
const UNREACHABLE: RestAnswer = { kind: 'unreachable' };
/** As a proxy answers while no server is behind it. */
const PAGE = answered(404, null);

const GOAL: Action = {
  kind: 'record',
  draft: DRAFT,
};

/** Sends one entry until it gets no more of these answers. Returns its status, and what the server said of it. */
async function sent(action: Action, answers: readonly RestAnswer[]): Promise<string> {
  let entry: OutboxEntry = {
    order: 1,
    pairing: '701',
    action,
    status: 'waiting',
    tried: false,
    problem: null,
    target: TARGET,
  };
  const left = [...answers];
  await new Promise<void>((resolve) => {
    const sender = openSender({
      outbox: {
        claim: () => Promise.resolve(entry.status === 'waiting' ? entry : null),
        settle(_, change) {
          entry = { ...entry, ...change };
          return Promise.resolve();
        },
      },
      send: () => Promise.resolve(left.shift() ?? UNREACHABLE),
      isOnline: () => true,
      exclusively: (work) => work().finally(() => entry.status !== 'waiting' && resolve()),
      onState: () => undefined,
      setTimer(run) {
        if (left.length === 0) resolve();
        else setImmediate(run);
        return () => undefined;
      },
    });
    sender.wake();
  });
  return [entry.status, entry.problem?.error].filter((part) => part !== undefined).join(': ');
}

const times = (count: number, answer: RestAnswer): readonly RestAnswer[] => Array.from({ length: count }, () => answer);

test('only errors of the server count: after a long time without a network an entry is not refused by the first one', async () => {
  expect(await sent(GOAL, [...times(9, UNREACHABLE), answered(500)])).toBe('waiting');
  expect(await sent(GOAL, [...times(9, UNREACHABLE), answered(500), answered(201)])).toBe('sent');
  expect(await sent(GOAL, [...times(9, answered(502, null)), ...times(5, answered(500))])).toBe('waiting');
  expect(await sent(GOAL, times(6, answered(500)))).toBe('refused: The server answered 500.');
});

test('the page of a proxy is no answer: the entry is sent again, and an undo is not taken for done', async () => {
  const undo: Action = { kind: 'delete', id: 'a', what: 'Goal' };
  expect(await sent(undo, [PAGE])).toBe('waiting');
  expect(await sent(undo, [PAGE, answered(200)])).toBe('sent');
  expect(await sent(undo, [answered(404)])).toBe('sent');
  expect(await sent(GOAL, [PAGE, answered(403, null), answered(201)])).toBe('sent');
  expect(await sent(undo, times(6, PAGE))).toBe('refused: The server answered 404.');
  expect(await sent({ ...GOAL, kind: 'replace' }, times(6, PAGE))).toBe('refused: The server answered 404.');
});

test('entries are waiting while the database of the phone fails, and are tried again', async () => {
  const states: SenderState[] = [];
  const wait = await new Promise<number>((resolve) => {
    const sender = openSender({
      outbox: {
        claim: () => Promise.reject(new DOMException('closed', 'InvalidStateError')),
        settle: () => Promise.resolve(),
      },
      send: () => Promise.resolve(UNREACHABLE),
      isOnline: () => true,
      exclusively: (work) => work(),
      onState: (state) => states.push(state),
      setTimer(_, ms) {
        resolve(ms);
        return () => undefined;
      },
    });
    sender.wake();
  });
  expect([states, wait]).toEqual([['waiting'], 1_000]);
});
