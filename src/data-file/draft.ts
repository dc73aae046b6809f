// Drafts an import: the file merged with the stored rows, and its faults. Rows are written only if there are no faults.
import { SERVICE_IDS_FROM } from '../../protocol/rest/managed.ts';
import type { ISql } from '../store/driver/sql.ts';
import type { Faults } from './json-path.ts';
import {
  type GivenRow,
  keyOf,
  merge,
  type Merged,
  readRows,
  type Row,
  sameRows,
  type State,
  textOf,
  type ListTable,
  type Table,
} from './rows.ts';

export const ENTITIES = [
  'users',
  'juniors',
  'clubs',
  'members',
  'club_juniors',
  'games',
  'tournaments',
  'teams',
  'players',
  'matches',
  'tokens',
  'view_tokens',
] as const;
export type Entity = (typeof ENTITIES)[number];
export type Counts = Readonly<Record<Entity, Readonly<Record<State, number>>>>;

/** Progress of an import: rows done of an entity's total. */
export type Progress = {
  readonly entity: Entity | 'passwords' | 'results';
  readonly done: number;
  readonly total: number;
};
export type OnProgress = (progress: Progress) => void;

/** Shared by all parts of the import. */
export type Draft = {
  readonly sql: ISql;
  /** Time of the import, ms since 1970: the default of times of new rows. */
  readonly now: number;
  readonly faults: Faults;
  readonly checkUnique: CheckUnique;
  /** Whether new rows may have ids that the service gives (rule MANAGE-4). */
  readonly mayHaveServiceIds: boolean;
  /** The users and juniors that the file refers to. */
  readonly users: References;
  readonly juniors: References;
  /** Yields to the event loop if this turn has been long. */
  readonly maybeYield: () => Promise<void> | undefined;
};

export type Entry = { readonly place: string; readonly given: GivenRow };
export type Drafted = Merged & { readonly place: string };
/** A row with lists of its own. `changed`: the new rows of the lists that the import changes. */
export type DraftedOwner = Drafted & {
  readonly id: number;
  readonly changed: ReadonlyMap<ListTable, readonly Row[]>;
};
type ListChange = readonly [table: ListTable, before: readonly Row[], after: readonly Row[]];

/** A row with a changed list counts as updated. */
export function withLists(entry: Drafted, ...lists: readonly ListChange[]): DraftedOwner {
  const changes = lists.filter(([, before, after]) => !sameRows(before, after));
  return {
    ...entry,
    id: Number(entry.row['id']),
    changed: new Map(changes.map(([table, , after]) => [table, after])),
    state: entry.state === 'unchanged' && changes.length > 0 ? 'updated' : entry.state,
  };
}

/** Merges entries with the stored rows that have the same value in `column`. Returns those rows by key too. */
export async function draftRows(
  draft: Draft,
  table: Table,
  entries: readonly Entry[],
  { column = 'id', atFirst = {} }: { column?: string; atFirst?: Row } = {},
): Promise<{ readonly drafted: Drafted[]; readonly stored: ReadonlyMap<string, Row> }> {
  const ids = new Set(entries.map(({ given }) => Number(given[column])));
  const stored = new Map<string, Row>();
  for (const row of await readRows(draft.sql, table, column, [...ids])) stored.set(keyOf(table, row), row);
  const drafted: Drafted[] = [];
  for (const { place, given } of entries) {
    await draft.maybeYield();
    const merged = merge(table, given, stored.get(keyOf(table, given)), atFirst);
    const id = merged.row['id'];
    if (merged.stored === null && typeof id === 'number' && id >= SERVICE_IDS_FROM && !draft.mayHaveServiceIds) {
      draft.faults.add(
        `${place}.id`,
        `Ids from ${SERVICE_IDS_FROM} up are given by the service. Choose a smaller one.`,
      );
    }
    drafted.push({ place, ...merged });
  }
  return { drafted, stored };
}

/** Reports the second entry of a file with the same key. */
export type CheckUnique = (what: string, key: string | number, place: string) => void;

export function openUniqueCheck(faults: Faults): CheckUnique {
  const places = new Map<string, string>();
  return (what, key, place) => {
    const name = `${what} ${key}`;
    const first = places.get(name);
    if (first === undefined) places.set(name, place);
    else faults.add(place, `The ${name} is also at ${first}.`);
  };
}

/** Checks new slugs against stored rows that are not in the file. */
export async function checkSlugs(
  { sql, faults }: Draft,
  table: Table,
  drafted: readonly Drafted[],
  scope: (row: Row) => string = () => '',
): Promise<void> {
  const moved = drafted.filter(({ row, stored }) => stored?.['slug'] !== row['slug']);
  if (moved.length === 0) return;
  const mentioned = new Set(drafted.map(({ row }) => row['id']));
  const slugs = new Set(moved.map(({ row }) => textOf(row['slug'])));
  const taken = new Map<string, Row>();
  for (const row of await readRows(sql, table, 'slug', [...slugs])) {
    if (!mentioned.has(row['id'] ?? null)) taken.set(`${scope(row)} ${textOf(row['slug'])}`, row);
  }
  for (const { row, place } of moved) {
    const other = taken.get(`${scope(row)} ${textOf(row['slug'])}`);
    if (other) faults.add(`${place}.slug`, `The slug ${textOf(row['slug'])} is taken by id ${textOf(other['id'])}.`);
  }
}

/** The ids that the file refers to. Each must be in the file or stored. */
export function openReferences() {
  const references: { readonly id: number; readonly place: string }[] = [];
  return {
    /** Collects an id, to be checked later. */
    mustExist(id: number | null | undefined, place: string): void {
      if (typeof id === 'number') references.push({ id, place });
    },
    /** Reports the collected ids that are neither in the file nor stored. */
    async check({ sql, faults }: Draft, table: Table, inFile: ReadonlySet<number>, what: string): Promise<void> {
      const missing = new Set(references.map(({ id }) => id).filter((id) => !inFile.has(id)));
      for (const row of await readRows(sql, table, 'id', [...missing])) missing.delete(Number(row['id']));
      for (const { id, place } of references)
        if (missing.has(id)) faults.add(place, `There is no ${what} ${id} in the file or the database.`);
    },
  };
}
type References = ReturnType<typeof openReferences>;

export const idsOf = (drafted: readonly Drafted[]): ReadonlySet<number> =>
  new Set(drafted.map(({ row }) => Number(row['id'])));
