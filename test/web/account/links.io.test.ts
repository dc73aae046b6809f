// Links that work once, as browsers without scripts use them: passwords, invitations, and who may give what to whom.
import type postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember, newestActions, NEW_PASSWORD, openLink, shownLink, useLink } from '../../support/account-links.ts';
import { openGatewayWithSql } from '../../support/gateway-with-sql.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { type Mailbox, openMailbox } from '../../support/mailbox.ts';
import { idIn, openVisitor, type Shown, signIn, type Visitor } from '../../support/visitor.ts';
import { PASSWORD } from '../../support/world/people.ts';

const CLUB = '/manage/clubs/riverside-fc/invitations';
const CUP = '/manage/tournaments/autumn-cup/invitations';

let gateway: TestGateway;
let sql: postgres.Sql;
let mailbox: Mailbox;
/** The same database, on a node without SMTP_URL. */
let silent: TestGateway;
/** Owner of Riverside and organizer of the cup; moderator of Riverside. */
let ana: Visitor;
let rui: Visitor;

beforeAll(async () => {
  mailbox = await openMailbox();
  const opened = await openGatewayWithSql({ config: { smtp: mailbox.settings } });
  ({ gateway, sql } = opened);
  silent = await openTestGateway({ databaseUrl: gateway.config.databaseUrl ?? '', data: null });
  [ana, rui] = await Promise.all([signIn(gateway), signIn(gateway, 'user2@example.org')]);
  return async () => {
    await silent.close();
    await opened.close();
  };
});
afterAll(() => mailbox.close());
beforeEach(() => sql`delete from sign_in_tries`);

const secretOf = (link: string): string => link.split('#')[1] ?? '';

async function make(visitor: Visitor, page: string, fields: Readonly<Record<string, string>>): Promise<Shown> {
  await visitor.get(page);
  return visitor.post(page, fields);
}
const invite = (visitor: Visitor, page: string, email: string, role: string): Promise<Shown> =>
  make(visitor, page, { action: 'invite', email, role });
const linkFor = (visitor: Visitor, person: number, page = CLUB): Promise<Shown> =>
  make(visitor, page, { action: 'make_link', person: String(person) });
const roleOf = async (email: string): Promise<string | undefined> => {
  const [row] = await sql<{ role: string }[]>`
    select m.role from club_member m join app_user u on u.id = m.user_id
    where u.email = ${email} and m.club_id = 10 and m.status = 'active'`;
  return row?.role;
};
/** A page without what differs between two visits. */
const plain = (html: string, email: string): string =>
  html.replaceAll(email, '').replaceAll(/tll_[\w-]{43}|name="csrf" value="[^"]+"/g, '');

describe('a link', () => {
  it('is not used up by opening it, and works in one of two uses at once (rules ACCOUNT-1, ACCOUNT-2)', async () => {
    await addMember(gateway, 32, 'Leo Twice');
    const link = shownLink(await linkFor(ana, 32));
    expect(link).toMatch(/\/link#tll_[\w-]{43}$/);
    for (let times = 0; times < 3; times += 1) expect((await openLink(gateway, link)).shown.status).toBe(200);
    const [one, two] = [await openLink(gateway, link), await openLink(gateway, link)];
    const form = { link, step: 'set', password: NEW_PASSWORD, again: NEW_PASSWORD };
    const answers = await Promise.all([one.visitor.post('/link', form), two.visitor.post('/link', form)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 410]);
  });

  it('is stored as a hash, and no page has its secret in an address (rule ACCOUNT-1)', async () => {
    const link = shownLink(await invite(ana, CLUB, 'hash@example.org', 'Member'));
    const [row] = await sql<{ found: number }[]>`
      select count(*)::integer as found from one_time_link l where l::text like ${`%${secretOf(link)}%`}`;
    expect(row?.found).toBe(0);
    const { shown } = await openLink(gateway, link);
    expect(shown.headers.get('referrer-policy')).toBe('same-origin');
    expect(shown.html).not.toMatch(/(action|href)="[^"]*tll_/);
  });

  it('says that it is unknown, expired or withdrawn (rule ACCOUNT-3)', async () => {
    const link = shownLink(await invite(ana, CLUB, 'ended@example.org', 'Member'));
    for (const text of ['', 'https://example.org/', `${link}x`, link.slice(0, -1)]) {
      const { shown } = await openLink(gateway, text);
      expect([text, shown.status, shown.html.includes('This link is not known')]).toEqual([text, 404, true]);
    }
    await sql`update one_time_link set expires_at = 1 where email = 'ended@example.org'`;
    expect((await openLink(gateway, link)).shown.html).toContain('This link has expired');
    const other = shownLink(await invite(ana, CLUB, 'withdrawn@example.org', 'Member'));
    const { html } = await ana.get(CLUB);
    const id = idIn(html, /name="invitation" value="([^"]+)"/);
    expect((await ana.post(CLUB, { action: 'withdraw', invitation: id })).location).toBe(`${CLUB}?done=withdrawn`);
    expect((await ana.post(CLUB, { action: 'withdraw', invitation: id })).status).toBe(404);
    expect((await openLink(gateway, other)).shown.html).toContain('This link is no longer valid');
    expect((await useLink(gateway, other, 'create', { name: 'Late' })).status).toBe(410);
  });

  it('to a password ends when the password changes, and as the fourth of its account (rule ACCOUNT-1)', async () => {
    await addMember(gateway, 33, 'Uma Many');
    expect((await useLink(gateway, shownLink(await linkFor(ana, 33)), 'set')).status).toBe(303);
    const links: string[] = [];
    for (let made = 0; made < 4; made += 1) links.push(shownLink(await linkFor(ana, 33)));
    const states = await Promise.all(links.map(async (link) => (await openLink(gateway, link)).shown.status));
    expect(states).toEqual([410, 200, 200, 200]);
    expect(
      (await useLink(gateway, links[3] ?? '', 'set', { password: `${NEW_PASSWORD}2`, again: `${NEW_PASSWORD}2` }))
        .status,
    ).toBe(303);
    expect((await openLink(gateway, links[2] ?? '')).shown.html).toContain('This link is no longer valid');
  });
});

