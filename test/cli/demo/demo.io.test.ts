// The demo as a newcomer runs it: a process with its embedded database and its addresses.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snapshotFrameSchema } from '../../../protocol/wire/down.ts';
import { demoClubs } from '../../../src/cli/demo/clubs.ts';
import { portOrFree } from '../../../src/cli/demo/port.ts';
import { openVisitor } from '../../support/visitor.ts';

type Demo = { readonly child: ChildProcess; said(): string; onOutput(listener: () => void): void };

let home: string;
let demo: Demo;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'touchline-test-'));
  await mkdir(path.join(home, 'tmp'));
  demo = startDemo();
  await hear(demo, /Kick-off/);
});
afterAll(async () => {
  if (demo.child.exitCode === null) {
    demo.child.kill('SIGKILL');
    await once(demo.child, 'exit');
  }
  await rm(home, { recursive: true, force: true });
});

function startDemo(): Demo {
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../../../src/start.mjs'), 'demo'], {
    // The database of the environment must not be touched: this one answers nothing.
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      TMPDIR: path.join(home, 'tmp'),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString()));
  return { child, said: () => said, onOutput: (listener) => child.stdout.on('data', listener) };
}

/** Resolves to the match when the demo has printed it. */
function hear({ child, said, onOutput }: Demo, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const match = pattern.exec(said());
      if (match) resolve(match);
    };
    onOutput(look);
    child.once('exit', (code) => reject(new Error(`The demo ended with ${code}: ${said()}`)));
    look();
  });
}

const addresses = (): string[] => demo.said().match(/http:\/\/127\.0\.0\.1:\d+\/\S+/g) ?? [];

test('every page that the demo names exists', async () => {
  const pages = addresses().filter((address) => !address.includes('/api/v1/'));
  expect(pages.some((address) => address.includes('/screen/match:'))).toBe(true);
  for (const page of pages) expect((await fetch(page)).status, page).toBe(200);
});

test('the request that it prints for reading shows the final, running', async () => {
  const [, token = '', address = ''] = await hear(demo, /curl -s -H 'Authorization: Bearer (\S+)' (\S+)/);
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  const { state } = snapshotFrameSchema.parse(await answer.json());
  expect(state).toMatchObject({ kind: 'match', title: 'France vs Croatia' });
  if (state.kind !== 'match') return;
  const [board] = Object.values(state.matches);
  expect(board).toMatchObject({ status: 'live', period: 'first_half', clock: { running: true } });
  // Just after kick-off: a clock computed from the markers' own times would be at the end of the match.
  expect(board?.clock.elapsed_ms).toBeLessThan(20 * 60_000);
});

test('the request that it prints for writing records a goal', async () => {
  const [, address = '', token = '', body = ''] = await hear(
    demo,
    /curl -X POST (\S+) \\\n +-H 'Authorization: Bearer (\S+)' -H 'Content-Type: application\/json' \\\n +-d '(.+)'/,
  );
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(address, { method: 'POST', headers, body });
  expect(answer.status).toBe(201);
  expect(await answer.json()).not.toHaveProperty('warnings');
});

test('the first calls of the guide work with its key, in the order of the guide', async () => {
  const [, url = '', key = ''] = await hear(
    demo,
    /curl -X POST (http:\/\/[\d.:]+)\S+ \\\n +-H 'Authorization: Bearer (\S+)'/,
  );
  const guide = await readFile('src/web/docs/guide.md', 'utf8');
  const firstCalls = guide.slice(0, guide.indexOf('{#tokens}'));
  const code = [...firstCalls.matchAll(/```bash [\w-]+\n([^]+?)```/g)].map(([, lines]) => lines).join('echo\n');
  const script = code.replace('{{base}}', url).replace('your-club-key', key);
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', script], { cwd: home });
  expect(stdout).toContain('"team_scores":{"1":3,"2":1}');
  expect(stdout.match(/"status":"success"/g)).toHaveLength(4);
  expect(stdout).not.toMatch(/"error"|"warnings"/);
});

test('the account that it prints manages the club, its integrations and the cup', async () => {
  const [, url = '', email = '', password = ''] = await hear(
    demo,
    /Sign in at (\S+)\/sign-in with (\S+) and the password (\S+)/,
  );
  const visitor = openVisitor({ url });
  await visitor.get('/sign-in');
  expect((await visitor.post('/sign-in', { email, password })).status).toBe(303);
  for (const page of ['/me/apps', '/clubs/lakeside/integrations', '/build/overlay?channel=match:704']) {
    expect((await visitor.get(page)).status, page).toBe(200);
  }
});

test('its clubs have crests, which it serves itself', async () => {
  const [, url = ''] = await hear(demo, /Sign in at (\S+)\/sign-in/);
  for (const { badge_url: crest } of demoClubs(0)) {
    const answer = await fetch(url + (crest ?? ''));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(await answer.text()).toMatch(/^<svg/);
  }
});

test('stopped by Ctrl-C it ends with 0 and leaves nothing behind', async () => {
  expect(await readdir(path.join(home, 'tmp'))).toHaveLength(1);
  demo.child.kill('SIGINT');
  expect(await once(demo.child, 'exit')).toEqual([0, null]);
  expect(await readdir(path.join(home, 'tmp'))).toEqual([]);
  expect(existsSync(path.resolve('.touchline', 'demo-data.json'))).toBe(false);
});

test('stopped several times at once, as npm repeats a Ctrl-C, it leaves nothing behind either', async () => {
  const impatient = startDemo();
  await hear(impatient, /listening/);
  impatient.child.kill('SIGINT');
  impatient.child.kill('SIGTERM');
  impatient.child.kill('SIGINT');
  impatient.child.kill('SIGTERM');
  expect(await once(impatient.child, 'exit')).toEqual([0, null]);
  expect(await readdir(path.join(home, 'tmp'))).toEqual([]);
});

test('if the usual port is taken, a free one is used', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  expect(await portOrFree('127.0.0.1', port)).toBe(0);
  taken.close();
  await once(taken, 'close');
  expect(await portOrFree('127.0.0.1', port)).toBe(port);
});
