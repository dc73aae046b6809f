// How often anybody may try to sign in, and that neither answer nor time tells who has an account.
import { performance } from 'node:perf_hooks';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT_LIMIT, ADDRESS_LIMIT, findSignedIn } from '../../src/auth/sign-in.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { orUnavailable } from '../../src/store/driver/with-deadline.ts';
import { findPeople } from '../../src/store/people.ts';
import { isPassword } from '../../src/auth/passwords.ts';
import { countTry } from '../../src/store/sign-in-tries.ts';
import { createDatabase, openTestStore, testDatabases } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { PASSWORD } from '../support/sample.ts';
import { openVisitor, type Shown } from '../support/visitor.ts';

const MINUTE = 60_000;
let database: Awaited<ReturnType<typeof createDatabase>>;
let gateway: TestGateway;
let other: TestGateway;
let sql: postgres.Sql;

beforeAll(async () => {
  database = await createDatabase();
  gateway = await openTestGateway({ databaseUrl: database.url });
  other = await openTestGateway({ databaseUrl: database.url, data: null });
  sql = postgres(database.url, { max: 4 });
});
afterAll(async () => {
  await sql.end();
  await Promise.all([gateway.close(), other.close()]);
  await database.drop();
});

async function tries(at: TestGateway, email: string, passwords: readonly string[]): Promise<Shown[]> {
  const visitor = openVisitor(at);
  await visitor.get('/sign-in');
  const answers: Shown[] = [];
  for (const password of passwords) answers.push(await visitor.post('/sign-in', { email, password }));
  return answers;
}
const statuses = (answers: readonly Shown[]): number[] => answers.map(({ status }) => status);
const wrong = (count: number): string[] => Array.from({ length: count }, (_, index) => `guess ${index}`);
/** As if so much time had passed. */
const age = (ms: number) =>
  sql`update sign_in_tries set last_at = last_at - ${ms}, tries = array(select tried - ${ms} from unnest(tries) tried)`;

