// Drafts tournaments with their organizers, teams and players.
import type { ParsedFile } from '../../protocol/data-file/data-file.ts';
import {
  checkSlugs,
  type Draft,
  type Drafted,
  type DraftedOwner,
  draftRows,
  idsOf,
  type Entry,
  withLists,
} from './draft.ts';
import type { Slugs } from './slugs.ts';
import { formatRow } from './games.ts';
import { listRows, readLists, textOf } from './rows.ts';
import { TABLES } from './tables.ts';

/** Drafts the tournaments of the file with their organizers, without teams, players and matches. */
export async function draftTournaments(draft: Draft, file: ParsedFile, clubs: Slugs): Promise<readonly DraftedOwner[]> {
  const entries = file.tournaments.map((tournament, index): Entry => {
    const { host_club, match_format, organizer_ids: _o, teams: _t, players: _p, matches: _m, ...given } = tournament;
    const place = `tournaments[${index}]`;
    draft.checkUnique('tournament id', given.id, `${place}.id`);
    draft.checkUnique('tournament slug', given.slug, `${place}.slug`);
    const hostClubId = clubs.find(host_club, `${place}.host_club`);
    return { place, given: { ...given, host_club_id: hostClubId, ...formatRow(match_format) } };
  });
  const { drafted } = await draftRows(draft, TABLES.tournaments, entries);
  await checkSlugs(draft, TABLES.tournaments, drafted);
  const stored = await readLists(draft.sql, TABLES.organizers, [...idsOf(drafted)]);
  return drafted.map((entry, index) => {
    const id = Number(entry.row['id']);
    const before = stored.get(id) ?? [];
    const given = file.tournaments[index]?.organizer_ids;
    for (const [number, userId] of (given ?? []).entries()) {
      draft.users.mustExist(userId, `${entry.place}.organizer_ids[${number}]`);
    }
    const rows = [...new Set(given)].map((user_id) => ({ user_id }));
    const organizers = given ? listRows(TABLES.organizers, id, rows) : before;
    return withLists(entry, [TABLES.organizers, before, organizers]);
  });
}

/** Drafts the teams, and returns the ids of all teams by tournament after the import. */
export async function draftTeams(
  draft: Draft,
  file: ParsedFile,
  clubs: Slugs,
): Promise<{ readonly drafted: readonly Drafted[]; readonly teamsOf: ReadonlyMap<number, ReadonlySet<number>> }> {
  const entries: Entry[] = [];
  for (const [index, tournament] of file.tournaments.entries()) {
    for (const [number, team] of (tournament.teams ?? []).entries()) {
      const place = `tournaments[${index}].teams[${number}]`;
      draft.checkUnique('team id', team.id, `${place}.id`);
      if (typeof team.club_id === 'number' && !clubs.has(team.club_id)) {
        draft.faults.add(`${place}.club_id`, `There is no club ${team.club_id} in the file or the database.`);
      }
      entries.push({ place, given: { ...team, tournament_id: tournament.id } });
    }
  }
  const { drafted } = await draftRows(draft, TABLES.teams, entries);
  const teamsOf = new Map(file.tournaments.map(({ id }) => [id, new Set<number>()]));
  const stored = await draft.sql<{ row: { id: number; tournament_id: number } }[]>`
    select jsonb_build_object('id', id, 'tournament_id', tournament_id) as row from tournament_team
    where tournament_id = any(${[...teamsOf.keys()]})`;
  for (const { row } of stored) teamsOf.get(row.tournament_id)?.add(row.id);
  for (const { row, stored: before, place } of drafted) {
    if (before && before['tournament_id'] !== row['tournament_id']) {
      draft.faults.add(`${place}.id`, `The team belongs to tournament ${textOf(before['tournament_id'])}.`);
    }
    teamsOf.get(Number(row['tournament_id']))?.add(Number(row['id']));
  }
  return { drafted, teamsOf };
}

/** Drafts the players of all tournaments of the file. `teamsOf`: the ids of a tournament's teams, after the import. */
export async function draftPlayers(
  draft: Draft,
  file: ParsedFile,
  teamsOf: ReadonlyMap<number, ReadonlySet<number>>,
): Promise<readonly Drafted[]> {
  const entries: Entry[] = [];
  for (const [index, tournament] of file.tournaments.entries()) {
    for (const [number, { user, ...player }] of (tournament.players ?? []).entries()) {
      const place = `tournaments[${index}].players[${number}]`;
      const userId = user?.id ?? player.user_id ?? 0;
      draft.checkUnique(
        `player of tournament ${tournament.id}: user`,
        userId,
        user ? `${place}.user.id` : `${place}.user_id`,
      );
      draft.users.mustExist(player.user_id, `${place}.user_id`);
      if (typeof player.team_id === 'number' && !teamsOf.get(tournament.id)?.has(player.team_id)) {
        draft.faults.add(
          `${place}.team_id`,
          `The tournament has no team ${player.team_id} in the file or the database.`,
        );
      }
      entries.push({ place, given: { ...player, user_id: userId, tournament_id: tournament.id } });
    }
  }
  return (await draftRows(draft, TABLES.players, entries, { column: 'tournament_id' })).drafted;
}
