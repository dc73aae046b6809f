// Parts that exist once per phone, for all matches: its database, the token, the outbox and its sender.
import { type Cell, openCell } from './cell.ts';
import type { Fixture } from './fixture.ts';
import { type Memory, openMemory } from './memory.ts';
import type { Entry } from './outbox-entry.ts';
import { openOutbox, type Outbox } from './outbox.ts';
import { openPhoneDatabase } from './phone-database.ts';
import { openRest, type Rest } from './rest.ts';
import { aloneAmongTabs, openSender, type Sender, type SenderState } from './sender.ts';

/** The number of matches that can be picked without a network. */
const FIXTURES_KEPT = 60;

export type Theme = 'dark' | 'sunlight';

export type Phone = {
  readonly token: Cell<string | null>;
  readonly entries: Cell<readonly Entry[]>;
  readonly sending: Cell<SenderState>;
  /** The browser's own view of the network. */
  readonly isOnline: Cell<boolean>;
  readonly theme: Cell<Theme>;
  readonly outbox: Outbox;
  readonly memory: Memory;
  readonly rest: Rest;
  readonly sender: Sender;
  /** Stores the token and sends the waiting entries with it. */
  signIn(token: string): Promise<void>;
  setTheme(theme: Theme): void;
  /** Stores matches that can then be opened without a network. */
  saveFixtures(fixtures: readonly Fixture[]): Promise<void>;
};

/** Opens the phone's database. Rejects where the browser stores no data. */
export async function openPhone(): Promise<Phone> {
  const database = await openPhoneDatabase();
  const memory = openMemory(database);
  const token = openCell(await memory.recall('token'));
  const entries = openCell<readonly Entry[]>([]);
  const sending = openCell<SenderState>('sending');
  const isOnline = openCell(navigator.onLine);
  const theme = openCell<Theme>((await memory.recall('theme')) ?? 'dark');
  const rest = openRest(() => token.get());
  const outbox = openOutbox(database, refresh);
  const sender = openSender({
    outbox,
    send: rest.send,
    isOnline: isOnline.get,
    alone: aloneAmongTabs,
    onState: sending.set,
  });

  /** Several reads may overlap. Only the result of the newest one counts. */
  let reading = 0;
  function refresh(): void {
    const own = (reading += 1);
    void outbox.list().then((list) => {
      if (own !== reading) return;
      entries.set(list);
      if (token.get() !== null && list.some(({ status }) => status === 'waiting')) sender.wake();
    });
  }

  const network = (): void => {
    isOnline.set(navigator.onLine);
    if (navigator.onLine && token.get() !== null) sender.retry();
  };
  addEventListener('online', network);
  addEventListener('offline', network);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') network();
  });
  // Request persistent storage once, so that a browser short of space keeps the data. The answer is not awaited: some
  // browsers ask their user.
  void (navigator as { storage?: StorageManager }).storage?.persist().catch(() => false);
  entries.set(await outbox.list());
  if (token.get() !== null) sender.retry();

  return {
    ...{ token, entries, sending, isOnline, theme, outbox, memory, rest, sender },
    async signIn(next) {
      await memory.keep('token', next);
      token.set(next);
      // The new token may allow what the last token could not.
      for (const { order, status, problem } of entries.get()) {
        if (status === 'refused' && problem?.status === 403)
          await outbox.settle(order, { status: 'waiting', problem: null });
      }
      sender.retry();
    },
    setTheme(next) {
      theme.set(next);
      void memory.keep('theme', next);
    },
    async saveFixtures(fixtures) {
      const known = (await memory.recall('fixtures')) ?? [];
      const fresh = new Set(fixtures.map(({ channel }) => channel));
      const others = known.filter(({ channel }) => !fresh.has(channel));
      await memory.keep('fixtures', [...fixtures, ...others].slice(0, FIXTURES_KEPT));
    },
  };
}
