// The sessions of signed-in users: a signed cookie that names the user, checked again for each page. A session ends when the
// user signs out, when the user is deleted, and when the password changes in any way.
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Person } from '../store/people.ts';
import { saltOf } from './passwords.ts';
import { openSigning } from './signing.ts';

export type SignInSession = {
  readonly id: string;
  readonly userId: number;
  /** The current name. */
  readonly name: string;
  /** ms since 1970 */
  readonly expiresAt: number;
};

type SignInSessionsDeps = {
  /** Newest first. */
  readonly secrets: readonly string[];
  /** The current user; null if there is none, or if this session has ended. Throws Problem 503. */
  readonly findPerson: (userId: number, sessionId: string) => Promise<Person | null>;
  readonly endSession: (sessionId: string, expiresAt: number, now: number) => Promise<void>;
};

export type SignInSessions = ReturnType<typeof openSignInSessions>;

/** 14 days. After a change of secrets, keep the old secret for this long. */
export const SESSION_SECONDS = 14 * 24 * 3_600;

const claimsSchema = z.object({
  jti: z.uuid(),
  exp: z.int(),
  user: z.int(),
  /** See `markOf`. */
  mark: z.string(),
});

/** Changes with the password, and reveals nothing of it. A stronger hash of the same password keeps it. */
const markOf = (passwordHash: string): string =>
  createHash('sha256').update(saltOf(passwordHash)).digest('base64url').slice(0, 22);

export function openSignInSessions({ secrets, findPerson, endSession }: SignInSessionsDeps) {
  const signing = openSigning(secrets, { audience: 'touchline:session', prefix: 'tlc_' });
  return {
    /** The cookie value for a user whose password was just verified. */
    async start({ id, passwordHash }: Person): Promise<string> {
      if (passwordHash === null) throw new Error(`The user ${id} has no password to sign in with.`);
      const claims = { user: id, mark: markOf(passwordHash) };
      return (await signing.sign(claims, { id: randomUUID(), expiresIn: SESSION_SECONDS })).token;
    },

    /**
     * The session of a cookie value; null if it is invalid or has ended. `count`: called with the id of the session before anything is
     * looked up, also when it has ended. Throws Problem 503, and what `count` throws.
     */
    async find(cookie: string, count: (sessionId: string) => void): Promise<SignInSession | null> {
      const { data } = claimsSchema.safeParse(await signing.verify(cookie));
      if (data === undefined) return null;
      count(data.jti);
      const person = await findPerson(data.user, data.jti);
      if (person === null || person.passwordHash === null) return null;
      const { id: userId, name, passwordHash } = person;
      if (markOf(passwordHash) !== data.mark) return null;
      return { id: data.jti, userId, name, expiresAt: data.exp * 1_000 };
    },

    /** Ends the session: its cookie is invalid from now on. */
    end: ({ id, expiresAt }: SignInSession): Promise<void> => endSession(id, expiresAt, Date.now()),
  };
}
