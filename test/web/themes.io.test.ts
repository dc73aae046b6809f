// Themes on a real gateway, without scripts: who saves and deletes them, their limit, and which pages have them.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOverlay } from '../../src/browser/overlay/options.ts';
import { type ThemeSettings, withTheme } from '../../src/browser/shared/theme.ts';
import { THEMES_MAX } from '../../src/store/themes.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { signIn, type Visitor } from '../support/visitor.ts';
import { RIVERSIDE } from '../support/world/clubs.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { autumnCup, finalMatch, springCup } from '../support/world/tournaments.ts';
import { world } from '../support/world/world.ts';

const OVERLAY = '/build/overlay?channel=game:100';
const SCREEN = '/build/screen?channel=game:100';

/** Riverside FC may record match 801 of Hilltop's Spring Cup. */
const data = {
  ...world(),
  tournaments: [
    autumnCup(),
    { ...springCup(), matches: [finalMatch({ id: 801, home_team_id: 81, authorized_clubs: [RIVERSIDE.slug] })] },
  ],
};

let folder: string;
let gateway: TestGateway;
/** Owner of Riverside FC. */
let ana: Visitor;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'touchline-themes-'));
  await mkdir(path.join(folder, 'assets'));
  const names = ['overlay', 'screen', 'preview-overlay', 'preview-screen'];
  const manifest = Object.fromEntries(names.map((name) => [name, { js: `/assets/${name}-ABC.js` }]));
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  gateway = await openTestGateway({ pages: folder, data });
  ana = await signIn(gateway, 'user1@example.org');
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

/** Shows the builder, then sends its form. */
async function save(visitor: Visitor, address: string, name: string, fields: Readonly<Record<string, string>> = {}) {
  await visitor.get(address);
  return visitor.post(address, { ...fields, theme_name: name, save_theme: '1' });
}

const settingsIn = (html: string): ThemeSettings | null => {
  const text = /data-settings="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"');
  return text === undefined ? null : (JSON.parse(text) as ThemeSettings);
};

/** The settings in a page that names a theme, opened with a view token made with this key. */
async function settingsOf(page: string, key: string, query: string): Promise<ThemeSettings | null> {
  const [, , channel = ''] = page.split('/');
  const token = await gateway.viewToken(key, channel);
  const answer = await fetch(`${gateway.url}${page}?token=${token}&${query}`);
  expect(answer.status).toBe(200);
  return settingsIn(await answer.text());
}

