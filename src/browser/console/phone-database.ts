// The phone's database. A browser may cut the connection at any time: a phone that was put away, a user who clears the
// site's data. What was pressed then is written all the same, over a new one.
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import type { Entry } from './outbox-entry.ts';

type Schema = DBSchema & {
  entries: { key: number; value: Omit<Entry, 'order'> & { order?: number } };
  kept: { key: string; value: unknown };
};
type Connection = IDBPDatabase<Schema>;
export type EntryStore = IDBPObjectStore<Schema, ['entries'], 'entries', 'readwrite'>;

export type PhoneDatabase = {
  /** Does `work`, which is one transaction, and once more over a new connection where the first one was cut. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
};

/** Opens the phone's database; rejects where the browser keeps nothing (some private windows). */
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
        // Somebody else may have opened the new one meanwhile.
        if (connection === used) {
          used.close();
          connection = await open();
        }
        return work(connection);
      }
    },
  };
}
