// Drafts users and juniors.
import type { ISql } from '../store/driver/sql.ts';
import type { FileUser, ParsedFile } from '../../protocol/data-file/data-file.ts';
import { hashPassword, isPassword } from '../auth/passwords.ts';
import { checkSlugs, type CheckUnique, type Draft, type Drafted, draftRows, type OnProgress } from './draft.ts';
import type { Faults } from './json-path.ts';
import { batches, type GivenRow, readRows } from './rows.ts';
import { TABLES } from './tables.ts';

export type UserAtPath = { readonly place: string; readonly user: FileUser };

/** All users in the file, including users given with tournament players; each once. */
export function usersOf(file: ParsedFile, faults: Faults, checkUnique: CheckUnique): readonly UserAtPath[] {
  const placed = new Map<number, UserAtPath>();
  for (const [index, user] of file.users.entries()) {
    const place = `users[${index}]`;
    checkUnique('user id', user.id, `${place}.id`);
    checkUnique('user slug', user.slug, `${place}.slug`);
    placed.set(user.id, { place, user });
  }
  for (const [index, { players }] of file.tournaments.entries()) {
    for (const [number, { user }] of (players ?? []).entries()) {
      if (!user) continue;
      const place = `tournaments[${index}].players[${number}].user`;
      const known = placed.get(user.id);
      if (known === undefined) {
        checkUnique('user slug', user.slug, `${place}.slug`);
        placed.set(user.id, { place, user });
      } else if (JSON.stringify(known.user) !== JSON.stringify(user)) {
        faults.add(`${place}.id`, `The user id ${user.id} is also at ${known.place}, with other fields.`);
      }
    }
  }
  return [...placed.values()];
}

/** Number of hashes computed at once; each takes 128 MiB. */
const HASHED_AT_ONCE = 2;

/**
 * Hashes of the file's passwords by user id. A stored hash that matches the password is kept. This runs before the
 * transaction, because hashing takes long.
 */
export async function hashPasswords(
  sql: ISql,
  users: readonly UserAtPath[],
  onProgress: OnProgress,
): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>();
  const open = users.flatMap(({ user }) => (user.password ? [{ id: user.id, password: user.password }] : []));
  const stored = new Map<number, string>();
  const ids = open.map(({ id }) => id);
  for (const row of await readRows(sql, TABLES.users, 'id', ids)) {
    if (typeof row['password_hash'] === 'string') stored.set(Number(row['id']), row['password_hash']);
  }
  const hashOf = async ({ id, password }: { id: number; password: string }): Promise<void> => {
    const known = stored.get(id);
    const isKnown = known !== undefined && (await isPassword(password, known));
    hashes.set(id, isKnown ? known : await hashPassword(password));
  };
  for (const some of batches(open, HASHED_AT_ONCE)) {
    await Promise.all(some.map(hashOf));
    onProgress({ entity: 'passwords', done: hashes.size, total: open.length });
  }
  return hashes;
}

export async function draftUsers(
  draft: Draft,
  users: readonly UserAtPath[],
  hashes: ReadonlyMap<number, string>,
): Promise<readonly Drafted[]> {
  const entries = users.map(({ place, user }) => {
    const { password: _, password_hash: hash, ...given } = user;
    // Without a password in the file, or with null, the stored one stays.
    return { place, given: { ...given, password_hash: hashes.get(user.id) ?? hash ?? undefined } satisfies GivenRow };
  });
  const { drafted } = await draftRows(draft, TABLES.users, entries);
  await checkSlugs(draft, TABLES.users, drafted);
  return drafted;
}

export async function draftJuniors(draft: Draft, file: ParsedFile): Promise<readonly Drafted[]> {
  const entries = file.juniors.map((given, index) => {
    draft.checkUnique('junior id', given.id, `juniors[${index}].id`);
    return { place: `juniors[${index}]`, given };
  });
  return (await draftRows(draft, TABLES.juniors, entries)).drafted;
}
