// Exports everything as a data file, for backups and for moving to another database. It includes what an import cannot
// compute: the order of arrival, manual results, and hashes of secrets (rule DATA-12). The text is made piece by piece: a file may
// be larger than the memory, and no piece blocks the event loop.
import { SERVICE_IDS_FROM } from '../../protocol/rest/managed.ts';
import type { Action } from '../store/audit.ts';
import type { ISql, Sql } from '../store/driver/sql.ts';
import { gameRef, matchRef } from '../../protocol/wire/ids.ts';
import { inTurns } from '../ops/turns.ts';
import { transaction } from '../store/driver/transaction.ts';
import { liveFields, readLive } from './export-live.ts';
import { cursorBatches, rowBatches } from './export-rows.ts';
import { formatted, lineupEditsOf, lineupOf, participantOf, withTimes, without } from './file-shapes.ts';
import { greatestId } from './managed-rows.ts';
import { type Json, readLists, readRows, type Row, rowsBy, textOf } from './rows.ts';
import { TABLES } from './tables.ts';
import { isoTime } from '../../protocol/wire/iso-time.ts';

export type ExportOptions = {
  /** Adds the log of each match and the audit trail (rule DATA-15). */
  readonly history?: boolean;
};

type Slugs = Readonly<Record<'club' | 'tournament', ReadonlyMap<Json | undefined, string>>>;
/** What all parts of the file need. */
type Source = { readonly sql: ISql; readonly slugs: Slugs; readonly history: boolean };

/** Actions of the audit trail that stay out of the file. */
const OF_THIS_SERVER: readonly Action[] = ['data_imported', 'data_exported', 'sign_in_refused', 'credentials_refused'];
/** Matches whose results are read at once. */
const MATCHES_AT_ONCE = 50;

/**
 * Writes everything as a data file that an empty server accepts, from one snapshot. Rows are in the order of their ids.
 * `write` gets the text in order; the next piece waits for it.
 */
export async function exportData(
  sql: Sql,
  write: (text: string) => Promise<void>,
  { history = false }: ExportOptions = {},
): Promise<void> {
  const all = async (tx: ISql): Promise<void> => {
    const slugs = { club: await slugsOf(tx, 'club'), tournament: await slugsOf(tx, 'tournament') };
    const source = { sql: tx, slugs, history };
    await write(`{"touchline_data":1${(await hasServiceIds(tx)) ? ',"service_ids":true' : ''}`);
    for await (const text of lists(source)) await write(text);
    await write('}\n');
  };
  await transaction(sql, all, 'isolation level repeatable read, read only');
}

async function hasServiceIds(sql: ISql): Promise<boolean> {
  const [row] = await sql<{ greatest: number | null }[]>`select ${greatestId(sql)} as greatest`;
  return (row?.greatest ?? 0) >= SERVICE_IDS_FROM;
}

