// An owner runs a club in a browser without scripts: plain forms, each filled in as the page shows it. Each form that makes something
// is sent twice, as by a double tap (rule MANAGE-10).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLink, shownLink, useLink } from '../../support/account-links.ts';
import { formFields } from '../../support/form-fields.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { type Shown, signIn, type Visitor } from '../../support/visitor.ts';

const CLUB = '/manage/clubs/riverside-fc';

let gateway: TestGateway;
let ana: Visitor;
beforeAll(async () => {
  gateway = await openTestGateway();
  ana = await signIn(gateway);
});
afterAll(() => gateway.close());

/** The only form of the page whose button has this text, with its entries. */
function formWith(html: string, button: string): Readonly<Record<string, string>> {
  const found = html
    .slice(html.indexOf('<main'))
    .split('<form')
    .filter((form) => form.includes(`>${button}<`));
  expect(found).toHaveLength(1);
  return formFields(`<main${found[0]}`);
}
/** Fills in a form and sends it twice; both answers are equal. */
async function sendTwice(address: string, button: string, entries: Readonly<Record<string, string>>): Promise<Shown> {
  const { html } = await ana.get(address);
  const fields = { ...formWith(html, button), ...entries };
  const first = await ana.post(address, fields);
  const again = await ana.post(address, fields);
  expect([again.status, again.location]).toEqual([first.status, first.location]);
  return again;
}
const timesIn = (html: string, text: string): number => html.split(text).length - 1;

it('rule MANAGE-10: games, people and invitations are made, once each, without scripts', async () => {
  const added = { kind: 'member', name: 'Olga Once', number: '77', position: 'goalkeeper' };
  expect((await sendTwice(`${CLUB}/squad`, 'Add', added)).location).toBe(`${CLUB}/squad?done=added`);
  const squad = (await ana.get(`${CLUB}/squad`)).html;
  expect(timesIn(squad, 'Olga Once')).toBe(1);
  const [, olga = ''] = /\/squad\/member\/(\d+)"><span class="shirt">77</.exec(squad) ?? [];
  const game = { title: 'Plain forms', when: 'at', at: '2097-05-06T18:30', zone: 'UTC', weeks: '2' };
  const made = await sendTwice(`${CLUB}/games/new`, 'Save', { ...game, [`p.user:${olga}`]: '1', guests2: 'Zé' });
  expect(made.location).toBe(`${CLUB}?done=several`);
  const list = (await ana.get(CLUB)).html;
  expect(timesIn(list, '>Plain forms</a>')).toBe(2);
  const [, slug = ''] = /href="\/clubs\/riverside-fc\/games\/(plain-forms-\d+)"/.exec(list) ?? [];
  const edit = `${CLUB}/games/${slug}/edit`;
  const shown = formWith((await ana.get(edit)).html, 'Save');
  expect(shown).toMatchObject({ title: 'Plain forms', [`p.user:${olga}`]: '1', guests2: 'Zé' });
  expect((await ana.post(edit, { ...shown, location: 'Old park' })).location).toBe(`${CLUB}?done=changed`);
  expect(formWith((await ana.get(edit)).html, 'Save')).toMatchObject({ location: 'Old park' });
  const invitations = `${CLUB}/invitations`;
  const invited = await sendTwice(invitations, 'Make the invitation', {
    action: 'invite',
    email: 'paula@example.org',
    role: 'Member',
  });
  expect(invited.html).toContain('You sent this form twice.');
  expect(timesIn((await ana.get(invitations)).html, 'Withdraw the invitation of paula@example.org')).toBe(1);
  const link = shownLink(invited);
  expect((await openLink(gateway, link)).shown.status).toBe(200);
  expect((await useLink(gateway, link, 'create', { name: 'Paula Plain' })).location).toBe('/link?done=accepted');
  expect((await ana.get(`${CLUB}/squad`)).html).toContain('Paula Plain');
});
