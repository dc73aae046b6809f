// One network that asks for page after page does not take the server from others (rule LIMIT-21).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MADE_PAGES } from '../../src/web/made-pages.ts';
import { parseTrustedProxies, trustNone } from '../../src/ops/address.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { openVisitor, signIn } from '../support/visitor.ts';

/** From the network of the flood, through a trusted proxy. */
const flooder: typeof fetch = (url, init = {}) => {
  const headers = new Headers(init.headers);
  headers.set('x-forwarded-for', '203.0.113.9');
  return fetch(url, { ...init, headers });
};
const html = { headers: { accept: 'text/html' } };

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openTestGateway({ config: { isTrustedProxy: parseTrustedProxies('127.0.0.1') ?? trustNone } });
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
  const ana = await signIn({ url: gateway.url, fetch: flooder }, 'user1@example.org');
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

it('counts pages of errors, and answers with the Error object beyond the limit', async () => {
  const isObject = ({ headers }: Response): boolean => headers.get('content-type')?.includes('json') === true;
  for (let answers: Response[] = []; !answers.some(isObject);) {
    const asked = Array.from({ length: 20 }, () => flooder(`${gateway.url}/nowhere`, html));
    [, ...answers] = await Promise.all([flood().then(({ refusal }) => refusal), ...asked]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  }
});

it('does not count what is kept', async () => {
  const [guide, picture] = await Promise.all([
    flooder(`${gateway.url}/api/docs`, html),
    flooder(`${gateway.url}/favicon.ico`),
    flood(),
  ]);
  expect([guide.status, picture.status]).toEqual([200, 200]);
});
