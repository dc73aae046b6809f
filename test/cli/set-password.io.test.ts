// `npm run set-password` as a person runs it, on both kinds of database.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/ops/logger.ts';
import { importData } from '../../src/data-file/import.ts';
import { openStore } from '../../src/store/driver/open.ts';
import { isPassword } from '../../src/auth/passwords.ts';
import { findPeople } from '../../src/store/people.ts';
import { createDatabase, createHome } from '../support/database.ts';
import { prepareEmbedded } from '../support/embedded-template.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { ADMIN_TOKEN } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';
import { openVisitor, signIn } from '../support/visitor.ts';

const start = path.resolve(import.meta.dirname, '../../src/start.mjs');
const NEW = 'pässword of ana, new';

type Said = { readonly code: number | null; readonly out: string; readonly err: string };

/** `answers`: the input, typed line by line at questions, or at once. */
async function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input: string | readonly (readonly [question: string, answer: string])[],
): Promise<Said> {
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  const open = typeof input === 'string' ? [] : [...input];
  child.stdout.on('data', (data: Buffer) => {
    said.out += data.toString();
    const [next] = open;
    if (!next || !said.out.endsWith(next[0])) return;
    open.shift();
    child.stdin.write(next[1]);
  });
  child.stderr.on('data', (data: Buffer) => (said.err += data.toString()));
  if (typeof input === 'string') child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}
const setPassword = (args: readonly string[], env: Record<string, string>, input: string): Promise<Said> =>
  run(process.execPath, [start, 'set-password', ...args], env, input);

describe('on a PostgreSQL that a server uses', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let gateway: TestGateway;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await createDatabase();
    gateway = await openTestGateway({ databaseUrl: database.url });
    env = { DATABASE_URL: database.url };
  });
  afterAll(async () => {
    await gateway.close();
    await database.drop();
  });

  test('sets it from standard input; earlier sessions end, and the new password signs in (rule ACCOUNT-5)', async () => {
    const before = await signIn(gateway);
    const said = await setPassword(['User1@example.org'], env, `${NEW}\nnot this line\n`);
    expect(said).toMatchObject({ code: 0, err: '' });
    expect(said.out).toContain('The password of Ana Silva (User1@example.org) is set.');
    expect(said.out).not.toContain(NEW);
    const { body } = await gateway.call<{ audit: unknown }>('GET', '/api/admin/export?history=true', {
      token: ADMIN_TOKEN,
    });
    expect(body.audit).toMatchObject([
      { user_name: 'Operator', action: 'password_set', subject: 'Ana Silva', owner_id: 1 },
    ]);
    expect((await before.get('/sign-out')).location).toBe('/sign-in');
    const visitor = openVisitor(gateway);
    await visitor.get('/sign-in');
    expect((await visitor.post('/sign-in', { email: 'user1@example.org', password: NEW })).status).toBe(303);
  });

  test('password-link prints a link with which the user sets one (rule ACCOUNT-5)', async () => {
    const command = (...args: readonly string[]) => run(process.execPath, [start, 'password-link', ...args], env, '');
    const said = await command('user3@example.org');
    expect(said).toMatchObject({ code: 0, err: '' });
    const link = said.out.trim();
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/link#tll_[\w-]{43}$/);
    const visitor = openVisitor(gateway);
    await visitor.get('/link');
    const done = await visitor.post('/link', { link, step: 'set', password: NEW, again: NEW });
    expect(done.location).toBe('/link?done=password');
    expect(await command('nobody@example.org')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('No user has the e-mail address nobody@example.org') as string,
    });
  });

  test('asks twice on a terminal without showing the input', async () => {
    // `script` gives it a terminal.
    const onTerminal = (answers: readonly (readonly [string, string])[]): Promise<Said> =>
      run('script', ['-qec', `${process.execPath} ${start} set-password user2@example.org`, '/dev/null'], env, answers);
    const [first, second] = ['New password: ', 'Once more: '];
    const said = await onTerminal([
      [first, `${NEW}\r`],
      [second, `${NEW}\r`],
    ]);
    expect([said.code, said.out.replaceAll('\r', '')]).toEqual([
      0,
      expect.stringMatching(/^New password: \nOnce more: \nThe password of Rui Costa .* is set\./),
    ]);
    const pasted = await onTerminal([[first, `${NEW}\r${NEW}\r`]]);
    expect([pasted.code, pasted.out]).toEqual([0, expect.stringContaining('The password of Rui Costa')]);
    const other = await onTerminal([
      [first, `${NEW}\r`],
      [second, `${NEW}!\r`],
    ]);
    expect([other.code, other.out]).toEqual([1, expect.stringContaining('The two passwords differ.')]);
    const left = await onTerminal([[first, '\u0003']]);
    expect([left.code, left.out]).toEqual([1, expect.stringContaining('The password was not changed.')]);
    const store = await openStore({ databaseUrl: database.url, home: '', logger: createLogger('silent') });
    const [rui] = await findPeople(store.sql, 'user2@example.org');
    await store.close();
    expect(await isPassword(NEW, rui?.passwordHash ?? null)).toBe(true);
  });

  test.each([
    [['nobody@example.org'], NEW, 1, /No user has the e-mail address nobody@example.org\. .*npm run import/],
    [['user1@example.org'], 'short', 1, /too short: it needs at least 10 characters/],
    [['user1@example.org'], '', 1, /too short/],
    [['user1@example.org'], 'x'.repeat(1_025), 1, /too long: it may have at most 1024 characters/],
    [[], NEW, 2, /^Name one e-mail address\.\n\nUsage:/],
    [['user1'], NEW, 2, /^Name one e-mail address\./],
    [['user1@example.org', NEW], '', 2, /^Name one e-mail address\./],
  ])('%j is rejected with what to do', async (args, input, code, message) => {
    const said = await setPassword(args, env, input);
    expect([said.code, said.out]).toEqual([code, '']);
    expect(said.err).toMatch(message);
    expect(said.err).not.toMatch(/\n\s+at /);
  });

  test('is rejected if two users have the address, and without a database', async () => {
    const twins = world()
      .users.slice(0, 2)
      .map((user) => ({ ...user, email: 'twin@example.org' }));
    await gateway.import({ touchline_data: 1, users: twins });
    const said = await setPassword(['twin@example.org'], env, NEW);
    expect([said.code, said.err]).toEqual([
      1,
      expect.stringMatching(
        /^2 users have .*: Ana Silva \(id 1\), Rui Costa \(id 2\)\. Give each user a different address/,
      ),
    ]);
    const away = await setPassword(['a@b'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' }, NEW);
    expect(away).toMatchObject({ code: 1, err: expect.stringContaining('could not be reached') });
    const wrong = await setPassword(['a@b'], { DATABASE_URL: 'mysql://127.0.0.1/none' }, NEW);
    expect(wrong).toMatchObject({ code: 1, err: expect.stringMatching(/^DATABASE_URL must be/) });
  });
});

