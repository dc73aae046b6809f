// Checkpoints: written from the log, any number of times, by any node; and readers that complete them from the log.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import { exported } from '../../support/exported.ts';
import { importData } from '../../../src/data-file/import.ts';
import type { Command } from '../../../src/match/command.ts';
import { openMatch } from '../../../src/match/match.ts';
import { loadClub, readClubMark } from '../../../src/store/club-profile.ts';
import { transaction } from '../../../src/store/driver/transaction.ts';
import { feedGames, readFeedMarks, readFeedPositions } from '../../../src/store/feeds.ts';
import { loadPastGames } from '../../../src/store/game-list.ts';
import { completeCheckpoints, writeCheckpoints } from '../../../src/store/log/checkpoint.ts';
import { readPositions } from '../../../src/store/log/positions.ts';
import { matchesWithTail } from '../../../src/store/log/tail.ts';
import { loadMatch } from '../../../src/store/matches.ts';
import { loadTournament, readTournamentMark } from '../../../src/store/tournament-profile.ts';
import { gate } from '../../support/cluster/faulty-proxy.ts';
import { committed, decided, commitTogether, marker } from '../../support/committed.ts';
import { openTestStore, testDatabases, type TestStore } from '../../support/database.ts';
import { storedMatch } from '../../support/filled-store.ts';
import { iso } from '../../support/dates.ts';
import { uuid } from '../../support/uuid.ts';
import { AUTUMN_CUP } from '../../support/world/tournaments.ts';
import { RIVERSIDE } from '../../support/world/clubs.ts';
import { PLAYED_KICK_OFF, worldWithResults } from '../../support/world/world-with-results.ts';

const kinds = await testDatabases();
const NOW = PLAYED_KICK_OFF + 60 * 60_000;
const remove = (number: number): Command => ({ kind: 'delete', key: uuid(number) });
const goal = (number: number, minute = number) => marker(number, 'Goal', minute, { primary: { id: 1 } });

/** Batches in which markers come, change their type, go, come back under the same id, and are cleared. */
const BATCHES: readonly (readonly Command[])[] = [
  [marker(40, 'Start', 0), goal(41), goal(42), marker(43, 'Shot', 43, { primary: { id: 2 } })],
  [remove(41), marker(42, 'Shot', 42, { primary: { id: 1 } })],
  [goal(41, 50), { kind: 'scores', scores: { '1': 7 } }],
  [remove(41), goal(41, 51), remove(41), goal(44)],
  [{ kind: 'goals', goals: [{ team: '1', scorer: 'Ana', own_goal: false, penalty: false }] }, goal(45)],
  // A stored marker comes back in another place of the order.
  [remove(44), goal(44), { kind: 'scores', scores: { '1': 3 } }, { kind: 'scores', scores: { '1': 5 } }],
  [marker(46, 'ResetMatch', 70), marker(47, 'Start', 71), goal(48, 72)],
  [remove(46), marker(43, 'Goal', 43, { primary: { id: 2 } }), marker(49, 'Event', 90, { label: 'Full house' })],
];

/** More games of Riverside FC. */
const gamesFile = (...games: readonly ({ readonly id: number } & Readonly<Record<string, unknown>>)[]) => ({
  touchline_data: 1,
  clubs: [
    {
      id: RIVERSIDE.id,
      slug: RIVERSIDE.slug,
      name: RIVERSIDE.name,
      games: games.map((game) => ({
        slug: `game-${game.id}`,
        title: 'More',
        date_time: iso(NOW),
        teams: [{ number: 1 }, { number: 2 }],
        ...game,
      })),
    },
  ],
});

