// The package @touchline/client as its users have it: installed from its tarball into a project of their own, and loaded by a
// page of another site without a bundler.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packClient } from '../../packages/client/pack.ts';
import { WIRE_TYPE_NAMES } from '../../protocol/documents/typescript.ts';
import { freePort } from '../support/free-port.ts';
import { skipsNginx, startNginx } from '../support/nginx.ts';
import { linesOf } from '../support/process-lines.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { openSiteForTests } from '../support/site.ts';
import { TOKENS } from '../support/world/tokens.ts';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const site = openSiteForTests();
let project: string;
let installed: string;
let readme: string;

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'touchline-project-'));
  await writeFile(path.join(project, 'package.json'), '{"private":true,"type":"module"}');
  const tarball = await packClient(project);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
  installed = path.join(project, 'node_modules/@touchline/client');
  await mkdir(path.join(project, 'node_modules/@types'));
  for (const name of ['ws', '@types/ws', '@types/node', 'undici-types']) {
    await symlink(path.join(root, 'node_modules', name), path.join(project, 'node_modules', name));
  }
  readme = await readFile(path.join(installed, 'README.md'), 'utf8');
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** The first example of this language in a text, for this server. */
function example(text: string, language: string, token: string): string {
  const [, code = ''] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
  return code
    .replaceAll('{{base}}', site.gateway.url)
    .replaceAll('{{ws}}', site.gateway.url.replace('http', 'ws'))
    .replaceAll('https://scores.example.org', site.gateway.url)
    .replaceAll('wss://scores.example.org/api/v1/live', site.gateway.liveUrl)
    .replaceAll('YOUR_VIEW_TOKEN', token);
}

/** Compiles the file as a project of its own. Throws the messages of the compiler. */
async function compile(file: string, more: object = {}): Promise<void> {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    // No DOM: the package must not need it.
    target: 'es2023',
    lib: ['es2023'],
    module: 'nodenext',
    types: ['node'],
    skipLibCheck: false,
    ...more,
  };
  const config = path.join(path.dirname(file), 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions, files: [path.basename(file)] }));
  await run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', config]).catch(
    (error: unknown) => {
      throw new Error((error as { stdout: string }).stdout);
    },
  );
}

describe('the package', () => {
  test('has one main module of at most 4 KB gzipped, no dependency, and the version of the server', async () => {
    const about = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
    expect(about).toMatchObject({ name: '@touchline/client', version, license: 'MIT', type: 'module' });
    expect(about).toMatchObject({ sideEffects: false, engines: { node: '>=20' } });
    expect(about).not.toHaveProperty('dependencies');
    expect(gzipSync(await readFile(path.join(installed, 'dist/client.js')), { level: 9 }).byteLength).toBeLessThan(
      4096,
    );
    expect(await readFile(path.join(installed, 'LICENSE'), 'utf8')).toContain('MIT');
  });

  test('compiles in a strict project without the DOM, and its states have types', async () => {
    const file = path.join(project, 'strict.ts');
    await writeFile(
      file,
      `import { type ChannelState, connect, type ChannelUpdate } from '@touchline/client';
import { shownClock } from '@touchline/client/clock';
import WebSocket from 'ws';

const client = connect({ url: 'ws://127.0.0.1/api/v1/live', token: 't', WebSocket, onStatus: ({ state }) => state });
const scorers = (state: ChannelState): string[] =>
  state.kind === 'match'
    ? Object.values(state.matches).flatMap(({ events }) => Object.values(events).map(({ player }) => player?.name ?? '?'))
    : [];
export const leave = client.subscribe('match:701', (update: ChannelUpdate) => {
  if (update.kind === 'refused') throw new Error(update.hint ?? update.message);
  const home: number | undefined = Object.values(update.state.matches)[0]?.score.home;
  for (const { clock } of Object.values(update.state.matches)) shownClock(clock, client.now()).text.padStart(5);
  scorers(update.state).push(String(home));
  // @ts-expect-error: a feed has no such member
  update.state.referee;
});
`,
    );
    await compile(file);
  });

  test('has examples for updates, clock and connection that compile in a strict project', async () => {
    const [, ...parts] = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code);
    expect(parts).toHaveLength(3);
    const given = `import type { Client } from '@touchline/client';
declare const client: Client;
declare const match: { clock: Parameters<typeof shownClock>[0] };
declare const clock: { textContent: string };
declare const mark: { hidden: boolean };
`;
    const file = path.join(project, 'examples.ts');
    await writeFile(file, [given, ...parts].join('\n'));
    await compile(file);
  });

  test('has the types of the schemas', async () => {
    const file = path.join(project, 'same.ts');
    const wire = path.join(root, 'protocol/wire');
    const modules = await Promise.all(
      ['air', 'board', 'down', 'marker', 'up'].map(
        async (name) => [name, await readFile(path.join(wire, `${name}.ts`), 'utf8')] as const,
      ),
    );
    const homeOf = (type: string): string =>
      modules.find(([, text]) => text.includes(`export type ${type} =`))?.[0] ?? 'nowhere';
    await writeFile(
      file,
      [
        ...modules.map(([name]) => `import type * as ${name} from '${wire}/${name}.ts';`),
        `import type * as own from '${installed}/dist/types/wire.d.ts';`,
        'type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;',
        ...WIRE_TYPE_NAMES.map((type) => `export const is${type}: Same<own.${type}, ${homeOf(type)}.${type}> = true;`),
      ].join('\n'),
    );
    await compile(file, { allowImportingTsExtensions: true, skipLibCheck: true, lib: ['es2023', 'dom'] });
  });

  test('follows a match by the example of its README, in Node.js', async () => {
    await writeFile(path.join(project, 'example.js'), example(readme, 'js', TOKENS.tournament));
    const child = spawn(process.execPath, ['example.js'], {
      cwd: project,
      env: { ...process.env, TOKEN: TOKENS.tournament },
    });
    try {
      const said = linesOf(child);
      await said('Riverside -:- Hilltop');
      await matchKeeper(site.gateway, 701).post('Start');
      await said('Riverside 0:0 Hilltop');
    } finally {
      child.kill();
    }
  });
});

