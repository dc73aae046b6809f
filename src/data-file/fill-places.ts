// Puts teams into the places of a bracket when results decide them (rules PLACE-2 to PLACE-5). Running it again changes nothing, so
// any node may run it at any time.
import { type MatchRef, matchRef } from '../../protocol/wire/ids.ts';
import type { Match } from '../match/match.ts';
import { fairPlayOf } from '../match/standings.ts';
import { writeAudit } from '../store/audit.ts';
import type { ISql } from '../store/driver/sql.ts';
import { release } from '../store/log/reserve.ts';
import type { PlayedMatch } from '../store/match-list.ts';
import { loadTournament, type StoredTournament } from '../store/tournament-profile.ts';
import { type Bracket, type BracketMatch, bracketOf, isOpen, type MovedSide } from '../tournament/bracket.ts';
import { lockMatches, moveLocked } from './live-matches.ts';

/** Those of these tournaments with a place that the results give another team. It needs no lock: most results change no place. */
export async function tournamentsToFill(sql: ISql, tournamentIds: readonly number[]): Promise<readonly number[]> {
  const found: number[] = [];
  for (const { id, slug } of await withPlaces(sql, tournamentIds)) {
    if ((await readBracket(sql, slug)).moved.length > 0) found.push(id);
  }
  return found;
}

/**
 * Fills the places of these tournaments in a transaction that holds IMPORT_LOCK. Returns the matches that changed; each has a new
 * `seq`. Tournaments without places cost one query.
 */
export async function fillPlaces(tx: ISql, tournamentIds: readonly number[]): Promise<readonly MatchRef[]> {
  if (tournamentIds.length === 0) return [];
  const filled: MatchRef[] = [];
  for (const { slug } of await withPlaces(tx, tournamentIds)) filled.push(...(await fillOne(tx, slug)));
  return filled;
}

const withPlaces = (sql: ISql, tournamentIds: readonly number[]) => sql<{ id: number; slug: string }[]>`
  select t.id, t.slug from tournament t where t.id = any(${tournamentIds as number[]}) and exists (
    select from tournament_match m where m.tournament_id = t.id and (m.home_from is not null or m.away_from is not null))
  order by t.id`;

async function fillOne(tx: ISql, slug: string): Promise<readonly MatchRef[]> {
  const { moved: found } = await readBracket(tx, slug);
  if (found.length === 0) return [];
  // Markers of these matches wait from here on, so that none of them begins while its team changes.
  const locked = await lockMatches(tx, [...new Set(found.map(({ matchId }) => matchRef(matchId)))]);
  const reserved = new Set(locked.map(({ ref }) => ref));
  const now = await readBracket(tx, slug);
  const moved = now.moved.filter(({ matchId }) => reserved.has(matchRef(matchId)));
  for (const side of moved) await putTeam(tx, side);
  const filled = new Set(moved.map(({ matchId }) => matchRef(matchId)));
  const changed = await moveLocked(
    tx,
    locked.filter(({ ref }) => filled.has(ref)),
  );
  await release(
    tx,
    locked.map(({ id }) => id),
  );
  const names = new Map(now.tournament?.teams.map(({ id, name }) => [id, name]));
  for (const { matchId, side, team } of moved) {
    const subject = `match ${matchId}, ${side}: ${team === null ? '–' : (names.get(team) ?? team)}`;
    const resource = { kind: 'tournament', id: now.tournament?.tournament.id ?? 0 } as const;
    await writeAudit(
      tx,
      { userId: null, otherwise: 'The service', action: 'place_filled', subject, resource },
      Date.now(),
    );
  }
  return changed;
}

/** The line-up of a team that does not play goes with it, and so do its fill-ins. */
async function putTeam(tx: ISql, { matchId, side, before, team }: MovedSide): Promise<void> {
  await tx`update tournament_match set ${tx(`${side}_team_id`)} = ${team} where id = ${matchId}`;
  if (before === null) return;
  await tx`delete from match_lineup where match_id = ${matchId} and side = ${side}`;
  await tx`
    update match_lineup_edit set edits = jsonb_set(edits, '{fill_ins}', (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(edits->'fill_ins') where value->>'team' <> ${side}))
    where match_id = ${matchId}`;
}

type ReadBracket = Bracket & { readonly tournament: StoredTournament | null };

async function readBracket(tx: ISql, slug: string): Promise<ReadBracket> {
  const tournament = await loadTournament(tx, slug);
  return tournament === null
    ? { moved: [], late: [], undecided: [], tournament }
    : { ...bracketIn(tournament), tournament };
}

/** The bracket of a tournament by its results. */
export const bracketIn = ({ teams, matches, tieBreaks }: Pick<StoredTournament, 'teams' | 'matches' | 'tieBreaks'>) =>
  bracketOf(
    teams.map(({ id, name, group_name: group }) => ({ id, name, group })),
    matches.flatMap(bracketMatch),
    tieBreaks,
  );

function bracketMatch({ details, match }: PlayedMatch): BracketMatch[] {
  const { fixture } = match;
  const board = match.state.matches[String(fixture.id)];
  if (fixture.kind !== 'match' || board === undefined) return [];
  return [
    {
      id: fixture.id,
      group: details.stage.group_name,
      teams: { home: fixture.home.id, away: fixture.away.id },
      from: details.from,
      status: board.status,
      score: board.score,
      fairPlay: fairPlayOf(match),
    },
  ];
}

/**
 * What the places of a bracket need of a match: its result once it is decided. Before, whether its own sides may still change: a
 * match that is taken back to before its start follows results that were corrected in the meantime (rule PLACE-3).
 */
export function outcomeOf({ fixture, state }: Match): string {
  const board = fixture.kind === 'match' ? state.matches[String(fixture.id)] : undefined;
  if (board === undefined) return '';
  if (board.status !== 'completed' && board.status !== 'awarded') return isOpen(board.status) ? 'open' : '';
  return JSON.stringify([board.status, board.score, board.cards]);
}
