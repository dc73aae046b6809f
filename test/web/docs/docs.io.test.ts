// The documents as they are served, and the guide's snippets as a reader would run them.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { asyncApiDocument } from '../../../protocol/documents/asyncapi.ts';
import { STATUSES } from '../../../protocol/wire/board.ts';
import { CLOSE } from '../../../protocol/wire/close-codes.ts';
import { errorFrameSchema } from '../../../protocol/wire/down.ts';
import { MATCH_MARKER_TYPES } from '../../../protocol/wire/marker.ts';
import { openApiDocument } from '../../../protocol/documents/openapi.ts';
import type { Endpoint } from '../../../protocol/rest/endpoint.ts';
import { endpoints } from '../../../protocol/rest/endpoints.ts';
import { ensureBuilt } from '../../../src/cli/build.mjs';
import { readDocument, writeDocuments } from '../../../src/web/docs/built-documents.ts';
import { type Documents, documents } from '../../../src/web/docs/documents.ts';
import { createDatabase } from '../../support/database.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { linesOf } from '../../support/process-lines.ts';
import { spawnGateway } from '../../support/process.ts';
import { openProxy } from '../../support/proxy.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { world } from '../../support/world/world.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const HOUR = 3_600_000;
let gateway: TestGateway;

/** The sample world with its games in two hours from now. */
function worldOfToday(): object {
  const data = world();
  const date_time = new Date(Date.now() + 2 * HOUR).toISOString();
  return {
    ...data,
    clubs: data.clubs.map((club) => ({ ...club, games: club.games.map((game) => ({ ...game, date_time })) })),
  };
}

beforeAll(async () => {
  gateway = await openTestGateway({ data: worldOfToday(), pages: path.join(await ensureBuilt(), 'pages') });
});
afterAll(() => gateway.close());

