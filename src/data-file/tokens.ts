// Drafts credentials. A token is identified by the hash of its secret and by what it gives access to.
import type { FileToken, ParsedFile } from '../../protocol/data-file/data-file.ts';
import { storeEncrypted, type TokenEncryption } from '../store/connections.ts';
import { hashToken } from '../store/tokens.ts';
import type { Draft, Drafted } from './draft.ts';
import type { Slugs } from './slugs.ts';
import { type GivenRow, type Json, merge, readRows, type Row, textOf } from './rows.ts';
import { TABLES } from './tables.ts';

type DraftedTokens = {
  readonly drafted: readonly Drafted[];
  /** Ids of shared keys that the file replaces (rule DATA-9). */
  readonly replaced: readonly number[];
};

type Resources = { readonly clubs: Slugs; readonly tournaments: Slugs };

export async function draftTokens(draft: Draft, file: ParsedFile, resources: Resources): Promise<DraftedTokens> {
  const given = file.tokens.map((token, index) => givenToken(draft, token, `tokens[${index}]`, resources));
  const hashes = [...new Set(given.map((row) => textOf(row['token_hash'])))];
  const stored = new Map<string, Row>();
  for (const row of await readRows(draft.sql, TABLES.tokens, 'token_hash', hashes)) stored.set(identityOf(row), row);
  const drafted = new Map<string, Drafted>();
  for (const [index, row] of given.entries()) {
    const place = `tokens[${index}]`;
    const identity = identityOf(row);
    const before = stored.get(identity);
    const twin = drafted.get(identity);
    if (twin !== undefined) draft.faults.add(`${place}.token`, `The same token is at ${twin.place} too.`);
    const merged = merge(
      TABLES.tokens,
      { ...row, ...validityOf(row, before), last_used_at: lastUseOf(row, before) },
      before,
      { created_at: draft.now },
    );
    drafted.set(identity, { place, ...merged });
  }
  // Revoked keys are written first: there is at most one valid shared key at any time.
  const all = [...drafted.values()].sort((a, b) => Number(b.row['revoked']) - Number(a.row['revoked']));
  const replaced = await replacedKeys(draft, all);
  return { drafted: await withIds(draft, all, file), replaced };
}

const identityOf = (row: GivenRow): string =>
  JSON.stringify([row['token_hash'], row['kind'], row['club_id'] ?? null, row['tournament_id'] ?? null]);

function givenToken({ users }: Draft, token: FileToken, place: string, { clubs, tournaments }: Resources): GivenRow {
  const { token: secret, token_hash, id: _, ...row } = token;
  const hashed = { ...row, token_hash: secret ? hashToken(secret) : (token_hash ?? '') };
  if ('user_id' in row) users.mustExist(row.user_id, `${place}.user_id`);
  if ('club' in hashed) {
    const { club, ...rest } = hashed;
    return { ...rest, club_id: clubs.find(club, `${place}.club`) };
  }
  if ('tournament' in hashed) {
    const { tournament, ...rest } = hashed;
    return { ...rest, tournament_id: tournaments.find(tournament, `${place}.tournament`) };
  }
  return hashed;
}

/**
 * Keeps a revoked token revoked when the file only lists it: a key revoked on a page stays revoked when the server starts
 * with its old data file. `"revoked": false` makes it valid again, and so does listing a shared key that an import replaced.
 */
function validityOf(row: GivenRow, stored: Row | undefined): GivenRow {
  if (typeof row['revoked'] === 'boolean') {
    return { revoked: row['revoked'], replaced: row['revoked'] && row['replaced'] === true };
  }
  if (stored?.['revoked'] === true && stored['replaced'] === false) return { revoked: true, replaced: false };
  return { revoked: false, replaced: false };
}

/** An import of a backup does not undo a later use. */
function lastUseOf(row: GivenRow, stored: Row | undefined): Json {
  const [given, before] = [row['last_used_at'] ?? null, stored?.['last_used_at'] ?? null];
  return Number(given) > Number(before) ? given : before;
}

