// Whose e-mail address and password these are. Nobody can tell from the answer or its time whether there is such an
// address: tries are counted and a password is computed whether or not there is.
import type { Logger } from '../ops/logger.ts';
import { Problem } from '../ops/problem.ts';
import type { Person } from '../store/people.ts';
import type { TryLimit } from '../store/sign-in-tries.ts';

export type SignIn = {
  readonly email: string;
  readonly password: string;
  /** Of the client's end of the connection, as text. */
  readonly address: string;
};

export type SignInDeps = {
  /** All who have this e-mail address, which is in small letters. */
  readonly findPeople: (email: string) => Promise<readonly Person[]>;
  /** Whether the password is the one hashed; takes as long for a `stored` of null, and is then false. */
  readonly isPassword: (password: string, stored: string | null) => Promise<boolean>;
  /** Counts one try; ms to wait when there were too many, else null. */
  readonly countTry: (subject: string, limit: TryLimit) => Promise<number | null>;
  readonly forgetTries: (subject: string) => Promise<void>;
  readonly log: Logger;
};

const WITHIN_MS = 15 * 60_000;
export const ACCOUNT_LIMIT: TryLimit = { tries: 10, withinMs: WITHIN_MS };
/**
 * Many people may come from one address: a clubhouse, or all of them where a proxy stands in front. `X-Forwarded-For` is
 * not looked at, since anybody can send it.
 */
export const ADDRESS_LIMIT: TryLimit = { tries: 200, withinMs: WITHIN_MS };

/**
 * Null when they are nobody's, also where two people with passwords have the same address: which one would it be? Throws
 * Problem 429 after too many tries, and 503.
 */
export async function findSignedIn(deps: SignInDeps, { email, password, address }: SignIn): Promise<Person | null> {
  const wanted = email.trim().normalize('NFKC').toLowerCase();
  const account = `account ${wanted}`;
  const waitMs =
    (await deps.countTry(`address ${neighbourhoodOf(address)}`, ADDRESS_LIMIT)) ??
    (await deps.countTry(account, ACCOUNT_LIMIT));
  if (waitMs !== null) throw tooManyTries(waitMs);
  const people = (await deps.findPeople(wanted)).filter(({ passwordHash }) => passwordHash !== null);
  if (people.length > 1) {
    const users = people.map(({ id }) => id);
    deps.log.warn({ users }, 'several users have the same e-mail address: none of them can sign in');
  }
  const [first] = people;
  const person = people.length === 1 && first ? first : null;
  const isRight = await deps.isPassword(password, person?.passwordHash ?? null);
  if (!isRight || person === null) return null;
  await deps.forgetTries(account);
  return person;
}

/** One household has 2^64 addresses of IPv6: what it shares is the first half. */
function neighbourhoodOf(address: string): string {
  const groups = address.split(':');
  const isIPv4 = groups.length === 1 || /^(?:0000:){5}ffff:/.test(address);
  return isIPv4 ? address : groups.slice(0, 4).join(':');
}

function tooManyTries(waitMs: number): Problem {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
  return new Problem(429, 'Too many tries to sign in.', {
    hint:
      `Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again. ` +
      'Whoever runs this server can set a new password for you.',
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1_000))) },
  });
}