describe('rule PAGE-32: the staff', () => {
  it('save a look, which the form then names, and the audit trail says so', async () => {
    const { status, html } = await save(ana, OVERLAY, ' Sunday ', { style: 'pill', panel: '#102030', delay: '8' });
    expect(status).toBe(200);
    expect(html).toContain('The theme “sunday” is saved.');
    expect(html).toMatch(/<option value="sunday" selected[^>]*>sunday/);
    expect(html).toMatch(/src="\/build\/overlay\/example\?theme=sunday&amp;delay=8&amp;/);
    expect(html).toContain('panel=102030 style=pill');
    expect((await ana.get('/clubs/riverside-fc/integrations')).html).toContain('saved the theme sunday');
    const example = await ana.get('/build/overlay/example?channel=game:100&theme=sunday');
    expect(settingsIn(example.html)).toEqual({ style: 'pill', panel: '102030' });
  });

  it('choose no crest where none is stored (rule PAGE-36)', async () => {
    expect((await ana.get(OVERLAY)).html).not.toContain('id="crest"');
  });

  it('save a name again: it gets the settings of this builder and keeps those of the other one', async () => {
    await save(ana, OVERLAY, 'both', { style: 'pill', home_color: 'ff0000', scale: '2' });
    await save(ana, SCREEN, 'both', { theme: 'light', away_color: '00f' });
    const { html } = await save(ana, OVERLAY, 'both', { style: 'box' });
    expect(html).toMatch(/style=box theme=light|theme=light style=box/);
    expect(html).not.toContain('scale=2');
  });

  it('keep the token of the address while they save, use and change a theme', async () => {
    const saved = await save(ana, OVERLAY, 'kept', { style: 'box', token: 'abc' });
    const used = await ana.post(OVERLAY, { use_theme: 'kept', style: 'pill', delay: '8', token: 'abc' });
    const changed = await ana.post(OVERLAY, { change_theme: 'kept', style: 'pill', delay: '8', token: 'abc' });
    for (const { status, html } of [saved, used, changed])
      expect([status, html.includes('name="token" value="abc"')]).toEqual([200, true]);
    expect(used.html).toMatch(/overlay\/game:100\?theme=kept&amp;delay=8&amp;token=abc/);
    expect(changed.html).toMatch(/overlay\/game:100\?style=box&amp;delay=8&amp;token=abc/);
    expect(changed.html).toMatch(/id="theme_name"[^>]*value="kept"/);
  });

  it.each([
    ['a name with other letters', 'föhn', {}, 'Use only a to z'],
    ['no name', '', {}, 'Use only a to z'],
    ['a name of 33 characters', 'x'.repeat(33), {}, 'at most 32'],
    ['the name of our own theme', 'light', {}, 'The names of the built-in themes are taken'],
    ['an invalid setting', 'fine', { panel: 'zzz' }, 'This must be a colour'],
  ])('cannot save %s', async (_what, name, fields, message) => {
    const { status, html } = await save(ana, OVERLAY, name, { style: 'box', ...fields });
    expect(status).toBe(422);
    expect(html).toContain(message);
    expect(html).toMatch(/<option value="box" selected/);
    expect((await ana.get(OVERLAY)).html).not.toContain('theme=fine');
  });

  it('delete one after a question', async () => {
    await save(ana, OVERLAY, 'gone', { style: 'box' });
    const { html } = await ana.get(`${OVERLAY}&ask=delete_theme&name=gone`);
    expect(html).toContain('Delete the theme gone?');
    expect((await ana.post(OVERLAY, { delete_theme: 'gone' })).html).toContain('The theme “gone” is deleted.');
    expect((await ana.post(OVERLAY, { delete_theme: 'gone' })).status).toBe(404);
    expect((await ana.get(`${OVERLAY}&ask=delete_theme&name=gone`)).status).toBe(404);
    expect((await ana.get('/clubs/riverside-fc/integrations')).html).toContain('deleted the theme gone');
  });

  it('of other clubs may neither see nor change it, and forms need the token of their page', async () => {
    const eva = await signIn(gateway, 'user3@example.org');
    await eva.get('/build/overlay?channel=club:hilltop');
    expect((await eva.post(OVERLAY, { theme_name: 'mine', save_theme: '1' })).status).toBe(403);
    expect((await eva.post(OVERLAY, { delete_theme: 'sunday' })).status).toBe(403);
    expect((await eva.get('/build/overlay?channel=club:hilltop')).html).not.toContain('value="sunday"');
    expect((await ana.post(OVERLAY, { delete_theme: 'sunday', csrf: 'x' })).status).toBe(403);
    expect((await ana.get(OVERLAY)).html).toContain('value="sunday"');
  });

  it('of a club that may record a match use the themes of its tournament, and change none', async () => {
    const cup = '/build/overlay?channel=match:801';
    await save(await signIn(gateway, 'user3@example.org'), cup, 'cup-look', { style: 'box' });
    const rui = await signIn(gateway, 'user2@example.org');
    const { html } = await rui.get(cup);
    expect(html).toContain('value="cup-look"');
    expect(html).not.toContain('save_theme');
    expect((await rui.post(cup, { theme_name: 'mine', save_theme: '1' })).status).toBe(403);
    expect((await rui.post(cup, { delete_theme: 'cup-look' })).status).toBe(403);
    expect((await rui.get(`${cup}&ask=delete_theme&name=cup-look`)).status).toBe(403);
  });

  it(`have ${THEMES_MAX} at most, and may still change one of them`, async () => {
    const ofTournament = '/build/screen?channel=tournament:autumn-cup';
    const before = (await ana.get(ofTournament)).html.match(/ask=delete_theme/g)?.length ?? 0;
    for (let nth = before; nth < THEMES_MAX - 1; nth += 1) {
      const { status } = await save(ana, ofTournament, `look-${nth}`, { theme: 'light' });
      expect(status).toBe(200);
    }
    // Two at the same time: there is room for one.
    const two = ['this', 'that'].map((name) => ana.post(ofTournament, { theme_name: name, save_theme: '1' }));
    expect((await Promise.all(two)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const { status, html } = await save(ana, ofTournament, 'one-more', { theme: 'light' });
    expect([status, /There are 20 themes\./.test(html)]).toEqual([422, true]);
    expect((await save(ana, ofTournament, 'look-18', { theme: 'high-contrast' })).status).toBe(200);
  });
});

describe('rule PAGE-33: a page', () => {
  it('has the settings of the theme that its address names, and its own parameters win', async () => {
    await save(ana, OVERLAY, 'derby', { style: 'pill', home_color: 'ff0000' });
    for (const page of ['/overlay/game:100', '/screen/game:100', '/overlay/club:riverside-fc'])
      expect(await settingsOf(page, TOKENS.club, 'theme=derby')).toEqual({ style: 'pill', home_color: 'ff0000' });
    const settings = await settingsOf('/overlay/game:100', TOKENS.club, 'theme=derby&style=box');
    const { values } = readOverlay(withTheme('overlay', '?theme=derby&style=box', settings));
    expect(values).toMatchObject({ style: 'box', home_color: '#ff0000' });
  });

  it.each(['theme=derbi', 'theme=light', 'theme=', "theme='%22%3E%3Cscript%3E", 'theme=%00', ''])(
    'has none for "%s"',
    async (query) => {
      expect(await settingsOf('/screen/game:100', TOKENS.club, query)).toBe(null);
    },
  );

  it('has no theme of another club or tournament', async () => {
    await save(ana, OVERLAY, 'own', { style: 'pill' });
    expect(await settingsOf('/overlay/game:110', TOKENS.otherClub, 'theme=own')).toBe(null);
    expect(await settingsOf('/overlay/match:701', TOKENS.tournament, 'theme=own')).toBe(null);
    const token = await gateway.viewToken(TOKENS.otherClub, 'game:110');
    const refused = await fetch(`${gateway.url}/overlay/game:100?token=${token}&theme=own`);
    expect(refused.status).toBe(403);
    expect(await refused.text()).not.toContain('data-settings');
  });
});
