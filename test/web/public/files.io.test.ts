// What stands beside public pages: addresses of the API that lead to them, facts for search engines, pictures, calendars, the
// sitemap and the score for other sites.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PICTURE_LIMIT } from '../../../src/web/public/read-limit.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openVisitor, signIn, type Visitor } from '../../support/visitor.ts';
import { fullWorld } from '../../support/world/full-world.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { world } from '../../support/world/world.ts';

const MATCH = '/tournaments/autumn-cup/matches/701';

/** The Spring Cup and game 101 are for members only. */
function withSecrets() {
  const data = world();
  const [riverside, ...clubs] = data.clubs;
  const [cup, springCup] = data.tournaments;
  const games = (riverside?.games ?? []).map((game) => (game.id === 101 ? { ...game, is_public: false } : game));
  return {
    ...data,
    clubs: [{ ...riverside, games }, ...clubs],
    tournaments: [cup, { ...springCup, is_private: true }],
  };
}

let gateway: TestGateway;
let reader: Visitor;
let member: Visitor;
beforeAll(async () => {
  gateway = await openTestGateway({ data: withSecrets(), config: { isTrustedProxy: () => true } });
  reader = openVisitor(gateway);
  member = await signIn(gateway, 'user4@example.org');
});
afterAll(() => gateway.close());

/** All values of these fields in an answer, however deep. */
function addressesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(addressesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    (name === 'url' || name === 'profile_url') && typeof inner === 'string' ? [inner] : addressesIn(inner),
  );
}

describe('the addresses that the API answers', () => {
  it('lead to pages, for members where they are private (rule PUBLIC-1)', async () => {
    const full = await openTestGateway({ data: fullWorld() });
    const owner = await signIn(full, 'user1@example.org');
    const reads: readonly (readonly [string, string])[] = [
      ['clubs/riverside-fc', TOKENS.club],
      ['clubs/riverside-fc/past_games', TOKENS.club],
      ['tournaments/autumn-cup', TOKENS.tournament],
      ['tournaments/house-league', TOKENS.league],
    ];
    const answers = await Promise.all(reads.map(([address, token]) => full.call('GET', address, { token })));
    const found = [...new Set(answers.flatMap(({ body }) => addressesIn(body)))].filter((one) =>
      one.startsWith(full.url),
    );
    expect(found.length).toBeGreaterThan(12);
    const statuses = await Promise.all(
      found.map(async (address) => `${(await owner.get(address.slice(full.url.length))).status} ${address}`),
    );
    expect(statuses.filter((line) => !line.startsWith('200'))).toEqual([]);
    await full.close();
  });
});

describe('a shared link (rule PUBLIC-5)', () => {
  it('has its one address, a picture, and facts of the match', async () => {
    const { html } = await reader.get(`${MATCH}?lang=fr`);
    expect(html).toContain(`<link rel="canonical" href="${gateway.url}${MATCH}"/>`);
    expect(html).toContain(`content="${gateway.url}${MATCH}/picture.png"`);
    const [, facts = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(facts)).toMatchObject({
      '@type': 'SportsEvent',
      url: gateway.url + MATCH,
      homeTeam: { name: 'Riverside' },
      eventStatus: 'https://schema.org/EventScheduled',
    });
  });

  it('has a picture that is drawn once, and none where the page is for members', async () => {
    const first = await fetch(`${gateway.url}${MATCH}/picture.png`);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    expect(
      Buffer.from(await first.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const etag = first.headers.get('etag') ?? '';
    const again = await fetch(`${gateway.url}${MATCH}/picture.png`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect((await reader.get('/tournaments/spring-cup/picture.png')).status).toBe(404);
  });

  it('cannot keep the thread busy: one network gets 20 lookups at once', async () => {
    const elsewhere = { 'x-forwarded-for': '203.0.113.10' };
    const paths = Array.from({ length: 2 * PICTURE_LIMIT.burst }, (_, index) => `/clubs/unknown-${index}/picture.png`);
    const answers = await Promise.all(paths.map((path) => reader.get(path, elsewhere)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(PICTURE_LIMIT.burst);
  });
});

describe('the sitemap (rule PUBLIC-5)', () => {
  it('lists what all see, and robots find it', async () => {
    const { html } = await reader.get('/sitemap.xml');
    const listed = [...html.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address.replace(gateway.url, ''));
    expect(listed).toContain('/clubs/riverside-fc/games/sunday-5s');
    expect(listed).toContain(MATCH);
    expect(listed.filter((path) => /spring-cup|three-teams|players/.test(path))).toEqual([]);
    expect((await reader.get('/robots.txt')).html).toContain(`Sitemap: ${gateway.url}/sitemap.xml\n`);
  });
});

describe('a calendar (rule PUBLIC-7)', () => {
  it('of a club has the games that its reader may see', async () => {
    const address = '/clubs/riverside-fc/calendar.ics';
    const [open, own] = [await reader.get(address), await member.get(address)];
    expect(open.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(open.html).toContain('UID:game-100@');
    expect(open.html).not.toContain('UID:game-101@');
    expect(own.html).toContain('UID:game-101@');
  });

  it('of a tournament has the matches with a date', async () => {
    const { html } = await reader.get('/tournaments/autumn-cup/calendar.ics');
    expect(html).toContain('SUMMARY:Riverside vs Hilltop\r\n');
    expect(html).not.toContain('UID:match-702@');
    expect((await reader.get('/tournaments/spring-cup/calendar.ics')).status).toBe(404);
  });
});

describe('the score for other sites (rule PUBLIC-6)', () => {
  it('is open to every site, in a language, and for public games and matches only', async () => {
    const { status, headers, html } = await reader.get('/embed/match:701?lang=de');
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(JSON.parse(html)).toMatchObject({
      url: gateway.url + MATCH,
      boards: [{ home: 'Riverside', away: 'Hilltop', score: '–', status: 'Noch nicht begonnen', clock: null }],
    });
    const statuses = ['match:801', 'game:101', 'match:9999', 'club:riverside-fc', 'x'].map(
      async (channel) => (await member.get(`/embed/${channel}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404, 404]);
  });
});
