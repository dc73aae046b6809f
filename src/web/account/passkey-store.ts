// The stored passkeys for the pages: listing, adding and deleting them, and signing in within limits.
import type { Verified } from '../../auth/passkeys.ts';
import type { RefusalTrail } from '../../auth/refusal-trail.ts';
import { networkOf } from '../../ops/address.ts';
import type { Logger } from '../../ops/logger.ts';
import { type Problem, rateLimited } from '../../ops/problem.ts';
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

type PasskeyStoreDeps = {
  readonly sql: Sql;
  /** Puts refused sign-ins into the audit trail. */
  readonly refusals: Pick<RefusalTrail, 'note'>;
  readonly logger: Pick<Logger, 'warn'>;
};

export const openPasskeyStore = ({ sql, refusals, logger }: PasskeyStoreDeps) => ({
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
    const network = networkOf(address);
    const limits = [{ subject: `passkeys from ${network}`, tries: TRIES }];
    const waitMs = await reserveTry(sql, limits, TRIES_MS, now);
    if (waitMs !== null) {
      refusals.note('sign_in_refused');
      throw tooManyTries(waitMs);
    }
    const found = await orStoreAway(findPasskey(sql, id));
    const verified = found && (await verify(found.credential));
    const isUsed = verified && (await orStoreAway(usePasskey(sql, { id, ...usedOf(verified), now })));
    if (!found || !isUsed) {
      logger.warn({ network }, 'a sign-in was refused');
      refusals.note('sign_in_refused');
      return null;
    }
    await orStoreAway(giveBackTry(sql, limits, now));
    return found.person;
  },
});

const usedOf = ({ credential, challenge }: Verified) => ({ counter: credential.counter, challenge });

const tooManyTries = (waitMs: number): Problem =>
  rateLimited('Too many sign-in attempts.', {
    hint: 'Wait some minutes and try again, or sign in with your password.',
    policy: { name: 'passkeys', quota: TRIES, windowSeconds: TRIES_MS / 1_000 },
    seconds: waitMs / 1_000,
  });
