// The phone's database. A browser may close the connection at any time: when the phone goes to sleep, or when the user
// clears the site's data. The work then runs again over a new connection.
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import type { OutboxEntry } from './outbox-entry.ts';

type Schema = DBSchema & {
  entries: { key: number; value: Omit<OutboxEntry, 'order'> & { order?: number } };
  /** Phones hold data under this name, so it must not change. */
  kept: { key: string; value: unknown };
};
type Connection = IDBPDatabase<Schema>;
export type EntryStore = IDBPObjectStore<Schema, ['entries'], 'entries', 'readwrite'>;

export type PhoneDatabase = {
  /**
   * Runs `work`, which is one transaction. If it fails (a closed connection), runs it once more over a new connection.
   */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
};

/** Opens the phone's database. Rejects where the browser stores no data (some private windows). */
export async function openPhoneDatabase(name = 'touchline-console'): Promise<PhoneDatabase> {
  const open = (): Promise<Connection> =>
    openDB<Schema>(name, 1, {
      upgrade(database) {
        database.createObjectStore('entries', { keyPath: 'order', autoIncrement: true });
        database.createObjectStore('kept');
      },
    });
  let connection = await open();
  return {
    async use(work) {
      const used = connection;
      try {
        return await work(used);
      } catch {
        // Another call may have opened the new connection already.
        if (connection === used) {
          used.close();
          connection = await open();
        }
        return work(connection);
      }
    },
  };
}
