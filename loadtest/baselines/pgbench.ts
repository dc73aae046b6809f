// The baseline of `markers`: PostgreSQL with one INSERT per transaction, measured by its own tool.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { createDatabase } from '../../test/support/database.ts';

type Pgbench = {
  /** Single-row inserts per second, each in a durable transaction of its own. */
  insertsPerSecond(clients: number, seconds: number): Promise<number>;
  close(): Promise<void>;
};

/** A table like the one that holds markers. */
export const SINGLE_ROW_TABLE = `create table single_row (
  ref text not null, key uuid not null, arrival integer not null, touched integer not null, body jsonb not null,
  primary key (ref, key))`;
/** Makes a row as wide as a stored marker. */
export const singleRowBody = JSON.stringify({
  id: '00000000-0000-4000-8000-000000000000',
  key: '00000000-0000-4000-8000-000000000000',
  at: 1_763_805_012_000,
  type: 'Foul',
  primary: { id: 101, type: 'user' },
});
const script = `\\set n random(1, 500)
insert into single_row values ('game:' || :n, gen_random_uuid(), 1, 1, '${singleRowBody}');
`;

export async function openPgbench(): Promise<Pgbench> {
  const database = await createDatabase();
  const sql = postgres(database.url, { max: 1 });
  await sql.unsafe(SINGLE_ROW_TABLE);
  await sql.end();
  const folder = await mkdtemp(path.join(tmpdir(), 'touchline-pgbench-'));
  const file = path.join(folder, 'insert.sql');
  await writeFile(file, script);
  return {
    async insertsPerSecond(clients, seconds) {
      const args = [
        '-n',
        '-M',
        'prepared',
        '-c',
        `${clients}`,
        '-j',
        '2',
        '-T',
        `${seconds}`,
        '-f',
        file,
        database.url,
      ];
      const { stdout } = await promisify(execFile)('pgbench', args);
      const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
      if (rate === undefined) throw new Error(`pgbench said nothing of its rate: ${stdout}`);
      return Number(rate);
    },
    async close() {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
