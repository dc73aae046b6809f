// Finds the user of an e-mail address and password. Neither the answer nor its time reveals whether the address exists: the
// attempt is counted and a password hash is computed in both cases.
import { networkOf } from '../ops/address.ts';
import type { Logger } from '../ops/logger.ts';
import { type Problem, rateLimited } from '../ops/problem.ts';
import type { Person } from '../store/people.ts';
import type { TryLimit } from '../store/sign-in-tries.ts';
import { type KnownBrowser, type KnownBrowsers, knows } from './known-browsers.ts';
import type { PasswordQueue } from './password-queue.ts';
import type { PasswordCheck } from './passwords.ts';
import type { RefusalTrail } from './refusal-trail.ts';

export type SignIn = {
  readonly email: string;
  readonly password: string;
  /** The IP address of the client, as text. */
  readonly address: string;
  /** The cookie of a known browser; '' without one. */
  readonly browserCookie: string;
};

export type SignedIn = {
  readonly person: Person;
  /** The new cookie of the browser, which is now known to this account. */
  readonly browserCookie: string;
};

export type SignInDeps = {
  /** All users with this e-mail address, which is in lower case. */
  readonly findPeople: (email: string) => Promise<readonly Person[]>;
  readonly checkPassword: (password: string, stored: string | null) => Promise<PasswordCheck>;
  /** Stores a stronger hash of the same password, unless the password has changed since. */
  readonly replaceHash: (person: Person, newHash: string) => Promise<void>;
  readonly queue: PasswordQueue;
  readonly browsers: KnownBrowsers;
  /** Counts one attempt. Returns the ms to wait if one of the limits is reached; then it counts nothing and writes no row. */
  readonly reserveTry: (limits: readonly TryLimit[], now: number) => Promise<number | null>;
  /** Takes back an attempt that was counted at that time. */
  readonly giveBackTry: (limits: readonly TryLimit[], now: number) => Promise<void>;
  readonly forgetTries: (subject: string) => Promise<void>;
  /** Puts refused sign-ins into the audit trail. */
  readonly refusals: Pick<RefusalTrail, 'note'>;
  readonly logger: Logger;
  /** ms since 1970 */
  readonly now: () => number;
};

/** An e-mail address as it is compared, from what a person typed. */
export const emailOf = (typed: string): string => typed.trim().normalize('NFKC').toLowerCase();

/** Rule LIMIT-3. */
export const TRIES_MINUTES = 15;
export const ACCOUNT_TRIES = 10;
export const ADDRESS_TRIES = 50;

/**
 * The user; null if address or password is wrong, and if two users with passwords share the address, because it is unclear
 * which one is meant. Throws Problem 429 after too many wrong attempts, and 503.
 */
export async function findSignedIn(deps: SignInDeps, signIn: SignIn): Promise<SignedIn | null> {
  // Waits for the database count too: a try that is computed gets its answer in time.
  const began = performance.now();
  const email = emailOf(signIn.email);
  const address = networkOf(signIn.address);
  const browser = await deps.browsers.read(signIn.browserCookie);
  const limits = limitsOf(email, address, browser);
  const now = deps.now();
  // Counted as wrong until it proves right: simultaneous attempts cannot slip past the limit.
  const waitMs = await deps.reserveTry(limits, now);
  if (waitMs !== null) {
    deps.refusals.note('sign_in_refused');
    throw tooManyTries(waitMs);
  }
  let person: Person | null;
  try {
    person = await deps.queue.run(address, () => findPerson(deps, email, signIn.password), began);
  } catch (error) {
    await deps.giveBackTry(limits, now);
    throw error;
  }
  if (person === null) {
    // Without the e-mail address: it is personal data, and may be a typo of one.
    deps.logger.warn({ network: address }, 'a sign-in was refused');
    deps.refusals.note('sign_in_refused');
    return null;
  }
  const [own, ...shared] = limits;
  await deps.forgetTries(own.subject);
  await deps.giveBackTry(shared, now);
  return { person, browserCookie: await deps.browsers.remember(browser, email) };
}

/** The user with this address and password; null if there is none. */
async function findPerson(deps: SignInDeps, email: string, password: string): Promise<Person | null> {
  const people = (await deps.findPeople(email)).filter(({ passwordHash }) => passwordHash !== null);
  if (people.length > 1) {
    const users = people.map(({ id }) => id);
    deps.logger.warn({ users }, 'several users have the same e-mail address: none of them can sign in');
  }
  const [first] = people;
  const person = people.length === 1 && first ? first : null;
  const { isRight, newHash } = await deps.checkPassword(password, person?.passwordHash ?? null);
  if (!isRight || person === null) return null;
  if (newHash !== null) await deps.replaceHash(person, newHash);
  return person;
}

/**
 * The counts that an attempt adds to; the account's own count first. A browser that has signed in to the account before has a
 * count of its own, so that other people's wrong attempts, also from the same address, do not lock it out.
 */
function limitsOf(email: string, address: string, browser: KnownBrowser | null): readonly [TryLimit, ...TryLimit[]] {
  if (browser !== null && knows(browser, email)) {
    return [{ subject: `browser ${browser.id} ${email}`, tries: ACCOUNT_TRIES }];
  }
  return [
    { subject: `account ${address} ${email}`, tries: ACCOUNT_TRIES },
    { subject: `address ${address}`, tries: ADDRESS_TRIES },
  ];
}

/** The answer to a sign-in until `waitMs` are over. */
export function tooManyTries(waitMs: number): Problem {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
  return rateLimited('Too many sign-in attempts.', {
    hint:
      `Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again. ` +
      'The operator of this server can set a new password for you.',
    policy: { name: 'sign-in', quota: ACCOUNT_TRIES, windowSeconds: TRIES_MINUTES * 60 },
    seconds: waitMs / 1_000,
  });
}
