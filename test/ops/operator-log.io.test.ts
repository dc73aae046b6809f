// What an operator finds in the log and in the audit trail: refused sign-ins and credentials, and uses of the admin interface (rules
// OPS-21, OPS-27).
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { ROWS } from '../../src/auth/refusal-trail.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { testDatabases } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { type GatewayWithSql, openGatewayWithSql } from '../support/gateway-with-sql.ts';
import { createProxiedDatabase } from '../support/proxied-database.ts';
import { wrongPasswords } from '../support/sign-in-tries.ts';
import { openVisitor } from '../support/visitor.ts';
import { ADMIN_TOKEN } from '../support/world/tokens.ts';

const lines: string[] = [];
let gateway: TestGateway;
let sql: GatewayWithSql['sql'];
beforeAll(async () => {
  const opened = await openGatewayWithSql({ logger: createLogger('info', { write: (line) => void lines.push(line) }) });
  ({ gateway, sql } = opened);
  return opened.close;
});

/** The line with this message, once. */
const lineOf = (message: string): unknown => {
  const found = lines.filter((line) => line.includes(`"msg":"${message}"`));
  expect(found).toHaveLength(1);
  return JSON.parse(found[0] ?? '');
};

it('rule OPS-21: a refused sign-in is in the log with its network, without the e-mail address', async () => {
  const visitor = openVisitor(gateway);
  await visitor.get('/sign-in');
  await visitor.post('/sign-in', { email: 'user1@example.org', password: 'not the password' });
  expect(lineOf('a sign-in was refused')).toMatchObject({ level: 'warn', network: '127.0.0.1' });
  expect(lines.join('')).not.toContain('user1@example.org');
});

it('rule OPS-21: imports, exports and erasures of an operator are in the log and in the audit trail', async () => {
  const token = ADMIN_TOKEN;
  await gateway.call('POST', '/api/admin/import', {
    token,
    body: { touchline_data: 1, juniors: [{ id: 77, name: 'Kid' }] },
  });
  expect(lineOf('an operator applied a data file')).toMatchObject({ counts: { juniors: { created: 1 } } });
  await gateway.call('GET', '/api/admin/export?history=true', { token });
  expect(lineOf('an operator exports all data')).toMatchObject({ history: true });
  await gateway.call('DELETE', '/api/admin/users/2', { token });
  expect(lineOf('an operator erased a user')).toMatchObject({ user: 2 });
  const trail = await sql<{ row: string }[]>`
    select concat_ws(', ', user_name, action, subject, owner_id) as row from audit where user_name = 'Operator' order by id`;
  expect(trail.map(({ row }) => row)).toEqual([
    'Operator, data_imported, 1',
    'Operator, data_exported, history',
    'Operator, user_erased, user 2, 2',
  ]);
  const again = await gateway.call<{ audit: { action: string }[] }>('GET', '/api/admin/export?history=true', { token });
  expect(again.body.audit.map(({ action }) => action)).toEqual(['user_erased']);
});

it('rule OPS-21: a network that sends bad credentials is in the log once a minute, without the credential', async () => {
  for (const token of ['tlk_not-a-key', 'tlk_not-a-key-either'])
    await gateway.call('GET', 'club/upcoming_games', { token });
  await gateway.call('GET', '/metrics', { token: 'not the admin token' });
  expect(lineOf('bad credentials came from a network')).toMatchObject({ level: 'warn', network: '127.0.0.1', bad: 1 });
  expect(lines.join('')).not.toContain('tlk_not-a-key');
});

/** The rows of refusals, oldest first. */
const refusals = (kind: string) =>
  sql<{ row: string; count: number }[]>`
    select concat_ws(', ', user_name, action, subject, user_id, owner_id, club_id, tournament_id) as row, subject::int as count
    from audit where action = ${kind} order by id`;
const counted = async (kind: string): Promise<number> =>
  (await refusals(kind)).reduce((sum, { count }) => sum + count, 0);

