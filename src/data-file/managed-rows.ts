// The rows that staff manage one by one, read in the shapes of the data file.
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../protocol/wire/canonical-json.ts';
import { notFound } from '../ops/not-found.ts';
import type { ISql } from '../store/driver/sql.ts';
import type { ManagedKind } from '../../protocol/rest/managed.ts';
import { formatted, lineupEditsOf, lineupOf, participantOf, withTimes, without } from './file-shapes.ts';
import { type Json, readLists, type Row, type Table, textOf } from './rows.ts';
import { TABLES } from './tables.ts';

/** The club or tournament that a row belongs to. */
export type Owner = {
  readonly kind: 'club' | 'tournament';
  readonly id: number;
  readonly slug: string;
  readonly name: string;
};

/** A stored row. `id`: its own, or the id of its person. `file`: the row as a data file has it. */
export type ManagedRow = { readonly id: number; readonly title: string; readonly file: Readonly<Record<string, Json>> };

/** The strong ETag of a row, with its quotes: a hash of what a reader sees, so that all nodes give the same one. */
export const etagOf = ({ file }: Pick<ManagedRow, 'file'>): string =>
  `"${createHash('sha256').update(canonicalJson(file)).digest('base64url').slice(0, 22)}"`;

/** Each kind: its list in the file of the owner, its table and the columns that find one row. */
export const MANAGED = {
  game: { list: 'games', table: TABLES.games, column: 'slug', ownerColumn: 'club_id' },
  member: { list: 'members', table: TABLES.members, column: 'user_id', ownerColumn: 'club_id' },
  junior: { list: 'juniors', table: TABLES.club_juniors, column: 'junior_id', ownerColumn: 'club_id' },
  team: { list: 'teams', table: TABLES.teams, column: 'id', ownerColumn: 'tournament_id' },
  player: {
    list: 'players',
    table: TABLES.players,
    column: 'user_id',
    ownerColumn: 'tournament_id',
  },
  match: { list: 'matches', table: TABLES.matches, column: 'id', ownerColumn: 'tournament_id' },
} as const satisfies Record<ManagedKind, { list: string; table: Table; column: string; ownerColumn: string }>;

/** The club or tournament with this slug; null when there is none. */
export async function findOwner(sql: ISql, kind: Owner['kind'], slug: string): Promise<Owner | null> {
  const [row] = await sql<Owner[]>`select ${kind} as kind, id, slug, name from ${sql(kind)} where slug = ${slug}`;
  return row ?? null;
}

/** Throws Problem 404. */
export async function requireOwner(sql: ISql, kind: Owner['kind'], slug: string): Promise<Owner> {
  const owner = await findOwner(sql, kind, slug);
  if (owner === null) throw notFound(kind === 'club' ? 'Club' : 'Tournament');
  return owner;
}

/** SQL: the greatest id of the rows that staff may create. */
export const greatestId = (sql: ISql) => sql`(select max(id) from (
  select max(id) as id from app_user union all select max(id) from junior union all select max(id) from game union all select max(id) from tournament_team
  union all select max(id) from tournament union all select max(id) from tournament_match) as used)`;

/** The row of the owner with this key: the slug of a game, the id of others. Null when there is none. */
export async function readManaged(sql: ISql, kind: ManagedKind, owner: Owner, key: string): Promise<ManagedRow | null> {
  const { table, column, ownerColumn } = MANAGED[kind];
  const [found] = await sql<{ row: Row }[]>`
    select to_jsonb(t) as row from ${sql(table.name)} t
    where t.${sql(ownerColumn)} = ${owner.id} and t.${sql(column)}::text = ${key}`;
  if (found === undefined) return null;
  const row = withTimes(table, without(found.row, [ownerColumn]));
  switch (kind) {
    case 'game':
      return { id: Number(row['id']), title: textOf(row['title']), file: await gameFile(sql, row) };
    case 'match':
      return { id: Number(row['id']), title: textOf(row['id']), file: await matchFile(sql, row) };
    case 'team':
      return { id: Number(row['id']), title: textOf(row['name']), file: row };
    case 'member':
    case 'player':
    case 'junior': {
      const id = Number(row[column]);
      const people = kind === 'junior' ? TABLES.juniors : TABLES.users;
      const [person] = await sql<{ name: string }[]>`select name from ${sql(people.name)} where id = ${id}`;
      return { id, title: person?.name ?? '', file: { ...row, name: person?.name ?? '' } };
    }
  }
}

/** The row of the owner with this id: a change may have replaced the slug of a game. Null when there is none. */
export async function readById(sql: ISql, kind: ManagedKind, owner: Owner, id: number): Promise<ManagedRow | null> {
  if (kind !== 'game') return readManaged(sql, kind, owner, String(id));
  const [row] = await sql<{ slug: string }[]>`select slug from game where id = ${id} and club_id = ${owner.id}`;
  return row ? readManaged(sql, kind, owner, row.slug) : null;
}

async function gameFile(sql: ISql, row: Row): Promise<Row> {
  const id = Number(row['id']);
  const listOf = async (table: (typeof TABLES)['game_teams']): Promise<readonly Row[]> =>
    (await readLists(sql, table, [id])).get(id) ?? [];
  return {
    ...formatted(row, 'format'),
    lineup_edits: lineupEditsOf((await readLists(sql, TABLES.game_lineup_edits, [id])).get(id)),
    teams: (await listOf(TABLES.game_teams)).map((team) => without(team, ['game_id'])),
    matchups: (await listOf(TABLES.matchups)).map((matchup) => without(matchup, ['game_id'])),
    participants: (await listOf(TABLES.participants)).map(participantOf),
  };
}

async function matchFile(sql: ISql, row: Row): Promise<Row> {
  const id = Number(row['id']);
  const lineup = (await readLists(sql, TABLES.lineups, [id])).get(id);
  const clubs = await sql<{ slug: string }[]>`
    select c.slug from match_authorized_club a join club c on c.id = a.club_id where a.match_id = ${id} order by a.place`;
  const [score] = await sql<
    { row: Row }[]
  >`select to_jsonb(s) as row from match_given_score s where s.match_id = ${id}`;
  return {
    ...formatted(row, 'format'),
    lineup_edits: lineupEditsOf((await readLists(sql, TABLES.match_lineup_edits, [id])).get(id)),
    authorized_clubs: clubs.map(({ slug }) => slug),
    lineups: { home: lineupOf(lineup, 'home'), away: lineupOf(lineup, 'away') },
    score: score ? without(score.row, ['match_id']) : null,
  };
}
