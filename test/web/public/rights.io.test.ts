// Who sees which public page, and what juniors are called there, on a real gateway.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { iso } from '../../support/dates.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { grown, scrape } from '../../support/scrape.ts';
import { openVisitor, signIn, type Visitor } from '../../support/visitor.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { world as testWorld } from '../../support/world/world.ts';

/** Hilltop is private, its game 110 is public; game 101 of Riverside is not. The Spring Cup is private. */
function world() {
  const data = testWorld();
  const [riverside, hilltop] = data.clubs;
  const [cup, springCup] = data.tournaments;
  const games = (riverside?.games ?? []).map((game) => (game.id === 101 ? { ...game, is_public: false } : game));
  return {
    ...data,
    clubs: [
      { ...riverside, games },
      { ...hilltop, is_private: true },
    ],
    tournaments: [cup, { ...springCup, is_private: true }],
  };
}

const CLUB = '/clubs/riverside-fc';
const PRIVATE_CLUB = '/clubs/hilltop';
const GAME = '/clubs/riverside-fc/games/sunday-5s';
const MATCH = '/tournaments/autumn-cup/matches/701';

let gateway: TestGateway;
/** Signed out; Max is a member of Riverside, Eva of both clubs; Pia is an administrator in no club. */
let visitors: Readonly<Record<'none' | 'max' | 'eva' | 'pia', Visitor>>;

beforeAll(async () => {
  gateway = await openTestGateway({ data: world() });
  const [max, eva, pia] = await Promise.all([4, 3, 5].map((id) => signIn(gateway, `user${id}@example.org`)));
  if (!max || !eva || !pia) throw new Error('Three users sign in.');
  visitors = { none: openVisitor(gateway), max, eva, pia };
});
afterAll(() => gateway.close());

const ALL = [200, 200, 200, 200] as const;
const NONE = [404, 404, 404, 404] as const;

describe('a public page (rule PUBLIC-1)', () => {
  it.each([
    [CLUB, ALL],
    [GAME, ALL],
    ['/clubs/riverside-fc/games/three-teams', [404, 200, 200, 200]],
    [PRIVATE_CLUB, [404, 404, 200, 200]],
    ['/clubs/hilltop/games/away-day', ALL],
    ['/tournaments/autumn-cup', ALL],
    [MATCH, ALL],
    ['/tournaments/spring-cup', [404, 404, 200, 200]],
    ['/tournaments/spring-cup/matches/801', [404, 404, 200, 200]],
    ['/players/ana-silva', ALL],
    // In no club, game or tournament.
    ['/players/pia-admin', NONE],
    // Of another club or tournament, and of none.
    ['/clubs/hilltop/games/sunday-5s', NONE],
    ['/tournaments/spring-cup/matches/701', NONE],
    ['/tournaments/autumn-cup/matches/x', NONE],
    ['/clubs/no-club', NONE],
    ['/players/no-player', NONE],
  ] as const)(
    '%s answers signed out, to a member of Riverside, a member of Hilltop, an administrator: %s',
    async (path, statuses) => {
      const { none, max, eva, pia } = visitors;
      const found: number[] = [];
      for (const visitor of [none, max, eva, pia]) found.push((await visitor.get(path)).status);
      expect(found).toEqual(statuses);
    },
  );

  it('gives the same answer for what a reader may not see and for what does not exist (rule PUBLIC-2)', async () => {
    for (const visitor of [visitors.none, visitors.max]) {
      const [hidden, missing] = [await visitor.get(PRIVATE_CLUB), await visitor.get('/clubs/no-club')];
      expect(hidden.html).toBe(missing.html);
      expect([...hidden.headers.keys()]).toEqual([...missing.headers.keys()]);
    }
  });

  it('is refused before anything is loaded (rule PUBLIC-2)', async () => {
    const before = await scrape(gateway.url);
    await visitors.none.get(PRIVATE_CLUB);
    await visitors.none.get('/tournaments/spring-cup/matches/801');
    const after = await scrape(gateway.url);
    const reads = (what: string): number => grown(before, after, `touchline_store_reads_total{what="${what}"}`);
    expect([reads('page'), reads('list'), reads('match'), reads('feed')]).toEqual([2, 0, 0, 0]);
  });

  it('of a club lists the games that its reader may see', async () => {
    const [signedOut, member] = [await visitors.none.get(CLUB), await visitors.max.get(CLUB)];
    expect(signedOut.html).toContain('Game sunday-5s');
    expect(signedOut.html).not.toContain('three-teams');
    expect(member.html).toContain('three-teams');
    expect(member.headers.get('cache-control')).toBe('private, no-cache');
    expect(signedOut.headers.get('vary')).toContain('Cookie');
  });

  it('links to a private club only for those who see its page', async () => {
    expect((await visitors.none.get('/clubs/hilltop/games/away-day')).html).not.toContain('href="/clubs/hilltop"');
  });

  it('tells search engines of what all may see only', async () => {
    expect((await visitors.none.get(CLUB)).html).toContain('content="index, follow"');
    const hidden = await visitors.eva.get(PRIVATE_CLUB);
    expect(hidden.html).toContain('content="noindex"');
    expect(hidden.html).not.toContain('ld+json');
    expect(hidden.html).not.toContain('og:image');
  });
});

