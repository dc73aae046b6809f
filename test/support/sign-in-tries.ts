// Two nodes on one database, for tests that guess passwords.
import postgres from 'postgres';
import { createDatabase } from './database.ts';
import { openTestGateway } from './gateway.ts';
import { openVisitor, type Shown, type VisitorOptions } from './visitor.ts';

/** Both nodes, and their database by SQL. `close` stops the nodes and drops the database. */
export async function openSignInNodes() {
  const database = await createDatabase();
  const gateway = await openTestGateway({ databaseUrl: database.url });
  const other = await openTestGateway({ databaseUrl: database.url, data: null });
  const sql = postgres(database.url, { max: 4 });
  const close = async (): Promise<void> => {
    await sql.end();
    await Promise.all([gateway.close(), other.close()]);
    await database.drop();
  };
  return { gateway, other, sql, close };
}

/** A new visitor tries these passwords, one after the other. */
export async function trySignIn(at: VisitorOptions, email: string, passwords: readonly string[]): Promise<Shown[]> {
  const visitor = openVisitor(at);
  await visitor.get('/sign-in');
  const answers: Shown[] = [];
  for (const password of passwords) answers.push(await visitor.post('/sign-in', { email, password }));
  return answers;
}

export const statusesOf = (answers: readonly Shown[]): number[] => answers.map(({ status }) => status);

export const wrongPasswords = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `guess ${index}`);
