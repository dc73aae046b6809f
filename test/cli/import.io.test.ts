// `npm run import` as a person runs it: a separate process and a running gateway.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHome } from '../support/database.ts';
import { worldWithResults } from '../support/world/world-with-results.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { ADMIN_TOKEN } from '../support/world/tokens.ts';

let gateway: TestGateway;
let folder: Awaited<ReturnType<typeof createHome>>;
beforeAll(async () => {
  gateway = await openTestGateway({ data: null });
  folder = await createHome();
});
afterAll(async () => {
  await gateway.close();
  await folder.remove();
});

/** Runs the command; resolves to its exit code and output. */
async function runImport(options: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const start = path.resolve(import.meta.dirname, '../../src/start.mjs');
  const child = spawn(process.execPath, [start, 'import', ...options], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (data: Buffer) => (said.out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (said.err += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

async function written(name: string, content: unknown): Promise<string> {
  const file = path.join(folder.home, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const toGateway = (): string[] => ['--url', gateway.url, '--token', ADMIN_TOKEN];

test('rule DATA-4: prints its changes as a table, and changes nothing the second time', async () => {
  const file = await written('data.json', worldWithResults());
  const first = await runImport([file, ...toGateway()]);
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toMatch(/^ +created +updated +unchanged$/m);
  expect(first.out).toMatch(/^users +5 +0 +0$/m);
  const second = await runImport([file], { PUBLIC_URL: gateway.url, TOUCHLINE_ADMIN_TOKEN: ADMIN_TOKEN });
  expect(second.code).toBe(0);
  expect(second.out).toMatch(/^users +0 +0 +5$/m);
});

test('lists the mistakes of a file, one per line, and exits with 1', async () => {
  const users = [{ id: 1, slug: 'a b', name: 'A' }];
  const file = await written('wrong.json', { touchline_data: 1, users, usrs: [] });
  const { code, out, err } = await runImport([file, ...toGateway()]);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^ {2}usrs: /m);
  expect(err).toMatch(/^ {2}users\[0\]\.slug: /m);
});

test('rule DATA-16: takes a file that is larger than one request', async () => {
  const file = await written('large.json', JSON.stringify(worldWithResults()) + ' '.repeat(64 * 1024 * 1024));
  const { code, out } = await runImport([file, ...toGateway()]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^users +0 +0 +5$/m)]);
});

test('rules DATA-4, DATA-16: takes a file with a byte order mark, and refuses one that is not UTF-8', async () => {
  const text = JSON.stringify({ ...worldWithResults(), juniors: [{ id: 900, name: 'Zé' }] });
  for (const end of ['', ' '.repeat(64 * 1024 * 1024)]) {
    const latin = path.join(folder.home, 'latin.json');
    await writeFile(latin, text + end, 'latin1');
    const refused = await runImport([latin, ...toGateway()]);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('not UTF-8') as string });
    const marked = await runImport([await written('marked.json', `\uFEFF${text}${end}`), ...toGateway()]);
    expect(marked).toMatchObject({ code: 0 });
  }
  const { body } = await gateway.call('GET', '/api/admin/export', { token: ADMIN_TOKEN });
  expect(body).toMatchObject({ juniors: expect.arrayContaining([{ id: 900, name: 'Zé' }]) as unknown });
});

test('reads a pipe, as a container has it for its input', async () => {
  const pipe = path.join(folder.home, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const [{ code, out }] = await Promise.all([
    runImport([pipe, ...toGateway()]),
    writeFile(pipe, JSON.stringify(worldWithResults())),
  ]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^users +0 +0 +5$/m)]);
});

test('names the cause of a failure', async () => {
  const file = await written('data.json', worldWithResults());
  const refused = await runImport([file, '--url', gateway.url, '--token', 'wrong']);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('answered 401') as string });
  const away = await runImport([file, '--url', 'http://127.0.0.1:1', '--token', 'x']);
  expect(away).toMatchObject({ code: 1, err: expect.stringContaining('cannot be reached') as string });
  const broken = await runImport([await written('broken.json', '{"touchline_data":'), ...toGateway()]);
  expect(broken).toMatchObject({ code: 2, err: expect.stringContaining('is not JSON') as string });
  const missing = await runImport([path.join(folder.home, 'none.json'), ...toGateway()]);
  expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('cannot be read') as string });
  expect(await runImport(toGateway())).toMatchObject({ code: 2, err: expect.stringContaining('Usage') as string });
  const unarmed = await runImport([file, '--url', gateway.url]);
  expect(unarmed).toMatchObject({ code: 2, err: expect.stringContaining('TOUCHLINE_ADMIN_TOKEN') as string });
});
