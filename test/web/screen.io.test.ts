// The stadium screen's document and its files, on a real gateway with a bundle made for the test.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotFrame } from '../../protocol/wire/down.ts';
import type { Facts } from '../../protocol/rest/facts.ts';
import { preferredForm } from '../../src/http/core/negotiation.ts';
import { packFiles } from '../../src/cli/pack-files.mjs';
import { retryDocument } from '../../src/web/retry-document.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { openRaw } from '../support/raw-http.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { users } from '../support/world/people.ts';
import { world } from '../support/world/world.ts';
import { MATCH_KICK_OFF } from '../support/world/tournaments.ts';

const SCRIPT = 'console.log("a screen");\n'.repeat(100);
let folder: string;
let gateway: TestGateway;
let viewToken: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'touchline-pages-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'assets', 'screen-ABC.js'), SCRIPT);
  await writeFile(path.join(folder, 'assets', 'screen-ABC.css'), '#screen { color: white }');
  await writeFile(path.join(folder, 'assets', 'ball-DEF.png'), Buffer.from([1, 2, 3]));
  await writeFile(path.join(folder, 'assets', '.secret'), 'not to be served');
  await packFiles(path.join(folder, 'assets'));
  const screen = { js: '/assets/screen-ABC.js', css: '/assets/screen-ABC.css' };
  const manifest = { screen, retry: { js: '/assets/retry-ABC.js' } };
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  const pictured = users().map((one) => ({ ...one, avatar_url: `/portraits/${one.id}.jpg` }));
  gateway = await openTestGateway({ pages: folder, data: { ...world(), users: pictured } });
  viewToken = await gateway.viewToken(TOKENS.tournament, 'match:701');
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

const open = (address: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${gateway.url}${address}`, { headers });

describe('the screen', () => {
  it('rules PAGE-6, PAGE-12: is the page of its channel; it loads nothing from other hosts and sends no referrer', async () => {
    const answer = await open(`/screen/match:701?token=${viewToken}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`connect-src 'self' ${gateway.url.replace('http', 'ws')};`);
    expect(policy).not.toContain('unsafe');
    const html = await answer.text();
    expect(html).toContain('<title>Riverside vs Hilltop</title>');
    const arabic = await (await open(`/screen/match:701?token=${viewToken}&lang=ar`)).text();
    expect(arabic).toContain('<title>Riverside – Hilltop</title>');
    expect(html).toContain('src="/assets/screen-ABC.js"');
    expect(html).not.toContain(viewToken);
  });

  it.each([
    ['', 'en', '<noscript dir="ltr">This screen needs JavaScript.</noscript>'],
    ['&lang=ar', 'ar', '<noscript dir="rtl">تحتاج هذه الشاشة إلى JavaScript.</noscript>'],
  ])('says in the language of its address, %j, that it needs scripts', async (query, lang, said) => {
    const html = await (await open(`/screen/match:701?token=${viewToken}${query}`)).text();
    expect(html).toContain(`<html lang="${lang}">`);
    expect(html).toContain(said);
  });

  it.each([
    ['', 401],
    ['?token=', 401],
    ['?token=nonsense', 401],
    ['?token=a%20b%0d%0aX-Injected:%201', 401],
    [`?token=${TOKENS.otherClub}`, 403],
  ])('says what to do when the token in its address is %s', async (query, status) => {
    const answer = await open(`/screen/match:701${query}`);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.has('x-injected')).toBe(false);
    expect(await answer.text()).toMatch(/<p>.*token/);
  });

  it('accepts a view token for its own channels only, under any spelling', async () => {
    expect((await open(`/screen/match:702?token=${viewToken}`)).status).toBe(403);
    expect((await open(`/screen/nothing?token=${viewToken}`)).status).toBe(404);
    const injected = await open(`/screen/${encodeURIComponent('"><script>')}?token=${viewToken}`);
    expect(injected.status).toBe(404);
    expect(await injected.text()).not.toContain('<script>');
  });
});

