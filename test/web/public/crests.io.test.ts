// Crests on public pages and on the first page: those that lie on this server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownPath } from '../../../src/web/layout/crest.tsx';
import { pageLanguages } from '../../../src/browser/shared/page-languages.ts';
import { formFields } from '../../support/form-fields.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openVisitor, signIn } from '../../support/visitor.ts';
import { hilltop, riverside } from '../../support/world/clubs.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { autumnCup, springCup } from '../../support/world/tournaments.ts';
import { world } from '../../support/world/world.ts';

const CUP = '/tournaments/autumn-cup';
const CLUB_CREST = '/pictures/crest-lakeside.svg';
const TEAM_CREST = '/pictures/crest-northgate.svg?of=72';

/** Riverside's team has the crest of its club; Hilltop's is on another host, its team's is not. */
const data = {
  ...world(),
  clubs: [
    { ...riverside(), badge_url: CLUB_CREST },
    { ...hilltop(), badge_url: 'https://img.example/hilltop.svg' },
  ],
  tournaments: [
    {
      ...autumnCup(),
      teams: [
        { id: 71, name: 'Riverside A', club_id: 10, group_name: 'A' },
        { id: 72, name: 'Hilltop A', club_id: 11, group_name: 'A', badge_url: TEAM_CREST },
        { id: 73, name: 'Guests', group_name: 'A', badge_url: '//img.example/guests.svg' },
        { id: 74, name: 'Nobodies', group_name: 'A' },
      ],
    },
    springCup(),
  ],
};

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ data });
});
afterAll(() => gateway.close());

/** The pictures of crests in a page, in their order. */
const crestsIn = (html: string): readonly string[] =>
  [...html.matchAll(/<img class="crest" src="([^"]+)" alt(?:="")? width="\d+" height="\d+" loading="lazy"\/>/g)].map(
    ([, path = '']) => path,
  );
const page = async (address: string): Promise<string> => (await openVisitor(gateway).get(address)).html;

describe('rule PUBLIC-10: crests', () => {
  it('stand beside the names of clubs and teams, also in tables, fixtures and the list of the first page', async () => {
    expect(crestsIn(await page('/clubs/riverside-fc'))).toEqual([CLUB_CREST]);
    expect(crestsIn(await page('/clubs/riverside-fc/games/sunday-5s'))).toEqual([CLUB_CREST]);
    expect(crestsIn(await page(`${CUP}/matches/701`))).toEqual([CLUB_CREST, TEAM_CREST]);
    const cup = await page(CUP);
    expect(new Set(crestsIn(cup))).toEqual(new Set([CLUB_CREST, TEAM_CREST]));
    expect(
      /<section aria-labelledby="tables-title">.*?<\/section>/s.exec(cup)?.[0].match(/class="crest/g),
    ).toHaveLength(4);
    const ana = await signIn(gateway, 'user1@example.org');
    expect(crestsIn((await ana.get('/')).html)).toEqual(expect.arrayContaining([CLUB_CREST, TEAM_CREST]));
  });

  it('lie on this server: another host is not named, and its club has none', async () => {
    const pages = await Promise.all(['/clubs/hilltop', CUP, `${CUP}/matches/701`].map(page));
    for (const html of pages) expect(html).not.toContain('img.example');
    expect(crestsIn(pages[0] ?? '')).toEqual([]);
  });

  it('change the page and its ETag when another one is stored', async () => {
    const address = `${CUP}/matches/701`;
    const before = await fetch(gateway.url + address);
    await before.arrayBuffer();
    const etag = before.headers.get('etag') ?? '';
    const same = await fetch(gateway.url + address, { headers: { 'if-none-match': etag } });
    expect(same.status).toBe(304);
    const { status } = await gateway.call('PATCH', 'tournaments/autumn-cup/teams/72', {
      token: TOKENS.tournament,
      body: { badge_url: CLUB_CREST },
    });
    expect(status).toBe(200);
    await expect.poll(async () => crestsIn(await page(address)), { timeout: 5_000 }).toEqual([CLUB_CREST, CLUB_CREST]);
    const after = await fetch(gateway.url + address, { headers: { 'if-none-match': etag } });
    expect(after.status).toBe(200);
    expect(after.headers.get('etag')).not.toBe(etag);
  });
});

describe('rule PUBLIC-10: the path of a picture', () => {
  const base = 'https://scores.example.org';
  it.each([
    ['/crests/a.svg?of=1', '/crests/a.svg?of=1'],
    [`${base}/crests/a.svg`, '/crests/a.svg'],
    ['//scores.example.org/a.svg', '/a.svg'],
    ['https://img.example/a.svg', null],
    [String.raw`/\img.example/a.svg`, null],
    ['//img.example/a.svg', null],
    ['data:image/svg+xml,a', null],
    ['javascript:alert(1)', null],
    ['https://', null],
    ['', null],
    [null, null],
  ])('of %s is %s', (url, path) => {
    expect(ownPath(url, base)).toBe(path);
  });

  it('have an address that can lead to a picture, where a form of a team changes it', async () => {
    const ana = await signIn(gateway, 'user1@example.org');
    const address = '/manage/tournaments/autumn-cup/teams/73/edit';
    const send = async (badge_url?: string) =>
      ana.post(address, {
        ...formFields((await ana.get(address)).html),
        ...(badge_url !== undefined && { badge_url }),
      });
    for (const wrong of ['crest.png', '//img.example/crest.png', 'javascript:alert(1)', 'https://', '/']) {
      const { status, html } = await send(wrong);
      expect([wrong, status, html.includes(pageLanguages.en.tournament.faults.badge)]).toEqual([wrong, 422, true]);
    }
    // The stored address came with a data file.
    for (const right of [undefined, 'https://img.example/crest.png', '/pictures/crest.svg', '']) {
      expect([right, (await send(right)).location]).toEqual([right, '/manage/tournaments/autumn-cup/teams?done=saved']);
    }
  });
});
