// Drafts tournaments with their organizers, teams and players.
import type { ParsedFile } from '../../protocol/data-file/data-file.ts';
import { checkSlugs, type Draft, type Drafted, draftRows, type Entry, openClaims, type References } from './draft.ts';
import type { Slugs } from './slugs.ts';
import { formatRow } from './games.ts';
import { listRows, readLists, type Row, sameRows, textOf } from './rows.ts';
import { TABLES } from './tables.ts';

export type DraftedTournament = Drafted & {
  readonly id: number;
  readonly organizers: readonly Row[];
  readonly organizersChanged: boolean;
};

export async function draftTournaments(
  draft: Draft,
  file: ParsedFile,
  clubs: Slugs,
  users: References,
): Promise<readonly DraftedTournament[]> {
  const claim = openClaims(draft.faults);
  const entries = file.tournaments.map((tournament, index): Entry => {
    const { host_club, match_format, organizer_ids: _o, teams: _t, players: _p, matches: _m, ...given } = tournament;
    const place = `tournaments[${index}]`;
    claim('tournament id', given.id, `${place}.id`);
    claim('tournament slug', given.slug, `${place}.slug`);
    const hostClubId = clubs.find(host_club, `${place}.host_club`);
    return { place, given: { ...given, host_club_id: hostClubId, ...formatRow(match_format) } };
  });
  const { drafted } = await draftRows(draft, TABLES.tournaments, entries, { column: 'id' });
  await checkSlugs(draft, TABLES.tournaments, drafted);
  const stored = await readLists(
    draft.sql,
    TABLES.organizers,
    drafted.map(({ row }) => Number(row['id'])),
  );
  return drafted.map((entry, index): DraftedTournament => {
    const id = Number(entry.row['id']);
    const before = stored.get(id) ?? [];
    const given = file.tournaments[index]?.organizer_ids;
    for (const [number, userId] of (given ?? []).entries()) {
      users.want(userId, `${entry.place}.organizer_ids[${number}]`);
    }
    const organizers = given
      ? listRows(
          TABLES.organizers,
          id,
          [...new Set(given)].map((user_id) => ({ user_id })),
        )
      : before;
    const organizersChanged = !sameRows(TABLES.organizers, before, organizers);
    const state = entry.state === 'unchanged' && organizersChanged ? 'updated' : entry.state;
    return { ...entry, id, organizers, organizersChanged, state };
  });
}

/** Drafts the teams, and returns the ids of all teams by tournament after the import. */
export async function draftTeams(
  draft: Draft,
  file: ParsedFile,
  clubs: Slugs,
): Promise<{ readonly drafted: readonly Drafted[]; readonly teamsOf: ReadonlyMap<number, ReadonlySet<number>> }> {
  const claim = openClaims(draft.faults);
  const entries: Entry[] = [];
  for (const [index, tournament] of file.tournaments.entries()) {
    for (const [number, team] of (tournament.teams ?? []).entries()) {
      const place = `tournaments[${index}].teams[${number}]`;
      claim('team id', team.id, `${place}.id`);
      if (typeof team.club_id === 'number' && !clubs.has(team.club_id)) {
        draft.faults.add(`${place}.club_id`, `There is no club ${team.club_id} in the file or the database.`);
      }
      entries.push({ place, given: { ...team, tournament_id: tournament.id } });
    }
  }
  const { drafted } = await draftRows(draft, TABLES.teams, entries, { column: 'id' });
  const teamsOf = new Map(file.tournaments.map(({ id }) => [id, new Set<number>()]));
  const stored = await draft.sql<{ row: { id: number; tournament_id: number } }[]>`
    select jsonb_build_object('id', id, 'tournament_id', tournament_id) as row from tournament_team
    where tournament_id in (
      select value::bigint from jsonb_array_elements_text(${JSON.stringify([...teamsOf.keys()])}::text::jsonb))`;
  for (const { row } of stored) teamsOf.get(row.tournament_id)?.add(row.id);
  for (const { row, stored: before, place } of drafted) {
    if (before && before['tournament_id'] !== row['tournament_id']) {
      draft.faults.add(`${place}.id`, `The team belongs to tournament ${textOf(before['tournament_id'])}.`);
    }
    teamsOf.get(Number(row['tournament_id']))?.add(Number(row['id']));
  }
  return { drafted, teamsOf };
}

export async function draftPlayers(
  draft: Draft,
  file: ParsedFile,
  teamsOf: ReadonlyMap<number, ReadonlySet<number>>,
  users: References,
): Promise<readonly Drafted[]> {
  const claim = openClaims(draft.faults);
  const entries: Entry[] = [];
  for (const [index, tournament] of file.tournaments.entries()) {
    for (const [number, { user, ...player }] of (tournament.players ?? []).entries()) {
      const place = `tournaments[${index}].players[${number}]`;
      const userId = user?.id ?? player.user_id ?? 0;
      claim(`player of tournament ${tournament.id}: user`, userId, user ? `${place}.user.id` : `${place}.user_id`);
      users.want(player.user_id, `${place}.user_id`);
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
