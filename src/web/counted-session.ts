// The session of a visitor, with its requests counted (rule LIMIT-1).
import { PAGE_REQUESTS, type Rate } from '../auth/rate-limit.ts';
import type { SignInSession, SignInSessions } from '../auth/sign-in-sessions.ts';

type Deps = { readonly sessions: Pick<SignInSessions, 'find'>; readonly rate: Pick<Rate, 'take'> };
/** `allowance`: the requests that may follow at once. */
type Counted = { readonly session: SignInSession; readonly allowance: number };

/**
 * A page counts for its session before anything is looked up, and then for the user: a session that has ended spends nothing of
 * what its user has. Null for a cookie without a session. Throws Problem 429 or 503.
 */
export async function countedSession({ sessions, rate }: Deps, cookie: string): Promise<Counted | null> {
  const session = await sessions.find(cookie, (sessionId) => {
    rate.take({ kind: 'session', sessionId }, PAGE_REQUESTS);
  });
  return session && { session, allowance: rate.take({ kind: 'person', userId: session.userId }, PAGE_REQUESTS) };
}
