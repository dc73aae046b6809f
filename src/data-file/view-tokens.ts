// Drafts view tokens of an export, with the id of their maker in this database.
import type { FileViewToken, ParsedFile } from '../../protocol/data-file/data-file.ts';
import { type Draft, type Drafted } from './draft.ts';
import { merge, readRows, type Row, textOf } from './rows.ts';
import { TABLES } from './tables.ts';

export async function draftViewTokens(
  draft: Draft,
  { tokens, viewTokens }: Pick<ParsedFile, 'tokens' | 'viewTokens'>,
  draftedTokens: readonly Drafted[],
): Promise<readonly Drafted[]> {
  const stored = new Map<string, Row>();
  const ids = viewTokens.map(({ id }) => id.toLowerCase());
  for (const row of await readRows(draft.sql, TABLES.view_tokens, 'id', ids)) stored.set(textOf(row['id']), row);
  const given = viewTokens.flatMap(({ token_id }) => (typeof token_id === 'number' ? [token_id] : []));
  const makers = await tokenIdsHere(draft, given, tokens, draftedTokens);
  const drafted: Drafted[] = [];
  for (const [index, given] of viewTokens.entries()) {
    await draft.maybeYield();
    const place = `view_tokens[${index}]`;
    const id = given.id.toLowerCase();
    draft.checkUnique('view token', id, `${place}.id`);
    draft.users.mustExist(given.user_id, `${place}.user_id`);
    const maker = typeof given.token_id === 'number' ? makers.get(given.token_id) : null;
    if (maker === undefined) {
      draft.faults.add(`${place}.token_id`, `There is no token ${String(given.token_id)} in the file or the database.`);
      continue;
    }
    const before = stored.get(id);
    const row = { ...given, id, token_id: maker, user_id: given.user_id ?? null, ...lasting(given, before) };
    drafted.push({ place, ...merge(TABLES.view_tokens, row, before) });
  }
  return drafted;
}

/** Ids in this database by ids in the file. A token of the file may have got a new id (tokens.ts). */
export async function tokenIdsHere(
  { sql }: Draft,
  wanted: readonly number[],
  tokens: ParsedFile['tokens'],
  drafted: readonly Drafted[],
): Promise<ReadonlyMap<number, number>> {
  const here = new Map<number, number>();
  for (const row of await readRows(sql, TABLES.tokens, 'id', [...new Set(wanted)])) {
    here.set(Number(row['id']), Number(row['id']));
  }
  const byPlace = new Map(drafted.map(({ place, row }) => [place, Number(row['id'])]));
  for (const [index, { id }] of tokens.entries()) {
    const now = byPlace.get(`tokens[${index}]`);
    if (typeof id === 'number' && now !== undefined) here.set(id, now);
  }
  return here;
}

/** An import of a backup does not undo a later revocation or a later use. */
function lasting(given: FileViewToken, before: Row | undefined): Partial<Row> {
  const revoked = before?.['revoked'] === true || given.revoked === true;
  const usedBefore = Number(before?.['last_used_at'] ?? 0);
  if (before === undefined || usedBefore <= (given.last_used_at ?? 0)) return { revoked };
  const { last_used_at = null, last_used_from = null } = before;
  return { revoked, last_used_at, last_used_from };
}