describe('the data of a screen', () => {
  it('is in the page: facts, and the newest state', async () => {
    const html = await (await open(`/screen/match:701?token=${viewToken}`)).text();
    const text = /<script type="application\/json" id="page-data">(.*)<\/script>/.exec(html)?.[1] ?? '';
    const data = JSON.parse(text) as { now: number; facts: Facts; frames: SnapshotFrame[] };
    expect(Math.abs(data.now - Date.now())).toBeLessThan(60_000);
    expect(data.facts).toMatchObject({ competition: 'Autumn Cup', kick_off: MATCH_KICK_OFF });
    expect(data.frames[0]).toMatchObject({ type: 'snapshot', channel: 'match:701', state: { id: 701 } });
  });

  it.each([
    ['match:701', TOKENS.tournament],
    ['game:100', TOKENS.club],
  ])('has the portraits of the users who play in %s (rule PAGE-35)', async (channel, key) => {
    const portraits = { '1': '/portraits/1.jpg', '2': '/portraits/2.jpg', '3': '/portraits/3.jpg' };
    const token = await gateway.viewToken(key, channel);
    const facts = (await (await open(`/screen/${channel}/facts?token=${token}`)).json()) as Facts;
    expect(facts.portraits).toEqual(portraits);
  });

  it('is also at the address of its facts, for callers who may see the screen', async () => {
    const answer = await open(`/screen/match:701/facts?token=${viewToken}`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await answer.json()).toMatchObject({ competition: 'Autumn Cup' });
    expect((await open('/screen/match:701/facts')).status).toBe(401);
    expect((await open(`/screen/match:702/facts?token=${viewToken}`)).status).toBe(403);
    expect((await open(`/screen/nothing/facts?token=${viewToken}`)).status).toBe(404);
  });
});

describe('a refusal', () => {
  it.each([
    ['?lang=de', 401, '<html lang="de" dir="ltr">', 'In der Adresse dieses Bildschirms fehlt das Token'],
    ['?token=nonsense', 401, '<html lang="en" dir="ltr">', 'The token in this address is not accepted'],
    ['?token=nonsense&lang=xx', 401, '<html lang="en" dir="ltr">', 'This page retries automatically.'],
  ])(
    'rule PAGE-7: is a page in the language of the address that retries automatically: %s',
    async (query, status, ...parts) => {
      const answer = await open(`/screen/match:701${query}`);
      const html = await answer.text();
      expect(answer.status).toBe(status);
      for (const part of parts) expect(html).toContain(part);
      expect(html).toContain('<script type="module" src="/assets/retry-ABC.js"></script>');
      // It also retries without a script.
      expect(html).toContain('<noscript><meta http-equiv="refresh" content="15"></noscript>');
      expect(html).toContain(`<body data-status="${status}">`);
    },
  );

  it('works without built pages', () => {
    const html = retryDocument({ status: 503, channel: null, hasToken: true, lang: 'fr', assets: null });
    expect(html).toMatch(/<meta http-equiv="refresh" content="15">/);
    expect(html).toContain('<h1>Un instant</h1>');
    expect(html).not.toContain('<script');
  });
});

describe('the files of the pages', () => {
  it('are cached for ever, in an encoding that the browser accepts', async () => {
    const raw = await openRaw(Number(new URL(gateway.url).port));
    const fetchAs = async (encoding: string) => {
      raw.write(`GET /assets/screen-ABC.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\n\r\n`);
      const { status, headers, bytes } = await raw.answer();
      expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('vary')).toBe('Accept-Encoding');
      return { encoding: headers.get('content-encoding'), bytes };
    };
    const br = await fetchAs('gzip, deflate, br');
    expect([br.encoding, brotliDecompressSync(br.bytes).toString()]).toEqual(['br', SCRIPT]);
    const gzip = await fetchAs('gzip, br;q=0');
    expect([gzip.encoding, gunzipSync(gzip.bytes).toString()]).toEqual(['gzip', SCRIPT]);
    const plain = await fetchAs('identity');
    expect([plain.encoding, plain.bytes.toString()]).toEqual([undefined, SCRIPT]);
    raw.socket.destroy();
  });

  it('have their types', async () => {
    expect((await open('/assets/screen-ABC.css')).headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect((await open('/assets/ball-DEF.png')).headers.get('content-type')).toBe('image/png');
  });

  it.each([
    '/assets/',
    '/assets/.secret',
    '/assets/../manifest.json',
    '/assets/..%2fmanifest.json',
    '/assets/%2e%2e/manifest.json',
    '/assets/..%5cmanifest.json',
    '/assets/screen-ABC.js%00.css',
    '/manifest.json',
    '//etc/passwd',
  ])('are all that is served: not %s', async (address) => {
    // Sent unchanged: fetch would normalize the path.
    const raw = await openRaw(Number(new URL(gateway.url).port));
    raw.write(`GET ${address} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect((await raw.answer()).status).toBe(404);
    raw.socket.destroy();
  });

  it.each([
    ['br', true],
    ['gzip, BR ;q=0.5', true],
    ['br;q=0', false],
    ['br; q=0.000', false],
    ['brotli', false],
    ['', false],
  ])('are sent as br to Accept-Encoding %j: %s', (header, expected) => {
    expect(preferredForm(header, ['br'])).toBe(expected ? 'br' : 'plain');
  });
});
