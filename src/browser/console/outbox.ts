// A queue in IndexedDB of the entries that the live state does not show yet. It survives a reload and an empty battery.
// All tabs of a phone share it. An entry leaves it when the live state shows it, when another change has replaced it,
// or when the scorekeeper discards it.
import type { Draft } from './draft.ts';
import { type OutboxEntry, subjectOf } from './outbox-entry.ts';
import type { EntryStore, PhoneDatabase } from './phone-database.ts';

type NewEntry = Pick<OutboxEntry, 'target' | 'pairing' | 'action'>;

/** The number of waiting markers and line-up changes. A marker that is recorded and then edited counts once. */
export const waitingCount = (entries: readonly OutboxEntry[]): number =>
  new Set(entries.filter(({ status }) => status === 'waiting').map(subjectOf)).size;

export type Outbox = ReturnType<typeof openOutbox>;

/** The queue in `database`. Calls `onChange` after each change, from any tab. */
export function openOutbox(database: PhoneDatabase, onChange: () => void) {
  const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('touchline-outbox');
  if (tabs) tabs.onmessage = onChange;

  function changed(): void {
    tabs?.postMessage('changed');
    onChange();
  }
  /** Waits until the data is on disk, because the battery may fail at the next moment. */
  const write = <T>(work: (store: EntryStore) => Promise<T>): Promise<T> =>
    database.use(async (connection) => {
      const transaction = connection.transaction('entries', 'readwrite', { durability: 'strict' });
      const [result] = await Promise.all([work(transaction.store), transaction.done]);
      return result;
    });

  return {
    /** All entries, in the order of the presses. */
    list: async (): Promise<readonly OutboxEntry[]> =>
      (await database.use((connection) => connection.getAll('entries'))) as readonly OutboxEntry[],

    async add(entry: NewEntry): Promise<void> {
      await write((store) => store.add({ ...entry, status: 'waiting', tried: false, problem: null }));
      changed();
    },

    /** Marks the first waiting entry as tried and returns it; null when none waits. */
    claim: (): Promise<OutboxEntry | null> =>
      write(async (store) => {
        for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
          if (cursor.value.status !== 'waiting') continue;
          const claimed = { ...cursor.value, order: cursor.key, tried: true };
          await cursor.update(claimed);
          return claimed;
        }
        return null;
      }),

    /** Stores the result of an entry; null deletes the entry. A deleted entry stays deleted. */
    async settle(order: number, change: Partial<Pick<OutboxEntry, 'status' | 'problem'>> | null): Promise<void> {
      await write(async (store) => {
        const entry = await store.get(order);
        if (entry) await (change === null ? store.delete(order) : store.put({ ...entry, ...change }));
      });
      changed();
    },

    /**
     * Changes an entry (null deletes it) if no request has carried it, or if the server refused it. Returns false when
     * the server may have the entry; then a new request must tell the server.
     */
    async amend(order: number, draft: Draft | null): Promise<boolean> {
      const isLocal = await write(async (store) => {
        const entry = await store.get(order);
        if (entry === undefined || entry.action.kind === 'lineup') return false;
        if (entry.tried && entry.status !== 'refused') return false;
        if (draft === null) await store.delete(order);
        else {
          const action = { kind: entry.action.kind === 'replace' ? 'replace' : 'record', draft } as const;
          await store.put({ ...entry, action, status: 'waiting', tried: false, problem: null });
        }
        return true;
      });
      if (isLocal) changed();
      return isLocal;
    },

    close: () => tabs?.close(),
  };
}
