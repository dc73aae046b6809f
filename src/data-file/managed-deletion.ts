// Deletes a row of staff with all rows that belong to it. A row that results or other rows need stays (rule MANAGE-7).
import type { ManagedKind } from '../../protocol/rest/managed.ts';
import { gameRef, type MatchRef, matchRef } from '../../protocol/wire/ids.ts';
import type { Board } from '../../protocol/wire/board.ts';
import { Problem } from '../ops/problem.ts';
import { loadTournament } from '../store/tournament-profile.ts';
import type { ISql } from '../store/driver/sql.ts';
import { lockMatches, moveLocked } from './live-matches.ts';
import type { ManagedRow, Owner } from './managed-rows.ts';

type Deletable = Exclude<ManagedKind, 'member' | 'junior'>;

const GAME_HINT =
  'Delete its markers first. Scores or goals that were set stay: cancel the game instead (PUT …/cancellation).';
const MATCH_HINT = 'Delete its markers and its given score first, or give it the status "cancelled".';

/** Deletes it. Returns the matches that go or change with it. Throws Problem 409. */
export async function deleteRow(
  tx: ISql,
  kind: Deletable,
  owner: Owner,
  { id }: ManagedRow,
): Promise<readonly MatchRef[]> {
  switch (kind) {
    case 'game':
      await deleteLive(tx, [gameRef(id)], GAME_HINT);
      for (const table of ['game_team', 'game_matchup', 'game_participant', 'game_lineup_edit']) {
        await tx`delete from ${tx(table)} where game_id = ${id}`;
      }
      await tx`delete from game where id = ${id}`;
      return [gameRef(id)];
    case 'match':
      await requireNoneWaits(tx, id);
      return deleteMatches(tx, [id]);
    case 'team': {
      const [used] = await tx`
        select from tournament_match where home_team_id = ${id} or away_team_id = ${id}
        union all select from tournament_player where team_id = ${id} limit 1`;
      if (used) throw inUse('The team has matches or players.', 'Delete its matches and move its players first.');
      await tx`delete from tournament_team where id = ${id}`;
      return [];
    }
    case 'player': {
      const [used] = await tx`
        select from match_lineup l join tournament_match m on m.id = l.match_id
        where l.user_id = ${id} and m.tournament_id = ${owner.id} limit 1`;
      if (used) throw inUse('The player is in a line-up.', 'Take the player out of the line-ups first.');
      return removePlayer(tx, owner, id);
    }
  }
}

/** The player was in the roster of each match of the team: all nodes load these again. Returns them. Throws Problem 409. */
async function removePlayer(tx: ISql, owner: Owner, id: number): Promise<readonly MatchRef[]> {
  const rows = await tx<{ ref: MatchRef }[]>`
    select 'match:' || m.id as ref from tournament_player p
    join tournament_match m on m.tournament_id = p.tournament_id and p.team_id in (m.home_team_id, m.away_team_id)
    where p.tournament_id = ${owner.id} and p.user_id = ${id}`;
  // Before the markers are read: those that come from here on wait, and then find the new roster.
  const locked = await lockMatches(
    tx,
    rows.map(({ ref }) => ref),
  );
  if (await isInMarkers(tx, owner, id)) {
    throw inUse('A marker of a match names the player.', 'Delete the marker, or name another player in it, first.');
  }
  await tx`delete from tournament_player where tournament_id = ${owner.id} and user_id = ${id}`;
  return moveLocked(tx, locked);
}

/** Whether a marker that counts in a match of the tournament names the user. */
async function isInMarkers(tx: ISql, { slug }: Owner, userId: number): Promise<boolean> {
  const boards = (await loadTournament(tx, slug))?.matches.flatMap(({ match }) =>
    Object.values<Board>(match.state.matches),
  );
  const events = (boards ?? []).flatMap((board) => Object.values(board.events));
  return events.some(({ player, second_player: second }) =>
    [player, second].some((named) => named?.id === userId && named.type !== 'junior'),
  );
}

/** Deletes tournament matches. No other match may wait for one of them. Returns their refs. Throws Problem 409. */
export async function deleteMatches(tx: ISql, ids: readonly number[]): Promise<readonly MatchRef[]> {
  const refs = ids.map(matchRef);
  await deleteLive(tx, refs, MATCH_HINT);
  for (const table of ['match_lineup', 'match_lineup_edit', 'match_authorized_club', 'match_given_score']) {
    await tx`delete from ${tx(table)} where match_id = any(${ids as number[]})`;
  }
  await tx`delete from tournament_match where id = any(${ids as number[]})`;
  return refs;
}

/**
 * Deletes the matches and their logs, unless one has results. Markers that are being written wait, and then find no match: the
 * reserved row stays, in the place that they would take.
 */
async function deleteLive(tx: ISql, refs: readonly MatchRef[], hint: string): Promise<void> {
  const live = await lockMatches(tx, refs);
  if (live.some(({ hasResults, given }) => hasResults || given !== null)) {
    throw inUse('It has results.', hint);
  }
  const ids = live.map(({ id }) => id);
  await tx`delete from match_log where match = any(${ids}) and seq > after`;
  await tx`update match_log set seq = after + 1 where match = any(${ids})`;
  await tx`delete from live_match where ref = any(${refs as MatchRef[]})`;
}

/** A match whose winner or loser has a place in another one stays. Throws Problem 409. */
async function requireNoneWaits(tx: ISql, id: number): Promise<void> {
  const sources = [{ winner_of: id }, { loser_of: id }].map((place) => JSON.stringify(place));
  const [waiting] = await tx`
    select from tournament_match where home_from = any(${sources}::text[]::jsonb[]) or away_from = any(${sources}::text[]::jsonb[])
    limit 1`;
  if (waiting) throw inUse('Another match waits for its result.', 'Change the sides of that match first.');
}

const inUse = (error: string, hint: string): Problem => new Problem(409, error, { hint });