describe('guessing', () => {
  test.each([
    ['a password', 'user1@example.org'],
    ['an account', 'nobody@example.org'],
  ])('%s ends after 10 tries in 15 minutes, on all nodes together', async (_, email) => {
    await sql`delete from sign_in_tries`;
    expect(statuses(await tries(gateway, email, wrong(6)))).toEqual(Array(6).fill(403));
    expect(statuses(await tries(other, email.toUpperCase(), wrong(4)))).toEqual(Array(4).fill(403));
    const [refused] = await tries(other, email, [PASSWORD]);
    expect([refused?.status, refused?.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(refused?.html).toContain('Too many sign-in attempts');
    expect(refused?.html).toContain('Wait 15 minutes and try again.');
    const seconds = Number(refused?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    // Refused tries do not make it longer; only that account waits.
    await age(14 * MINUTE);
    expect(statuses(await tries(gateway, email, [PASSWORD]))).toEqual([429]);
    expect(statuses(await tries(gateway, 'user2@example.org', [PASSWORD]))).toEqual([303]);
    await age(MINUTE);
    expect(statuses(await tries(gateway, email, [PASSWORD]))).toEqual([email.startsWith('user1') ? 303 : 403]);
  });

  test('at once is no way around it', async () => {
    await sql`delete from sign_in_tries`;
    const visitor = openVisitor(gateway);
    await visitor.get('/sign-in');
    const answers = await Promise.all(
      wrong(30).map((password) => visitor.post('/sign-in', { email: 'user3@example.org', password })),
    );
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('is forgotten once the right password came', async () => {
    await sql`delete from sign_in_tries`;
    const email = 'user2@example.org';
    for (let round = 0; round < 2; round += 1) {
      expect(statuses(await tries(gateway, email, [...wrong(9), PASSWORD]))).toEqual([...Array(9).fill(403), 303]);
    }
  });
});

test('the limits are those that the documents name', () => {
  expect(ACCOUNT_LIMIT).toEqual({ tries: 10, withinMs: 15 * MINUTE });
  expect(ADDRESS_LIMIT).toEqual({ tries: 200, withinMs: 15 * MINUTE });
});

describe('an address', () => {
  const deps = {
    findPeople: (email: string) => findPeople(sql, email),
    isPassword: () => Promise.resolve(false),
    countTry: (subject: string, limit: typeof ADDRESS_LIMIT) =>
      orUnavailable(countTry(sql, subject, limit, Date.now())),
    forgetTries: () => Promise.resolve(),
    log: createLogger('silent'),
  };
  const tryFrom = async (address: string, email: string): Promise<string> => {
    try {
      await findSignedIn(deps, { email, password: 'x', address });
      return 'tried';
    } catch (error) {
      return (error as Error).message;
    }
  };

  test('may try 200 accounts; of IPv6 the first half counts', async () => {
    await sql`delete from sign_in_tries`;
    const v6 = (end: string): string => `2001:0db8:0000:0001:0000:0000:0000:${end}`;
    const guesses = Array.from({ length: 200 }, (_, index) =>
      tryFrom(v6(index.toString(16).padStart(4, '0')), `guess${index}@example.org`),
    );
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['tried']));
    expect(await tryFrom(v6('ffff'), 'another@example.org')).toBe('Too many sign-in attempts.');
    expect(await tryFrom('2001:0db8:0000:0002:0000:0000:0000:0001', 'another@example.org')).toBe('tried');
    expect(await tryFrom('0000:0000:0000:0000:0000:ffff:0a00:0001', 'another@example.org')).toBe('tried');
    expect(await tryFrom('10.0.0.1', 'another@example.org')).toBe('tried');
  });
});

describe.each(await testDatabases())('the tries on %s', (kind) => {
  test('are counted within their time, and cleared away after it', async () => {
    const store = await openTestStore(kind);
    try {
      const limit = { tries: 3, withinMs: 1_000 };
      const count = (subject: string, now: number) => countTry(store.sql, subject, limit, now);
      expect([await count('a', 0), await count('a', 400), await count('a', 500)]).toEqual([null, null, null]);
      expect(await count('a', 900)).toBe(100);
      // The first one is over, the refused one never counted.
      expect([await count('a', 1_000), await count('a', 1_001)]).toEqual([null, 399]);
      expect(await count('b', 1_001)).toBe(null);
      expect(await store.sql`select 1 from sign_in_tries`).toHaveLength(2);
      expect(await count('c', 3_000)).toBe(null);
      expect(await store.sql`select 1 from sign_in_tries`).toHaveLength(1);
      const [row] = await store.sql<{ key: string }[]>`select key from sign_in_tries`;
      expect(row?.key).toMatch(/^[0-9a-f]{64}$/);
    } finally {
      await store.close();
    }
  });
});

describe('an unknown address and a wrong password', () => {
  const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;

  test('take the same time and get the same answer', { timeout: 120_000 }, async () => {
    const visitor = openVisitor(gateway);
    await visitor.get('/sign-in');
    const kinds = {
      known: 'user1@example.org',
      unknown: 'nobody@example.org',
      passwordless: 'user4@example.org',
    };
    await sql`update app_user set password_hash = null where id = 4`;
    const times = { known: [] as number[], unknown: [] as number[], passwordless: [] as number[] };
    const pages = new Set<string>();
    // Turn about, so that whatever else the machine does falls on all alike.
    for (let round = 0; round < 15; round += 1) {
      if (round % 8 === 0) await sql`delete from sign_in_tries`;
      for (const kind of ['known', 'unknown', 'passwordless'] as const) {
        const began = performance.now();
        const { status, html } = await visitor.post('/sign-in', { email: kinds[kind], password: 'wrong' });
        times[kind].push(performance.now() - began);
        pages.add(`${status} ${html.replace(kinds[kind], 'EMAIL')}`);
      }
    }
    expect(pages.size).toBe(1);
    // Without the computation for nobody the difference is 20 times.
    for (const kind of ['unknown', 'passwordless'] as const) {
      expect(median(times[kind]) / median(times.known)).toBeGreaterThan(0.6);
      expect(median(times[kind]) / median(times.known)).toBeLessThan(1.6);
    }
    expect(await isPassword('wrong', null)).toBe(false);
  });
});
