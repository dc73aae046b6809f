// Deletes a row of staff with all rows that belong to it. A row that results or other rows need stays (rule MANAGE-7).
import type { ManagedKind } from '../../protocol/rest/managed.ts';
import { gameRef, type MatchRef, matchRef } from '../../protocol/wire/ids.ts';
import { Problem } from '../ops/problem.ts';
import type { ISql } from '../store/driver/sql.ts';
import { lockMatches } from './live-matches.ts';
import type { ManagedRow, Owner } from './managed-rows.ts';

type Deletable = Exclude<ManagedKind, 'member' | 'junior'>;

/** Deletes it. Returns the match that goes with it. Throws Problem 409. */
export async function deleteRow(
  tx: ISql,
  kind: Deletable,
  owner: Owner,
  { id }: ManagedRow,
): Promise<readonly MatchRef[]> {
  switch (kind) {
    case 'game':
      await deleteLive(tx, gameRef(id));
      for (const table of ['game_team', 'game_matchup', 'game_participant', 'game_lineup_edit']) {
        await tx`delete from ${tx(table)} where game_id = ${id}`;
      }
      await tx`delete from game where id = ${id}`;
      return [gameRef(id)];
    case 'match':
      await deleteLive(tx, matchRef(id));
      for (const table of ['match_lineup', 'match_lineup_edit', 'match_authorized_club', 'match_given_score']) {
        await tx`delete from ${tx(table)} where match_id = ${id}`;
      }
      await tx`delete from tournament_match where id = ${id}`;
      return [matchRef(id)];
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
      await tx`delete from tournament_player where tournament_id = ${owner.id} and user_id = ${id}`;
      return [];
    }
  }
}

/** Deletes the match and its log, unless it has results. Markers that are being written wait, and then find no match. */
async function deleteLive(tx: ISql, ref: MatchRef): Promise<void> {
  const [live] = await lockMatches(tx, [ref]);
  if (live === undefined) return;
  if (live.hasResults || live.given !== null) {
    throw inUse(
      'It has results.',
      'Delete its markers, scores and goals first. A match may have the status "cancelled".',
    );
  }
  await tx`delete from match_log where match = ${live.id}`;
  await tx`delete from live_match where ref = ${ref}`;
}

const inUse = (error: string, hint: string): Problem => new Problem(409, error, { hint });
