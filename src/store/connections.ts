// Apps that users connected: one token for each user and app, an app being its name together with its origin
// (rule ACCESS-10).
import type { ISql, Sql } from './driver/sql.ts';
import { writeAudit } from './audit.ts';
import { requireNoImport } from './integrations.ts';
import { hashToken, makeToken } from './tokens.ts';
import { transaction } from './driver/transaction.ts';

/** How tokens are kept so that they can be said again (auth/seals.ts); `purpose` is the token's hash. */
export type TokenEncryption = {
  seal(text: string, purpose: string): string;
  open(sealed: string, purpose: string): { readonly text: string; readonly isNewest: boolean } | null;
};

export type AppIdentity = {
  readonly name: string;
  /** Of its `redirect_uri`, as `https://app.example`; for a page of our own, our own. */
  readonly origin: string;
};

export type Connection = {
  readonly tokenId: number;
  /** The secret itself. */
  readonly token: string;
  /** False: the app was connected already, and this is the token that it has. */
  readonly isNew: boolean;
  /** Whether another token of theirs, which nobody could read any more, was revoked for it. */
  readonly hasReplaced: boolean;
};

/**
 * Connects a user with an app, or finds the connection that there is. Null when there is no such user. A token that cannot
 * be read any more (its secret was thrown away) gives way to a new one. `now`: ms since 1970.
 */
export async function connectApp(
  sql: Sql,
  seals: TokenEncryption,
  userId: number,
  app: AppIdentity,
  now: number,
): Promise<Connection | null> {
  return transaction(sql, async (tx) => {
    await requireNoImport(tx);
    // One connection of a user after the other: two at once would make two tokens.
    const [user] = await tx`select id from app_user where id = ${userId} for no key update`;
    if (user === undefined) return null;
    const known = await tx<{ id: number; hash: string; sealed: string | null }[]>`
      select t.id, t.token_hash as hash, s.sealed from api_token t left join sealed_token s on s.token_id = t.id
      where t.kind = 'connected_app' and not t.revoked and t.user_id = ${userId}
        and t.app_name = ${app.name} and t.redirect_origin = ${app.origin}
      order by t.id desc`;
    for (const { id, hash, sealed } of known) {
      const opened = sealed === null ? null : seals.open(sealed, hash);
      if (opened === null) continue;
      if (!opened.isNewest) await storeEncrypted(tx, seals, id, opened.text);
      return { tokenId: id, token: opened.text, isNew: false, hasReplaced: false };
    }
    const unreadable = known.map(({ id }) => id);
    if (unreadable.length > 0) await tx`update api_token set revoked = true where id in ${tx(unreadable)}`;
    const token = makeToken();
    const [made] = await tx<{ id: number }[]>`
      insert into api_token (kind, token_hash, user_id, app_name, redirect_origin, created_at)
      values ('connected_app', ${hashToken(token)}, ${userId}, ${app.name}, ${app.origin}, ${now}) returning id`;
    if (made === undefined) throw new Error('A token was not stored.');
    await storeEncrypted(tx, seals, made.id, token);
    await writeAudit(tx, { userId, action: 'app_connected', subject: app.name, resource: null, ownerId: userId }, now);
    return { tokenId: made.id, token, isNew: true, hasReplaced: unreadable.length > 0 };
  });
}

/** Keeps a token so that it can be said again. */
export async function storeEncrypted(sql: ISql, seals: TokenEncryption, tokenId: number, token: string): Promise<void> {
  const sealed = seals.seal(token, hashToken(token));
  await sql`
    insert into sealed_token (token_id, sealed) values (${tokenId}, ${sealed})
    on conflict (token_id) do update set sealed = excluded.sealed`;
}
