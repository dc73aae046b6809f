// Public pages of games and matches that are not as usual, and of what users wrote: rules PUBLIC-8, PUBLIC-9.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicStyle } from '../../../src/web/public/style.ts';
import { daysFromNow, iso } from '../../support/dates.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openVisitor } from '../../support/visitor.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { bareGame } from '../../support/world/games.ts';
import { autumnCup, openingMatch, springCup } from '../../support/world/tournaments.ts';
import { world } from '../../support/world/world.ts';

/** What a user wrote, on two lines. */
const ARABIC = 'بطولة الخريف\nمنذ 1999.';
const byHand = bareGame(120, 'by-hand', {
  date_time: iso(daysFromNow(-2)),
  participants: [{ player_type: 'user', id: 4, team: 1 }],
  description: ARABIC,
  scores: { '1': 3, '2': 0 },
});
const severalByHand = bareGame(122, 'several-by-hand', {
  date_time: iso(daysFromNow(-3)),
  teams: [{ number: 1, name: 'Reds' }, { number: 2, name: 'Bibs' }, { number: 3 }, { number: 4 }],
  matchups: [
    { match_index: 0, home_team: 1, away_team: 2 },
    { match_index: 1, home_team: 3, away_team: 4 },
  ],
  participants: [{ player_type: 'user', id: 4, team: 1 }],
  scores: { '1': 3, '4': 2 },
});
const cancelled = bareGame(121, 'cancelled', {
  date_time: iso(daysFromNow(-1)),
  participants: [{ player_type: 'user', id: 4, team: 1 }],
  scores: { '1': 2, '2': 1 },
  cancelled_at: iso(daysFromNow(-1)),
  cancellation_reason: 'Fog',
});
const notPlayed = (['postponed', 'cancelled', 'abandoned'] as const).map((status, index) =>
  openingMatch({ id: 710 + index, status, scheduled_at: null }),
);
const oneHalf = openingMatch({
  id: 713,
  stage: 'final',
  group_name: null,
  knockout_round: 'final',
  format: { halves: 1, half_minutes: 20 },
});
const empty = { id: 12, name: 'Empty', slug: 'empty', description: ARABIC, created_at: iso(daysFromNow(-9)) };

let gateway: TestGateway;
beforeAll(async () => {
  const data = world();
  const [riverside, ...clubs] = data.clubs;
  const games = [...(riverside?.games ?? []), byHand, severalByHand, cancelled];
  const cup = autumnCup({ description: ARABIC, matches: [...autumnCup().matches, ...notPlayed, oneHalf] });
  const league = { ...autumnCup({ matches: [], teams: [], players: [] }), id: 12, slug: 'new-league', name: 'New' };
  gateway = await openTestGateway({
    data: { ...data, clubs: [{ ...riverside, games }, ...clubs, empty], tournaments: [cup, springCup(), league] },
  });
});
afterAll(() => gateway.close());

const read = async (address: string): Promise<string> => (await openVisitor(gateway).get(address)).html;
const titleOf = (html: string): string => /<title>(.*?) · Touchline<\/title>/.exec(html)?.[1] ?? '';
const statusIn = (html: string): readonly string[] =>
  [...html.matchAll(/<p class="status">(.*?)<\/p>/g)].map(([, text = '']) => text.replaceAll(/<\/?bdi>/g, '').trim());

test('rule PUBLIC-8: scores that were set by hand in a game with several pairings are on each page of it', async () => {
  for (const page of ['clubs/riverside-fc', 'clubs/riverside-fc/games/several-by-hand', 'players/max-member']) {
    expect(await read(`/${page}`)).toContain('Reds 3 · Bibs 0 · Team 3 0 · Team 4 2');
  }
});

test('rule PUBLIC-8: a result that was set by hand is not called "Not started"', async () => {
  const html = await read('/clubs/riverside-fc/games/by-hand');
  expect(titleOf(html)).toBe('Game by-hand: Team 1 3–0 Bibs');
  expect(statusIn(html)).toEqual(['']);
  const { html: embedded } = await openVisitor(gateway).get('/embed/game:120');
  const { html: arabic } = await openVisitor(gateway).get('/embed/game:120?lang=ar');
  expect([embedded, arabic].map((json) => (JSON.parse(json) as { dir: string }).dir)).toEqual(['ltr', 'rtl']);
  expect(JSON.parse(embedded)).toMatchObject({ boards: [{ score: '3–0', status: '' }] });
  const player = await read('/players/max-member');
  expect(player).toMatch(/Game by-hand<\/a>.*?<span class="end">Team 1 3–0 Bibs<\/span>/);
  expect(await read('/clubs/riverside-fc')).toMatch(/Game by-hand<\/a>.*?<span class="end">Team 1 3–0 Bibs<\/span>/);
  expect(player).toMatch(/Game cancelled<\/a>.*?<span class="end">Cancelled<\/span>/);
});