const keyHolder = (row: GivenRow): string | null => {
  if (row['revoked'] === true) return null;
  if (row['kind'] === 'club_static') return `club ${textOf(row['club_id'])}`;
  return row['kind'] === 'tournament_static' ? `tournament ${textOf(row['tournament_id'])}` : null;
};

async function replacedKeys({ sql, faults }: Draft, drafted: readonly Drafted[]): Promise<readonly number[]> {
  const holders = new Map<string, string>();
  for (const { row, place } of drafted) {
    const holder = keyHolder(row);
    const other = holder === null ? undefined : holders.get(holder);
    if (other !== undefined)
      faults.add(`${place}.token`, `Its club or tournament already has a shared key at ${other}.`);
    if (holder !== null) holders.set(holder, place);
  }
  if (holders.size === 0) return [];
  const mentioned = new Set(drafted.flatMap(({ stored }) => (stored ? [stored['id']] : [])));
  const active = await sql<{ row: Row }[]>`
    select to_jsonb(t) as row from api_token t where t.kind in ('club_static', 'tournament_static') and not t.revoked`;
  return active.flatMap(({ row }) => {
    const holder = keyHolder(row);
    return holder !== null && holders.has(holder) && !mentioned.has(row['id'] ?? null) ? [Number(row['id'])] : [];
  });
}

/** New tokens keep the id of an export if it is free, so that view tokens made with them stay valid. */
async function withIds({ sql }: Draft, drafted: readonly Drafted[], file: ParsedFile): Promise<readonly Drafted[]> {
  const created = drafted.filter(({ stored }) => stored === null);
  const wanted = new Map(file.tokens.map(({ id }, index) => [`tokens[${index}]`, id ?? null]));
  const given = [...wanted.values()].filter((id) => id !== null);
  const taken = new Set((await readRows(sql, TABLES.tokens, 'id', given)).map((row) => Number(row['id'])));
  const ids = new Map<string, number>();
  for (const { place } of created) {
    const id = wanted.get(place);
    if (typeof id !== 'number' || taken.has(id)) continue;
    taken.add(id);
    ids.set(place, id);
  }
  const open = created.filter(({ place }) => !ids.has(place));
  const highest = [...taken].reduce((most, id) => Math.max(most, id), 0);
  const fresh = await freshIds(sql, highest, open.length);
  for (const [index, { place }] of open.entries()) ids.set(place, fresh[index] ?? 0);
  return drafted.map((entry) => {
    const id = ids.get(entry.place) ?? Number(entry.stored?.['id']);
    return { ...entry, row: { ...entry.row, id } };
  });
}

/** `count` ids from the table's sequence, which is first moved beyond `highest`. */
async function freshIds(sql: Draft['sql'], highest: number, count: number): Promise<readonly number[]> {
  await sql`
    select setval(pg_get_serial_sequence('api_token', 'id'), greatest(
      nextval(pg_get_serial_sequence('api_token', 'id')), ${highest}::bigint))`;
  if (count === 0) return [];
  const rows = await sql<{ id: number }[]>`
    select nextval(pg_get_serial_sequence('api_token', 'id'))::integer as id from generate_series(1, ${count}::integer)`;
  return rows.map(({ id }) => id);
}

/**
 * Stores the tokens of connected apps encrypted, so that reconnecting gives the same token (rule ACCESS-10). Tokens without
 * a `redirect_origin` are skipped: no app can ask for them again (rule DATA-11).
 */
export async function encryptGivenTokens(
  sql: Draft['sql'],
  file: ParsedFile,
  tokens: readonly Drafted[],
  encryption: TokenEncryption,
): Promise<void> {
  const ids = new Map(tokens.map(({ place, row }) => [place, Number(row['id'])]));
  for (const [index, given] of file.tokens.entries()) {
    const id = ids.get(`tokens[${index}]`);
    if (given.kind !== 'connected_app' || !given.token || !given.redirect_origin || id === undefined) continue;
    await storeEncrypted(sql, encryption, id, given.token);
  }
}
