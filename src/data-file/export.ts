// Exports everything as a data file, for backups and for moving to another database. It includes what an import cannot
// compute: the order of arrival, manual results, and hashes of secrets (rule DATA-12).
import type { ISql, Sql } from '../store/driver/sql.ts';
import type { DataFile } from '../../protocol/data-file/data-file.ts';
import { gameRef, type MatchRef, matchRef } from '../../protocol/wire/ids.ts';
import { toLoggedMarker } from '../../protocol/rest/match-log.ts';
import type { ManualResult, StoredMarker } from '../match/command.ts';
import { completed, type LogRow } from '../match/log-row.ts';
import { transaction } from '../store/driver/transaction.ts';
import { tailSql } from '../store/log/tail.ts';
import { markersSql } from '../store/results.ts';
import {
  groupRows,
  type Json,
  readAll as readRaw,
  type Row,
  rowsBy,
  textOf,
  type ListTable,
  type Table,
} from './rows.ts';
import { TABLES } from './tables.ts';

type Rows = readonly Row[];

/** Everything as a data file that an empty server accepts, from one snapshot. Rows are in the order of their ids. */
export async function exportData(sql: Sql): Promise<DataFile> {
  const read = async (tx: ISql): Promise<DataFile> => {
    const clubRows = await readAll(tx, TABLES.clubs);
    const tournamentRows = await readAll(tx, TABLES.tournaments);
    const slugs = {
      club: new Map(clubRows.map((row) => [row['id'], textOf(row['slug'])])),
      tournament: new Map(tournamentRows.map((row) => [row['id'], textOf(row['slug'])])),
    };
    const live = await readLive(tx);
    const file = {
      touchline_data: 1,
      users: await readAll(tx, TABLES.users),
      juniors: await readAll(tx, TABLES.juniors),
      clubs: await clubsOf(tx, clubRows, live),
      tournaments: await tournamentsOf(tx, tournamentRows, slugs.club, live),
      tokens: (await readAll(tx, TABLES.tokens)).map((row) => tokenOf(row, slugs)),
      view_tokens: await readAll(tx, TABLES.view_tokens),
    };
    // Rows are built by column, so the compiler cannot check the shape; the round-trip test does.
    return file as unknown as DataFile;
  };
  return transaction(sql, read, 'isolation level repeatable read, read only');
}

type Live = { readonly seq: number; readonly hand: ManualResult; readonly markers: readonly StoredMarker[] };

async function readLive(sql: ISql): Promise<ReadonlyMap<string, Live>> {
  const rows = await sql<(Live & { ref: MatchRef; tail: readonly LogRow[] | null })[]>`
    select l.ref, l.seq, l.hand, ${markersSql(sql)} as markers, ${tailSql(sql)} as tail
    from live_match l join match_position p on p.id = l.id where p.seq > 0`;
  return new Map(rows.map(({ tail, ...checkpoint }) => [checkpoint.ref, completed(checkpoint, tail)]));
}

async function clubsOf(sql: ISql, clubs: Rows, live: ReadonlyMap<string, Live>): Promise<Json[]> {
  const members = rowsBy('club_id', await readAll(sql, TABLES.members));
  const games = rowsBy('club_id', await readAll(sql, TABLES.games));
  const teams = await readLists(sql, TABLES.game_teams);
  const matchups = await readLists(sql, TABLES.matchups);
  const participants = await readLists(sql, TABLES.participants);
  const gameOf = (row: Row): Json => {
    const id = Number(row['id']);
    const played = live.get(gameRef(id));
    return {
      ...without(formatted(row, 'format'), ['club_id']),
      teams: listOf(teams, id, ['game_id']),
      matchups: listOf(matchups, id, ['game_id']),
      participants: (participants.get(id) ?? []).map(participantOf),
      ...(played && { markers: played.markers.map(markerOf), live: { seq: played.seq, hand: played.hand as Json } }),
    };
  };
  return clubs.map((club) => ({
    ...club,
    members: listOf(members, Number(club['id']), ['club_id']),
    games: (games.get(Number(club['id'])) ?? []).map(gameOf),
  }));
}

function participantOf({ player_id = null, ...row }: Row): Json {
  const rest = without(row, ['game_id', 'place', 'name']);
  return row['player_type'] === 'guest' ? { ...rest, name: row['name'] ?? null } : { ...rest, id: player_id };
}

