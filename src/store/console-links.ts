// Links with which the console continues on another phone. The row has the credential of the first phone, encrypted with the
// secret of the link: the database alone is not enough to read it.
import { writeAudit } from './audit.ts';
import type { Sql } from './driver/sql.ts';
import { transaction } from './driver/transaction.ts';
import { insertLink, useLink } from './one-time-links.ts';

/** Open links of one credential; a newer one ends the oldest. */
const OPEN_MAX = 3;
const TERM_MS = 5 * 60_000;

export type ConsoleLink = {
  readonly secretHash: string;
  /** SHA-256 of the credential, hex. */
  readonly credentialHash: string;
  readonly sealed: string;
  /** Id of the stored token that the credential is. */
  readonly tokenId: number;
  /** The match; '' for the list of matches. */
  readonly channel: string;
  /** ms since 1970 */
  readonly now: number;
};

/** Stores a link for 5 minutes, with an entry in the audit trail of the user, club or tournament of the token. */
export function makeConsoleLink(sql: Sql, link: ConsoleLink): Promise<void> {
  const { secretHash, credentialHash, sealed, tokenId, channel, now } = link;
  return transaction(sql, async (tx) => {
    const [owner] = await tx<{ user: number | null; club: number | null; tournament: number | null }[]>`
      select case when kind = 'connected_app' then user_id end as user, club_id as club, tournament_id as tournament
      from api_token where id = ${tokenId}`;
    const { user = null, club = null, tournament = null } = owner ?? {};
    await insertLink(
      tx,
      {
        secretHash,
        purpose: 'console',
        subject: `credential ${credentialHash}`,
        sealed,
        madeAt: now,
        expiresAt: now + TERM_MS,
        madeBy: user,
      },
      OPEN_MAX,
    );
    const kind = club === null ? 'tournament' : 'club';
    const id = club ?? tournament;
    const resource = id === null ? null : ({ kind, id } as const);
    await writeAudit(tx, { userId: user, action: 'console_continued', subject: channel, resource, ownerId: user }, now);
  });
}

/** Uses a link up. Returns the encrypted credential; null when the link is not open. */
export function takeConsoleLink(sql: Sql, secretHash: string, now: number): Promise<string | null> {
  return transaction(sql, async (tx) => {
    const [row] = await tx<{ sealed: string | null }[]>`
      select sealed from one_time_link where secret_hash = ${secretHash} and purpose = 'console' for update`;
    if (row === undefined || (await useLink(tx, secretHash, now)) === null) return null;
    await tx`update one_time_link set sealed = null where secret_hash = ${secretHash}`;
    return row.sealed;
  });
}
