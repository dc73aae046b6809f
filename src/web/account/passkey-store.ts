// The stored passkeys for the pages: listing, adding and deleting them, and signing in within limits.
import type { Verified } from '../../auth/passkeys.ts';
import { networkOf } from '../../ops/address.ts';
import { Problem } from '../../ops/problem.ts';
import type { Sql } from '../../store/driver/sql.ts';
import { orStoreAway } from '../../store/driver/with-deadline.ts';
import {
  addPasskey,
  deletePasskey,
  findPasskey,
  listPasskeys,
  type NewPasskey,
  type PasskeyCredential,
  usePasskey,
} from '../../store/passkeys.ts';
import type { Person } from '../../store/people.ts';
import { giveBackTry, reserveTry } from '../../store/sign-in-tries.ts';

/** Refused answers of one network in 15 minutes (rule ACCOUNT-8). */
const TRIES = 50;
const TRIES_MS = 15 * 60_000;

export type PasskeyStore = ReturnType<typeof openPasskeyStore>;

export const openPasskeyStore = (sql: Sql) => ({
  list: (userId: number) => orStoreAway(listPasskeys(sql, userId)),
  add: (passkey: Omit<NewPasskey, 'now'>) => orStoreAway(addPasskey(sql, { ...passkey, now: Date.now() })),
  remove: (userId: number, id: string) => orStoreAway(deletePasskey(sql, userId, id, Date.now())),

  /** The user of the passkey that `verify` accepts; null otherwise. Throws Problem 429 or 503. */
  async signIn(
    address: string,
    id: string,
    verify: (known: PasskeyCredential) => Promise<Verified | null>,
  ): Promise<Person | null> {
    const now = Date.now();
    const limits = [{ subject: `passkeys from ${networkOf(address)}`, tries: TRIES }];
    const waitMs = await orStoreAway(reserveTry(sql, limits, TRIES_MS, now));
    if (waitMs !== null) throw tooManyTries(waitMs);
    const found = await orStoreAway(findPasskey(sql, id));
    const verified = found && (await verify(found.credential));
    if (found === null || verified === null) return null;
    const { credential, challenge } = verified;
    if (!(await orStoreAway(usePasskey(sql, { id, counter: credential.counter, challenge, now })))) return null;
    await orStoreAway(giveBackTry(sql, limits, now));
    return found.person;
  },
});

const tooManyTries = (waitMs: number): Problem =>
  new Problem(429, 'Too many sign-in attempts.', {
    hint: 'Wait some minutes and try again, or sign in with your password.',
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1_000))) },
  });
