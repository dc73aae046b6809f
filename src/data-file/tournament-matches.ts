// Drafts tournament matches with their line-ups and authorized clubs.
import { SIDES } from '../../protocol/wire/board.ts';
import type { FileLineupPlayer, FileMatch, ParsedFile } from '../../protocol/data-file/data-file.ts';
import { type Draft, draftRows, withLists } from './draft.ts';
import type { Slugs } from './slugs.ts';
import { formatRow } from './games.ts';
import { type GivenRow, listRows, readLists, type Row, textOf } from './rows.ts';
import { type DraftedEdits, importedEdits } from './imported-edits.ts';
import { checkPlaces, withPlaces } from './places.ts';
import { TABLES } from './tables.ts';

export type DraftedMatch = DraftedEdits & { readonly match: FileMatch };

type PlacedMatch = { readonly place: string; readonly tournamentId: number; readonly match: FileMatch };
/** Team ids by tournament. */
type TeamsOf = ReadonlyMap<number, ReadonlySet<number>>;

/** Drafts the matches of all tournaments of the file, each with its line-up and its authorized clubs. */
export async function draftMatches(
  draft: Draft,
  file: ParsedFile,
  clubs: Slugs,
  teamsOf: TeamsOf,
): Promise<readonly DraftedMatch[]> {
  const placed = file.tournaments.flatMap((tournament, index) =>
    (tournament.matches ?? []).map((match, number): PlacedMatch => {
      const place = `tournaments[${index}].matches[${number}]`;
      draft.checkUnique('match id', match.id, `${place}.id`);
      return { place, tournamentId: tournament.id, match };
    }),
  );
  const entries = placed.map(({ place, tournamentId, match }) => ({ place, given: matchRow(match, tournamentId) }));
  const merged = await draftRows(draft, TABLES.matches, entries);
  const drafted = merged.drafted.map((entry, index) => withPlaces(entry, entries[index]?.given ?? {}));
  await checkPlaces(draft, drafted);
  const ids = drafted.flatMap(({ row, stored }) => (stored ? [Number(row['id'])] : []));
  const lineups = await readLists(draft.sql, TABLES.lineups, ids);
  const editRows = await readLists(draft.sql, TABLES.match_lineup_edits, ids);
  const authorizations = await readLists(draft.sql, TABLES.authorized_clubs, ids);
  const matches: DraftedMatch[] = [];
  for (const [index, { place, tournamentId, match }] of placed.entries()) {
    await draft.maybeYield();
    const entry = drafted[index];
    if (entry === undefined) continue;
    if (entry.stored && entry.stored['tournament_id'] !== tournamentId) {
      draft.faults.add(`${place}.id`, `The match belongs to tournament ${textOf(entry.stored['tournament_id'])}.`);
    }
    checkMatch(draft, teamsOf.get(tournamentId), { place, tournamentId, match });
    checkOpponent(draft, place, match, entry.row);
    const before = { lineup: lineups.get(match.id) ?? [], authorized: authorizations.get(match.id) ?? [] };
    const lineup = lineupOf(match, before.lineup);
    checkLineup(draft, place, lineup);
    const authorized = authorizedOf(match, place, clubs) ?? before.authorized;
    const rows = lineup.map(({ row }) => row);
    const editsBefore = editRows.get(match.id) ?? [];
    const editsAfter = importedEdits(TABLES.match_lineup_edits, match.id, {
      given: match.lineup_edits,
      bringsLineup: [match.lineups?.home, match.lineups?.away].some((side) => side?.starters ?? side?.substitutes),
    });
    const owner = withLists(
      entry,
      [TABLES.match_lineup_edits, editsBefore, editsAfter(editsBefore)],
      [TABLES.lineups, before.lineup, rows],
      [TABLES.authorized_clubs, before.authorized, authorized],
    );
    matches.push({ ...owner, match, editsAfter });
  }
  return matches;
}

function matchRow(match: FileMatch, tournamentId: number): GivenRow {
  const { format, lineups: _l, authorized_clubs: _a, score: _s, score_offset: _o, ...rest } = match;
  const { markers: _m, live: _v, lineup_edits: _e, ...given } = rest;
  return { ...given, tournament_id: tournamentId, ...formatRow(format) };
}

function checkMatch(
  { faults, users }: Draft,
  teams: ReadonlySet<number> | undefined,
  { place, match }: PlacedMatch,
): void {
  for (const key of ['home_team_id', 'away_team_id'] as const) {
    const id = match[key];
    if (typeof id === 'number' && !teams?.has(id)) {
      faults.add(`${place}.${key}`, `The tournament has no team ${id} in the file or the database.`);
    }
  }
  for (const side of SIDES) {
    for (const part of ['starters', 'substitutes'] as const) {
      for (const [index, player] of (match.lineups?.[side]?.[part] ?? []).entries()) {
        users.mustExist(player.user_id, `${place}.lineups.${side}.${part}[${index}].user_id`);
      }
    }
  }
}

/** `row`: the match after the import, with the side that the file leaves out. */
function checkOpponent({ faults }: Draft, place: string, match: FileMatch, row: Row): void {
  const isNamed = [match.home_team_id, match.away_team_id, match.home_from, match.away_from].some(
    (side) => side !== undefined,
  );
  const [home, away] = [row['home_team_id'] ?? null, row['away_team_id'] ?? null];
  // Results may give the places of both sides to one team: an export has it twice.
  const areTyped = (row['home_from'] ?? null) === null && (row['away_from'] ?? null) === null;
  if (!isNamed || !areTyped || home === null || home !== away) return;
  const side = match.away_team_id === undefined ? 'home' : 'away';
  faults.add(`${place}.${side}_team_id`, 'A team cannot play against itself.');
}

type LineupEntry = { readonly row: Row; readonly path: string };

/** The line-up after the import: each of its four parts from the file, or stored if the file leaves it out. */
function lineupOf(match: FileMatch, before: readonly Row[]): readonly LineupEntry[] {
  const parts = SIDES.flatMap((side) =>
    (['starters', 'substitutes'] as const).flatMap((part) => {
      const isStarter = part === 'starters';
      const given: readonly (FileLineupPlayer | Row)[] =
        match.lineups?.[side]?.[part] ??
        before.filter((row) => row['side'] === side && row['is_starter'] === isStarter);
      return given.map((player, index) => ({
        given: { ...player, side, is_starter: isStarter },
        path: `lineups.${side}.${part}[${index}].user_id`,
      }));
    }),
  );
  const players = parts.map(({ given }, place) => ({ ...given, place }));
  const rows = listRows(TABLES.lineups, match.id, players);
  return rows.map((row, index) => ({ row, path: parts[index]?.path ?? 'lineups' }));
}

function checkLineup({ faults }: Draft, place: string, lineup: readonly LineupEntry[]): void {
  const seen = new Set<unknown>();
  for (const { row, path } of lineup) {
    const userId = row['user_id'];
    if (seen.has(userId)) faults.add(`${place}.${path}`, `User ${textOf(userId)} can be in the line-ups only once.`);
    seen.add(userId);
  }
}

function authorizedOf(match: FileMatch, place: string, clubs: Slugs): readonly Row[] | null {
  if (!match.authorized_clubs) return null;
  const ids = match.authorized_clubs.map((slug, index) => clubs.find(slug, `${place}.authorized_clubs[${index}]`));
  const rows = [...new Set(ids)].map((club_id) => ({ club_id }));
  return listRows(TABLES.authorized_clubs, match.id, rows);
}
