// Applies rows of one list of a club or tournament as a data file: with its checks, and the same live matches move (rule MANAGE-1).
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { invalid, Problem } from '../ops/problem.ts';
import type { ISql } from '../store/driver/sql.ts';
import { applyFile } from './import.ts';
import type { Owner } from './managed-rows.ts';
import { parseFile } from './parse.ts';

/** As a data file has them; the import checks them. */
export type ManagedFields = Readonly<Record<string, unknown>>;

export type Rows = {
  /** Its list in the file of the owner. */
  readonly list: string;
  readonly entries: readonly ManagedFields[];
  /** People who come with the entries. */
  readonly users?: readonly ManagedFields[];
};

/** Returns the stored matches that changed. Throws Problem 422 with paths inside the entry, if there is one only. */
export async function applyRows(
  tx: ISql,
  owner: Owner,
  { list, entries, users = [] }: Rows,
): Promise<readonly MatchRef[]> {
  const file = {
    touchline_data: 1,
    service_ids: true,
    users,
    [`${owner.kind}s`]: [{ id: owner.id, slug: owner.slug, name: owner.name, [list]: entries }],
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
    const prefixes = [`${owner.kind}s[0].${list}[0].`, 'users[0].'];
    throw invalid(error.details.map(({ path, message }) => ({ path: withoutPrefix(path, prefixes), message })));
  }
}

const withoutPrefix = (path: string, prefixes: readonly string[]): string =>
  prefixes.reduce((left, prefix) => (left.startsWith(prefix) ? left.slice(prefix.length) : left), path);
