// Rule LIMIT-23: the pages of one signed-in user do not fill the connections that all readers share.
import { expect, test } from 'vitest';
import type { SignInSessions } from '../../src/auth/sign-in-sessions.ts';
import { type Answer, headerBlock } from '../../src/http/core/answer.ts';
import type { CallerHandle, Exchange, Handle } from '../../src/http/core/exchange.ts';
import { USER_PAGES } from '../../src/web/page-turns.ts';
import { openSite } from '../../src/web/site.ts';

/** A request for a page by a user; the cookie of a session is the user's id. */
const visitOf = (userId: number): Exchange =>
  ({
    method: 'GET',
    path: '/page',
    allowance: null,
    header: (name: string) => (name === 'cookie' ? `touchline_session=${userId}` : ''),
    query: () => new URLSearchParams(),
    queryText: () => '',
    address: () => '203.0.113.9',
    isHttps: () => false,
  }) as unknown as Exchange;

/** A site with one page, whose pages end when the test says so. */
function openHeldSite() {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const find: SignInSessions['find'] = (cookie, count) => {
    count(cookie);
    const userId = Number(cookie);
    return Promise.resolve({ id: cookie, userId, name: 'Ana', isAdmin: false, expiresAt: 0 });
  };
  const site = openSite({
    sessions: { find } as unknown as SignInSessions,
    formTokens: { sign: () => 'token', verify: () => false },
    rate: { take: () => 1 },
    countMadePage: () => null,
    baseUrl: () => 'http://touchline.example',
    logger: { warn: () => undefined },
  });
  const [route] = site.signedIn({
    name: 'page',
    path: '/page',
    show: ({ session }) => {
      begun.push(session.userId);
      return new Promise((resolve) =>
        ends.push(() => resolve({ status: 200, headers: headerBlock({ 'cache-control': 'no-store' }), body: null })),
      );
    },
  });
  const handle: Handle | CallerHandle | undefined = route?.handle;
  const visit = async (userId: number): Promise<Answer> => (handle as Handle)(visitOf(userId));
  return { begun, ends, visit };
}

test('rule LIMIT-23: 8 pages of one user are made at once, and another user has a page meanwhile', async () => {
  expect(USER_PAGES).toMatchObject({ atOnce: 8, waiting: 200, waitMs: 5_000 });
  const { begun, ends, visit } = openHeldSite();
  const pages = Array.from({ length: 9 }, () => visit(1));
  pages.push(visit(2));
  await expect.poll(() => begun.length).toBe(9);
  expect(begun).toEqual([...Array.from({ length: 8 }, () => 1), 2]);
  ends[0]?.();
  await expect.poll(() => begun.length).toBe(10);
  for (const end of ends) end();
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
});

test('rule LIMIT-23: as many pages may wait as a user may ask for at once; more are refused', async () => {
  const { begun, ends, visit } = openHeldSite();
  const pages = Array.from({ length: 208 }, () => visit(1));
  await expect(visit(1)).rejects.toMatchObject({ status: 503, code: 'busy', headers: { 'retry-after': '2' } });
  for (let made = 0; made < pages.length; made += 1) {
    await expect.poll(() => begun.length).toBeGreaterThan(made);
    ends[made]?.();
  }
  await Promise.all(pages);
});