describe('juniors', () => {
  it('are never more than initials on public pages, in line-ups, goals and notes (rule NAME-5)', async () => {
    const post = (type: string, more: object) =>
      gateway.call('POST', 'games/sunday-5s/marker', {
        token: TOKENS.club,
        body: { id: randomUUID(), type, timestamp: iso(Date.now() - 60_000), ...more },
      });
    await post('Goal', { primary_player_pc_id: 1, primary_player_type: 'junior', label: 'Kid One from afar' });
    await post('Event', { label: 'A word with Kid One' });
    const { html } = await visitors.max.get('/clubs/riverside-fc/games/sunday-5s?lang=de');
    expect(html).not.toContain('Kid One');
    expect(html).toContain('A word with K. O.');
    expect(html.match(/K\. O\./g)?.length).toBeGreaterThanOrEqual(3);
    expect(html).toContain('<html lang="de"');
  });
});

/** Different spellings of one path: the bits of a number say which of its letters are percent-encoded. */
const spellingsOf = (path: string, count: number): string[] =>
  Array.from({ length: count }, (_, number) => {
    let bits = number;
    return path.replace(/[a-z]/g, (letter) => {
      const isEncoded = bits % 2 === 1;
      bits = Math.floor(bits / 2);
      return isEncoded ? `%${letter.charCodeAt(0).toString(16)}` : letter;
    });
  });

describe('many readers (rule PUBLIC-3)', () => {
  it('cost one look a second, and 304 for what they have', async () => {
    const before = await scrape(gateway.url);
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 300 }, () => visitors.none.get(MATCH)));
    const after = await scrape(gateway.url);
    const [first] = answers;
    const etag = first?.headers.get('etag') ?? '';
    expect(new Set(answers.map(({ headers }) => headers.get('etag')))).toEqual(new Set([etag]));
    expect(first?.headers.get('cache-control')).toBe('public, max-age=2');
    const looksMax = Math.ceil((performance.now() - began) / 1_000) + 1;
    expect(grown(before, after, 'touchline_store_reads_total{what="page"}')).toBeLessThanOrEqual(looksMax);
    const again = await visitors.none.get(MATCH, { 'if-none-match': etag });
    expect([again.status, again.html]).toEqual([304, '']);
  });

  it('cost one look a second, however they spell the address', async () => {
    const before = await scrape(gateway.url);
    const began = performance.now();
    const answers = await Promise.all([...spellingsOf(MATCH, 100), `${MATCH}/`].map((one) => visitors.none.get(one)));
    const looksMax = Math.ceil((performance.now() - began) / 1_000) + 1;
    const looks = grown(before, await scrape(gateway.url), 'touchline_store_reads_total{what="page"}');
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('etag') ?? ''}`)).size).toBe(1);
    expect(looks).toBeLessThanOrEqual(looksMax);
  });

  it('share one look a second as members; each right is looked up', async () => {
    const path = '/clubs/riverside-fc/games/three-teams';
    const { max, eva, pia } = visitors;
    const before = await scrape(gateway.url);
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => [max, eva, pia].map((one) => one.get(path))).flat(),
    );
    const looksMax = Math.ceil((performance.now() - began) / 1_000) + 1;
    const looks = grown(before, await scrape(gateway.url), 'touchline_store_reads_total{what="page"}');
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('etag') ?? ''}`)).size).toBe(1);
    expect(looks).toBeGreaterThanOrEqual(answers.length);
    expect(looks).toBeLessThanOrEqual(answers.length + looksMax);
  });

  it('cost no more lookups when their session has ended', async () => {
    const visitor = await signIn(gateway);
    const cookie = visitor.cookies.get('touchline_session') ?? '';
    await visitor.get('/');
    expect((await visitor.post('/sign-out')).status).toBe(303);
    visitor.cookies.set('touchline_session', cookie);
    const before = await scrape(gateway.url);
    const began = performance.now();
    for (let asked = 0; asked < 30; asked += 1) expect((await visitor.get(CLUB)).status).toBe(200);
    const looksMax = Math.ceil((performance.now() - began) / 1_000) + 1;
    const looks = grown(before, await scrape(gateway.url), 'touchline_store_reads_total{what="page"}');
    expect(looks).toBeLessThanOrEqual(looksMax);
  });
});
