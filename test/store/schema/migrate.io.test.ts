// A database of the version before, with matches in progress: its rows become rows of one change, and all that was shown and
// logged stays.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import { exported } from '../../support/exported.ts';
import { importData } from '../../../src/data-file/import.ts';
import type { StoredMarker } from '../../../src/match/command.ts';
import { openMatch } from '../../../src/match/match.ts';
import { createLogger } from '../../../src/ops/logger.ts';
import { loadClub } from '../../../src/store/club-profile.ts';
import { loadPastGames } from '../../../src/store/game-list.ts';
import { writeCheckpoints } from '../../../src/store/log/checkpoint.ts';
import { readPositions } from '../../../src/store/log/positions.ts';
import { readEntries, readWholeLog } from '../../../src/store/log/read.ts';
import { matchesWithTail } from '../../../src/store/log/tail.ts';
import { loadMatch } from '../../../src/store/matches.ts';
import { migrate } from '../../../src/store/schema/migrate.ts';
import { loadTournament } from '../../../src/store/tournament-profile.ts';
import type { Sql } from '../../../src/store/driver/sql.ts';
import { committed, marker } from '../../support/committed.ts';
import { openTestStore, testDatabases, type TestStore } from '../../support/database.ts';
import { storedMatch } from '../../support/filled-store.ts';
import { fillOlder, type OldRow, play, playedRefs, SCHEMA } from '../../support/older-database.ts';
import { RIVERSIDE } from '../../support/world/clubs.ts';
import { AUTUMN_CUP } from '../../support/world/tournaments.ts';
import { PLAYED_KICK_OFF } from '../../support/world/world-with-results.ts';

const kinds = await testDatabases();
const logger = createLogger('silent');
const BEFORE = 12;
const refs = playedRefs;
const NOW = PLAYED_KICK_OFF + 60 * 60_000;

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
    await fillOlder(sql, made.sql, BEFORE);
    matches = await sql`
      select l.ref, l.seq, l.at, l.epoch, l.hand, (
        select coalesce(json_agg(k.body || jsonb_build_object('arrival', k.arrival, 'touched', k.touched)
          order by k.arrival, k.key), '[]') from marker k where k.ref = l.ref) as markers
      from live_match l order by l.ref`;
    logs = await sql`select * from match_log order by ref, seq`;
    await migrate(sql, SCHEMA, logger);
  });
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
      const changes = (await readWholeLog(sql, ref, 1_000)).map(
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
