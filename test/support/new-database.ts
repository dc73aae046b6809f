// A database for one test.
import { onTestFinished } from 'vitest';
import { createDatabase } from './database.ts';

/** The address of a new database without a schema, which is dropped when the test ends. */
export async function newDatabase(): Promise<string> {
  const { url, drop } = await createDatabase({ hasSchema: false });
  onTestFinished(drop);
  return url;
}