test('rule PUBLIC-8: a cancelled game says so once, and its title has no score', async () => {
  const html = await read('/clubs/riverside-fc/games/cancelled');
  expect(titleOf(html)).toBe('Game cancelled');
  expect(statusIn(html)).toEqual(['Cancelled: Fog']);
});

test('rule LIFE-9: the only half of a match is called live, not the first', async () => {
  const start = { id: randomUUID(), type: 'Start', timestamp: iso(Date.now()) };
  const answer = await gateway.call('POST', 'tournaments/autumn-cup/matches/713/markers', {
    token: TOKENS.tournament,
    body: start,
  });
  expect(answer.status).toBe(201);
  const page = '/tournaments/autumn-cup';
  const [match, cup] = await Promise.all([read(`${page}/matches/713`), read(page)]);
  expect(match).toMatch(/<p class="status live">Live /);
  expect(cup).toContain('aria-label="Live: Riverside');
  for (const html of [match, cup]) expect(html).not.toContain('1st half');
});

test.each([
  [710, 'Postponed'],
  [711, 'Cancelled'],
  [712, 'Abandoned'],
])(
  'rule PUBLIC-8: match %i without a score is shown as %s, without a dash in its title and in lists',
  async (id, status) => {
    const html = await read(`/tournaments/autumn-cup/matches/${id}`);
    expect([titleOf(html), statusIn(html)]).toEqual(['Riverside vs Hilltop', [status]]);
    const cup = await read('/tournaments/autumn-cup');
    const [, line = ''] = new RegExp(`<a href="/tournaments/autumn-cup/matches/${id}">(.*?)</li>`).exec(cup) ?? [];
    expect(line).toContain('<bdi>Riverside</bdi> – <bdi>Hilltop</bdi>');
    expect(line).toMatch(new RegExp(`<span class="end"><span class="small">${status}</span> *</span>$`));
  },
);

test('rule PUBLIC-8: a club without players has no empty table, and a tournament without matches says so', async () => {
  expect(await read('/clubs/empty')).not.toContain('<table');
  expect(await read('/tournaments/new-league')).toContain('No game is planned.');
});

test('rule PUBLIC-9: what users wrote has the direction of its own script, and its own lines', async () => {
  for (const address of ['/clubs/empty', '/tournaments/autumn-cup', '/clubs/riverside-fc/games/by-hand']) {
    expect(await read(address), address).toContain(`<p class="written" dir="auto">${ARABIC}</p>`);
  }
  expect(publicStyle).toContain('white-space: pre-line');
  expect(await read('/clubs/riverside-fc/games/cancelled')).toContain('<bdi>Fog</bdi>');
});

test('rule PUBLIC-9: scorers and cards of a tournament lead to the pages of its players', async () => {
  for (const [type, player] of [
    ['Goal', 1],
    ['YellowCard', 3],
    ['Goal', 4],
  ] as const) {
    const body = { id: randomUUID(), type, timestamp: iso(Date.now()), team: 'home', primary_player_pc_id: player };
    await gateway.call('POST', 'tournaments/autumn-cup/matches/701/markers', { token: TOKENS.tournament, body });
  }
  const visitor = openVisitor(gateway);
  await expect
    .poll(async () => (await visitor.get('/tournaments/autumn-cup')).html)
    .toMatch(
      /id="scorers".*<a href="\/players\/ana-silva">Ana Silva<\/a>.*id="cards".*<a href="\/players\/eva-lopes">/,
    );
  expect((await visitor.get('/players/ana-silva')).status).toBe(200);
  // User 4 does not play in the tournament: no page of the tournament leads to the user's own.
  expect((await visitor.get('/tournaments/autumn-cup')).html).not.toContain('/players/max-member');
});

test('rule PUBLIC-8: the style of public pages uses only colours that exist', async () => {
  const tokens = await readFile(new URL('../../../src/browser/shared/tokens.css', import.meta.url), 'utf8');
  const known = new Set([...tokens.matchAll(/^ +(--[\w-]+):/gm)].map(([, name]) => name));
  const used = [...publicStyle.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});