describe('an invitation', () => {
  it('makes an account and a member, by mail or with a copied link (rule ACCOUNT-6)', async () => {
    const before = mailbox.taken.length;
    const shown = await invite(ana, CLUB, 'Nora@Example.org', 'Moderator');
    const { link, to, raw } = await mailbox.mail(before);
    expect([link, to]).toEqual([shownLink(shown), ['nora@example.org']]);
    expect(raw).toMatch(/^Subject: Invitation to Riverside FC/m);
    const { shown: page } = await openLink(gateway, link);
    expect(page.html).toContain('Ana Silva invites you as moderator.');
    expect((await useLink(gateway, link, 'create', { name: ' ' })).status).toBe(422);
    expect((await useLink(gateway, link, 'create', { name: 'Nora <New>' })).location).toBe('/link?done=accepted');
    expect(await roleOf('nora@example.org')).toBe('Moderator');
    expect(await newestActions(sql)).toEqual(['invitation_accepted', 'invitation_made']);
    const nora = openVisitor(gateway);
    await nora.get('/sign-in');
    expect((await nora.post('/sign-in', { email: 'nora@example.org', password: NEW_PASSWORD })).status).toBe(303);
    expect((await nora.get('/clubs/riverside-fc/integrations')).status).toBe(200);
  });

  it('is accepted with an account: by who is signed in, or after signing in (rule ACCOUNT-6)', async () => {
    const link = shownLink(await invite(ana, CLUB, 'alias@example.org', 'Moderator'));
    const wrong = await useLink(gateway, link, 'sign_in', { email: 'user4@example.org', known_password: 'wrong' });
    expect([wrong.status, await roleOf('user4@example.org')]).toEqual([403, 'Member']);
    const right = await useLink(gateway, link, 'sign_in', { email: 'user4@example.org', known_password: PASSWORD });
    expect([right.status, await roleOf('user4@example.org')]).toEqual([303, 'Moderator']);
    // A lower role takes nothing away.
    const max = await signIn(gateway, 'user4@example.org');
    const lower = shownLink(await invite(ana, CLUB, 'user4@example.org', 'Member'));
    expect((await openLink(gateway, lower, max)).shown.html).toContain('Accept as Max Member');
    expect((await max.post('/link', { link: lower, step: 'accept' })).status).toBe(303);
    expect(await roleOf('user4@example.org')).toBe('Moderator');
    await sql`update club_member set role = 'Member' where user_id = 4 and club_id = 10`;
  });

  it('is for its person alone, where the address has an account (rule ACCOUNT-6)', async () => {
    const link = shownLink(await invite(ana, CLUB, 'user4@example.org', 'Moderator'));
    // Its page is the one of an address without an account, for staff with an account and for a stranger.
    const other = shownLink(await invite(ana, CLUB, 'not-yet@example.org', 'Moderator'));
    for (const visitor of [rui, openVisitor(gateway)]) {
      const [known, unknown] = [await openLink(gateway, link, visitor), await openLink(gateway, other, visitor)];
      expect(plain(known.shown.html, 'user4@example.org')).toBe(plain(unknown.shown.html, 'not-yet@example.org'));
    }
    expect((await rui.get(CLUB)).html.match(/<table[\s\S]*<\/table>/)?.[0]).not.toContain('Max Member');
    const refused = await rui.post('/link', { link, step: 'accept' });
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('This invitation is for user4@example.org');
    for (const step of ['create', 'set'])
      expect((await useLink(gateway, link, step, { name: 'Thief' })).status).toBe(409);
    expect(await roleOf('user4@example.org')).toBe('Member');
    expect((await openLink(gateway, link)).shown.status).toBe(200);
  });

  it('names an organizer of a tournament (rule ACCOUNT-6)', async () => {
    const link = shownLink(await invite(ana, CUP, 'cup@example.org', 'Organizer'));
    expect((await useLink(gateway, link, 'create', { name: 'Cem Cup' })).status).toBe(303);
    const [row] = await sql`select from tournament_organizer o join app_user u on u.id = o.user_id
      where u.email = 'cup@example.org'`;
    expect(row).toBeDefined();
  });

  it('gives no more than the own role, and ends with the right of its maker (rule ACCOUNT-6)', async () => {
    expect((await rui.get(CLUB)).html).not.toContain('value="Owner"');
    expect((await invite(rui, CLUB, 'boss@example.org', 'Owner')).status).toBe(400);
    expect((await invite(ana, CUP, 'boss@example.org', 'Owner')).status).toBe(400);
    const link = shownLink(await invite(rui, CLUB, 'friend@example.org', 'Moderator'));
    await sql`update club_member set role = 'Member' where user_id = 2 and club_id = 10`;
    expect((await useLink(gateway, link, 'create', { name: 'Friend' })).status).toBe(410);
    expect((await rui.get(CLUB)).status).toBe(403);
    await sql`update club_member set role = 'Moderator' where user_id = 2 and club_id = 10`;
  });

  it('sees 100 open ones of a club, and 60 new links in 15 minutes (rule ACCOUNT-6)', async () => {
    await sql`delete from one_time_link`;
    await sql`
      insert into one_time_link (id, secret_hash, purpose, subject, made_at, expires_at, made_by, email, club_id, role)
      select gen_random_uuid(), 'h' || n, 'invitation', 'club 10', 1, 9e15, 1, 'x' || n || '@example.org', 10, 'Member'
      from generate_series(1, 99) n`;
    expect((await invite(ana, CLUB, 'last@example.org', 'Member')).status).toBe(200);
    expect((await invite(ana, CLUB, 'more@example.org', 'Member')).status).toBe(429);
    await sql`delete from one_time_link`;
    await sql`update sign_in_tries set tries = array_fill(tries[1], array[60])`;
    const { status, headers } = await invite(ana, CLUB, 'quick@example.org', 'Member');
    expect([status, headers.get('retry-after')]).toEqual([429, '900']);
  });
});

