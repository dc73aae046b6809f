// Edits of a marker whose entries are still in the queue: the last edit is what the server has in the end.
import { WebSocket } from 'ws';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Draft } from '../../../src/browser/console/draft.ts';
import type { Action, Entry } from '../../../src/browser/console/outbox-entry.ts';
import type { Phone } from '../../../src/browser/console/phone.ts';
import { openScoring, type Scoring } from '../../../src/browser/console/scoring.ts';
import { observable } from '../../../src/browser/shared/observable.ts';
import { emptyPhoneStore, FIXTURE, DRAFT, PAIRING, TARGET } from '../../support/console-match.ts';
import { snapshot } from '../../support/follower.ts';
import { type ScriptedServer, scriptedServer } from '../../support/scripted-server.ts';

const goal = (label?: string): Draft => (label === undefined ? DRAFT : { ...DRAFT, label });
const REFUSED = { status: 'refused', tried: true } as const;
const IN_FLIGHT = { status: 'waiting', tried: true } as const;

let server: ScriptedServer;
let scoring: Scoring;
const entries = observable<readonly Entry[]>([]);

function add(action: Action, state: Pick<Entry, 'status' | 'tried'> = { status: 'waiting', tried: false }): void {
  const order = (entries.get().at(-1)?.order ?? 0) + 1;
  entries.set([...entries.get(), { order, target: TARGET, pairing: '701', action, problem: null, ...state }]);
}
/** As the outbox of the phone, in memory. */
const outbox = {
  add({ action }: Pick<Entry, 'action'>): Promise<void> {
    add(action);
    return Promise.resolve();
  },
  settle(order: number): Promise<void> {
    entries.set(entries.get().filter((one) => one.order !== order));
    return Promise.resolve();
  },
  amend(order: number, draft: Draft | null): Promise<boolean> {
    const entry = entries.get().find((one) => one.order === order);
    if (entry === undefined || (entry.tried && entry.status !== 'refused')) return Promise.resolve(false);
    const kind = entry.action.kind === 'replace' ? 'replace' : 'record';
    entries.set(
      entries.get().flatMap((one): Entry[] => {
        if (one !== entry) return [one];
        return draft === null ? [] : [{ ...one, action: { kind, draft }, status: 'waiting', tried: false }];
      }),
    );
    return Promise.resolve(true);
  },
};
/** What will be sent, in order. */
const waiting = () =>
  entries
    .get()
    .filter(({ status }) => status === 'waiting')
    .map(({ action }) => (action.kind === 'delete' ? 'delete' : `${action.kind} ${action.draft.label ?? ''}`));

beforeEach(async () => {
  server = await scriptedServer();
  vi.stubGlobal('WebSocket', WebSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: `127.0.0.1:${server.port}` });
  entries.set([]);
  const phone = {
    store: emptyPhoneStore(),
    outbox,
    entries,
    isOnline: observable(true),
    warnings: observable({}),
    sender: { signedOut: () => undefined, retry: () => undefined },
    rest: { get: () => Promise.resolve({ kind: 'unreachable' }) },
  };
  scoring = await openScoring(phone as unknown as Phone, FIXTURE, 't');
});
afterEach(async () => {
  scoring.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await server.stop();
});

test('an edit is sent after the one that may be under way, not before it', async () => {
  add({ kind: 'replace', draft: goal('first') }, REFUSED);
  add({ kind: 'replace', draft: goal('second') }, IN_FLIGHT);
  await scoring.edit(PAIRING, goal('second'), goal('third'));
  expect(waiting()).toEqual(['replace second', 'replace third']);
});

test('an edit of a marker whose record was refused records it: without it, the server has nothing to edit', async () => {
  add({ kind: 'record', draft: goal() }, REFUSED);
  add({ kind: 'replace', draft: goal('first') }, REFUSED);
  await scoring.edit(PAIRING, goal('first'), goal('second'));
  expect(waiting()).toEqual(['record second']);
  expect(entries.get()).toHaveLength(1);
});

test('it is edited again after an edit that may be under way', async () => {
  add({ kind: 'record', draft: goal() }, REFUSED);
  add({ kind: 'replace', draft: goal('first') }, IN_FLIGHT);
  await scoring.edit(PAIRING, goal('first'), goal('second'));
  expect(waiting()).toEqual(['record second', 'replace first', 'replace second']);
});

test('an entry that no request has carried is edited in its place', async () => {
  add({ kind: 'record', draft: goal() });
  await scoring.edit(PAIRING, goal(), goal('first'));
  expect(waiting()).toEqual(['record first']);
});

test('a stored entry that another phone has changed gives way after 10 seconds, also when the clock of the phone is set back', async () => {
  let [laterMs, setBackMs] = [0, 0];
  const [now, wall] = [performance.now.bind(performance), Date.now];
  vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs);
  vi.spyOn(Date, 'now').mockImplementation(() => wall() + laterMs - setBackMs);
  const peer = await server.peer();
  peer.welcome();
  peer.send(snapshot(1, { kind: 'match', matches: {} }));
  await vi.waitUntil(() => scoring.view.get().state !== null);
  add({ kind: 'record', draft: goal('mine') }, { status: 'sent', tried: true });
  setBackMs = 3_600_000;
  laterMs = 9_000;
  entries.set([...entries.get()]);
  expect(entries.get()).toHaveLength(1);
  laterMs = 11_000;
  entries.set([...entries.get()]);
  expect(entries.get()).toEqual([]);
});
