// The limits of sign-in attempts. Neither the answer nor its time shows whether an account exists.
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openKnownBrowsers } from '../../src/auth/known-browsers.ts';
import { openPasswordQueue } from '../../src/auth/password-queue.ts';
import { ACCOUNT_TRIES, ADDRESS_TRIES, findSignedIn, TRIES_MINUTES } from '../../src/auth/sign-in.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { orStoreAway } from '../../src/store/driver/with-deadline.ts';
import { findPeople } from '../../src/store/people.ts';
import { isPassword } from '../../src/auth/passwords.ts';
import { giveBackTry, reserveTry, type TryLimit } from '../../src/store/sign-in-tries.ts';
import { cpuMs } from '../support/cpu-ms.ts';
import { openTestStore, testDatabases, type TestStore } from '../support/database.ts';
import { openTestGateway, TEST_SECRET } from '../support/gateway.ts';
import { openSignInNodes, statusesOf, trySignIn, wrongPasswords } from '../support/sign-in-tries.ts';
import { PASSWORD } from '../support/world/people.ts';
import { openVisitor } from '../support/visitor.ts';

const MINUTE = 60_000;
const { gateway, other, sql, close } = await openSignInNodes();
afterAll(close);

/** Makes all attempts so much older. */
const age = (ms: number) =>
  sql`update sign_in_tries set last_at = last_at - ${ms}, tries = array(select tried - ${ms} from unnest(tries) tried)`;

