// Drafts club games with their teams, pairings and participants.
import type { FileGame, ParsedFile } from '../../protocol/data-file/data-file.ts';
import { gameRef } from '../../protocol/wire/ids.ts';
import { checkSlugs, type Draft, draftRows, withLists } from './draft.ts';
import { checkGame } from './game-checks.ts';
import { type GivenRow, listRows, readLists, type Row, textOf } from './rows.ts';
import { type DraftedEdits, importedEdits } from './imported-edits.ts';
import { TABLES } from './tables.ts';

/** A stored pairing that the file leaves out or makes a bye, with what is said if it has markers. */
type Closed = { readonly number: number; readonly fault: string };
export type DraftedGame = DraftedEdits & { readonly game: FileGame; readonly closed: readonly Closed[] };

type PlacedGame = { readonly place: string; readonly clubId: number; readonly game: FileGame };

/** Drafts the games of all clubs of the file, each with its teams, pairings and participants. */
export async function draftGames(draft: Draft, file: ParsedFile): Promise<readonly DraftedGame[]> {
  const placed = placeGames(draft, file);
  const entries = placed.map(({ place, clubId, game }) => ({ place, given: gameRow(game, clubId) }));
  const { drafted } = await draftRows(draft, TABLES.games, entries, { atFirst: { date_time: draft.now } });
  await checkSlugs(draft, TABLES.games, drafted, (row) => textOf(row['club_id']));
  const ids = drafted.flatMap(({ row, stored }) => (stored ? [Number(row['id'])] : []));
  const stored = {
    teams: await readLists(draft.sql, TABLES.game_teams, ids),
    matchups: await readLists(draft.sql, TABLES.matchups, ids),
    participants: await readLists(draft.sql, TABLES.participants, ids),
    edits: await readLists(draft.sql, TABLES.game_lineup_edits, ids),
  };
  const games: DraftedGame[] = [];
  for (const [index, { place, game }] of placed.entries()) {
    await draft.maybeYield();
    const entry = drafted[index];
    if (entry === undefined) continue;
    if (entry.stored && entry.stored['club_id'] !== entry.row['club_id']) {
      draft.faults.add(`${place}.id`, `Game ${game.id} belongs to club ${textOf(entry.stored['club_id'])}.`);
    }
    const before = {
      teams: stored.teams.get(game.id) ?? [],
      matchups: stored.matchups.get(game.id) ?? [],
      participants: stored.participants.get(game.id) ?? [],
    };
    const lists = listsOf(game, before);
    checkGame(draft, { game, place, ...lists });
    const editsBefore = stored.edits.get(game.id) ?? [];
    const editsAfter = importedEdits(TABLES.game_lineup_edits, game.id, {
      given: game.lineup_edits,
      bringsLineup: Boolean(game.participants),
    });
    const owner = withLists(
      entry,
      [TABLES.game_lineup_edits, editsBefore, editsAfter(editsBefore)],
      [TABLES.game_teams, before.teams, lists.teams],
      [TABLES.matchups, before.matchups, lists.matchups],
      [TABLES.participants, before.participants, lists.participants],
    );
    games.push({ ...owner, game, editsAfter, closed: closedPairings(before.matchups, lists.matchups) });
  }
  return games;
}

function placeGames({ checkUnique }: Draft, file: ParsedFile): readonly PlacedGame[] {
  return file.clubs.flatMap((club, index) =>
    (club.games ?? []).map((game, number) => {
      const place = `clubs[${index}].games[${number}]`;
      checkUnique('game id', game.id, `${place}.id`);
      checkUnique(`game of club ${club.id} with slug`, game.slug, `${place}.slug`);
      return { place, clubId: club.id, game };
    }),
  );
}

function gameRow(game: FileGame, clubId: number): GivenRow {
  const { format, teams: _t, matchups: _m, participants: _p, ...rest } = game;
  const { scores: _s, goals: _g, markers: _k, live: _l, lineup_edits: _e, ...given } = rest;
  return { ...given, club_id: clubId, ...formatRow(format) };
}

/** The columns of a format: missing fields keep the stored value, null means the default. */
export function formatRow(format: FileGame['format']): GivenRow {
  if (format === null) return { halves: null, half_minutes: null, extra_half_minutes: null };
  return { ...format };
}

type Lists = {
  readonly teams: readonly Row[];
  readonly matchups: readonly Row[];
  readonly participants: readonly Row[];
};

/** These lists have no ids: a list in the file replaces the whole stored list. */
function listsOf(game: FileGame, before: Lists): Lists {
  const teams = game.teams ? listRows(TABLES.game_teams, game.id, game.teams) : before.teams;
  const participants = game.participants
    ? listRows(
        TABLES.participants,
        game.id,
        game.participants.map(({ id, name, ...given }) => ({
          ...given,
          player_id: id,
          name: given.player_type === 'guest' ? name : null,
        })),
      )
    : before.participants;
  return { teams, matchups: matchupsOf(game, teams, before.matchups), participants };
}

function matchupsOf(game: FileGame, teams: readonly Row[], before: readonly Row[]): readonly Row[] {
  if (game.matchups && game.matchups.length > 0) return listRows(TABLES.matchups, game.id, game.matchups);
  if (!game.matchups && before.length > 0) return before;
  const [home, away, third] = teams;
  if (home === undefined || away === undefined || third !== undefined) return [];
  return listRows(TABLES.matchups, game.id, [
    { match_index: 0, home_team: home['number'] ?? null, away_team: away['number'] ?? null },
  ]);
}

function closedPairings(before: readonly Row[], after: readonly Row[]): readonly Closed[] {
  const kept = new Map(after.map((row) => [row['match_index'], row]));
  const isBye = (row: Row): boolean => (row['away_team'] ?? null) === null;
  return before.flatMap((row) => {
    const number = Number(row['match_index']);
    const now = kept.get(row['match_index']);
    if (now === undefined) return [{ number, fault: 'cannot be left out' }];
    return isBye(now) && !isBye(row) ? [{ number, fault: 'cannot become a bye' }] : [];
  });
}

/**
 * A pairing with markers must stay, and must not become a bye: its markers would count nowhere (rule SIDE-9). Call it when the games
 * are reserved, so that no marker comes after it.
 */
export async function checkPlayedPairings({ sql, faults }: Draft, games: readonly DraftedGame[]): Promise<void> {
  const closed = new Map<string, { readonly place: string; readonly fault: string }>(
    games.flatMap(({ id, place, closed: all }) =>
      all.map(({ number, fault }) => [`${id}_${number}`, { place: `${place}.matchups`, fault }] as const),
    ),
  );
  if (closed.size === 0) return;
  const refs = games.filter((game) => game.closed.length > 0).map(({ id }) => gameRef(id));
  const played = await sql<{ match_id: string }[]>`
    select distinct k.body->>'matchId' as match_id from marker k
    where k.ref = any(${refs}) and k.body ? 'matchId'`;
  for (const { match_id } of played) {
    const found = closed.get(match_id);
    if (found !== undefined) faults.add(found.place, `The pairing ${match_id} has markers and ${found.fault}.`);
  }
}
