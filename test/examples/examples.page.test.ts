// Every program of examples/, as its README starts it, against a real gateway.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildClient } from '../../src/cli/build-client.mjs';
import { delta, snapshot } from '../support/follower.ts';
import { linesOf } from '../support/process-lines.ts';
import { openProxy } from '../support/proxy.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { scriptedServer } from '../support/scripted-server.ts';
import { openSiteForTests } from '../support/site.ts';
import { TOKENS } from '../support/world/tokens.ts';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const site = openSiteForTests();
let folder: string;
let token: string;
let env: NodeJS.ProcessEnv;
let child: ChildProcess | null = null;

const succeeds = (command: string, ...args: readonly string[]): boolean => spawnSync(command, args).status === 0;
const python = ['/usr/bin/python3', 'python3'].find((name) => succeeds(name, '-c', 'import websockets'));
const hasGo = succeeds('go', 'version');
const isCi = process.env['CI'] === 'true';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'touchline-examples-'));
  await cp(path.join(root, 'examples'), folder, { recursive: true });
  // The client as npm installs it, without its types.
  const installed = path.join(folder, 'node_modules/@touchline/client');
  await mkdir(installed, { recursive: true });
  await cp(path.join(root, 'packages/client/package.json'), path.join(installed, 'package.json'));
  await buildClient(esbuild, root, path.join(installed, 'dist'));
  for (const name of ['ws', 'preact']) {
    await symlink(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
  token = await site.gateway.viewToken(TOKENS.tournament, 'match:701');
  env = { ...process.env, SERVER: site.gateway.url, CHANNEL: 'match:701', TOKEN: token };
  await matchKeeper(site.gateway, 701).post('Start');
});
afterEach(() => {
  child?.kill();
  child = null;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function start(command: string, args: readonly string[], example: string, more: NodeJS.ProcessEnv = {}) {
  child = spawn(command, args, { cwd: path.join(folder, example), env: { ...env, ...more } });
  return { child, said: linesOf(child) };
}

const goal = (): Promise<string> => matchKeeper(site.gateway, 701).post('Goal', { team: 'home' });
async function score(): Promise<string> {
  const live = await site.gateway.call<{ state: { matches: Record<string, { score: { home: number } }> } }>(
    'GET',
    'live/match:701',
    { token },
  );
  return `${live.body.state.matches['701']?.score.home}:0`;
}

test('the overlay has at most 40 lines, and shows score and clock from a local file', async () => {
  const file = path.join(root, 'examples/overlay/overlay.html');
  expect((await readFile(file, 'utf8')).trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  const page = await site.browser.newPage();
  const query = new URLSearchParams({ server: site.gateway.url, channel: 'match:701', token });
  await page.goto(`${pathToFileURL(file)}?${query}`);
  await page.getByText(`Riverside ${await score()} Hilltop`).waitFor();
  expect(await page.textContent('#board')).toMatch(/ \d+:\d\d/);
  await page.close();
});

test('the goal bot announces a goal and its end', async () => {
  const { said } = start(process.execPath, ['bot.mjs'], 'goal-bot');
  await said('Following Riverside vs Hilltop.');
  const id = await goal();
  await said(/^Goal by an unknown player in minute \d+\. Riverside 1:0 Hilltop$/);
  await matchKeeper(site.gateway, 701).delete(id);
  await said('The last goal does not count.');
});

test('the goal bot announces a goal without a minute, and no kick of a shootout', async () => {
  const server = await scriptedServer();
  const { said } = start(process.execPath, ['bot.mjs'], 'goal-bot', { SERVER: `http://127.0.0.1:${server.port}` });
  const peer = await server.peer();
  await peer.expect('auth');
  peer.welcome();
  await peer.expect('subscribe');
  const match = {
    home: { name: 'A' },
    away: { name: 'B' },
    period: 'second_half',
    score: { home: 0, away: 0 },
    events: {},
  };
  const patch = (more: object, marker: string) => ({
    matches: { 701: { ...more, events: { [marker]: { type: 'Goal' } } } },
  });
  peer.send(
    snapshot(1, { kind: 'match', title: 'A vs B', matches: { 701: match } }),
    delta(2, patch({ period: 'penalty_shootout' }, 'm2')),
    delta(3, patch({ period: 'full_time', score: { home: 1 } }, 'm3')),
  );
  await said('Following A vs B.');
  expect(await said(/^Goal/)).toBe('Goal by an unknown player. A 1:0 B');
  await server.stop();
});

test('the goal bot says that a feed has no goals', async () => {
  const channel = 'tournament:autumn-cup';
  const more = { CHANNEL: channel, TOKEN: await site.gateway.viewToken(TOKENS.tournament, channel) };
  const bot = start(process.execPath, ['bot.mjs'], 'goal-bot', more);
  const ended = once(bot.child, 'exit');
  await bot.said(/^This bot follows one game or match/);
  expect(await ended).toEqual([0, null]);
});

test.skipIf(python === undefined && !isCi)(
  'the subscriber in Python ends when it may not read the channel any more',
  async () => {
    const server = await scriptedServer();
    const { said } = start(python ?? '/usr/bin/python3', ['subscriber.py'], 'python', {
      SERVER: `http://127.0.0.1:${server.port}`,
    });
    const peer = await server.peer();
    await peer.expect('auth');
    peer.send({ type: 'unsubscribed', channel: 'match:701', reason: 'forbidden' });
    await said('The right to read this channel was withdrawn.');
    await server.stop();
  },
);

test.skipIf(python === undefined && !isCi)('the subscriber in Python follows (needs python3-websockets)', async () => {
  const { said } = start(python ?? '/usr/bin/python3', ['subscriber.py'], 'python');
  await said(`Riverside ${await score()} Hilltop`);
  await goal();
  await said(`Riverside ${await score()} Hilltop`);
});

test.skipIf(python === undefined && !isCi)(
  'the subscriber in Python comes back to a server that restarts after the time that it said',
  async () => {
    const server = await scriptedServer();
    start(python ?? '/usr/bin/python3', ['subscriber.py'], 'python', { SERVER: `http://127.0.0.1:${server.port}` });
    const first = await server.peer();
    await first.expect('auth');
    // Longer than its own first wait, which is random.
    first.send({ type: 'closing', reason: 'shutdown', retry_after_ms: 1_000 });
    const saidAt = performance.now();
    first.close(1012);
    await server.peer();
    expect(performance.now() - saidAt).toBeGreaterThan(990);
    await server.stop();
  },
);

describe.skipIf(!hasGo)('the subscriber in Go (needs Go 1.19)', () => {
  test('is formatted, has no fault that vet knows, and follows', async () => {
    const cwd = path.join(folder, 'go');
    const goEnv = { ...env, GOFLAGS: '-mod=mod', GOCACHE: path.join(tmpdir(), 'touchline-go-cache') };
    expect((await run('gofmt', ['-l', '.'], { cwd })).stdout).toBe('');
    await run('go', ['vet', '.'], { cwd, env: goEnv });
    await run('go', ['build', '-o', 'subscriber', '.'], { cwd, env: goEnv });
    const { said } = start(path.join(cwd, 'subscriber'), [], 'go');
    await said(`Riverside ${await score()} Hilltop`);
    await goal();
    await said(`Riverside ${await score()} Hilltop`);
  });
});

test('the scorekeeper stores what was typed without a network, once and in order, also after its end', async () => {
  const proxy = await openProxy({ host: '127.0.0.1', port: Number(new URL(site.gateway.url).port) });
  proxy.set('refuse');
  const offline = {
    SERVER: `http://127.0.0.1:${proxy.port}`,
    TOKEN: TOKENS.tournament,
    MARKERS: 'tournaments/autumn-cup/matches/701/markers',
  };
  const before = Number((await score()).split(':')[0]);
  const first = start(process.execPath, ['scorekeeper.mjs'], 'scorekeeper', offline);
  first.child.stdin?.write('Goal team=home\nGoal team=home\n');
  await first.said(/^No network: \d waiting\.$/);
  const queue = path.join(folder, 'scorekeeper/queue.json');
  await expect.poll(async () => (JSON.parse(await readFile(queue, 'utf8')) as unknown[]).length).toBe(2);
  first.child.kill('SIGKILL');
  const second = start(process.execPath, ['scorekeeper.mjs'], 'scorekeeper', offline);
  await second.said(/^No network: 2 waiting\.$/);
  proxy.set('pass');
  second.child.stdin?.write('Nonsense\n');
  await second.said('Stored: Goal');
  await second.said('Stored: Goal');
  await second.said(/^Refused \(422\): Nonsense\./);
  expect(await score()).toBe(`${before + 2}:0`);
  expect(await readFile(queue, 'utf8')).toBe('[]');
  await proxy.close();
});

test('the hook for React compiles, and shows the score', async () => {
  await run(process.execPath, [
    path.join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    path.join(root, 'examples/react'),
  ]);
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: `import { render } from 'preact';
        import { connect } from '@touchline/client';
        import { Score } from './use-channel.tsx';
        const client = connect({ url: '${site.gateway.liveUrl}', token: '${token}' });
        render(<Score client={client} channel="match:701" />, document.body);`,
      resolveDir: path.join(folder, 'react'),
      loader: 'jsx',
    },
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfigRaw: {},
    alias: { react: 'preact/compat' },
    external: ['./fallback.js'],
  });
  const page = await site.browser.newPage();
  await page.goto(`${site.gateway.url}/client/v1.js`);
  await page.setContent('<body></body>');
  await page.addScriptTag({ type: 'module', content: outputFiles?.[0]?.text ?? '' });
  await page.getByText(`Riverside ${await score()} Hilltop`).waitFor();
  await goal();
  await page.getByText(`Riverside ${await score()} Hilltop`).waitFor();
  await page.close();
});
