// Builds what people need: sign-in, the forms of the pages, and the apps that they connect.
import { openFormTokens } from '../auth/form-tokens.ts';
import type { Encryption } from '../auth/encryption.ts';
import { openSignInSessions } from '../auth/sign-in-sessions.ts';
import { findSignedIn, type SignInDeps } from '../auth/sign-in.ts';
import type { ConnectDeps } from './connect.tsx';
import type { SignInDeps as SignInPageDeps } from './sign-in.tsx';
import type { SiteDeps } from './site.ts';
import type { Logger } from '../ops/logger.ts';
import { orUnavailable } from '../store/driver/with-deadline.ts';
import { connectApp } from '../store/connections.ts';
import type { Sql } from '../store/driver/sql.ts';
import { isPassword } from '../auth/passwords.ts';
import { endSession, findPeople, findPerson } from '../store/people.ts';
import { countTry, forgetTries } from '../store/sign-in-tries.ts';

export type AccountsOptions = {
  readonly sql: Sql;
  /** Newest first. */
  readonly secrets: readonly string[];
  readonly seals: Encryption;
  /** Says that a token was revoked: from now on it reaches nothing, on any node. Resolves when this node has applied it. */
  readonly rightsChanged: () => Promise<void>;
  readonly log: Logger;
};

export type Accounts = Pick<SiteDeps, 'sessions' | 'formTokens'> &
  Pick<SignInPageDeps, 'findSignedIn'> &
  Pick<ConnectDeps, 'connectApp'>;

export function openAccounts({ sql, secrets, seals, rightsChanged, log }: AccountsOptions): Accounts {
  const signIn: SignInDeps = {
    findPeople: (email) => orUnavailable(findPeople(sql, email)),
    isPassword,
    countTry: (subject, limit) => orUnavailable(countTry(sql, subject, limit, Date.now())),
    forgetTries: (subject) => orUnavailable(forgetTries(sql, subject)),
    log,
  };
  return {
    sessions: openSignInSessions({
      secrets,
      findPerson: (userId, sessionId) => orUnavailable(findPerson(sql, userId, sessionId)),
      endSession: (sessionId, expiresAt, now) => orUnavailable(endSession(sql, sessionId, expiresAt, now)),
    }),
    formTokens: openFormTokens(secrets),
    findSignedIn: (given) => findSignedIn(signIn, given),
    async connectApp(userId, app) {
      const connection = await orUnavailable(connectApp(sql, seals, userId, app, Date.now()));
      if (connection?.hasReplaced === true) await rightsChanged();
      return connection;
    },
  };
}
