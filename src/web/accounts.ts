// Builds the parts for people: sign-in, the forms of the pages, and the connected apps.
import { openChallengeMac, openFormTokens } from '../auth/mac.ts';
import { openPasskeys } from '../auth/passkeys.ts';
import type { Encryption } from '../auth/encryption.ts';
import { openSignInSessions } from '../auth/sign-in-sessions.ts';
import { openKnownBrowsers } from '../auth/known-browsers.ts';
import { openPasswordQueue } from '../auth/password-queue.ts';
import { checkPassword, hashPassword } from '../auth/passwords.ts';
import type { RefusalTrail } from '../auth/refusal-trail.ts';
import { findSignedIn, type SignInDeps, TRIES_MINUTES } from '../auth/sign-in.ts';
import { openPasskeyStore } from './account/passkey-store.ts';
import type { PasskeysDeps } from './account/passkeys.tsx';
import type { ConnectDeps } from './connect.tsx';
import type { SignInDeps as SignInPageDeps } from './sign-in.tsx';
import type { SiteDeps } from './site.ts';
import { networkOf } from '../ops/address.ts';
import type { Logger } from '../ops/logger.ts';
import { orStoreAway } from '../store/driver/with-deadline.ts';
import { connectApp } from '../store/connections.ts';
import type { Sql } from '../store/driver/sql.ts';
import { endSession, findPeople, findPerson, replaceHash } from '../store/people.ts';
import { forgetTries, giveBackTry, reserveTry } from '../store/sign-in-tries.ts';

type AccountsOptions = {
  readonly sql: Sql;
  /** Newest first. */
  readonly secrets: readonly string[];
  readonly encryption: Encryption;
  /** The scrypt cost of a password hash; weaker ones are replaced at sign-in. */
  readonly passwordCost: number;
  /** Announces a revoked token to all nodes, which stop accepting it. Resolves when this node has applied it. */
  readonly rightsChanged: () => Promise<void>;
  /** The public address of the service; known once it listens. */
  readonly baseUrl: () => string;
  readonly refusals: Pick<RefusalTrail, 'note'>;
  readonly logger: Logger;
};

type Accounts = Pick<SiteDeps, 'sessions' | 'formTokens'> &
  Pick<SignInPageDeps, 'findSignedIn'> &
  Pick<ConnectDeps, 'connectApp'> &
  Pick<PasskeysDeps, 'passkeys' | 'passkeyStore'> & {
    /** Hashes a new password, in the queue of its address. Throws Problem 503. */
    readonly hashPassword: (password: string, address: string) => Promise<string>;
  };

export function openAccounts(options: AccountsOptions): Accounts {
  const { sql, secrets, encryption, passwordCost, rightsChanged, baseUrl, refusals, logger } = options;
  const withinMs = TRIES_MINUTES * 60_000;
  const queue = openPasswordQueue();
  const signIn: SignInDeps = {
    findPeople: (email) => orStoreAway(findPeople(sql, email)),
    checkPassword: (password, stored) => checkPassword(password, stored, passwordCost),
    replaceHash: (person, newHash) => orStoreAway(replaceHash(sql, person, newHash)),
    queue,
    browsers: openKnownBrowsers(secrets),
    reserveTry: (limits, now) => reserveTry(sql, limits, withinMs, now),
    giveBackTry: (limits, now) => orStoreAway(giveBackTry(sql, limits, now)),
    forgetTries: (subject) => orStoreAway(forgetTries(sql, subject)),
    refusals,
    logger,
    now: Date.now,
  };
  return {
    sessions: openSignInSessions({
      secrets,
      findPerson: (userId, sessionId) => orStoreAway(findPerson(sql, userId, sessionId)),
      endSession: (sessionId, expiresAt, now) => orStoreAway(endSession(sql, sessionId, expiresAt, now)),
    }),
    formTokens: openFormTokens(secrets),
    passkeys: openPasskeys({ mac: openChallengeMac(secrets), baseUrl, now: Date.now }),
    passkeyStore: openPasskeyStore({ sql, refusals, logger }),
    findSignedIn: (given) => findSignedIn(signIn, given),
    hashPassword: (password, address) => queue.run(networkOf(address), () => hashPassword(password, passwordCost)),
    async connectApp(userId, app) {
      const connection = await orStoreAway(connectApp(sql, encryption, userId, app, Date.now()));
      if (connection?.hasReplaced === true) await rightsChanged();
      return connection;
    },
  };
}
