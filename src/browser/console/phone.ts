// Parts that exist once per phone, for all matches: its database, the token, the outbox and its sender.
import { observable } from '../shared/observable.ts';
import type { Fixture } from './fixture.ts';
import { type Warnings, warningsAfter, withoutWarning } from './marker-warnings.ts';
import { openPhoneStore } from './phone-store.ts';
import { isMarkerEntry, type OutboxEntry } from './outbox-entry.ts';
import type { TokenKind } from './token-kind.ts';
import { openOutbox } from './outbox.ts';
import { openPhoneDatabase } from './phone-database.ts';
import { openRest } from './rest.ts';
import { exclusiveAcrossTabs, openSender, type SenderState } from './sender.ts';

/** The number of matches that can be picked without a network. */
const FIXTURES_STORED = 60;

type Theme = 'dark' | 'sunlight';

export type Phone = Awaited<ReturnType<typeof openPhone>>;

/** Opens the phone's database. Rejects where the browser stores no data. */
export async function openPhone() {
  const database = await openPhoneDatabase();
  const store = openPhoneStore(database);
  const token = observable(await store.get('token'));
  const entries = observable<readonly OutboxEntry[]>([]);
  const sending = observable<SenderState>('sending');
  /** The browser's own view of the network. */
  const isOnline = observable(navigator.onLine);
  const theme = observable<Theme>((await store.get('theme')) ?? 'dark');
  const rest = openRest(() => token.get());
  const outbox = openOutbox(database, refresh);
  const warnings = observable<Warnings>((await store.get('warnings')) ?? {});
  function setWarnings(next: Warnings): void {
    if (next === warnings.get()) return;
    warnings.set(next);
    void store.keep('warnings', next);
  }
  const sender = openSender({
    outbox,
    async send(entry) {
      // All tabs send the entries of all tabs.
      await readToken();
      const answer = await rest.send(entry);
      if (isMarkerEntry(entry)) setWarnings(warningsAfter(warnings.get(), entry, answer));
      return answer;
    },
    isOnline: isOnline.get,
    exclusively: exclusiveAcrossTabs,
    onState: sending.set,
  });

  /** Several reads may overlap. Only the result of the newest one counts. */
  let lastRead = 0;
  function refresh(): void {
    const read = (lastRead += 1);
    void outbox.list().then((list) => {
      if (read !== lastRead) return;
      entries.set(list);
      if (token.get() !== null && list.some(({ status }) => status === 'waiting')) sender.wake();
    });
  }

  /** Another tab may have a newer token. The browser may have deleted it. */
  async function readToken(): Promise<void> {
    token.set((await store.get('token')) ?? token.get());
  }
  /** A page that was frozen or put away did not hear what other tabs changed. */
  function shownAgain(): void {
    refresh();
    void readToken()
      .catch(() => null)
      .then(networkChanged);
  }
  const networkChanged = (): void => {
    isOnline.set(navigator.onLine);
    if (navigator.onLine && token.get() !== null) sender.retry();
  };
  addEventListener('online', networkChanged);
  addEventListener('offline', networkChanged);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') shownAgain();
  });
  // Request persistent storage once, so that a browser short of space keeps the data. The answer is not awaited: some
  // browsers ask their user.
  void (navigator as { storage?: StorageManager }).storage?.persist().catch(() => false);
  entries.set(await outbox.list());
  if (token.get() !== null) sender.retry();

  return {
    token,
    entries,
    sending,
    isOnline,
    theme,
    warnings,
    outbox,
    store,
    rest,
    sender,
    forgetWarning: (id: string): void => setWarnings(withoutWarning(warnings.get(), id)),
    learnTokenKind: (kind: TokenKind): void => void store.keep('token_kind', kind),
    /** Stores the token and sends the waiting entries with it. */
    async signIn(next: string, kind: TokenKind | null = null): Promise<void> {
      await store.set('token', next);
      await store.set('token_kind', kind);
      token.set(next);
      // The new token may allow what the last token could not.
      for (const { order, status, problem } of entries.get()) {
        if (status === 'refused' && problem?.status === 403)
          await outbox.settle(order, { status: 'waiting', problem: null });
      }
      sender.retry();
    },
    setTheme(next: Theme): void {
      theme.set(next);
      void store.keep('theme', next);
    },
    /** Stores matches that can then be opened without a network. */
    async saveFixtures(fixtures: readonly Fixture[]): Promise<void> {
      const known = (await store.get('fixtures')) ?? [];
      const fresh = new Set(fixtures.map(({ channel }) => channel));
      const others = known.filter(({ channel }) => !fresh.has(channel));
      await store.keep('fixtures', [...fixtures, ...others].slice(0, FIXTURES_STORED));
    },
  };
}