async function slugsOf(sql: ISql, table: string): Promise<ReadonlyMap<Json | undefined, string>> {
  const rows = await sql<{ id: number; slug: string }[]>`select id, slug from ${sql(table)}`;
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

async function* lists(source: Source): AsyncGenerator<string> {
  const { sql, slugs, history } = source;
  yield* list('users', rowBatches(sql, TABLES.users), (rows) => rows.map(textOf));
  yield* list('juniors', rowBatches(sql, TABLES.juniors), (rows) => rows.map(textOf));
  yield* clubs(source);
  yield* tournaments(source);
  yield* list('tokens', rowBatches(sql, TABLES.tokens), (rows) => rows.map((row) => textOf(tokenOf(row, slugs))));
  yield* list('view_tokens', rowBatches(sql, TABLES.view_tokens), (rows) => rows.map(textOf));
  if (!history) return;
  // Imports, exports and refusals happened to this server: another server has its own.
  const audit = cursorBatches<Row>(
    sql,
    sql`
    select to_jsonb(a) as row from audit a where a.action not in ${sql(OF_THIS_SERVER)} order by a.id`,
  );
  yield* list('audit', audit, (rows) => rows.map((row) => textOf(auditOf(row, slugs))));
}

/** The list of this name, with the comma before it. `texts`: the items of a batch as JSON. */
async function* list(
  name: string,
  rows: AsyncIterable<readonly Row[]>,
  texts: (rows: readonly Row[]) => readonly string[],
): AsyncGenerator<string> {
  yield `,"${name}":[`;
  let separator = '\n';
  for await (const some of rows) {
    for (const text of texts(some)) {
      yield separator + text;
      separator = ',\n';
    }
  }
  yield ']';
}

/** Rows as JSON, with the id of the club or tournament that has them. */
type Placed = { readonly parent: number; readonly text: string };

/** Gives the rows of one parent after the other. The parents must be asked for in the order of the rows. */
function openGroups(rows: AsyncGenerator<Placed>) {
  let next: IteratorResult<Placed> | null = null;
  return async function* (parent: number): AsyncGenerator<string> {
    next ??= await rows.next();
    let separator = '\n';
    while (!next.done && next.value.parent === parent) {
      yield separator + next.value.text;
      separator = ',\n';
      next = await rows.next();
    }
  };
}

async function* clubs(source: Source): AsyncGenerator<string> {
  const { sql } = source;
  const gamesOf = openGroups(games(source));
  yield ',"clubs":[';
  let separator = '\n';
  for await (const some of rowBatches(sql, TABLES.clubs)) {
    const ids = some.map((row) => Number(row['id']));
    const members = rowsBy('club_id', await rowsWhere(source, 'members', 'club_id', ids));
    const juniors = rowsBy('club_id', await rowsWhere(source, 'club_juniors', 'club_id', ids));
    for (const club of some) {
      const id = Number(club['id']);
      const head = {
        ...club,
        members: partsOf(members.get(id), ['club_id'], 'user_id'),
        juniors: partsOf(juniors.get(id), ['club_id'], 'junior_id'),
      };
      yield `${separator + textOf(head).slice(0, -1)},"games":[`;
      yield* gamesOf(id);
      yield ']}';
      separator = ',\n';
    }
  }
  yield ']';
}

async function* games(source: Source): AsyncGenerator<Placed> {
  const { sql } = source;
  for await (const some of rowBatches(sql, TABLES.games, ['club_id', 'id'], MATCHES_AT_ONCE)) {
    const ids = some.map((row) => Number(row['id']));
    const live = await readLive(sql, ids.map(gameRef), source);
    const teams = await readLists(sql, TABLES.game_teams, ids);
    const matchups = await readLists(sql, TABLES.matchups, ids);
    const participants = await readLists(sql, TABLES.participants, ids);
    const edits = await readLists(sql, TABLES.game_lineup_edits, ids);
    const textOfGame = (row: Row): string => {
      const id = Number(row['id']);
      return textOf({
        ...without(formatted(row, 'format'), ['club_id']),
        teams: partsOf(teams.get(id), ['game_id']),
        matchups: partsOf(matchups.get(id), ['game_id']),
        participants: (participants.get(id) ?? []).map(participantOf),
        ...editsOf(edits.get(id)),
        ...liveFields(live.get(gameRef(id)), 'game'),
      });
    };
    yield* await inTurns(placed(some, 'club_id', textOfGame));
  }
}

function* placed(rows: readonly Row[], column: string, text: (row: Row) => string): Generator<void, Placed[]> {
  const all: Placed[] = [];
  for (const row of rows) {
    all.push({ parent: Number(row[column]), text: text(row) });
    yield;
  }
  return all;
}

async function* tournaments(source: Source): AsyncGenerator<string> {
  const { sql, slugs } = source;
  const matchesOf = openGroups(matches(source));
  yield ',"tournaments":[';
  let separator = '\n';
  for await (const some of rowBatches(sql, TABLES.tournaments)) {
    const ids = some.map((row) => Number(row['id']));
    const organizers = await readLists(sql, TABLES.organizers, ids);
    const teams = rowsBy('tournament_id', await rowsWhere(source, 'teams', 'tournament_id', ids));
    const players = rowsBy('tournament_id', await rowsWhere(source, 'players', 'tournament_id', ids));
    for (const tournament of some) {
      const id = Number(tournament['id']);
      const head = {
        ...without(formatted(tournament, 'match_format'), ['host_club_id']),
        host_club: slugs.club.get(tournament['host_club_id']) ?? null,
        organizer_ids: (organizers.get(id) ?? []).map((row) => row['user_id'] ?? null),
        teams: partsOf(teams.get(id), ['tournament_id'], 'id'),
        players: partsOf(players.get(id), ['tournament_id'], 'user_id'),
      };
      yield `${separator + textOf(head).slice(0, -1)},"matches":[`;
      yield* matchesOf(id);
      yield ']}';
      separator = ',\n';
    }
  }
  yield ']';
}

async function* matches(source: Source): AsyncGenerator<Placed> {
  const { sql, slugs } = source;
  for await (const some of rowBatches(sql, TABLES.matches, ['tournament_id', 'id'], MATCHES_AT_ONCE)) {
    const ids = some.map((row) => Number(row['id']));
    const live = await readLive(sql, ids.map(matchRef), source);
    const lineups = await readLists(sql, TABLES.lineups, ids);
    const edits = await readLists(sql, TABLES.match_lineup_edits, ids);
    const authorized = await readLists(sql, TABLES.authorized_clubs, ids);
    const scores = new Map(
      (await rowsWhere(source, 'given_scores', 'match_id', ids)).map((row) => [Number(row['match_id']), row]),
    );
    const textOfMatch = (row: Row): string => {
      const id = Number(row['id']);
      const played = live.get(matchRef(id));
      const score = scores.get(id);
      return textOf({
        ...without(formatted(row, 'format'), ['tournament_id']),
        authorized_clubs: (authorized.get(id) ?? []).map((entry) => slugs.club.get(entry['club_id']) ?? ''),
        ...(score && { [played ? 'score_offset' : 'score']: without(score, ['match_id']) }),
        lineups: { home: lineupOf(lineups.get(id), 'home'), away: lineupOf(lineups.get(id), 'away') },
        ...editsOf(edits.get(id)),
        ...liveFields(played, 'match'),
      });
    };
    yield* await inTurns(placed(some, 'tournament_id', textOfMatch));
  }
}

function editsOf(rows: readonly Row[] | undefined): { lineup_edits?: Json } {
  const edits = lineupEditsOf(rows);
  return edits === null ? {} : { lineup_edits: edits };
}

function tokenOf(row: Row, slugs: Slugs): Json {
  const { club_id, tournament_id, user_id = null, app_name = null, redirect_origin = null, ...rest } = row;
  const isShared = row['kind'] === 'club_static' || row['kind'] === 'tournament_static';
  return {
    ...rest,
    ...(club_id === null ? {} : { club: slugs.club.get(club_id) ?? '' }),
    ...(tournament_id === null ? {} : { tournament: slugs.tournament.get(tournament_id) ?? '' }),
    ...(isShared ? {} : { user_id, app_name, redirect_origin }),
  };
}

function auditOf({ id: _, club_id, tournament_id, at = null, ...rest }: Row, slugs: Slugs): Json {
  const [club, tournament] = [slugs.club.get(club_id) ?? null, slugs.tournament.get(tournament_id) ?? null];
  return { at: isoTime(Number(at)), ...rest, club, tournament };
}

/** The rows of these parents, with times as ISO 8601. */
async function rowsWhere(
  { sql }: Source,
  name: 'members' | 'club_juniors' | 'teams' | 'players' | 'given_scores',
  column: string,
  ids: readonly number[],
): Promise<Row[]> {
  return (await readRows(sql, TABLES[name], column, ids)).map((row) => withTimes(TABLES[name], row));
}

/** The rows without their parent; sorted by `order`, or as they are. */
function partsOf(rows: readonly Row[] = [], keys: readonly string[], order?: string): Json[] {
  const sorted = order === undefined ? rows : rows.toSorted((a, b) => Number(a[order]) - Number(b[order]));
  return sorted.map((row) => without(row, keys));
}