describe.each(kinds)('on %s', (kind) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(kind);
    await importData(store.sql, worldWithResults());
    await importData(store.sql, gamesFile({ id: 101 }, { id: 110, date_time: iso(NOW + 86_400_000) }));
  });
  afterAll(() => store.close());

  /** The checkpoint alone. */
  const checkpoint = async (ref: MatchRef) => ({
    match: await store.sql`select seq, at, hand from live_match where ref = ${ref}`,
    markers: await store.sql`select key, arrival, touched, body from marker where ref = ${ref} order by key`,
  });
  /** A stored match with its markers in the order of their keys. */
  const loaded = async (ref: MatchRef) => {
    const { markers, ...match } = await storedMatch(store.sql, ref);
    return { ...match, markers: markers.toSorted((a, b) => (a.key < b.key ? -1 : 1)) };
  };

  test('rule LIVE-10: a checkpoint changes nothing that is read, whenever it is written', async () => {
    // The same batches for two games: one gets a checkpoint after each batch, the other one at the end.
    const [often, once] = ['game:100', 'game:130'] as const;
    for (const batch of BATCHES) {
      for (const ref of [often, once]) await committed(store.sql, ref, batch);
      const before = await loaded(often);
      const { state } = openMatch(await storedMatch(store.sql, often));
      expect(await writeCheckpoints(store.sql, [often])).toEqual([often]);
      expect(await matchesWithTail(store.sql)).not.toContain(often);
      expect(await loaded(often)).toEqual(before);
      expect(openMatch(await storedMatch(store.sql, often)).state).toEqual(state);
    }
    const [before, positions] = [await loaded(once), await readPositions(store.sql, [once])];
    expect(await matchesWithTail(store.sql)).toContain(once);
    expect(await writeCheckpoints(store.sql, [once])).toEqual([once]);
    expect(await loaded(once)).toEqual(before);
    expect(await readPositions(store.sql, [once])).toEqual(positions);
    expect(await matchesWithTail(store.sql)).toEqual([]);
  });

  test('rule LIVE-10: two nodes that write it at once, and one that writes it again, change nothing', async () => {
    const ref = 'game:101' as const;
    await committed(store.sql, ref, [goal(1), goal(2)]);
    await committed(store.sql, ref, [remove(1), goal(3)]);
    const before = await loaded(ref);
    await Promise.all(Array.from({ length: 8 }, () => writeCheckpoints(store.sql, [ref])));
    const written = await checkpoint(ref);
    expect(await writeCheckpoints(store.sql, [ref])).toEqual([ref]);
    await transaction(store.sql, (tx) => completeCheckpoints(tx, [ref]));
    expect(await checkpoint(ref)).toEqual(written);
    expect(await loaded(ref)).toEqual(before);
  });

  test.skipIf(kind === 'embedded')('it waits for no other transaction, and leaves the locked match out', async () => {
    const [locked, free] = ['game:101', 'match:702'] as const;
    await committed(store.sql, locked, [goal(5)]);
    await committed(store.sql, free, [marker(5, 'Goal', 5, { team: 'home' })]);
    await transaction(store.sql, async (tx) => {
      await completeCheckpoints(tx, [locked]);
      expect(await writeCheckpoints(store.sql, [locked, free])).toEqual([free]);
    });
    expect(await writeCheckpoints(store.sql, [locked, free])).toHaveLength(2);
  });

  test.skipIf(kind === 'embedded')(
    'rule LIVE-10: a transaction that needs it complete waits for another one',
    async () => {
      const ref = 'game:101' as const;
      await committed(store.sql, ref, [goal(6)]);
      const [isLocked, over] = [gate(), gate()];
      const other = transaction(store.sql, async (tx) => {
        await tx`select from live_match where ref = ${ref} for update`;
        isLocked.end();
        await over.promise;
      });
      await isLocked.promise;
      const completing = transaction(store.sql, async (tx) => {
        await completeCheckpoints(tx, [ref]);
        return tx`select 1 from marker where ref = ${ref} and key = ${uuid(6)}::uuid`;
      });
      const waiting = () => store.sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%for update%'`;
      await expect.poll(waiting, { timeout: 5_000 }).toHaveLength(1);
      over.end();
      await other;
      expect(await completing).toHaveLength(1);
    },
  );

  test('writers and checkpoints in any order lose and double nothing', async () => {
    const ref = 'game:101' as const;
    const { seq } = await storedMatch(store.sql, ref);
    const writer = async (): Promise<void> => {
      for (let number = 100; number < 160; number += 1) {
        await committed(store.sql, ref, [goal(number), ...(number % 3 === 0 ? [remove(number - 1)] : [])]);
      }
    };
    let isOver = false;
    const checkpoints = Array.from({ length: 3 }, async () => {
      while (!isOver) await writeCheckpoints(store.sql, [ref]);
    });
    await writer();
    isOver = true;
    await Promise.all(checkpoints);
    await writeCheckpoints(store.sql, [ref]);
    const numbers = Array.from({ length: 60 }, (_, index) => 100 + index).filter((one) => (one + 1) % 3 !== 0);
    const keys = (await checkpoint(ref)).markers.map(({ key }): unknown => key);
    expect(keys.filter((key) => String(key) >= uuid(100))).toEqual(numbers.map(uuid));
    expect((await storedMatch(store.sql, ref)).seq).toBe(seq + 80);
  });

  test('rule LIVE-10: lists, feeds and the export are the same with a tail as with a checkpoint', async () => {
    const upcoming = 'game:110';
    const refs = ['game:100', 'game:130', upcoming, 'match:701', 'match:702'] as const;
    const read = async () => {
      const club = await loadClub(store.sql, RIVERSIDE.slug, NOW);
      const query = { clubId: RIVERSIDE.id, now: NOW, notYet: [], already: [], limit: 20, offset: 0 };
      const listed = club?.games.map(({ id }) => id) ?? [];
      const tournament = await loadTournament(store.sql, AUTUMN_CUP.slug);
      const shown = ({ match, ...rest }: { match: ReturnType<typeof openMatch> }) => {
        const { seq, hand, state } = match;
        const [boards] = [
          Object.values(state.matches).map(({ score, status, period, clock }) => ({ score, status, period, clock })),
        ];
        return { ...rest, seq, hand, boards, goals: 'goals' in state ? state.goals : null };
      };
      return {
        club: { ...club, games: club?.games.map(shown) },
        past: (await loadPastGames(store.sql, query)).map(shown),
        clubMark: await readClubMark(store.sql, RIVERSIDE.id, listed),
        tournament: { ...tournament, matches: tournament?.matches.map(shown) },
        tournamentMark: await readTournamentMark(store.sql, tournament?.tournament.id ?? 0),
        marks: await readFeedMarks(store.sql, [`club:${RIVERSIDE.slug}`, `tournament:${AUTUMN_CUP.slug}`]),
        positions: await readFeedPositions(store.sql, `club:${RIVERSIDE.slug}`),
        export: await exported(store.sql),
      };
    };
    for (const change of [
      (ref: MatchRef) =>
        committed(store.sql, ref, [
          marker(60, 'Start', 1),
          marker(61, 'Goal', 2, { team: ref.startsWith('game') ? '1' : 'home' }),
        ]),
      // The last marker goes, and a goal becomes a shot, which lists do not read.
      (ref: MatchRef) =>
        committed(
          store.sql,
          ref,
          ref.startsWith('game') ? [marker(61, 'Shot', 2, { team: '1' }), remove(60)] : [remove(61)],
        ),
      (ref: MatchRef) => committed(store.sql, ref, ref.startsWith('game') ? [remove(61)] : [remove(60)]),
    ]) {
      for (const ref of refs) await change(ref);
      const tails = await matchesWithTail(store.sql);
      expect(tails).toEqual(expect.arrayContaining([...refs]));
      const candidates = await feedGames(store.sql, RIVERSIDE.slug, NOW);
      const before = await read();
      await writeCheckpoints(store.sql, tails);
      expect(await matchesWithTail(store.sql)).toEqual([]);
      expect(await read()).toEqual(before);
      expect(candidates).toEqual(expect.arrayContaining((await feedGames(store.sql, RIVERSIDE.slug, NOW)) ?? []));
    }
  });

  test('an import finds what is only in the log: it leaves a match with markers alone', async () => {
    await importData(store.sql, gamesFile({ id: 210 }));
    await committed(store.sql, 'game:210', [goal(1), goal(2)]);
    const before = await loaded('game:210');
    const { affected } = await importData(store.sql, gamesFile({ id: 210, title: 'Renamed', scores: { '1': 9 } }));
    expect(affected).toEqual(['game:210']);
    const { seq, at, fixture: _, ...rest } = await loaded('game:210');
    expect(rest).toEqual({ id: before.id, epoch: before.epoch, hand: {}, markers: before.markers });
    expect([seq, at > 0]).toEqual([3, true]);
    await commitTogether(store.sql, [await decided(store.sql, 'game:210', [goal(3)])]);
    expect((await loadMatch(store.sql, 'game:210'))?.seq).toBe(4);
  });
});