const get = (address: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(gateway.url + address, { headers });
const textOf = async (address: string): Promise<string> => (await get(address)).text();

describe('the machine-readable documents', () => {
  test('are generated from the table and the schemas', async () => {
    expect(JSON.parse(await textOf('/api/openapi.json'))).toEqual(asJson(openApiDocument(gateway.url)));
    expect(parse(await textOf('/api/openapi.yaml'))).toEqual(asJson(openApiDocument(gateway.url)));
    expect(JSON.parse(await textOf('/api/asyncapi.json'))).toEqual(asJson(asyncApiDocument(gateway.url)));
    expect((await get('/api/openapi.yaml')).headers.get('content-type')).toBe('application/yaml; charset=utf-8');
    expect((await get('/api/openapi.json')).headers.get('access-control-allow-origin')).toBe('*');
  });

  test('answer 304 when unchanged, and are compressed on request', async () => {
    const first = await get('/api/openapi.json', { 'accept-encoding': 'gzip' });
    expect(first.headers.get('content-encoding')).toBe('gzip');
    await first.arrayBuffer();
    const etag = first.headers.get('etag') ?? '';
    const again = await get('/api/openapi.json', { 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = await get('/api/openapi.json', { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([other.status, other.headers.get('content-encoding')]).toEqual([200, 'br']);
    await other.arrayBuffer();
  });
});

test.for(['http://scores.example.org:8080', 'https://scores.example.org'])(
  'the documents of the build are the same, for a server at %s',
  async (url) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'touchline-documents-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const module = pathToFileURL(path.join(folder, 'main.js')).href;
    await writeDocuments(documents, module);
    for (const name of Object.keys(documents) as (keyof Documents)[]) {
      expect(await readDocument(name, url, module), name).toBe(await documents[name](url));
    }
  },
);

test('a built server has the documents at its own address', async () => {
  const database = await createDatabase();
  const built = await spawnGateway({ env: { DATABASE_URL: database.url } });
  onTestFinished(async () => {
    await built.kill();
    await database.drop();
  });
  const openApi = await fetch(`${built.url}/api/openapi.json`);
  expect(await openApi.json()).toEqual(asJson(openApiDocument(built.url)));
});

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the pages', () => {
  const pages = ['/api/docs', '/api/docs/ai', '/api/docs/interactive'];

  test.for(pages)('%s is HTML under a policy that allows no other host', async (address) => {
    const answer = await get(address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
    expect(policy.includes("'unsafe-inline'")).toBe(address === '/api/docs/interactive');
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    const page = await answer.text();
    expect(page).toContain('name="viewport"');
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(page).not.toMatch(/\sstyle=|\son\w+=/);
    const loaded = [...page.matchAll(/(?:<link rel="stylesheet" href|<script[^>]* src)="([^"]+)"/g)].map(
      ([, one]) => one,
    );
    expect(loaded.length).toBeGreaterThan(0);
    for (const file of loaded) expect([file, (await get(file ?? '')).status]).toEqual([file, 200]);
  });

  test('have no broken links', async () => {
    for (const address of pages) {
      const page = await textOf(address);
      const own = [...page.matchAll(/<a href="(?:http:\/\/[^"/]+)?(\/[^"]*)"/g)].map(([, link = '']) => link);
      for (const link of new Set(own)) expect([link, (await get(link)).status]).toEqual([link, 200]);
      const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(id);
    }
  });

  test('name every endpoint, every value and every status', async () => {
    for (const address of ['/api/docs', '/llms-full.txt']) {
      const page = await textOf(address);
      const table: Endpoint[] = Object.values(endpoints);
      for (const path of table.flatMap(({ paths }) => paths)) expect(page).toContain(path);
      for (const value of [...MATCH_MARKER_TYPES, ...STATUSES, 'intra_club', 'goalkeeper'])
        expect(page).toContain(value);
      const statuses = new Set(
        table.flatMap(({ answers }) => Object.keys(answers).filter((status) => status >= '400')),
      );
      for (const status of statuses) expect(page).toMatch(new RegExp(`(<td>|\\| )${status}`));
      for (const code of errorFrameSchema.shape.code.options)
        expect(page).toMatch(new RegExp(`(<td><code>|\\| \`)${code}[<\`]`));
      for (const code of Object.values(CLOSE)) expect(page).toMatch(new RegExp(`(<td>|\\| )${code}`));
      expect(page).toContain('1,000 a second, bursts of 2,000');
    }
  });
});

describe('the files for assistants', () => {
  test('/llms.txt has a title, a summary and working links, also under /.well-known', async () => {
    const index = await textOf('/llms.txt');
    expect(index).toMatch(/^# Touchline\n\n> .+\n/);
    expect(await textOf('/.well-known/llms.txt')).toBe(index);
    const links = [...index.matchAll(/\]\((http[^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThanOrEqual(6);
    for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
    expect((await get('/llms-full.txt')).headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });
});

const unescape = (words: string): string =>
  words
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

async function snippets(): Promise<Map<string, string>> {
  const found = (await textOf('/api/docs')).matchAll(
    /<code class="language-\w+" data-snippet="([\w-]+)">([\s\S]*?)<\/code>/g,
  );
  return new Map([...found].map(([, name = '', code = '']): [string, string] => [name, unescape(code)]));
}

describe('the snippets of the guide', () => {
  let folder = '';
  let code: Map<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'touchline-guide-'));
    code = await snippets();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const snippet = (name: string): string => {
    const found = code.get(name);
    if (found === undefined) throw new Error(`The guide has no snippet ${name}.`);
    return found;
  };
  const setup = (): string => snippet('setup').replace('your-club-key', TOKENS.club);

  /** Runs them in one shell, as a reader does; what each prints. */
  async function shell(...names: string[]): Promise<string[]> {
    const script = [
      setup(),
      snippet('choose-game'),
      ...names.flatMap((name) => ['echo "=== "', snippet(name), 'echo']),
    ];
    const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', script.join('\n')], { cwd: folder });
    return stdout
      .split('=== \n')
      .slice(1)
      .map((part) => part.trim());
  }

  test('in the shell work in the order of the guide', async () => {
    const [club, start, first, second, edited, taken, scores, polled, view, events] = await shell(
      'first-call',
      'kick-off',
      'goal',
      'goal',
      'edit',
      'take-back',
      'set-scores',
      'poll',
      'view-token',
      'events',
    );
    expect(JSON.parse(club ?? '')).toMatchObject({ slug: 'riverside-fc' });
    for (const answer of [start, first, second, edited, taken])
      expect(JSON.parse(answer ?? '')).toMatchObject({ status: 'success' });
    expect(JSON.parse(scores ?? '')).toMatchObject({
      game: { slug: 'sunday-5s', team_scores: { '1': 3, '2': 1 }, goals: [] },
    });
    expect(polled).toBe('304');
    expect(JSON.parse(view ?? '')).toMatchObject({ channels: ['game:100'] });
    expect(events).toMatch(/^event: welcome\ndata: [\s\S]*\nevent: snapshot\nid: \w+:\d+\ndata: /);
  });

  test('in JavaScript poll without loading unchanged data again', async () => {
    const env = { ...process.env, BASE: gateway.url, TOKEN: TOKENS.club };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', snippet('poll-in-code')],
      { env, cwd: root },
    );
    expect(stdout).toMatch(/^Game sunday-5s .*\n[\s\S]*nothing new\n$/);
  });

  test('in JavaScript follow a game, through a lost connection', async () => {
    const proxy = await openProxy({ host: '127.0.0.1', port: Number(new URL(gateway.url).port) });
    const env = { ...process.env, BASE: `http://127.0.0.1:${proxy.port}`, TOKEN: TOKENS.club, CHANNEL: 'game:101' };
    const child = spawn(process.execPath, ['--input-type=module', '-e', snippet('follow')], { env, cwd: root });
    try {
      const said = linesOf(child);
      await said('Game three-teams: Team 2 -:- Reds, not_started');
      const marker = (id: string, more: object) =>
        gateway.call('POST', 'clubs/riverside-fc/games/three-teams/marker', {
          token: TOKENS.club,
          body: { id, timestamp: new Date().toISOString(), match_id: '101_0', ...more },
        });
      await marker('00000000-0000-4000-8000-000000000001', { type: 'Start' });
      await said('Game three-teams: Team 1 0:0 Team 2, first_half');
      await marker('00000000-0000-4000-8000-000000000002', { type: 'Goal', team: 'away' });
      await said('Game three-teams: Team 1 0:1 Team 2, first_half');
      await gateway.call(
        'DELETE',
        'clubs/riverside-fc/games/three-teams/markers/00000000-0000-4000-8000-000000000002',
        {
          token: TOKENS.club,
        },
      );
      proxy.set('pass');
      await said('Game three-teams: Team 1 0:0 Team 2, first_half');
    } finally {
      child.kill();
      await proxy.close();
    }
  });
});