test('on an embedded database it works while no server runs', async () => {
  const { home, remove } = await createHome();
  try {
    const env = { TOUCHLINE_HOME: home };
    // As a restore leaves it that failed.
    await mkdir(path.join(home, 'embedded'));
    const none = await setPassword(['user1@example.org'], env, NEW);
    expect([none.code, none.err]).toEqual([
      1,
      expect.stringContaining(`There is no database in ${home}. Start the server`),
    ]);
    await prepareEmbedded(home);
    const store = await openStore({ databaseUrl: null, home, logger: createLogger('silent') });
    await importData(store.sql, world());
    const busy = await setPassword(['user1@example.org'], env, NEW);
    expect([busy.code, busy.err]).toEqual([1, expect.stringMatching(/is in use by process \d+\. Stop that process/)]);
    await store.close();
    expect(await setPassword(['user1@example.org'], env, NEW)).toMatchObject({ code: 0, err: '' });
    const again = await openStore({ databaseUrl: null, home, logger: createLogger('silent') });
    const [ana] = await findPeople(again.sql, 'user1@example.org');
    await again.close();
    expect(await isPassword(NEW, ana?.passwordHash ?? null)).toBe(true);
  } finally {
    await remove();
  }
});

test.skipIf(process.getuid?.() !== 0)('rule OPS-9: root makes no files in the database of another user', async () => {
  const [nobody, { home, remove }] = [65_534, await createHome()];
  await prepareEmbedded(home);
  execFileSync('chown', ['-R', `${nobody}:${nobody}`, home]);
  const said = await setPassword(['user1@example.org'], { TOUCHLINE_HOME: home }, NEW);
  expect([said.code, said.err]).toEqual([
    1,
    expect.stringContaining(`belongs to the user with the id ${nobody}. Run this as that user`),
  ]);
  expect(execFileSync('find', [home, '-not', '-uid', String(nobody)], { encoding: 'utf8' })).toBe('');
  await remove();
});
