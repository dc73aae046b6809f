// What was pressed and is not yet seen in the live state: a queue in IndexedDB that survives a reload and an empty battery.
// A phone's tabs share it. What is in it has been pressed; what leaves it has been stored by the server or thrown away by
// the scorekeeper.
import type { Draft } from './draft.ts';
import type { Action, Entry } from './outbox-entry.ts';
import type { EntryStore, PhoneDatabase } from './phone-database.ts';

type NewEntry = Pick<Entry, 'target' | 'pairing' | 'action'>;

/** Markers that wait: one that is taken back and recorded again to change it is one. */
export const waitingCount = (entries: readonly Entry[]): number =>
  new Set(entries.filter(({ status }) => status === 'waiting').map(({ action }) => markerOf(action))).size;

const markerOf = (action: Action): string => (action.kind === 'record' ? action.draft.id : action.id);

export type Outbox = ReturnType<typeof openOutbox>;

/** The queue in `database`. `onChange` hears of every change, whichever tab made it. */
export function openOutbox(database: PhoneDatabase, onChange: () => void) {
  const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('touchline-outbox');
  if (tabs) tabs.onmessage = onChange;

  function changed(): void {
    tabs?.postMessage('changed');
    onChange();
  }
  /** Written to the disk, not only promised: a phone's battery may be gone in the next moment. */
  const write = <T>(work: (store: EntryStore) => Promise<T>): Promise<T> =>
    database.use(async (connection) => {
      const transaction = connection.transaction('entries', 'readwrite', { durability: 'strict' });
      const [result] = await Promise.all([work(transaction.store), transaction.done]);
      return result;
    });

  return {
    /** All entries, in the order in which they were pressed. */
    list: async (): Promise<readonly Entry[]> =>
      (await database.use((connection) => connection.getAll('entries'))) as readonly Entry[],

    /** Puts entries at the end, all or none. */
    async add(entries: readonly NewEntry[]): Promise<void> {
      await write(async (store) => {
        for (const entry of entries) await store.add({ ...entry, status: 'waiting', tried: false, problem: null });
      });
      changed();
    },

    /** The first one that waits, now marked as tried; null when nothing waits. */
    claim: (): Promise<Entry | null> =>
      write(async (store) => {
        for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
          if (cursor.value.status !== 'waiting') continue;
          const claimed = { ...cursor.value, order: cursor.key, tried: true };
          await cursor.update(claimed);
          return claimed;
        }
        return null;
      }),

    /** What came of an entry; null: it is no longer needed. An entry that is gone stays gone. */
    async settle(order: number, change: Partial<Pick<Entry, 'status' | 'problem'>> | null): Promise<void> {
      await write(async (store) => {
        const entry = await store.get(order);
        if (entry) await (change === null ? store.delete(order) : store.put({ ...entry, ...change }));
      });
      changed();
    },

    /**
     * Changes an entry (null: takes it out) as long as no request carried it, or since it was refused. False: the server
     * may have it, and has to be told.
     */
    async amend(order: number, draft: Draft | null): Promise<boolean> {
      const isOurs = await write(async (store) => {
        const entry = await store.get(order);
        if (entry === undefined || (entry.tried && entry.status !== 'refused')) return false;
        if (draft === null) await store.delete(order);
        else {
          const action = { kind: 'record', draft } as const;
          await store.put({ ...entry, action, status: 'waiting', tried: false, problem: null });
        }
        return true;
      });
      if (isOurs) changed();
      return isOurs;
    },

    close: () => tabs?.close(),
  };
}