describe('a link for a person of the squad (rule ACCOUNT-5)', () => {
  it('is made for people below the maker only', async () => {
    const status = async (visitor: Visitor, person: number, page = CLUB): Promise<number> =>
      (await linkFor(visitor, person, page)).status;
    const ofSilent = [await signIn(silent), await signIn(silent, 'user2@example.org')] as const;
    const [owner, moderator] = ofSilent;
    // Rui is a moderator, Eva a member who owns another club, Max a member.
    expect([await status(owner, 2), await status(owner, 3), await status(owner, 4)]).toEqual([200, 403, 200]);
    expect([await status(moderator, 1), await status(moderator, 2), await status(moderator, 4)]).toEqual([
      403, 403, 200,
    ]);
    // The form offers only them.
    const offered = (await moderator.get(CLUB)).html.matchAll(/<option value="(\d+)"/g);
    expect([...offered].map(([, id]) => Number(id))).toContain(4);
    expect((await moderator.get(CLUB)).html).not.toMatch(/<option value="[1235]"/);
    // Pia is an administrator and no member.
    expect(await status(owner, 5)).toBe(404);
  });

  it('is mailed and not shown, where the person may do more', async () => {
    const before = mailbox.taken.length;
    const { status, html } = await linkFor(rui, 3);
    expect([status, html.includes('tll_')]).toEqual([200, false]);
    const { to, link } = await mailbox.mail(before);
    expect(to).toEqual(['user3@example.org']);
    expect((await openLink(gateway, link)).shown.html).toContain('A password for Eva Lopes');
  });

  it('says which passkeys stay valid after a new password', async () => {
    await addMember(gateway, 39, 'Noa Keys');
    await sql`insert into passkey (id, user_id, name, public_key, counter, transports, created_at)
      values ('k39', 39, 'Old <phone>', '', 0, '[]', 1)`;
    await useLink(gateway, shownLink(await linkFor(ana, 39)), 'set');
    const link = shownLink(await linkFor(ana, 39));
    const { visitor } = await openLink(gateway, link);
    const { location } = await visitor.post('/link', {
      link,
      step: 'set',
      password: NEW_PASSWORD,
      again: NEW_PASSWORD,
    });
    const { html } = await visitor.get(location);
    expect(html).toContain('Old &lt;phone>');
    expect(html).toContain('href="/me/passkeys"');
  });

  it('sets no password once its maker is no longer staff, or the person has left', async () => {
    await addMember(gateway, 36, 'Ivo Plain');
    await addMember(gateway, 37, 'Kim Plain');
    await sql`update app_user set password_hash = (select password_hash from app_user where id = 4) where id = 37`;
    const [first, renewed] = [shownLink(await linkFor(rui, 36)), shownLink(await linkFor(rui, 37))];
    const uses = async () => [
      (await useLink(gateway, first, 'set')).status,
      (await useLink(gateway, renewed, 'set')).status,
    ];
    await sql`update club_member set role = 'Member' where user_id = 2 and club_id = 10`;
    expect(await uses()).toEqual([403, 410]);
    await sql`update club_member set role = 'Moderator', status = 'former' where user_id = 2 and club_id = 10`;
    expect(await uses()).toEqual([403, 410]);
    await sql`update club_member set status = 'active' where user_id = 2 and club_id = 10`;
    await sql`update club_member set status = 'former' where user_id in (36, 37) and club_id = 10`;
    expect(await uses()).toEqual([403, 410]);
    await sql`update club_member set status = 'active' where user_id in (36, 37) and club_id = 10`;
    expect(await uses()).toEqual([303, 303]);
  });

  it('sets no password of a person of another club whom an invitation names', async () => {
    await addMember(gateway, 38, 'Lin Elsewhere');
    await sql`update club_member set club_id = 11 where user_id = 38`;
    const before = mailbox.taken.length;
    const { html } = await invite(rui, CLUB, 'user38@example.org', 'Member');
    expect(html).not.toContain('tll_');
    const { link: mailed } = await mailbox.mail(before);
    const shown = shownLink(
      await invite(await signIn(silent, 'user2@example.org'), CLUB, 'user38@example.org', 'Member'),
    );
    expect((await openLink(gateway, shown)).shown.html, 'rule ACCOUNT-6').not.toContain('has no password yet');
    expect((await useLink(gateway, shown, 'set')).status).toBe(403);
    expect((await useLink(gateway, mailed, 'set')).status).toBe(303);
  });

  it('does not set the first password of someone who got more rights meanwhile', async () => {
    await addMember(gateway, 34, 'Vera Rising');
    const link = shownLink(await linkFor(rui, 34));
    await sql`insert into club_member (club_id, user_id, role, status, joined_at) values (11, 34, 'Owner', 'active', 1)`;
    expect((await openLink(gateway, link)).shown.html).toContain('Your account has no password yet');
    expect((await useLink(gateway, link, 'set')).status).toBe(403);
    const [row] = await sql`select from app_user where id = 34 and password_hash is null`;
    expect(row).toBeDefined();
  });
});

it('a person who is erased has no links left and gets none, and no name in the entries about them', async () => {
  await addMember(gateway, 35, 'Gone Soon');
  const link = shownLink(await linkFor(ana, 35));
  expect((await gateway.call('DELETE', '/api/admin/users/35', { token: gateway.config.adminToken ?? '' })).status).toBe(
    200,
  );
  expect((await openLink(gateway, link)).shown.status).toBe(404);
  expect((await linkFor(ana, 35)).status).toBe(403);
  expect((await ana.get(CLUB)).html).not.toContain('value="35"');
  const named = await sql`select from audit where subject like '%Gone Soon%' or subject like '%user35@example.org%'`;
  expect(named.length).toBe(0);
});
