// Stores a file's connected app tokens encrypted, so that a reconnection gets the same token (rule ACCESS-10).
import type { ISql } from '../store/driver/sql.ts';
import type { ParsedFile } from '../../protocol/data-file/data-file.ts';
import { storeEncrypted, type TokenEncryption } from '../store/connections.ts';
import type { DraftedTokens } from './tokens.ts';

/** Tokens without a `redirect_origin` are skipped: no app can ask for them again (rule DATA-11). */
export async function encryptGivenTokens(
  sql: ISql,
  file: ParsedFile,
  tokens: DraftedTokens,
  seals: TokenEncryption,
): Promise<void> {
  const ids = new Map(tokens.drafted.map(({ place, row }) => [place, Number(row['id'])]));
  for (const [index, given] of file.tokens.entries()) {
    const id = ids.get(`tokens[${index}]`);
    if (given.kind !== 'connected_app' || !given.token || !given.redirect_origin || id === undefined) continue;
    await storeEncrypted(sql, seals, id, given.token);
  }
}