async function tournamentsOf(
  sql: ISql,
  tournaments: Rows,
  clubSlugs: ReadonlyMap<Json | undefined, string>,
  live: ReadonlyMap<string, Live>,
): Promise<Json[]> {
  const organizers = await readLists(sql, TABLES.organizers);
  const teams = rowsBy('tournament_id', await readAll(sql, TABLES.teams));
  const players = rowsBy('tournament_id', await readAll(sql, TABLES.players));
  const matches = rowsBy('tournament_id', await readAll(sql, TABLES.matches));
  const lineups = await readLists(sql, TABLES.lineups);
  const authorized = await readLists(sql, TABLES.authorized_clubs);
  const scores = new Map((await readAll(sql, TABLES.given_scores)).map((row) => [row['match_id'], row]));
  const matchOf = (row: Row): Json => {
    const id = Number(row['id']);
    const played = live.get(matchRef(id));
    const score = scores.get(id);
    return {
      ...without(formatted(row, 'format'), ['tournament_id']),
      authorized_clubs: (authorized.get(id) ?? []).map((entry) => clubSlugs.get(entry['club_id']) ?? ''),
      ...(score && { [played ? 'score_offset' : 'score']: without(score, ['match_id']) }),
      lineups: { home: lineupOf(lineups.get(id), 'home'), away: lineupOf(lineups.get(id), 'away') },
      ...(played && { markers: played.markers.map(markerOf), live: { seq: played.seq } }),
    };
  };
  return tournaments.map((tournament) => {
    const id = Number(tournament['id']);
    return {
      ...without(formatted(tournament, 'match_format'), ['host_club_id']),
      host_club: clubSlugs.get(tournament['host_club_id']) ?? null,
      organizer_ids: (organizers.get(id) ?? []).map((row) => row['user_id'] ?? null),
      teams: listOf(teams, id, ['tournament_id']),
      players: listOf(players, id, ['tournament_id']),
      matches: (matches.get(id) ?? []).map(matchOf),
    };
  });
}

function lineupOf(rows: Rows = [], side: 'home' | 'away'): Json {
  const part = (isStarter: boolean): Json[] =>
    rows
      .filter((row) => row['side'] === side && row['is_starter'] === isStarter)
      .map((row) => without(row, ['match_id', 'place', 'side', 'is_starter']));
  return { starters: part(true), substitutes: part(false) };
}

function tokenOf(
  row: Row,
  slugs: Readonly<Record<'club' | 'tournament', ReadonlyMap<Json | undefined, string>>>,
): Json {
  const { club_id, tournament_id, user_id = null, app_name = null, redirect_origin = null, ...rest } = row;
  const isShared = row['kind'] === 'club_static' || row['kind'] === 'tournament_static';
  return {
    ...rest,
    ...(club_id === null ? {} : { club: slugs.club.get(club_id) ?? '' }),
    ...(tournament_id === null ? {} : { tournament: slugs.tournament.get(tournament_id) ?? '' }),
    ...(isShared ? {} : { user_id, app_name, redirect_origin }),
  };
}

/** A marker as it is posted, with its arrival and last write. */
const markerOf = (marker: StoredMarker): Json => {
  const { arrival, touched } = marker;
  return { ...toLoggedMarker(marker), arrival, touched } as Row;
};

const iso = (ms: number): string => new Date(ms).toISOString();

/** All rows of a table, with times as ISO 8601. */
async function readAll(sql: ISql, table: Table): Promise<Row[]> {
  const textOfTime = (row: Row, column: string) => (row[column] === null ? null : iso(Number(row[column])));
  const rows = await readRaw(sql, table);
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(table.times.map((column) => [column, textOfTime(row, column)])),
  }));
}

/** Joins the three columns of a format into one object. */
function formatted({ halves = null, half_minutes = null, extra_half_minutes = null, ...row }: Row, key: string): Row {
  const isGiven = halves !== null || half_minutes !== null || extra_half_minutes !== null;
  return { ...row, [key]: isGiven ? { halves, half_minutes, extra_half_minutes } : null };
}

const without = (row: Row, keys: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)));

const listOf = (lists: ReadonlyMap<number, Rows>, id: number, keys: readonly string[]): Json[] =>
  (lists.get(id) ?? []).map((row) => without(row, keys));

const readLists = async (sql: ISql, table: ListTable): Promise<ReadonlyMap<number, Rows>> =>
  groupRows(await readAll(sql, table), table);
