// The user with an e-mail address, for the commands that open the database themselves.
import { emailOf } from '../auth/sign-in.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { environment, loadStoreSettings } from '../config.ts';
import { createLogger } from '../ops/logger.ts';
import { openStore } from '../store/driver/open.ts';
import type { Sql } from '../store/driver/sql.ts';
import { findPeople, type Person } from '../store/people.ts';

/** Runs work for the only user with this address. Throws an Error that says what to do when there is none, or several. */
export async function withUser<T>(email: string, work: (sql: Sql, person: Person) => Promise<T>): Promise<T> {
  const settings = loadStoreSettings(environment());
  if ('problem' in settings) throw new Error(settings.problem);
  const { databaseUrl, home } = settings;
  // Opening a missing database would create an empty one.
  if (databaseUrl === null && !existsSync(path.join(home, 'embedded', 'database'))) {
    throw new Error(`There is no database in ${home}. Start the server once, or set TOUCHLINE_HOME or DATABASE_URL.`);
  }
  const store = await openStore({ databaseUrl, home, logger: createLogger('silent'), startForMs: 0 });
  try {
    return await work(store.sql, await onlyPerson(store.sql, email));
  } finally {
    await store.close();
  }
}

async function onlyPerson(sql: Sql, email: string): Promise<Person> {
  const people = await findPeople(sql, emailOf(email));
  const [person] = people;
  if (person === undefined) {
    throw new Error(`No user has the e-mail address ${email}. Import users with a data file: npm run import -- FILE.`);
  }
  if (people.length > 1) {
    const them = people.map(({ id, name }) => `${name} (id ${id})`).join(', ');
    throw new Error(
      `${people.length} users have the e-mail address ${email}: ${them}. Give each user a different address in a data file first; otherwise none of them can sign in.`,
    );
  }
  return person;
}
