// The console continues on another phone: what a link brings, to whom, and how often.
import type postgres from 'postgres';
import { beforeAll, expect, it } from 'vitest';
import { BAD_MAX } from '../../src/auth/credential-guard.ts';
import { hashToken } from '../../src/store/tokens.ts';
import { openGatewayWithSql } from '../support/gateway-with-sql.ts';
import type { TestGateway } from '../support/gateway.ts';
import { rememberSecret } from '../support/log-secrets.ts';
import { TOKENS } from '../support/world/tokens.ts';

let gateway: TestGateway;
let sql: postgres.Sql;

beforeAll(async () => {
  const opened = await openGatewayWithSql({ config: { isTrustedProxy: (address) => address === '127.0.0.1' } });
  ({ gateway, sql } = opened);
  return opened.close;
});

const send = async (path: string, body: unknown, token?: string) => {
  const answer = await fetch(gateway.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, string>> };
};
/** The secret of a new link. */
async function made(token: string, channel: string | null = null): Promise<string> {
  const { status, body } = await send('/console/handover', { channel, kind: 'club' }, token);
  expect(status).toBe(201);
  const secret = body['url']?.split('#link=')[1] ?? '';
  rememberSecret(secret);
  return secret;
}
const take = (link: string) => send('/console/takeover', { link });

it('a link brings exactly the credential of the first phone, once (rule ACCOUNT-7)', async () => {
  for (const token of [TOKENS.club, TOKENS.tournament, TOKENS.app]) {
    const link = await made(token);
    expect(await take(link)).toEqual({ status: 200, body: { token, kind: 'club' } });
    expect((await take(link)).status).toBe(401);
  }
});

it('two phones that open a link at once do not both get the credential (rule ACCOUNT-7)', async () => {
  const link = await made(TOKENS.club);
  const answers = await Promise.all([take(link), take(link), take(link)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
});

it('a link opens the match of the first phone, and no address of another site (rule ACCOUNT-7)', async () => {
  const urlOf = async (channel: string | null) =>
    (await send('/console/handover', { channel, kind: null }, TOKENS.club)).body['url'];
  expect(await urlOf('game:100')).toMatch(new RegExp(`^${gateway.url}/console/game:100#link=tll_[\\w-]{43}$`));
  for (const channel of [null, '', '//evil.example', 'game:100/../..'])
    expect(await urlOf(channel)).toMatch(new RegExp(`^${gateway.url}/console#link=tll_[\\w-]{43}$`));
});

it('a link ends after 5 minutes, and as the fourth of its credential (rule ACCOUNT-7)', async () => {
  const links = [await made(TOKENS.club), await made(TOKENS.club), await made(TOKENS.club), await made(TOKENS.club)];
  expect((await take(links[0] ?? '')).status).toBe(401);
  expect((await take(links[3] ?? '')).status).toBe(200);
  const [row] = await sql<{ ms: number }[]>`
    select (max(expires_at - made_at))::integer as ms from one_time_link where purpose = 'console'`;
  expect(row?.ms).toBe(300_000);
  await sql`update one_time_link set expires_at = 1`;
  expect((await take(links[2] ?? '')).status).toBe(401);
});

it('the database alone has no credential, and the audit trail has each link (rule ACCOUNT-7)', async () => {
  const link = await made(TOKENS.club, 'game:100');
  const [row] = await sql<
    { text: string }[]
  >`select l::text as text from one_time_link l order by made_at desc limit 1`;
  expect(row?.text).not.toContain(link);
  expect(row?.text).not.toContain(TOKENS.club);
  expect((await take(link)).status).toBe(200);
  const [used] = await sql`select from one_time_link where sealed is not null and used_at is not null`;
  expect(used).toBeUndefined();
  // The row about the refusal of the test before may be written only now (rule OPS-27).
  const [entry] = await sql`select user_name, action, subject, club_id::integer from audit
    where action <> 'credentials_refused' order by id desc limit 1`;
  expect(entry).toEqual({ user_name: 'API key', action: 'console_continued', subject: 'game:100', club_id: 10 });
});

it('a view token and a link of another kind bring nothing (rule ACCOUNT-7)', async () => {
  const view = await gateway.viewToken(TOKENS.club, 'game:100');
  expect((await send('/console/handover', { channel: null, kind: null }, view)).status).toBe(403);
  expect((await send('/console/handover', { channel: null, kind: null })).status).toBe(401);
  expect((await take(`tll_${'x'.repeat(43)}`)).status).toBe(401);
  const password = `tll_${'p'.repeat(43)}`;
  await sql`
    insert into one_time_link (id, secret_hash, purpose, subject, made_at, expires_at, user_id, password_salt)
    values (gen_random_uuid(), ${hashToken(password)}, 'password', 'user 1', 1, 9e15, 1, '')`;
  expect((await take(password)).status).toBe(401);
  expect((await sql`select from one_time_link where purpose = 'password' and used_at is null`).length).toBe(1);
});

it('rule LIMIT-2: a blocked network has few links looked up', async () => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' };
  const body = JSON.stringify({ link: `tll_${'x'.repeat(43)}` });
  const statusOf = async () =>
    (await fetch(`${gateway.url}/console/takeover`, { method: 'POST', headers, body })).status;
  for (let tries = 0; tries < BAD_MAX; tries += 1) expect(await statusOf()).toBe(401);
  const answered: number[] = [];
  let all: Promise<unknown> = Promise.resolve();
  await sql.begin(async (tx) => {
    // A lookup gets no answer now.
    await tx`lock table one_time_link in access exclusive mode`;
    all = Promise.all(Array.from({ length: 40 }, async () => answered.push(await statusOf())));
    await expect.poll(() => answered.length).toBeGreaterThanOrEqual(20);
    expect(new Set(answered)).toEqual(new Set([429]));
  });
  await all;
});

it('rule PAGE-40: the console learns what its token is for, and a view token is for no console', async () => {
  const kindOf = async (token: string) => {
    const { status, body } = await gateway.call<{ kind?: string }>('GET', '/console/kind', { token });
    return body.kind ?? status;
  };
  const { club, clubApp, tournament, tournamentApp, app } = TOKENS;
  expect(await Promise.all([club, clubApp, tournament, tournamentApp, app].map(kindOf))).toEqual([
    'club',
    'club',
    'tournament',
    'tournament',
    'account',
  ]);
  expect(await kindOf(await gateway.viewToken(TOKENS.club, 'game:100'))).toBe(403);
  expect(await kindOf('no token at all, but long enough')).toBe(401);
});
