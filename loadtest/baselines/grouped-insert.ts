// The baseline of `markers`: a bare grouped insert. Writers wait for their group; what arrives while two statements are in
// flight goes into the next one. The row and the table are the ones of `pgbench.ts`.
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { createDatabase } from '../../test/support/database.ts';
import { SINGLE_ROW_TABLE, singleRowBody } from './pgbench.ts';

const IN_FLIGHT_MAX = 2;
/** Rows of one statement, at most. */
const GROUP_MAX = 1_000;
const GAMES = 500;

type GroupedInsert = {
  /** Rows per second that `clients` writers insert, each with one row waiting at a time. */
  rowsPerSecond(clients: number, seconds: number): Promise<number>;
  close(): Promise<void>;
};

export async function openGroupedInsert(): Promise<GroupedInsert> {
  const database = await createDatabase();
  const sql = postgres(database.url, { max: IN_FLIGHT_MAX, onnotice: () => undefined });
  await sql.unsafe(SINGLE_ROW_TABLE);
  let waiting: { readonly done: () => void; readonly failed: (error: unknown) => void }[] = [];
  let inFlight = 0;

  function insertNext(): void {
    if (inFlight >= IN_FLIGHT_MAX || waiting.length === 0) return;
    const group = waiting.slice(0, GROUP_MAX);
    waiting = waiting.slice(GROUP_MAX);
    inFlight += 1;
    const refs = group.map(() => `game:${1 + Math.floor(Math.random() * GAMES)}`);
    const keys = group.map(() => randomUUID());
    const bodies = group.map(() => singleRowBody);
    sql`
      insert into single_row
      select ref, key, 1, 1, body::jsonb from unnest(${refs}::text[], ${keys}::uuid[], ${bodies}::text[]) as rows (ref, key, body)`
      .then(
        () => {
          for (const { done } of group) done();
        },
        (error: unknown) => {
          for (const { failed } of group) failed(error);
        },
      )
      .finally(() => {
        inFlight -= 1;
        insertNext();
      });
  }

  /** Resolves when the row is durable. The group is sent after the writers of this turn of the loop have come. */
  const insert = (): Promise<void> =>
    new Promise((done, failed) => {
      waiting.push({ done, failed });
      if (waiting.length === 1) setImmediate(insertNext);
    });

  return {
    async rowsPerSecond(clients, seconds) {
      const began = performance.now();
      const until = began + seconds * 1_000;
      let rows = 0;
      const writers = Array.from({ length: clients }, async () => {
        while (performance.now() < until) {
          await insert();
          rows += 1;
        }
      });
      await Promise.all(writers);
      return (rows * 1_000) / (performance.now() - began);
    },
    async close() {
      await sql.end();
      await database.drop();
    },
  };
}