it('rules OPS-21, OPS-27: a passkey that is refused is in the log and in the audit trail', async () => {
  const [rows, warned] = [await counted('sign_in_refused'), lines.length];
  const visitor = openVisitor(gateway);
  await visitor.get('/sign-in');
  const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };
  const response = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
  const sent = { response: JSON.stringify({ ...credential, response }) };
  expect((await visitor.post('/sign-in/passkey', sent)).status).toBe(403);
  expect(lines.slice(warned).join('')).toContain('a sign-in was refused');
  await expect.poll(() => counted('sign_in_refused')).toBeGreaterThan(rows);
});

it('rule OPS-27: refused sign-ins are in the audit trail, and a flood of them is a few rows', async () => {
  const before = await counted('sign_in_refused');
  const visitor = openVisitor(gateway);
  await visitor.get('/sign-in');
  const tries = wrongPasswords(30).map((password) =>
    visitor.post('/sign-in', { email: `${randomUUID()}@example.org`, password }),
  );
  for (const { status } of await Promise.all(tries)) expect([403, 429, 503]).toContain(status);
  await expect.poll(() => counted('sign_in_refused')).toBeGreaterThan(before);
  const rows = await refusals('sign_in_refused');
  expect(rows.length).toBeLessThanOrEqual(10);
  for (const { row } of rows) expect(row).toMatch(/^The service, sign_in_refused, \d+$/);
});

it('rule OPS-27: refused keys and tokens are in the audit trail, 10 rows at once, without the credential', async () => {
  const sent = Array.from({ length: 150 }, (_, index) => `tlk_wrong-key-${index}`);
  for (const token of sent) await gateway.call('GET', 'club/upcoming_games', { token });
  const rows = await refusals('credentials_refused');
  expect(rows).toHaveLength(10);
  for (const { row } of rows) expect(row).toMatch(/^The service, credentials_refused, \d+$/);
  const file = await gateway.call<{ audit: { action: string }[] }>('GET', '/api/admin/export?history=true', {
    token: ADMIN_TOKEN,
  });
  expect(file.body.audit.map(({ action }) => action).filter((action) => action.endsWith('_refused'))).toEqual([]);
});

it('rule OPS-27: what the rows leave out is written when the server stops', async () => {
  const opened = await openGatewayWithSql();
  onTestFinished(opened.close);
  const url = opened.gateway.config.databaseUrl;
  const node = await openTestGateway({ databaseUrl: url ?? '', data: null });
  const found = async () => {
    const [row] = await opened.sql<{ rows: number; refused: number }[]>`
      select count(*)::int as rows, sum(subject::int)::int as refused from audit where action = 'credentials_refused'`;
    return row;
  };
  for (let index = 0; index < 60; index += 1) {
    await node.call('GET', '/metrics', { token: `not-it-${index}` });
    // What is refused while a row is being written shares the next one: the first ten have one each.
    if (index < ROWS.burst) await expect.poll(found).toEqual({ rows: index + 1, refused: index + 1 });
  }
  for (let index = 0; index < 60; index += 1)
    await node.call('GET', 'club/upcoming_games', { token: `tlk_wrong-${index}` });
  await node.close();
  expect(await found()).toEqual({ rows: 11, refused: 120 });
});

const hasPostgres = (await testDatabases()).includes('postgres');
it.skipIf(!hasPostgres)('rule OPS-27: a database that is away delays no refusal, and loses none', async () => {
  const database = await createProxiedDatabase();
  onTestFinished(database.close);
  const node = await openTestGateway({ databaseUrl: database.url });
  onTestFinished(node.close);
  database.proxy.set('freeze');
  const asked = performance.now();
  for (let index = 0; index < 40; index += 1)
    expect((await node.call('GET', '/metrics', { token: 'wrong' })).status).toBe(401);
  // A query that waited would take its deadline of 4 seconds each.
  expect(performance.now() - asked).toBeLessThan(4_000);
  database.proxy.set('pass');
  const readSum = async (): Promise<unknown> => {
    const direct = postgres(database.directUrl, { max: 1 });
    try {
      return await direct`select sum(subject::int)::int as refused from audit where action = 'credentials_refused'`;
    } finally {
      await direct.end();
    }
  };
  await expect.poll(readSum, { timeout: 60_000, interval: 500 }).toEqual([{ refused: 40 }]);
});
