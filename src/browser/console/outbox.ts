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

type Change = Partial<Pick<OutboxEntry, 'status' | 'tried' | 'problem'>>;

/** The queue in `database`. Calls `onChange` after each change, from any tab. */
export function openOutbox(database: PhoneDatabase, onChange: () => void) {
  const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('touchline-outbox');
  if (tabs) tabs.onmessage = onChange;

  /**
   * Changes that found no room on the phone, by the order of their entry. A full phone must still send what it has; a
   * page that is loaded again sends an entry once more, which its id makes harmless.
   */
  const unstored = new Map<number, Change>();
  const current = <T extends { order: number }>(entry: T): T => ({ ...entry, ...unstored.get(entry.order) });

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

  /** All entries, in the order of the presses. */
  const list = async (): Promise<readonly OutboxEntry[]> => {
    const stored = await database.use((connection) => connection.getAll('entries'));
    return (stored as readonly OutboxEntry[]).map(current);
  };

  /** Stores a change. Without room for it, this page remembers it. */
  async function change(order: number, more: Change): Promise<void> {
    try {
      await write(async (store) => {
        const entry = await store.get(order);
        if (entry) await store.put({ ...current({ ...entry, order }), ...more });
      });
      unstored.delete(order);
    } catch {
      unstored.set(order, { ...unstored.get(order), ...more });
    }
  }

  const claimFirst = (isStored: boolean): Promise<OutboxEntry | null> =>
    write(async (store) => {
      for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
        const claimed = { ...current({ ...cursor.value, order: cursor.key }), tried: true };
        if (claimed.status !== 'waiting') continue;
        if (isStored) await cursor.update(claimed);
        else unstored.set(claimed.order, { ...unstored.get(claimed.order), tried: true });
        return claimed;
      }
      return null;
    });

  return {
    list,

    async add(entry: NewEntry): Promise<void> {
      await write((store) => store.add({ ...entry, status: 'waiting', tried: false, problem: null }));
      changed();
    },

    /** Marks the first waiting entry as tried and returns it; null when none waits. */
    claim: (): Promise<OutboxEntry | null> => claimFirst(true).catch(() => claimFirst(false)),

    /** Stores the result of an entry; null deletes the entry. A deleted entry stays deleted. */
    async settle(order: number, result: Change | null): Promise<void> {
      if (result !== null) await change(order, result);
      else {
        await write((store) => store.delete(order));
        unstored.delete(order);
      }
      changed();
    },

    /**
     * Changes an entry (null deletes it) if no request has carried it, or if the server refused it. Returns false when
     * the server may have the entry; then a new request must tell the server.
     */
    async amend(order: number, draft: Draft | null): Promise<boolean> {
      const isLocal = await write(async (store) => {
        const stored = await store.get(order);
        const entry = stored && current({ ...stored, order });
        if (entry === undefined || entry.action.kind === 'lineup') return false;
        if (entry.tried && entry.status !== 'refused') return false;
        if (draft === null) await store.delete(order);
        else {
          const action = { kind: entry.action.kind === 'replace' ? 'replace' : 'record', draft } as const;
          await store.put({ ...entry, action, status: 'waiting', tried: false, problem: null });
        }
        return true;
      });
      if (!isLocal) return false;
      unstored.delete(order);
      changed();
      return true;
    },

    close: () => tabs?.close(),
  };
}
