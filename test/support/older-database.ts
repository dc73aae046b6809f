// Databases with an older schema, filled with what fits into it.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { importData } from '../../src/data-file/import.ts';
import { createLogger } from '../../src/ops/logger.ts';
import type { Sql } from '../../src/store/driver/sql.ts';
import { completeCheckpoints } from '../../src/store/log/checkpoint.ts';
import { migrate } from '../../src/store/schema/migrate.ts';
import { committed, commitTogether, decided, marker } from './committed.ts';
import { worldWithResults } from './world/world-with-results.ts';

/** The folder of the steps. */
export const SCHEMA = path.resolve('src/store/schema');
/** From this step on the log has its present form. */
const LOG_IS_THE_MATCH = 13;
const logger = createLogger('silent');

/** Games and matches that `play` fills. */
export const playedRefs: readonly MatchRef[] = ['game:100', 'game:130', 'match:701', 'match:702'];

/** A change as the version before logged it: a row of its own. */
export type OldRow = { ref: string; seq: number; at: number; token_id: number | null; change: object };

/** Fills a store: stored results, markers, deleted ones, results set by hand, and imports in between. */
export async function play(sql: Sql): Promise<void> {
  const file = worldWithResults();
  await importData(sql, file);
  const goal = (number: number) => marker(number, 'Goal', number, { primary: { id: 1 } });
  const [token] = await sql<{ id: number }[]>`select min(id) as id from api_token`;
  for (const ref of ['game:100', 'game:130'] as const) {
    await commitTogether(sql, [await decided(sql, ref, [goal(50)], token?.id ?? null)]);
    await committed(sql, ref, [goal(51)]);
    await committed(sql, ref, [{ kind: 'delete', key: '00000000-0000-4000-8000-000000000032' }]);
    await committed(sql, ref, [{ kind: 'scores', scores: { '1': 6 } }]);
  }
  await committed(sql, 'match:701', [marker(60, 'Start', 0)]);
  await importData(sql, { touchline_data: 1, users: [{ id: 1, slug: 'ana-silva', name: 'Renamed' }] });
  await committed(sql, 'match:701', [marker(61, 'Goal', 2, { team: 'home' })]);
  await committed(sql, 'game:130', [marker(52, 'ResetMatch', 60)]);
  await sql.begin((tx) => completeCheckpoints(tx, playedRefs));
}

/** Makes `sql`, which is empty, a database with the first `steps` steps of the schema and the rows of `from` that fit. */
export async function fillOlder(sql: Sql, from: Sql, steps: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'touchline-schema-'));
  for (const file of await readdir(SCHEMA))
    if (file.endsWith('.sql') && Number.parseInt(file, 10) <= steps)
      await cp(path.join(SCHEMA, file), path.join(folder, file));
  await migrate(sql, folder, logger);
  await rm(folder, { recursive: true });
  const isOldLog = steps < LOG_IS_THE_MATCH;
  const tables = (
    await sql<{ name: string }[]>`
      select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and c.relname <> 'schema_version'`
  ).filter(({ name }) => !isOldLog || name !== 'match_log');
  const copied = await Promise.all(
    tables.map(async ({ name }) => {
      const found = await from.unsafe<{ row: object }[]>(`select to_jsonb(t) as row from ${name} t`);
      return { name, rows: found.map(({ row }) => row) };
    }),
  );
  await sql.begin(async (tx) => {
    // Without triggers and references, the rows can come in any order.
    await tx`set local session_replication_role = replica`;
    for (const { name, rows } of copied) {
      await tx`delete from ${tx(name)}`;
      await tx`insert into ${tx(name)} overriding system value
        select * from jsonb_populate_recordset(null::${tx(name)}, ${JSON.stringify(rows)}::text::jsonb)`;
    }
  });
  if (!isOldLog) return;
  const rows = await from<OldRow[]>`
    select l.ref, r.seq, r.at, (r.changes->0->>'token')::integer as token_id, (r.changes->0)::jsonb - 'token' as change
    from match_log r join live_match l on l.id = r.match`;
  await sql`
    insert into match_log (ref, seq, at, token_id, change)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as r(ref text, seq integer, at bigint, token_id integer, change jsonb)`;
}