describe('password guessing', () => {
  test.each([
    ['a password', 'user1@example.org'],
    ['an account', 'nobody@example.org'],
  ])('rule LIMIT-3: %s ends after 10 tries in 15 minutes, on all nodes together', async (_, email) => {
    await sql`delete from sign_in_tries`;
    expect(statusesOf(await trySignIn(gateway, email, wrongPasswords(6)))).toEqual(Array(6).fill(403));
    expect(statusesOf(await trySignIn(other, email.toUpperCase(), wrongPasswords(4)))).toEqual(Array(4).fill(403));
    const [refused] = await trySignIn(other, email, [PASSWORD]);
    expect([refused?.status, refused?.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(refused?.html).toContain('Too many sign-in attempts');
    expect(refused?.html).toContain('Wait 15 minutes and try again.');
    const seconds = Number(refused?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect(refused?.headers.get('ratelimit-policy')).toBe('"sign-in";q=10;w=900');
    expect(refused?.headers.get('ratelimit')).toBe(`"sign-in";r=0;t=${seconds}`);
    // Refused attempts do not make the wait longer, and only that account waits.
    await age(14 * MINUTE);
    expect(statusesOf(await trySignIn(gateway, email, [PASSWORD]))).toEqual([429]);
    expect(statusesOf(await trySignIn(gateway, 'user2@example.org', [PASSWORD]))).toEqual([303]);
    await age(MINUTE);
    expect(statusesOf(await trySignIn(gateway, email, [PASSWORD]))).toEqual([email.startsWith('user1') ? 303 : 403]);
  });

  test('in parallel is limited too', async () => {
    await sql`delete from sign_in_tries`;
    const visitor = openVisitor(gateway);
    await visitor.get('/sign-in');
    const answers = await Promise.all(
      wrongPasswords(30).map((password) => visitor.post('/sign-in', { email: 'user3@example.org', password })),
    );
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('rule LIMIT-3: counts nothing for a try that the database did not take in time, even if it counts it later', async () => {
    await sql`delete from sign_in_tries`;
    const email = 'user3@example.org';
    expect(statusesOf(await trySignIn(gateway, email, wrongPasswords(1)))).toEqual([403]);
    type Counted = { readonly last_at: number; readonly count: number };
    const counted = () => sql<Counted[]>`select last_at::float8, cardinality(tries) as count from sign_in_tries`;
    const [first] = await counted();
    await sql.begin(async (held) => {
      await held`select 1 from sign_in_tries for update`;
      expect(statusesOf(await trySignIn(gateway, email, [PASSWORD]))).toEqual([503]);
    });
    // The row shows that the try was counted after all; then it is given back.
    await vi.waitFor(async () => {
      for (const { last_at, count } of await counted()) {
        expect(last_at).toBeGreaterThan(first?.last_at ?? Infinity);
        expect(count).toBe(1);
      }
    }, 20_000);
    expect(await counted()).toHaveLength(2);
  });

  test('starts at zero again after the right password', async () => {
    await sql`delete from sign_in_tries`;
    const email = 'user2@example.org';
    for (let round = 0; round < 2; round += 1) {
      expect(statusesOf(await trySignIn(gateway, email, [...wrongPasswords(9), PASSWORD]))).toEqual([
        ...Array(9).fill(403),
        303,
      ]);
    }
  });
});

describe('the right password', () => {
  const email = 'user3@example.org';
  const rows = () => sql`select key, tries, last_at, xmin::text, xmax::text from sign_in_tries order by key`;

  test('rule LIMIT-3: counts nothing, however often it comes from one address', async () => {
    await sql`delete from sign_in_tries`;
    for (let round = 0; round < 55; round += 1)
      expect(statusesOf(await trySignIn(gateway, email, [PASSWORD]))).toEqual([303]);
    expect(await rows()).toEqual([]);
  });

  test('rule LIMIT-3: is not even looked at beyond the limit, and no row is written', async () => {
    await sql`delete from sign_in_tries`;
    await trySignIn(gateway, email, wrongPasswords(10));
    const before = await rows();
    expect(before).toHaveLength(2);
    expect(statusesOf(await trySignIn(gateway, email, [PASSWORD, PASSWORD, 'x']))).toEqual([429, 429, 429]);
    expect(await rows()).toEqual(before);
  });
});

test('the limits are the documented ones', () => {
  expect([ACCOUNT_TRIES, ADDRESS_TRIES, TRIES_MINUTES]).toEqual([10, 50, 15]);
});

describe('an address', () => {
  const deps = {
    findPeople: (email: string) => findPeople(sql, email),
    checkPassword: () => Promise.resolve({ isRight: false, newHash: null }),
    replaceHash: () => Promise.resolve(),
    queue: openPasswordQueue({ atOnce: 1, waiting: 100, waitingOfOne: 100, waitMs: MINUTE }),
    browsers: openKnownBrowsers([TEST_SECRET]),
    reserveTry: (limits: readonly TryLimit[], now: number) =>
      orStoreAway(reserveTry(sql, limits, TRIES_MINUTES * MINUTE, now)),
    giveBackTry: () => Promise.resolve(),
    forgetTries: () => Promise.resolve(),
    refusals: { note: () => undefined },
    logger: createLogger('silent'),
    now: Date.now,
  };
  const tryFrom = async (address: string, email: string): Promise<string> => {
    try {
      await findSignedIn(deps, { email, password: 'x', address, browserCookie: '' });
      return 'tried';
    } catch (error) {
      return (error as Error).message;
    }
  };

  test('rule LIMIT-3: may try 50 accounts; an IPv6 address counts by its first half', async () => {
    await sql`delete from sign_in_tries`;
    const v6 = (end: string): string => `2001:0db8:0000:0001:0000:0000:0000:${end}`;
    const guesses = Array.from({ length: 50 }, (_, index) =>
      tryFrom(v6(index.toString(16).padStart(4, '0')), `guess${index}@example.org`),
    );
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['tried']));
    expect(await tryFrom(v6('ffff'), 'another@example.org')).toBe('Too many sign-in attempts.');
    expect(await tryFrom('2001:0db8:0000:0002:0000:0000:0000:0001', 'another@example.org')).toBe('tried');
    expect(await tryFrom('0000:0000:0000:0000:0000:ffff:0a00:0001', 'another@example.org')).toBe('tried');
    expect(await tryFrom('10.0.0.1', 'another@example.org')).toBe('tried');
  });

  test('counts by its first half also where the short spelling leaves zeros out', async () => {
    await sql`delete from sign_in_tries`;
    const guesses = Array.from({ length: 12 }, (_, index) =>
      tryFrom(`2001:db8::${(index + 1).toString(16)}`, 'user1@example.org'),
    );
    expect((await Promise.all(guesses)).filter((one) => one === 'tried')).toHaveLength(10);
    expect(await tryFrom('2001:db8::1:2:3:4', 'user1@example.org')).toBe('Too many sign-in attempts.');
    expect(await tryFrom('2001:db8:0:1::1', 'user1@example.org')).toBe('tried');
  });

  test('that guesses at an account locks it for itself only', async () => {
    await sql`delete from sign_in_tries`;
    const guesses = Array.from({ length: 12 }, () => tryFrom('10.0.0.1', 'user1@example.org'));
    const said = await Promise.all(guesses);
    expect(said.filter((one) => one === 'tried')).toHaveLength(10);
    expect(await tryFrom('10.0.0.2', 'user1@example.org')).toBe('tried');
    expect(await tryFrom('10.0.0.1', 'user1@example.org')).toBe('Too many sign-in attempts.');
  });
});

describe.each(await testDatabases())('attempts on %s', (kind) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(kind);
    return store.close;
  });
  beforeEach(() => store.sql`delete from sign_in_tries`);

  test('count for 15 minutes and are deleted after that', async () => {
    const count = (subject: string, now: number) => reserveTry(store.sql, [{ subject, tries: 3 }], 1_000, now);
    expect([await count('a', 0), await count('a', 400), await count('a', 500)]).toEqual([null, null, null]);
    expect(await count('a', 900)).toBe(100);
    // The first attempt has expired; the refused one did not count.
    expect([await count('a', 1_000), await count('a', 1_001)]).toEqual([null, 399]);
    expect(await count('b', 1_001)).toBe(null);
    expect(await store.sql`select 1 from sign_in_tries`).toHaveLength(2);
    expect(await count('c', 3_000)).toBe(null);
    expect(await store.sql`select 1 from sign_in_tries`).toHaveLength(1);
    const [row] = await store.sql<{ key: string }[]>`select key from sign_in_tries`;
    expect(row?.key).toMatch(/^[0-9a-f]{64}$/);
  });

  test('that are refused write nothing, and one that is given back leaves nothing', async () => {
    const one = [{ subject: 'one', tries: 2 }];
    const both = [...one, { subject: 'all', tries: 3 }];
    const reserve = (limits: readonly TryLimit[], now: number) => reserveTry(store.sql, limits, 1_000, now);
    const rows = () => store.sql`select key, tries, last_at, xmin::text, xmax::text from sign_in_tries order by key`;
    expect(await reserve(both, 0)).toBe(null);
    await giveBackTry(store.sql, both, 0);
    expect(await rows()).toEqual([]);
    expect([await reserve(both, 1), await reserve(both, 2)]).toEqual([null, null]);
    const before = await rows();
    // `all` has room, but nothing counts for it when `one` refuses.
    expect([await reserve(both, 3), await reserve(one, 4)]).toEqual([998, 997]);
    expect(await rows()).toEqual(before);
    await giveBackTry(store.sql, both, 2);
    expect([await reserve(both, 5), await reserve(both, 6)]).toEqual([null, 995]);
    // At once: as many as there is room for in both.
    const tries = Array.from({ length: 20 }, (_, at) =>
      reserve(
        [
          { subject: `other ${at % 4}`, tries: 2 },
          { subject: 'new', tries: 5 },
        ],
        10 + at,
      ),
    );
    expect((await Promise.all(tries)).filter((waitMs) => waitMs === null).length).toBeLessThanOrEqual(5);
    expect(await reserve([{ subject: 'unheard of', tries: 2 }], 40)).toBe(null);
  });
});

