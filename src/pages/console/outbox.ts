// What was pressed and is not yet seen in the live state: a queue in IndexedDB that survives a reload and an empty battery.
// A phone's tabs share it. What is in it has been pressed; what leaves it has been stored by the server or thrown away by
// the scorekeeper.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Draft } from './draft.ts';
import type { Fixture } from './fixture.ts';

export type Action =
  | { readonly kind: 'record'; readonly draft: Draft }
  | { readonly kind: 'delete'; readonly id: string; /** What is taken back, for the list. */ readonly what: string };

/** What the server said of an entry. */
export type EntryProblem = { readonly status: number; readonly error: string; readonly hint: string | null };

export type Entry = {
  /** Its place in the queue. */
  readonly order: number;
  readonly target: Pick<Fixture, 'channel' | 'kind' | 'path'>;
  /** Key of the pairing among the live state's matches. */
  readonly pairing: string;
  readonly action: Action;
  /** `sent`: stored by the server, and not yet seen in the live state. */
  readonly status: 'waiting' | 'sent' | 'refused';
  /** A request with it may have reached the server. */
  readonly tried: boolean;
  readonly problem: EntryProblem | null;
};
type NewEntry = Pick<Entry, 'target' | 'pairing' | 'action'>;

type Schema = DBSchema & {
  entries: { key: number; value: Omit<Entry, 'order'> & { order?: number } };
  kept: { key: string; value: unknown };
};
export type PhoneDatabase = IDBPDatabase<Schema>;

/** Opens the phone's database; rejects where the browser keeps nothing (some private windows). */
export const openPhoneDatabase = (name = 'touchline-console'): Promise<PhoneDatabase> =>
  openDB<Schema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('entries', { keyPath: 'order', autoIncrement: true });
      database.createObjectStore('kept');
    },
  });

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
  const writing = () => {
    const transaction = database.transaction('entries', 'readwrite', { durability: 'strict' });
    return { transaction, store: transaction.store };
  };

  return {
    /** All entries, in the order in which they were pressed. */
    list: async (): Promise<readonly Entry[]> => (await database.getAll('entries')) as readonly Entry[],

    /** Puts entries at the end, all or none. */
    async add(entries: readonly NewEntry[]): Promise<void> {
      const { transaction, store } = writing();
      for (const entry of entries) await store.add({ ...entry, status: 'waiting', tried: false, problem: null });
      await transaction.done;
      changed();
    },

    /** The first one that waits, now marked as tried; null when nothing waits. */
    async claim(): Promise<Entry | null> {
      const { transaction, store } = writing();
      for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
        if (cursor.value.status !== 'waiting') continue;
        const claimed = { ...cursor.value, order: cursor.key, tried: true };
        await cursor.update(claimed);
        await transaction.done;
        return claimed;
      }
      await transaction.done;
      return null;
    },

    /** What came of an entry; null: it is no longer needed. An entry that is gone stays gone. */
    async settle(order: number, change: Partial<Pick<Entry, 'status' | 'problem'>> | null): Promise<void> {
      const { transaction, store } = writing();
      const entry = await store.get(order);
      if (entry) await (change === null ? store.delete(order) : store.put({ ...entry, ...change }));
      await transaction.done;
      changed();
    },

    /**
     * Changes an entry (null: takes it out) as long as no request carried it, or since it was refused. False: the server
     * may have it, and has to be told.
     */
    async amend(order: number, draft: Draft | null): Promise<boolean> {
      const { transaction, store } = writing();
      const entry = await store.get(order);
      const isOurs = entry !== undefined && (!entry.tried || entry.status === 'refused');
      if (isOurs && draft === null) await store.delete(order);
      else if (isOurs && draft) {
        const action = { kind: 'record', draft } as const;
        await store.put({ ...entry, action, status: 'waiting', tried: false, problem: null });
      }
      await transaction.done;
      if (isOurs) changed();
      return isOurs;
    },

    close: () => tabs?.close(),
  };
}
