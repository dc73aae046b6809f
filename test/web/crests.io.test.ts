// The crests and the font of pages on a real gateway: which crests a club and a tournament may choose, and what a page gets.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { signIn, type Visitor } from '../support/visitor.ts';
import { hilltop, riverside } from '../support/world/clubs.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { autumnCup, springCup } from '../support/world/tournaments.ts';
import { world } from '../support/world/world.ts';

const RIVERSIDE = 'https://img.example/riverside.svg';
const HILLTOP = 'https://img.example/hilltop.svg';
const OWN = 'https://img.example/own.svg?a=1&b="2"';
const GUESTS = 'data:image/svg+xml,guests';
const LATIN = {
  condensed: '/assets/sofia-sans-condensed-latin-wght-normal-A.woff2',
  wide: '/assets/inter-latin-A.woff2',
};

/** Both clubs have a badge. In the Autumn Cup Riverside's team and the guests have badges of their own; Hilltop's team has none. */
const data = {
  ...world(),
  clubs: [
    { ...riverside(), badge_url: RIVERSIDE },
    { ...hilltop(), badge_url: HILLTOP },
  ],
  tournaments: [
    {
      ...autumnCup(),
      teams: [
        { id: 71, name: 'Riverside A', club_id: 10, badge_url: OWN },
        { id: 72, name: 'Hilltop A', club_id: 11 },
        { id: 73, name: 'Guests', badge_url: GUESTS },
        { id: 74, name: 'Nobodies' },
      ],
    },
    springCup(),
  ],
};

let folder: string;
let gateway: TestGateway;
/** Owner of Riverside FC, the host of the Autumn Cup. */
let ana: Visitor;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'touchline-crests-'));
  await mkdir(path.join(folder, 'assets'));
  const names = ['overlay', 'screen', 'preview-overlay', 'preview-screen'];
  const fonts = Object.values(LATIN);
  const manifest = Object.fromEntries(names.map((name) => [name, { js: `/assets/${name}-ABC.js`, fonts }]));
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  gateway = await openTestGateway({ pages: folder, data });
  ana = await signIn(gateway, 'user1@example.org');
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

async function pageOf(page: string, key: string, query: string): Promise<string> {
  const [, , channel = ''] = page.split('/');
  const token = await gateway.viewToken(key, channel);
  const answer = await fetch(`${gateway.url}${page}?token=${token}&${query}`);
  expect(answer.status).toBe(200);
  return answer.text();
}

/** The address of the crest in a page; null without one. */
const crestIn = (html: string): string | null =>
  /data-crest="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&') ?? null;

/** The choices of the field in a builder. */
const choicesIn = (html: string): readonly (readonly [string, string])[] => {
  const select = /<select id="crest".*?<\/select>/s.exec(html)?.[0] ?? '';
  return [...select.matchAll(/<option value(?:="([^"]*)")?[^>]*>([^<]*)/g)].map(([, value = '', text = '']) => [
    value,
    text,
  ]);
};

describe('rule PAGE-36: a builder offers', () => {
  it('a club its own crest and those of its teams', async () => {
    const { html } = await ana.get('/build/overlay?channel=game:100');
    expect(choicesIn(html)).toEqual([
      ['', 'none'],
      ['club-10', 'Riverside FC'],
      ['team-71', 'Riverside A'],
    ]);
  });

  it('a tournament the crest of its host and those of its teams, each picture once', async () => {
    const { html } = await ana.get('/build/screen?channel=match:701');
    expect(choicesIn(html).map(([key]) => key)).toEqual(['', 'club-10', 'team-73', 'team-72', 'team-71']);
  });

  it('a tournament one crest where its only team has the crest of the host', async () => {
    const eva = await signIn(gateway, 'user3@example.org');
    const { html } = await eva.get('/build/overlay?channel=tournament:spring-cup');
    expect(choicesIn(html).map(([key]) => key)).toEqual(['', 'club-11']);
  });

  it('a theme with both, which an example and every page of the club then have', async () => {
    const builder = '/build/overlay?channel=game:100';
    await ana.get(builder);
    const look = { font: 'inter', crest: 'team-71', theme_name: 'own', save_theme: '1' };
    expect((await ana.post(builder, look)).html).toMatch(/crest=team-71 font=inter|font=inter crest=team-71/);
    const example = await ana.get('/build/screen/example?channel=game:100&theme=own');
    expect([crestIn(example.html), example.html.includes(LATIN.wide)]).toEqual([OWN, true]);
    for (const page of ['/overlay/game:100', '/screen/game:100', '/screen/club:riverside-fc']) {
      const html = await pageOf(page, TOKENS.club, 'theme=own');
      expect([crestIn(html), html.includes(LATIN.wide), html.includes(LATIN.condensed)]).toEqual([OWN, true, false]);
    }
    const without = await pageOf('/overlay/game:100', TOKENS.club, 'theme=own&crest=none&font=sofia-sans-condensed');
    expect([crestIn(without), without.includes(LATIN.wide), without.includes(LATIN.condensed)]).toEqual([
      null,
      false,
      true,
    ]);
  });

  it.each([
    ['crest', 'team-72'],
    ['crest', 'https://evil.example/x.svg'],
    ['font', 'comic-sans'],
  ])('no theme with %s=%s', async (name, value) => {
    const builder = '/build/overlay?channel=game:100';
    await ana.get(builder);
    const { status, html } = await ana.post(builder, { [name]: value, theme_name: 'bad', save_theme: '1' });
    expect([status, html.includes('value="bad" selected')]).toEqual([422, false]);
  });
});

describe('rule PAGE-36: a page', () => {
  it.each([
    ['club-10', RIVERSIDE],
    ['team-72', HILLTOP],
    ['team-73', GUESTS],
  ])('of a match has the crest %s of its tournament', async (key, picture) => {
    expect(crestIn(await pageOf('/overlay/match:701', TOKENS.tournament, `crest=${key}`))).toBe(picture);
  });

  it.each([
    'team-74',
    'team-72',
    'club-11',
    'none',
    '',
    'https://evil.example/x.svg',
    "'%22%3E",
    '%00',
    'team-9999999999999999',
  ])('of a club has no crest "%s"', async (key) => {
    const html = await pageOf('/screen/game:100', TOKENS.club, `crest=${key}`);
    expect([crestIn(html), html.includes('evil')]).toEqual([null, false]);
  });
});
