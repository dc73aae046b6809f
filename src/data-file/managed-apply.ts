// Applies entries of one club or tournament as a data file (rule MANAGE-1).
import { type ManagedKind, SERVICE_IDS_FROM } from '../../protocol/rest/managed.ts';
import type { Detail } from '../../protocol/rest/problem.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { invalid, Problem } from '../ops/problem.ts';
import type { ISql } from '../store/driver/sql.ts';
import { applyFile } from './import.ts';
import { requireKnownPeople } from './managed-people.ts';
import { greatestId, MANAGED, type ManagedRow, type Owner } from './managed-rows.ts';
import { parseFile } from './parse.ts';

/** As a data file has them; the import checks them. */
export type ManagedFields = Readonly<Record<string, unknown>>;

/** An entry of a list of the owner. `person`: the row of its user or junior, where that is new or changes. */
type ManagedEntry = {
  readonly kind: ManagedKind;
  readonly entry: ManagedFields;
  readonly person: ManagedFields | null;
};

/** The entry of a new row. A person of it is new too. */
export function newEntry(kind: ManagedKind, id: number, fields: ManagedFields): ManagedEntry {
  switch (kind) {
    case 'game':
      return { kind, entry: { id, slug: slugOf(fields['title'], id), ...fields }, person: null };
    case 'team':
    case 'match':
      return { kind, entry: { id, ...fields }, person: null };
    case 'member':
    case 'player': {
      const { name, ...rest } = fields;
      return { kind, entry: { user_id: id, ...rest }, person: { id, slug: slugOf(name, id), name } };
    }
    case 'junior': {
      const { name, ...rest } = fields;
      return { kind, entry: { junior_id: id, ...rest }, person: { id, name } };
    }
  }
}

/** The entry that changes a stored row. `slug`: of its person, who keeps it under a new name; null for juniors. */
export function changedEntry(
  kind: ManagedKind,
  { id, file }: Pick<ManagedRow, 'id' | 'file'>,
  fields: ManagedFields,
  slug: string | null = null,
): ManagedEntry {
  switch (kind) {
    case 'game':
      return { kind, entry: { id, slug: file['slug'] ?? '', title: file['title'] ?? '', ...fields }, person: null };
    case 'team':
      return { kind, entry: { id, name: file['name'] ?? '', ...fields }, person: null };
    case 'match':
      return { kind, entry: { id, ...fields }, person: null };
    case 'member':
    case 'player':
    case 'junior': {
      const { name, ...rest } = fields;
      const person = name === undefined ? null : { id, ...(slug === null ? {} : { slug }), name };
      return { kind, entry: { [MANAGED[kind].column]: id, ...rest }, person };
    }
  }
}

/** Where a mistake is. `entry`: the number of the entry; null for a field of the owner. `path`: inside the entry. */
export type PathOf = (entry: number | null, path: string) => string;
/** Of the only entry: `role`. */
const inside: PathOf = (_, path) => path;
/** Of one of many entries: `[3].role`. */
export const inEntry: PathOf = (entry, path) => (entry === null ? path : `[${entry}].${path}`);

/**
 * Applies a data file with these entries, and with these fields of the owner: all of it or nothing. Throws Problem 422 with paths
 * by `pathOf`.
 */
export async function applyEntries(
  tx: ISql,
  owner: Owner,
  entries: readonly ManagedEntry[],
  fields: ManagedFields = {},
  pathOf: PathOf = inside,
): Promise<readonly MatchRef[]> {
  for (const { kind, entry } of entries) await requireKnownPeople(tx, kind, owner, entry);
  const people = (isJunior: boolean): readonly ManagedFields[] =>
    entries.flatMap(({ kind, person }) => (person !== null && (kind === 'junior') === isJunior ? [person] : []));
  const lists: Record<string, ManagedFields[]> = {};
  for (const { kind, entry } of entries) (lists[MANAGED[kind].list] ??= []).push(entry);
  const file = {
    touchline_data: 1,
    service_ids: true,
    users: people(false),
    juniors: people(true),
    [`${owner.kind}s`]: [{ id: owner.id, slug: owner.slug, name: owner.name, ...fields, ...lists }],
  };
  try {
    const done = await applyFile(tx, await parseFile(file), {
      onProgress: () => undefined,
      encryption: null,
      hashes: new Map(),
    });
    return done.affected;
  } catch (error) {
    if (!(error instanceof Problem) || error.details === undefined) throw error;
    throw invalid(error.details.map((detail) => placed(detail, entries, pathOf)));
  }
}

const PLACE = /^(?:(?:clubs|tournaments)\[0\]\.(\w{1,20})|(users|juniors))\[(\d{1,9})\]\.?/;

const OWN = /^(?:clubs|tournaments)\[0\]\./;

/** `clubs[0].members[0].role` is `role` of the first member among the entries, `clubs[0].name` is `name` of the owner. */
function placed({ path, message }: Detail, entries: readonly ManagedEntry[], pathOf: PathOf): Detail {
  const [place, list, people, index] = PLACE.exec(path) ?? [];
  if (place === undefined) return { path: pathOf(null, path.replace(OWN, '')), message };
  const isIn = ({ kind, person }: ManagedEntry): boolean =>
    people === undefined
      ? MANAGED[kind].list === list
      : person !== null && (kind === 'junior') === (people === 'juniors');
  const numbers = entries.flatMap((entry, number) => (isIn(entry) ? [number] : []));
  return { path: pathOf(numbers[Number(index)] ?? null, path.slice(place.length)), message };
}

const MARKS = /\p{M}+/gu;
const OTHERS = /[^a-z0-9]+/g;

/** A slug of the letters of a title, with the number that makes it unique: `sunday-5s-12`. */
export function slugOf(title: unknown, id: number): string {
  const words = typeof title === 'string' ? title.slice(0, 80).normalize('NFKD').replace(MARKS, '').toLowerCase() : '';
  const parts = words.split(OTHERS).filter((part) => part !== '');
  return [...parts, String(id - SERVICE_IDS_FROM)].join('-');
}

/** This many new ids in a row; returns the first. */
export async function nextIds(tx: ISql, count = 1): Promise<number> {
  // A restored backup may have greater ids than this database gave so far.
  const [row] = await tx<{ last: number }[]>`
    select setval('managed_id', greatest(nextval('managed_id'), ${greatestId(tx)} + 1) + ${count - 1}) as last`;
  if (row === undefined) throw new TypeError('The database gave no id.');
  return row.last - count + 1;
}
