// Finds the live matches that an import changes: those with a changed name, side, line-up, schedule or permission.
import { gameRef, type MatchRef, matchRef } from '../../protocol/wire/ids.ts';
import type { ISql } from '../store/driver/sql.ts';
import type { Drafted, DraftedOwner } from './draft.ts';
import type { Drafts } from './drafts.ts';
import { type Row, sameValue } from './rows.ts';

/** The columns of the format of a game, a match or all matches of a tournament. */
export const FORMAT = ['halves', 'half_minutes', 'extra_half_minutes'];

/** The columns that a live match or its facts show or depend on. */
const SHOWN = {
  person: ['name'],
  club: ['slug', 'short_name', 'badge_url', 'public_names'],
  game: ['slug', 'title', 'date_time', 'timezone', 'game_mode', ...FORMAT, 'cancelled_at', 'cancellation_reason'],
  tournament: ['slug', 'name', 'timezone', ...FORMAT, 'public_names', 'tie_breaks'],
  team: ['name', 'short_name', 'club_id', 'badge_url', 'jersey_color', 'group_name'],
  player: ['team_id'],
  listed: ['jersey_number', 'team_position'],
  match: [
    'stage',
    'group_name',
    'round',
    'knockout_round',
    'knockout_round_label',
    'scheduled_at',
    'status',
    'played_at',
    ...FORMAT,
    'home_team_id',
    'home_placeholder',
    'away_team_id',
    'away_placeholder',
  ],
} as const;

/** The stored matches that this import changes, new ones left out. Call it after the rows are written. */
export async function affectedMatches(sql: ISql, changes: Drafts): Promise<readonly MatchRef[]> {
  const moved = {
    users: idsChanged(changes.users, SHOWN.person),
    juniors: idsChanged(changes.juniors, SHOWN.person),
    clubs: idsChanged(changes.clubs, SHOWN.club),
    tournaments: idsChanged(changes.tournaments, SHOWN.tournament),
    teams: [...idsChanged(changes.teams, SHOWN.team), ...teamsOfMovedPlayers(changes.players)],
  };
  const refs = new Set<MatchRef>();
  if (Object.values(moved).some((ids) => ids.length > 0)) {
    for (const { ref } of await showing(sql, moved)) refs.add(ref);
  }
  for (const { ref } of await withNewNumbers(sql, changes)) refs.add(ref);
  const update = (ref: MatchRef, entry: DraftedOwner, columns: readonly string[]): void => {
    if (!entry.stored) refs.delete(ref);
    else if (entry.changed.size > 0 || differs(entry, columns)) refs.add(ref);
  };
  for (const game of changes.games) update(gameRef(game.id), game, SHOWN.game);
  for (const match of changes.matches) update(matchRef(match.id), match, SHOWN.match);
  return [...refs];
}

type Moved = Readonly<Record<'users' | 'juniors' | 'clubs' | 'tournaments' | 'teams', readonly number[]>>;

/** Games and matches that show a changed row. */
const showing = (sql: ISql, moved: Moved) => sql<{ ref: MatchRef }[]>`
  with moved as (
    select m.key as kind, v.value::bigint as id
    from jsonb_each(${JSON.stringify(moved)}::text::jsonb) m, jsonb_array_elements_text(m.value) v
  ), teams as (
    select id from moved where kind = 'teams'
    union
    select t.id from tournament_team t join moved c on c.kind = 'clubs' and c.id = t.club_id
    union
    select p.team_id from tournament_player p join moved u on u.kind = 'users' and u.id = p.user_id
  )
  select 'game:' || p.game_id as ref from game_participant p
    join moved u on u.id = p.player_id and u.kind = case p.player_type when 'user' then 'users' when 'junior' then 'juniors' end
  union
  select 'game:' || g.id from game g join moved c on c.kind = 'clubs' and c.id = g.club_id
  union
  select 'match:' || l.match_id from match_lineup l join moved u on u.kind = 'users' and u.id = l.user_id
  union
  select 'match:' || a.match_id from match_authorized_club a join moved c on c.kind = 'clubs' and c.id = a.club_id
  union
  select 'match:' || m.id from tournament_match m join moved t on t.kind = 'tournaments' and t.id = m.tournament_id
  union
  select 'match:' || m.id from tournament_match m join teams t on t.id = m.home_team_id
  union
  select 'match:' || m.id from tournament_match m join teams t on t.id = m.away_team_id`;

/** The number that an active member or junior of a squad wears; null for any other. */
const squadNumber = (row: Row | null): Row[string] =>
  row?.['status'] === 'active' ? (row['jersey_number'] ?? null) : null;