describe('an unknown address and a wrong password', () => {
  const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;

  test('rule PAGE-3: take the same time and get the same answer', async () => {
    // A cost that tells in the time of an answer.
    const slow = await openTestGateway({
      databaseUrl: gateway.config.databaseUrl ?? '',
      data: null,
      passwordCost: 16_384,
    });
    onTestFinished(slow.close);
    const visitor = openVisitor(slow);
    await visitor.get('/sign-in');
    const kinds = {
      known: 'user1@example.org',
      unknown: 'nobody@example.org',
      passwordless: 'user4@example.org',
    };
    await sql`update app_user set password_hash = null where id = 4`;
    // The hash is made of CPU time, and a busy machine makes a visitor wait for a core.
    const times = { known: [] as number[], unknown: [] as number[], passwordless: [] as number[] };
    const pages = new Set<string>();
    // In turns, so that other load on the machine slows both alike.
    for (let round = 0; round < 15; round += 1) {
      if (round % 8 === 0) await sql`delete from sign_in_tries`;
      for (const kind of ['known', 'unknown', 'passwordless'] as const) {
        const began = cpuMs();
        const { status, html } = await visitor.post('/sign-in', { email: kinds[kind], password: 'wrong' });
        times[kind].push(cpuMs() - began);
        pages.add(`${status} ${html.replace(kinds[kind], 'EMAIL')}`);
      }
    }
    expect(pages.size).toBe(1);
    // Without the hash computed for unknown accounts the difference is a factor of 20.
    for (const kind of ['unknown', 'passwordless'] as const) {
      expect(median(times[kind]) / median(times.known)).toBeGreaterThan(0.6);
      expect(median(times[kind]) / median(times.known)).toBeLessThan(1.6);
    }
    expect(await isPassword('wrong', null)).toBe(false);
  });
});
