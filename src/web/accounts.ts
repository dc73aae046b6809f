// People's part of the gateway, built: signing in, the forms of the pages, and the apps that they connect.
import { openFormTokens } from '../auth/form-tokens.ts';
import type { Seals } from '../auth/encryption.ts';
import { openSessions } from '../auth/sign-in-sessions.ts';
import { findSignedIn, type SignInDeps } from '../auth/sign-in.ts';
import type { ConnectDeps } from './connect-route.ts';
import type { SignInDeps as SignInPageDeps } from './sign-in-route.ts';
import type { SiteDeps } from './site.ts';
import type { Log } from '../ops/logger.ts';
import { ask } from '../store/driver/with-deadline.ts';
import { connectApp } from '../store/connections.ts';
import type { Sql } from '../store/driver/sql.ts';
import { isPassword } from '../auth/passwords.ts';
import { endSession, findPeople, findPerson } from '../store/people.ts';
import { countTry, forgetTries } from '../store/sign-in-tries.ts';

export type AccountsOptions = {
  readonly sql: Sql;
  /** Newest first. */
  readonly secrets: readonly string[];
  readonly seals: Seals;
  /** A token was revoked: from now on it reaches nothing, on any node. */
  readonly rightsChanged: () => Promise<void>;
  readonly log: Log;
};

export type Accounts = Pick<SiteDeps, 'sessions' | 'formTokens'> &
  Pick<SignInPageDeps, 'findSignedIn'> &
  Pick<ConnectDeps, 'connectApp'>;

export function openAccounts({ sql, secrets, seals, rightsChanged, log }: AccountsOptions): Accounts {
  const signIn: SignInDeps = {
    findPeople: (email) => ask(findPeople(sql, email)),
    isPassword,
    countTry: (subject, limit) => ask(countTry(sql, subject, limit, Date.now())),
    forgetTries: (subject) => ask(forgetTries(sql, subject)),
    log,
  };
  return {
    sessions: openSessions({
      secrets,
      findPerson: (userId, sessionId) => ask(findPerson(sql, userId, sessionId)),
      endSession: (sessionId, expiresAt, now) => ask(endSession(sql, sessionId, expiresAt, now)),
    }),
    formTokens: openFormTokens(secrets),
    findSignedIn: (given) => findSignedIn(signIn, given),
    async connectApp(userId, app) {
      const connection = await ask(connectApp(sql, seals, userId, app, Date.now()));
      if (connection?.hasReplaced === true) await rightsChanged();
      return connection;
    },
  };
}