describe('the client of the server, /client/v1.js', () => {
  test('is open to every site, compressed, and answered with 304 while it is the same', async () => {
    for (const file of ['v1.js', 'v1-fallback.js', 'v1-clock.js']) {
      const address = `${site.gateway.url}/client/${file}`;
      const first = await fetch(address, { headers: { 'accept-encoding': 'gzip' } });
      expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
      expect(first.headers.get('content-encoding')).toBe('gzip');
      expect(first.headers.get('access-control-allow-origin')).toBe('*');
      expect(first.headers.get('cache-control')).toBe('public, max-age=300');
      await first.arrayBuffer();
      const headers = { 'accept-encoding': 'gzip', 'if-none-match': first.headers.get('etag') ?? '' };
      expect((await fetch(address, { headers })).status).toBe(304);
    }
  });

  test('shows a match in a page of another site, by the examples of README and guide', async () => {
    const guide = await readFile(path.join(root, 'src/web/docs/guide.md'), 'utf8');
    const token = await site.gateway.viewToken(TOKENS.tournament, 'match:701');
    const bodies = [example(readme, 'html', token), example(guide, 'html client', token)];
    const shown = await openPages(await otherSite(bodies));
    await shown.each('0:0');
    await matchKeeper(site.gateway, 701).post('Goal', { team: 'home' });
    await shown.each('1:0');
    expect(shown.complaints).toEqual([]);
    await shown.close();
  });

  test.skipIf(skipsNginx)('P56 works behind a proxy that drops Upgrade, and so does the screen', async () => {
    const port = await freePort();
    const nginx = await startNginx(
      port,
      () =>
        `server { listen 127.0.0.1:${port}; location / { proxy_pass ${site.gateway.url}; proxy_http_version 1.1; } }`,
    );
    const token = await site.gateway.viewToken(TOKENS.tournament, 'match:702');
    const html = example(readme, 'html', token).replaceAll(new URL(site.gateway.url).host, `127.0.0.1:${port}`);
    const [other = ''] = await otherSite([html.replaceAll('match:701', 'match:702')]);
    const shown = await openPages([other, `http://127.0.0.1:${port}/screen/match:702?token=${token}`]);
    await shown.each(/^-:-$|Winner of A2/);
    const keeper = matchKeeper(site.gateway, 702);
    await keeper.post('Start');
    await keeper.post('Goal', { team: 'home' });
    await expect
      .poll(() => shown.texts())
      .toEqual([expect.stringMatching(/^1:0/), expect.stringMatching(/Riverside.*1–0.*Winner of A2/)]);
    // The browser writes about WebSockets that fail, and about nothing else.
    expect(shown.complaints.filter((line) => !line.includes('WebSocket'))).toEqual([]);
    await shown.close();
    await nginx.close();
  });
});

/** A site of its own that serves these bodies; the addresses of its pages. */
async function otherSite(bodies: readonly string[]): Promise<string[]> {
  const server = createServer(({ url }, answer) => {
    const head = '<!doctype html><title>t</title><link rel="icon" href="data:,">';
    answer.setHeader('content-type', 'text/html').end(head + (bodies[Number(url?.slice(1))] ?? ''));
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return bodies.map((_, index) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${index}`);
}

/** Opens a page for each address. `each` waits until all of them show the text. */
async function openPages(addresses: readonly string[]) {
  const pages = await Promise.all(addresses.map(() => site.browser.newPage()));
  const complaints: string[] = [];
  for (const page of pages) {
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
  }
  await Promise.all(pages.map((page, index) => page.goto(addresses[index] ?? '')));
  return {
    complaints,
    each: (text: string | RegExp) =>
      Promise.all(pages.map((page) => page.locator('body').getByText(text).first().waitFor())),
    texts: () => Promise.all(pages.map((page) => page.textContent('body'))),
    close: () => Promise.all(pages.map((page) => page.close())),
  };
}
