// Apps connected by users: one token per user and app. An app is identified by its name and origin (rule ACCESS-10).
import type { ISql, Sql } from './driver/sql.ts';
import { writeAudit } from './audit.ts';
import { requireNoImport } from './integrations.ts';
import { hashToken, makeToken } from './tokens.ts';
import { transaction } from './driver/transaction.ts';

/** Encrypts tokens so that they can be answered again (auth/encryption.ts); `purpose` is the token's hash. */
export type TokenEncryption = {
  encrypt(text: string, purpose: string): string;
  decrypt(sealed: string, purpose: string): { readonly text: string; readonly isNewest: boolean } | null;
};

export type AppIdentity = {
  readonly name: string;
  /** Origin of its `redirect_uri`, as `https://app.example`; this service's origin for its own pages. */
  readonly origin: string;
};

export type Connection = {
  readonly tokenId: number;
  /** The secret. */
  readonly token: string;
  /** False: the app was connected before, and this is its existing token. */
  readonly isNew: boolean;
  /** Whether it replaced another token of this connection that could not be decrypted. */
  readonly hasReplaced: boolean;
};

/**
 * Connects a user with an app, or returns the existing connection. Null for an unknown user. A token that cannot be
 * decrypted (the secret was lost) is replaced by a new one. `now`: ms since 1970.
 */
export async function connectApp(
  sql: Sql,
  encryption: TokenEncryption,
  userId: number,
  app: AppIdentity,
  now: number,
): Promise<Connection | null> {
  return transaction(sql, async (tx) => {
    await requireNoImport(tx);
    // Serialises the connections of a user: two at once would create two tokens.
    const [user] = await tx`select id from app_user where id = ${userId} for no key update`;
    if (user === undefined) return null;
    const known = await tx<{ id: number; hash: string; sealed: string | null }[]>`
      select t.id, t.token_hash as hash, s.sealed from api_token t left join sealed_token s on s.token_id = t.id
      where t.kind = 'connected_app' and not t.revoked and t.user_id = ${userId}
        and t.app_name = ${app.name} and t.redirect_origin = ${app.origin}
      order by t.id desc`;
    for (const { id, hash, sealed } of known) {
      const opened = sealed === null ? null : encryption.decrypt(sealed, hash);
      if (opened === null) continue;
      if (!opened.isNewest) await storeEncrypted(tx, encryption, id, opened.text);
      return { tokenId: id, token: opened.text, isNew: false, hasReplaced: false };
    }
    const unreadable = known.map(({ id }) => id);
    if (unreadable.length > 0) await tx`update api_token set revoked = true where id in ${tx(unreadable)}`;
    const token = makeToken();
    const [made] = await tx<{ id: number }[]>`
      insert into api_token (kind, token_hash, user_id, app_name, redirect_origin, created_at)
      values ('connected_app', ${hashToken(token)}, ${userId}, ${app.name}, ${app.origin}, ${now}) returning id`;
    if (made === undefined) throw new Error('A token was not stored.');
    await storeEncrypted(tx, encryption, made.id, token);
    await writeAudit(tx, { userId, action: 'app_connected', subject: app.name, resource: null, ownerId: userId }, now);
    return { tokenId: made.id, token, isNew: true, hasReplaced: unreadable.length > 0 };
  });
}

/** Stores a token encrypted, so that it can be answered again. */
export async function storeEncrypted(
  sql: ISql,
  encryption: TokenEncryption,
  tokenId: number,
  token: string,
): Promise<void> {
  const sealed = encryption.encrypt(token, hashToken(token));
  await sql`
    insert into sealed_token (token_id, sealed) values (${tokenId}, ${sealed})
    on conflict (token_id) do update set sealed = excluded.sealed`;
}
