// A database of the version before, with matches in progress: its rows become rows of one change, and all that was shown and
// logged stays.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import { exported } from '../../support/exported.ts';
import { importData } from '../../../src/data-file/import.ts';
import type { StoredMarker } from '../../../src/match/command.ts';
import { openMatch } from '../../../src/match/match.ts';
import { createLogger } from '../../../src/ops/logger.ts';
import { loadClub } from '../../../src/store/club-profile.ts';
import { loadPastGames } from '../../../src/store/game-list.ts';
import { completeCheckpoints, writeCheckpoints } from '../../../src/store/log/checkpoint.ts';
import { readPositions } from '../../../src/store/log/positions.ts';
import { readEntries, readWholeLog } from '../../../src/store/log/read.ts';
import { matchesWithTail } from '../../../src/store/log/tail.ts';
import { loadMatch } from '../../../src/store/matches.ts';
import { migrate } from '../../../src/store/schema/migrate.ts';
import { loadTournament } from '../../../src/store/tournament-profile.ts';
import type { Sql } from '../../../src/store/driver/open.ts';
import { committed, decided, commitTogether, marker } from '../../support/committed.ts';
import { openTestStore, testDatabases, type TestStore } from '../../support/database.ts';
import { storedMatch } from '../../support/filled-store.ts';
import { RIVERSIDE } from '../../support/world/clubs.ts';
import { AUTUMN_CUP } from '../../support/world/tournaments.ts';
import { PLAYED_KICK_OFF, worldWithResults } from '../../support/world/world-with-results.ts';

const kinds = await testDatabases();
const schema = path.resolve('src/store/schema');
const logger = createLogger('silent');
const BEFORE = 12;
const refs: readonly MatchRef[] = ['game:100', 'game:130', 'match:701', 'match:702'];
const NOW = PLAYED_KICK_OFF + 60 * 60_000;

/** A change as the version before logged it: a row of its own. */
type OldRow = { ref: string; seq: number; at: number; token_id: number | null; change: object };

/** Fills a store: stored results, markers, deleted ones, results set by hand, and imports in between. */
async function play(sql: Sql): Promise<void> {
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
  await sql.begin((tx) => completeCheckpoints(tx, refs));
}

/** Makes `sql`, which is empty, a database of the version before, with the rows of `from`. */
async function fillBefore(sql: Sql, from: Sql): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'touchline-schema-'));
  for (const file of await readdir(schema))
    if (file.endsWith('.sql') && Number.parseInt(file, 10) <= BEFORE)
      await cp(path.join(schema, file), path.join(folder, file));
  await migrate(sql, folder, logger);
  await rm(folder, { recursive: true });
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname not in ('schema_version', 'match_log')`;
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
  const rows = await from<OldRow[]>`
    select l.ref, r.seq, r.at, (r.changes->0->>'token')::integer as token_id, (r.changes->0)::jsonb - 'token' as change
    from match_log r join live_match l on l.id = r.match`;
  await sql`
    insert into match_log (ref, seq, at, token_id, change)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as r(ref text, seq integer, at bigint, token_id integer, change jsonb)`;
}

describe.each(kinds)('a %s database of the version before', (kind) => {
  /** Made by this version; and a copy of it in the schema of the version before, which is migrated. */
  let [made, old]: TestStore[] = [];
  /** What the version before read from its tables. */
  let matches: readonly {
    ref: string;
    seq: number;
    at: number;
    epoch: string;
    hand: object;
    markers: StoredMarker[];
  }[];
  let logs: readonly OldRow[];
  const stores = () => {
    if (made === undefined || old === undefined) throw new Error('The stores are not open.');
    return { made: made.sql, old: old.sql };
  };

  beforeAll(async () => {
    made = await openTestStore(kind);
    old = await openTestStore(kind);
    const { sql } = old;
    await play(made.sql);
    await sql.unsafe('drop schema public cascade; create schema public');
    await fillBefore(sql, made.sql);
    matches = await sql`
      select l.ref, l.seq, l.at, l.epoch, l.hand, (
        select coalesce(json_agg(k.body || jsonb_build_object('arrival', k.arrival, 'touched', k.touched)
          order by k.arrival, k.key), '[]') from marker k where k.ref = l.ref) as markers
      from live_match l order by l.ref`;
    logs = await sql`select * from match_log order by ref, seq`;
    await migrate(sql, schema, logger);
  }, 120_000);
  afterAll(async () => {
    await made?.close();
    await old?.close();
  });

  test('rule OPS-14: has the same states and positions', async () => {
    const { old: sql } = stores();
    expect(matches.map(({ ref }) => ref)).toEqual(expect.arrayContaining([...refs]));
    for (const { ref, seq, at, epoch, hand, markers } of matches) {
      const after = await storedMatch(sql, ref as MatchRef);
      expect(after).toMatchObject({ seq, at, epoch });
      expect(after.markers).toEqual(markers);
      const { fixture } = after;
      expect(openMatch(after).state).toEqual(openMatch({ fixture, seq, hand, markers }).state);
      expect((await readPositions(sql, [ref as MatchRef])).get(ref as MatchRef)).toEqual({ seq, at, epoch });
    }
    expect(await matchesWithTail(sql)).toEqual([]);
  });

  test('rule OPS-14: has the same log, entry by entry', async () => {
    const { old: sql, made: twin } = stores();
    expect(new Set(logs.map(({ ref }) => ref)).size).toBeGreaterThan(2);
    for (const ref of refs) {
      const before = logs.filter((row) => row.ref === ref);
      const after = await readEntries(sql, ref, 0, 1_000);
      expect(after.map(({ seq, at, token }) => ({ seq, at, token_id: token?.id ?? null }))).toEqual(
        before.map(({ seq, at, token_id }) => ({ seq, at, token_id })),
      );
      const changes = (await readWholeLog(sql, ref, 0, 1_000)).map(
        ({ seq, change: { token: _, ...change } }: { seq: number; change: object & { token?: number } }) => ({
          seq,
          change,
        }),
      );
      expect(changes).toEqual(before.map(({ seq, change }) => ({ seq, change })));
      const entry = before[1];
      if (entry) expect((await readEntries(sql, ref, entry.seq, 1_000))[0]?.seq).toBe(before[2]?.seq);
      expect(await readEntries(sql, ref, 0, 1_000)).toEqual(await readEntries(twin, ref, 0, 1_000));
    }
  });

  test('has the same lists and export as one that this version made', async () => {
    const query = { clubId: RIVERSIDE.id, now: NOW, notYet: [], already: [], limit: 20, offset: 0 };
    const read = async (sql: Sql) => ({
      club: await loadClub(sql, RIVERSIDE.slug, NOW),
      past: await loadPastGames(sql, query),
      tournament: await loadTournament(sql, AUTUMN_CUP.slug),
      export: await exported(sql),
    });
    const [one, other] = [await read(stores().old), await read(stores().made)];
    expect(one).toEqual(other);
  });

  test('goes on: with commits, checkpoints and imports', async () => {
    const { old: sql } = stores();
    for (const ref of refs) {
      const { seq } = await storedMatch(sql, ref);
      await committed(sql, ref, [marker(90, 'Event', 3, { label: 'On' }), marker(91, 'Event', 4, { label: 'and on' })]);
      expect((await loadMatch(sql, ref))?.seq).toBe(seq + 2);
    }
    expect(await writeCheckpoints(sql, refs)).toHaveLength(refs.length);
    await importData(sql, { touchline_data: 1, users: [{ id: 1, slug: 'ana-silva', name: 'Again' }] });
    expect(await matchesWithTail(sql)).toEqual([]);
  });
});
