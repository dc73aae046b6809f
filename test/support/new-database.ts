// A database, or a folder for one, for a single test.
import { onTestFinished } from 'vitest';
import { createDatabase, createHome } from './database.ts';

/** The address of a new database without a schema, which is dropped when the test ends. */
export async function newDatabase(): Promise<string> {
  const { url, drop } = await createDatabase({ hasSchema: false });
  onTestFinished(drop);
  return url;
}

/** The path of a new private folder, which is deleted when the test ends. */
export async function newHome(): Promise<string> {
  const { home, remove } = await createHome();
  onTestFinished(remove);
  return home;
}
