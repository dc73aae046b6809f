// Who has signed in on our pages: a signed cookie that names the user, looked at anew for each page. It is over when the
// person signs out, when the user is gone, and when the password is another one, however that came about.
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Person } from '../store/people.ts';
import { openSigning } from './signing.ts';

export type SignInSession = {
  readonly id: string;
  readonly userId: number;
  /** As it is now. */
  readonly name: string;
  readonly isAdmin: boolean;
  /** ms since 1970 */
  readonly expiresAt: number;
};

export type SignInSessionsDeps = {
  /** Newest first. */
  readonly secrets: readonly string[];
  /** The user as he stands now; null when there is none, or when this session was ended. Throws Problem 503. */
  readonly findPerson: (userId: number, sessionId: string) => Promise<Person | null>;
  readonly endSession: (sessionId: string, expiresAt: number, now: number) => Promise<void>;
  /** ms since 1970 */
  readonly now?: () => number;
};

export type SignInSessions = {
  /** The value of the cookie for a person whose password was just found right. */
  start(person: Person): Promise<string>;
  /** Whose session the cookie's value is; null when it is none of ours or over. Throws Problem 503. */
  find(cookie: string): Promise<SignInSession | null>;
  /** From now on nobody has this session, whoever kept its cookie. */
  end(session: SignInSession): Promise<void>;
};

/** 14 days: an older secret has to be kept for so long when a new one is brought in. */
export const SESSION_SECONDS = 14 * 24 * 3_600;

const claimsSchema = z.object({
  jti: z.uuid(),
  exp: z.int(),
  user: z.int(),
  /** See `markOf`. */
  mark: z.string(),
});

/** Changes with the password. It tells nothing of it: the hash has a salt that only the store knows. */
const markOf = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url').slice(0, 22);

export function openSignInSessions({
  secrets,
  findPerson,
  endSession,
  now = Date.now,
}: SignInSessionsDeps): SignInSessions {
  const signing = openSigning(secrets, 'touchline:session', now);
  return {
    async start({ id, passwordHash }) {
      if (passwordHash === null) throw new Error(`The user ${id} has no password to sign in with.`);
      const claims = { user: id, mark: markOf(passwordHash) };
      return (await signing.sign(claims, { id: randomUUID(), expiresIn: SESSION_SECONDS })).token;
    },

    async find(cookie) {
      const { data } = claimsSchema.safeParse(await signing.verify(cookie));
      if (data === undefined) return null;
      const person = await findPerson(data.user, data.jti);
      if (person === null || person.passwordHash === null) return null;
      const { id: userId, name, isAdmin, passwordHash } = person;
      if (markOf(passwordHash) !== data.mark) return null;
      return { id: data.jti, userId, name, isAdmin, expiresAt: data.exp * 1_000 };
    },

    end: ({ id, expiresAt }) => endSession(id, expiresAt, now()),
  };
}
