// Who opens the management pages and sends their forms, without scripts (rule MANAGE-9).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invitationsRoutes } from '../../../src/web/account/invitations.tsx';
import { manageRoutes } from '../../../src/web/manage/routes.ts';
import type { Site } from '../../../src/web/site.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { idIn, openVisitor, signIn, type Visitor } from '../../support/visitor.ts';

const CLUB = '/manage/clubs/riverside-fc';
const CUP = '/manage/tournaments/autumn-cup';

let gateway: TestGateway;
/** Owner of Riverside and organizer of the cup; moderator of Riverside; owner of Hilltop; member; administrator. */
let visitors: Readonly<Record<'ana' | 'rui' | 'eva' | 'max' | 'pia', Visitor>>;
beforeAll(async () => {
  gateway = await openTestGateway();
  const [ana, rui, eva, max, pia] = await Promise.all([
    signIn(gateway, 'user1@example.org'),
    signIn(gateway, 'user2@example.org'),
    signIn(gateway, 'user3@example.org'),
    signIn(gateway, 'user4@example.org'),
    signIn(gateway, 'user5@example.org'),
  ]);
  visitors = { ana, rui, eva, max, pia };
});
afterAll(() => gateway.close());

/** The addresses of all management pages, with rows of the test world. */
function managementPages(): readonly { readonly address: string; readonly hasForm: boolean }[] {
  const found: { readonly path: string; readonly submit?: unknown }[] = [];
  const site = { signedIn: (page: (typeof found)[number]) => (found.push(page), []) } as unknown as Site;
  manageRoutes(site, {} as Parameters<typeof manageRoutes>[1]);
  invitationsRoutes(site, {} as Parameters<typeof invitationsRoutes>[1]);
  return found.map(({ path, submit }) => ({
    address: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ROWS.get(name) ?? ownerOf(path)),
    hasForm: submit !== undefined,
  }));
}
const ownerOf = (path: string): string => (path.startsWith('/manage/clubs/') ? 'riverside-fc' : 'autumn-cup');
const ROWS = new Map<string, string>([
  ['game', 'sunday-5s'],
  ['kind', 'member'],
  ['id', '1'],
  ['match', '701'],
  ['team', '71'],
  ['player', '1'],
  ['user', '1'],
]);

describe('rule MANAGE-9: each page of staff', () => {
  const pages = managementPages();

  it.each(pages)('$address opens for staff and administrators only', async ({ address, hasForm }) => {
    for (const name of ['ana', 'rui', 'pia', 'eva', 'max'] as const) {
      const isStaff = name !== 'eva' && name !== 'max';
      const visitor = visitors[name];
      const shown = await visitor.get(address);
      expect([name, shown.status]).toEqual([name, isStaff ? 200 : 403]);
      if (!hasForm) continue;
      const sent = await visitor.post(address);
      // Without its fields a form stores nothing.
      expect([name, sent.status]).toEqual([name, isStaff ? expect.toBeOneOf([400, 404, 422]) : 403]);
    }
  });

  it('is in this list', () => expect(pages.length).toBeGreaterThan(20));
});

describe('rule MANAGE-9: the pages of staff', () => {
  it.each([
    [CLUB, { ana: 200, rui: 200, eva: 403, max: 403, pia: 200 }],
    [CUP, { ana: 200, rui: 200, eva: 403, max: 403, pia: 200 }],
    ['/manage/clubs/hilltop', { ana: 403, rui: 403, eva: 200, max: 403, pia: 200 }],
    ['/manage/clubs/nowhere', { ana: 403, rui: 403, eva: 403, max: 403, pia: 403 }],
  ])('%s %j', async (page, expected) => {
    for (const [name, status] of Object.entries(expected)) {
      const shown = await visitors[name as keyof typeof visitors].get(page);
      expect([name, shown.status]).toEqual([name, status]);
    }
  });

  it('send a visitor without a session to the sign-in page and back', async () => {
    const { status, location } = await openVisitor(gateway).get(CLUB);
    expect([status, location]).toEqual([303, `/sign-in?next=${encodeURIComponent(CLUB)}`]);
  });

  it('are reached from the first page and from the integrations', async () => {
    const { ana } = visitors;
    const home = await ana.get('/');
    for (const page of [CLUB, CUP]) {
      expect(home.html).toContain(`href="${page}"`);
      expect((await ana.get(`${page.slice('/manage'.length)}/integrations`)).html).toContain(`href="${page}"`);
    }
  });

  it('name the club, the open section and the way to the integrations', async () => {
    const { html } = await visitors.ana.get(CLUB);
    expect(html).toContain('aria-label="Sections of Riverside FC"');
    expect(html).toMatch(/<a href="\/manage\/clubs\/riverside-fc" aria-current="page">Games<\/a>/);
    expect(html).toContain('href="/clubs/riverside-fc/integrations"');
  });
});

it('rule MANAGE-11: the settings of a tournament that changed meanwhile are not replaced unseen', async () => {
  const { ana, rui } = visitors;
  const hidden = (html: string) => ({
    etag: idIn(html, /name="etag" value="([^"]+)"/).replaceAll('&quot;', '"'),
    shown_at: idIn(html, /name="shown_at" value="([^"]+)"/),
  });
  const page = `${CUP}/settings`;
  const settings = { start_date: '', halves: '2', half_minutes: '20', timezone: 'UTC' };
  const [ofAna, ofRui] = [hidden((await ana.get(page)).html), hidden((await rui.get(page)).html)];
  const first = { ...settings, ...ofRui, name: 'Cup of Rui', location: 'Hall 2', tie1: 'fair_play' };
  expect((await rui.post(page, first)).location).toBe(`${page}?done=saved`);
  const second = { ...settings, name: 'Cup of Ana', location: '' };
  const stale = await ana.post(page, { ...second, ...ofAna });
  expect(stale.status).toBe(422);
  for (const text of ['Rui Costa', 'Hall 2', 'value="Cup of Ana"']) expect(stale.html).toContain(text);
  expect((await ana.get(page)).html).toContain('value="Cup of Rui"');
  expect((await ana.post(page, { ...second, ...hidden(stale.html) })).location).toBe(`${page}?done=saved`);
});
