// One network that asks for page after page does not take the server from others (rule LIMIT-21).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MADE_PAGES } from '../../src/web/made-pages.ts';
import { parseTrustedProxies, trustNone } from '../../src/ops/address.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { openVisitor, signIn, type Shown, type Visitor } from '../support/visitor.ts';

/** From another address, through a trusted proxy. */
const from =
  (address: string): typeof fetch =>
  (url, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-for', address);
    return fetch(url, { ...init, headers });
  };
const flooder = from('203.0.113.9');
const html = { headers: { accept: 'text/html' } };

let gateway: TestGateway;
let ana: Visitor;

beforeAll(async () => {
  gateway = await openTestGateway({ config: { isTrustedProxy: parseTrustedProxies('127.0.0.1') ?? trustNone } });
  ana = await signIn({ url: gateway.url, fetch: flooder }, 'user1@example.org');
});
afterAll(() => gateway.close());

/** Asks for a page that costs little to make until one is refused. Returns how many were made, and the refusal. */
async function flood(): Promise<{ made: number; refusal: Response }> {
  for (let made = 0; ;) {
    const visits = Array.from({ length: 200 }, () => flooder(`${gateway.url}/me/apps`, { redirect: 'manual' }));
    const answers = await Promise.all(visits);
    made += answers.filter(({ status }) => status === 303).length;
    const refusal = answers.find(({ status }) => status === 429);
    if (refusal !== undefined) return { made, refusal };
  }
}

it('rule LIMIT-21: refuses pages beyond the limit with how long to wait, and serves other networks and signed-in users', async () => {
  const { made, refusal } = await flood();
  expect(made).toBeGreaterThanOrEqual(MADE_PAGES.burst - 10);
  expect(refusal.headers.get('retry-after')).toBe('1');
  expect(await refusal.json()).toEqual({
    error: 'Too many pages at once.',
    hint: 'Wait a moment, then open the page again.',
  });
  const [other, signedIn] = await Promise.all([openVisitor(gateway).get('/'), ana.get('/me/apps'), flood()]);
  expect([other.status, signedIn.status]).toEqual([200, 200]);
});

it('shows browsers a page beyond the limit, in their language and made once', async () => {
  const headers = { accept: 'text/html', 'accept-language': 'de' };
  const ask = () => flooder(`${gateway.url}/me/apps?a=b`, { headers, redirect: 'manual' });
  let refused: Response[] = [];
  while (refused.length < 2) {
    const [, ...answers] = await Promise.all([flood(), ...Array.from({ length: 40 }, ask)]);
    refused = answers.filter(({ status }) => status === 429);
  }
  const seen = refused.map(({ headers: sent }) =>
    ['content-type', 'retry-after', 'cache-control'].map((name) => sent.get(name)).join(' '),
  );
  expect(new Set(seen)).toEqual(new Set(['text/html; charset=utf-8 1 no-store']));
  const [text, ...others] = new Set(await Promise.all(refused.map((answer) => answer.text())));
  expect(others).toEqual([]);
  expect(text).toContain('<html lang="de"');
  expect(text).toContain('<h1>Das waren zu viele Anfragen</h1>');
  expect(text).toContain('href="?lang=ar"');
});

it('counts pages of errors, and beyond the limit shows browsers the kept page of the status', async () => {
  const nowhere = (accept: string) => flooder(`${gateway.url}/nowhere`, { headers: { accept } });
  const kept = 'href="?lang=ar"';
  for (let pages: string[] = []; !pages.some((page) => page.includes(kept));) {
    const asked = Array.from({ length: 20 }, () => nowhere('text/html'));
    const [, programs, ...answers] = await Promise.all([flood(), nowhere('application/json'), ...asked]);
    expect(programs.headers.get('content-type')).toContain('json');
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    pages = await Promise.all(answers.map((answer) => answer.text()));
    expect(pages.filter((page) => !page.includes('There is no such page'))).toEqual([]);
  }
});

it('makes no page for a user beyond the own allowance', async () => {
  const ben = await signIn({ url: gateway.url, fetch: from('203.0.113.10') }, 'user2@example.org');
  let refused: Shown[] = [];
  while (refused.length < 2) {
    const shown = await Promise.all(Array.from({ length: 500 }, () => ben.get('/me/apps', html.headers)));
    refused = shown.filter(({ status }) => status === 429);
  }
  const [text, ...others] = new Set(refused.map((answer) => answer.html));
  expect(others).toEqual([]);
  expect(text).toContain('<h1>There were too many requests</h1>');
  expect(text).toContain('href="?lang=ar"');
});

it('shows signed-in users each error as a page, also beyond the limit of their network', async () => {
  const asked = Array.from({ length: 20 }, () => ana.get('/manage/clubs/nowhere', html.headers));
  const [, ...answers] = await Promise.all([flood(), ...asked]);
  const seen = answers.map(({ status, headers }) => `${status} ${headers.get('content-type') ?? ''}`);
  expect(new Set(seen)).toEqual(new Set(['403 text/html; charset=utf-8']));
});

it('does not count what is kept', async () => {
  const [guide, picture] = await Promise.all([
    flooder(`${gateway.url}/api/docs`, html),
    flooder(`${gateway.url}/favicon.ico`),
    flood(),
  ]);
  expect([guide.status, picture.status]).toEqual([200, 200]);
});
