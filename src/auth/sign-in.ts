// Finds the user of an e-mail address and password. Neither the answer nor its time reveals whether the address exists: the
// attempt is counted and a password hash is computed in both cases.
import type { Logger } from '../ops/logger.ts';
import { Problem } from '../ops/problem.ts';
import type { Person } from '../store/people.ts';
import type { TryLimit } from '../store/sign-in-tries.ts';

export type SignIn = {
  readonly email: string;
  readonly password: string;
  /** The IP address of the client, as text. */
  readonly address: string;
};

export type SignInDeps = {
  /** All users with this e-mail address, which is in lower case. */
  readonly findPeople: (email: string) => Promise<readonly Person[]>;
  /** Whether the password matches the hash. `stored` null: false, after the same time. */
  readonly isPassword: (password: string, stored: string | null) => Promise<boolean>;
  /** Counts one attempt. Returns the ms to wait after too many attempts, else null. */
  readonly countTry: (subject: string, limit: TryLimit) => Promise<number | null>;
  readonly forgetTries: (subject: string) => Promise<void>;
  readonly log: Logger;
};

const WITHIN_MS = 15 * 60_000;
export const ACCOUNT_LIMIT: TryLimit = { tries: 10, withinMs: WITHIN_MS };
/**
 * Many users can share an address: a clubhouse, or all users behind a proxy. `X-Forwarded-For` is ignored, because any
 * client can send it.
 */
export const ADDRESS_LIMIT: TryLimit = { tries: 200, withinMs: WITHIN_MS };

/**
 * The user; null if address or password is wrong, and if two users with passwords share the address, because it is unclear
 * which one is meant. Throws Problem 429 after too many attempts, and 503.
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

/** A household has 2^64 IPv6 addresses, so the limit counts by the first half of the address. */
function neighbourhoodOf(address: string): string {
  const groups = address.split(':');
  const isIPv4 = groups.length === 1 || /^(?:0000:){5}ffff:/.test(address);
  return isIPv4 ? address : groups.slice(0, 4).join(':');
}

function tooManyTries(waitMs: number): Problem {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
  return new Problem(429, 'Too many sign-in attempts.', {
    hint:
      `Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again. ` +
      'The operator of this server can set a new password for you.',
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1_000))) },
  });
}
