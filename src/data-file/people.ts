// Drafts users and juniors.
import type { ISql } from '../store/driver/sql.ts';
import type { FileUser, ParsedFile } from '../../protocol/data-file/data-file.ts';
import { hashPassword, isPassword } from '../auth/passwords.ts';
import { checkSlugs, type Draft, type Drafted, draftRows, type OnProgress, openClaims } from './draft.ts';
import type { Faults } from './json-path.ts';
import { type GivenRow, readRows } from './rows.ts';
import { TABLES } from './tables.ts';

export type PlacedUser = { readonly place: string; readonly user: FileUser };

/** All users in the file, including users given with tournament players; each once. */
export function usersOf(file: ParsedFile, faults: Faults): readonly PlacedUser[] {
  const placed = new Map<number, PlacedUser>();
  const claim = openClaims(faults);
  for (const [index, user] of file.users.entries()) {
    const place = `users[${index}]`;
    claim('user id', user.id, `${place}.id`);
    claim('user slug', user.slug, `${place}.slug`);
    placed.set(user.id, { place, user });
  }
  for (const [index, { players }] of file.tournaments.entries()) {
    for (const [number, { user }] of (players ?? []).entries()) {
      if (!user) continue;
      const place = `tournaments[${index}].players[${number}].user`;
      const known = placed.get(user.id);
      if (known === undefined) {
        claim('user slug', user.slug, `${place}.slug`);
        placed.set(user.id, { place, user });
      } else if (JSON.stringify(known.user) !== JSON.stringify(user)) {
        faults.add(`${place}.id`, `The user id ${user.id} is also at ${known.place}, with other fields.`);
      }
    }
  }
  return [...placed.values()];
}

/** Size of Node's thread pool. */
const HASHED_AT_ONCE = 4;

/**
 * Hashes of the file's passwords by user id. A stored hash that matches the password is kept. This runs before the
 * transaction, because hashing takes long.
 */
export async function hashPasswords(
  sql: ISql,
  users: readonly PlacedUser[],
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
  for (let at = 0; at < open.length; at += HASHED_AT_ONCE) {
    await Promise.all(open.slice(at, at + HASHED_AT_ONCE).map(hashOf));
    onProgress({ entity: 'passwords', done: Math.min(at + HASHED_AT_ONCE, open.length), total: open.length });
  }
  return hashes;
}

export async function draftUsers(
  draft: Draft,
  users: readonly PlacedUser[],
  hashes: ReadonlyMap<number, string>,
): Promise<readonly Drafted[]> {
  const entries = users.map(({ place, user }) => {
    const { password: _, password_hash: hash, ...given } = user;
    // Without a password in the file, or with null, the stored one stays.
    return { place, given: { ...given, password_hash: hashes.get(user.id) ?? hash ?? undefined } satisfies GivenRow };
  });
  const { drafted } = await draftRows(draft, TABLES.users, entries, { column: 'id' });
  await checkSlugs(draft, TABLES.users, drafted);
  return drafted;
}

export async function draftJuniors(draft: Draft, file: ParsedFile): Promise<readonly Drafted[]> {
  const claim = openClaims(draft.faults);
  const entries = file.juniors.map((given, index) => {
    claim('junior id', given.id, `juniors[${index}].id`);
    return { place: `juniors[${index}]`, given };
  });
  return (await draftRows(draft, TABLES.juniors, entries, { column: 'id' })).drafted;
}
