// Passwords at their real cost: a storm of sign-ins does not delay other people, and weaker hashes are replaced (rules LIMIT-11 and
// ACCESS-18).
import { performance } from 'node:perf_hooks';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPassword, hashPassword, isPassword, PASSWORD_COST } from '../../src/auth/passwords.ts';
import { cpuMs } from '../support/cpu-ms.ts';
import { createDatabase } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { PASSWORD } from '../support/world/people.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { connect } from '../support/subscriber.ts';
import { openVisitor, signIn } from '../support/visitor.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let gateway: TestGateway;
let sql: postgres.Sql;

beforeAll(async () => {
  database = await createDatabase();
  gateway = await openTestGateway({ databaseUrl: database.url, passwordCost: PASSWORD_COST });
  sql = postgres(database.url, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await gateway.close();
  await database.drop();
});

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;
const hashOf = async (id: number): Promise<string> => {
  const [row] = await sql<{ hash: string }[]>`select password_hash as hash from app_user where id = ${id}`;
  return row?.hash ?? '';
};

test('rule ACCESS-18: a weaker hash is replaced at sign-in, and the sessions of the user go on', async () => {
  const before = await signIn(gateway, 'user2@example.org');
  const [weak] = await sql<{ hash: string }[]>`select password_hash as hash from app_user where id = 1`;
  expect(weak?.hash).toMatch(/^scrypt:1024:/);
  const strong = await hashOf(2);
  expect(strong).toMatch(/^scrypt:131072:8:1:/);
  expect(await isPassword(PASSWORD, strong)).toBe(true);
  await sql`update app_user set password_hash = ${weak?.hash ?? ''} where id = 2`;
  const after = await signIn(gateway, 'user2@example.org');
  expect(await hashOf(2)).toBe(strong);
  for (const visitor of [before, after]) expect((await visitor.get('/sign-in?next=%2Fin')).location).toBe('/in');
  // A wrong password replaces nothing.
  const visitor = openVisitor(gateway);
  await visitor.get('/sign-in');
  await visitor.post('/sign-in', { email: 'user1@example.org', password: 'wrong' });
  expect(await hashOf(1)).toBe(weak?.hash);
});

test('a wrong password costs as much for a weaker hash, and for none, as for a strong one', async () => {
  const hashes = { strong: await hashPassword('x'), weak: await hashPassword('x', 16_384), none: null };
  const times = { strong: [] as number[], weak: [] as number[], none: [] as number[] };
  for (let round = 0; round < 3; round += 1) {
    for (const kind of ['strong', 'weak', 'none'] as const) {
      const began = cpuMs();
      await checkPassword('wrong', hashes[kind]);
      times[kind].push(cpuMs() - began);
    }
  }
  // Without the added computation the weak hash takes an eighth.
  for (const kind of ['weak', 'none'] as const) {
    expect(median(times[kind]) / median(times.strong)).toBeGreaterThan(0.6);
    expect(median(times[kind]) / median(times.strong)).toBeLessThan(1.6);
  }
});

describe('a storm of sign-ins', () => {
  test('rule LIMIT-11: holds up no reader, no scorekeeper and no screen', async () => {
    await sql`delete from sign_in_tries`;
    const hash = performance.now();
    await hashPassword('x');
    const hashMs = performance.now() - hash;
    const storm = openVisitor(gateway);
    await storm.get('/sign-in');
    const keeper = matchKeeper(gateway, 701);
    const screen = await connect(gateway.liveUrl, TOKENS.tournament);
    await screen.subscribe('match:701');

    const state = { isOver: false };
    const answers = Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        storm.post('/sign-in', { email: `user${index}@example.org`, password: `guess ${index}` }),
      ),
    ).finally(() => {
      state.isOver = true;
    });
    const times = { read: [] as number[], post: [] as number[] };
    do {
      const began = performance.now();
      const { status } = await gateway.call('GET', 'clubs/riverside-fc', { token: TOKENS.club });
      times.read.push(performance.now() - began);
      expect(status).toBe(200);
      const posted = performance.now();
      await keeper.post('Event');
      times.post.push(performance.now() - posted);
      expect((await screen.next('delta')).cause[0]?.type).toBe('Event');
    } while (!state.isOver);

    const statuses = (await answers).map(({ status }) => status);
    const count = (status: number): number => statuses.filter((one) => one === status).length;
    // One address: two tries run, eight wait. Every other one is refused before any hash is computed. On a busy machine some
    // of those wait too long.
    expect(count(403) + count(429) + count(503)).toBe(200);
    expect(count(403)).toBeGreaterThanOrEqual(2);
    expect(count(403)).toBeLessThanOrEqual(20);
    expect(times.read.length).toBeGreaterThan(5);
    // A request that waited for the hashes would wait for several of them.
    expect(median(times.read)).toBeLessThan(hashMs);
    expect(median(times.post)).toBeLessThan(hashMs);
    // What was refused does not count. A try that the database took too late is given back after its answer.
    const tries = async (): Promise<number> => {
      const rows = await sql<{ tried: number }[]>`select cardinality(tries) as tried from sign_in_tries`;
      return Math.max(...rows.map(({ tried }) => tried));
    };
    await expect.poll(tries, { timeout: 20_000 }).toBe(count(403));
    await screen.close();
    await signIn(gateway, 'user3@example.org');
  });
});
