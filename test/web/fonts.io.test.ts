// The fonts and the stylesheet of the site, from a real build: our own files, cached for ever under their hashed names.
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../src/cli/build.mjs';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { TOKENS } from '../support/world/tokens.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openTestGateway({ pages: path.join(await ensureBuilt(), 'pages') });
});
afterAll(() => gateway.close());

const get = (address: string): Promise<Response> => fetch(`${gateway.url}${address}`);
const fontsIn = (text: string): readonly string[] => [...new Set(text.match(/\/assets\/[\w-]+\.woff2/g) ?? [])];

test('rule PAGE-25: the fonts of the site are files of this server with a hash in their names', async () => {
  const style = await (await get('/style.css')).text();
  expect(style).not.toMatch(/https?:/);
  const fonts = fontsIn(style);
  for (const script of ['latin', 'latin-ext', 'cyrillic', 'greek', 'arabic']) {
    expect(
      fonts.filter((font) => font.includes(`-${script}-wght-normal-`)),
      script,
    ).toHaveLength(1);
  }
  const font = await get(fonts[0] ?? '');
  expect(font.headers.get('content-type')).toBe('font/woff2');
  expect(font.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(Buffer.from(await font.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2');
});

test('a screen and an overlay ask for the Latin letters of their face at once, and their policy lets them', async () => {
  const token = await gateway.viewToken(TOKENS.tournament, 'match:701');
  for (const page of ['screen', 'overlay']) {
    const answer = await get(`/${page}/match:701?token=${token}`);
    expect(answer.headers.get('content-security-policy')).toContain("font-src 'self'");
    const [font, ...others] = fontsIn(await answer.text());
    expect([font?.includes('-condensed-latin-wght-'), others]).toEqual([true, []]);
    expect((await get(font ?? '')).status).toBe(200);
  }
});