/**
 * Games and matches whose line-up shows another shirt number or position of a player. Who leaves a squad moves none: a subscriber who
 * loses rights with that gets no delta first, and screens lose the number within a minute.
 */
async function withNewNumbers(
  sql: ISql,
  { members, club_juniors: juniors, players }: Drafts,
): Promise<readonly { readonly ref: MatchRef }[]> {
  const ofSquad = (drafted: readonly Drafted[], type: 'user' | 'junior') =>
    drafted
      .filter(({ row, stored }) => row['status'] === 'active' && squadNumber(row) !== squadNumber(stored))
      .map(({ row }): Wearer => ({ type, owner: row['club_id'], id: row[`${type}_id`] }));
  const ofTournament = players
    .filter((entry) => differs(entry, SHOWN.listed))
    .map(({ row }): Wearer => ({ type: 'player', owner: row['tournament_id'], id: row['user_id'] }));
  return matchesWearing(sql, [...ofSquad(members, 'user'), ...ofSquad(juniors, 'junior'), ...ofTournament]);
}

/** A member or junior of the club `owner`, or a player of the tournament `owner`. */
type Wearer = { readonly type: 'user' | 'junior' | 'player'; readonly owner: unknown; readonly id: unknown };

/** Games and matches of their owners with these in a line-up. */
export async function matchesWearing(
  sql: ISql,
  worn: readonly Wearer[],
): Promise<readonly { readonly ref: MatchRef }[]> {
  if (worn.length === 0) return [];
  return sql<{ ref: MatchRef }[]>`
    with worn as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(worn)}::text::jsonb) as w(type text, owner bigint, id bigint))
    select 'game:' || g.id as ref from worn w join game_participant p on p.player_type = w.type and p.player_id = w.id
      join game g on g.id = p.game_id and g.club_id = w.owner
    union
    select 'match:' || m.id from worn w join match_lineup l on w.type = 'player' and l.user_id = w.id
      join tournament_match m on m.id = l.match_id and m.tournament_id = w.owner`;
}

const idsChanged = (drafted: readonly Drafted[], columns: readonly string[]): number[] =>
  drafted.filter((entry) => entry.stored && differs(entry, columns)).map(({ row }) => Number(row['id']));

/** Whether the import changes one of these columns of a stored row. */
export const differs = ({ row, stored }: Drafted, columns: readonly string[]): boolean =>
  stored !== null && columns.some((column) => !sameValue(row[column] ?? null, stored[column] ?? null));

/** Those who join a team, leave it or change it. */
const movedPlayers = (players: readonly Drafted[]): readonly Drafted[] =>
  players.filter((entry) => !entry.stored || differs(entry, SHOWN.player));

/** A player who moves changes the roster of both teams. */
function teamsOfMovedPlayers(players: readonly Drafted[]): number[] {
  const teamOf = (row: Row | null): number[] => (typeof row?.['team_id'] === 'number' ? [row['team_id']] : []);
  return movedPlayers(players).flatMap(({ row, stored }) => [...teamOf(row), ...teamOf(stored)]);
}

/** Those of these matches whose markers name a player who moves, so that they may count for the other side. */
export async function matchesOfMovedPlayers(
  sql: ISql,
  { players }: Drafts,
  refs: readonly MatchRef[],
): Promise<readonly MatchRef[]> {
  const moved = movedPlayers(players).map(({ row }) => row);
  if (moved.length === 0) return [];
  const rows = await sql<{ ref: MatchRef }[]>`
    select distinct k.ref
    from jsonb_to_recordset(${JSON.stringify(moved)}::text::jsonb) as p(tournament_id bigint, user_id bigint)
    join tournament_match m on m.tournament_id = p.tournament_id
    join marker k on k.ref = 'match:' || m.id and (k.body->'primary'->>'id')::bigint = p.user_id
    where k.ref = any(${refs as MatchRef[]})`;
  return rows.map(({ ref }) => ref);
}

/** The matches that have the format of a tournament whose format changes. */
export async function matchesOfNewFormats(sql: ISql, { tournaments }: Drafts): Promise<readonly MatchRef[]> {
  const ids = idsChanged(tournaments, FORMAT);
  if (ids.length === 0) return [];
  const rows = await sql<{ ref: MatchRef }[]>`
    select 'match:' || id as ref from tournament_match
    where tournament_id = any(${ids}) and (halves is null or half_minutes is null or extra_half_minutes is null)`;
  return rows.map(({ ref }) => ref);
}
