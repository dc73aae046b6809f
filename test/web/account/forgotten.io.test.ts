// A forgotten password: the link comes by mail, and the page reveals no account.
import type postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addMember, newestActions, NEW_PASSWORD, openLink, useLink } from '../../support/account-links.ts';
import { openGatewayWithSql } from '../../support/gateway-with-sql.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { type Mailbox, openMailbox } from '../../support/mailbox.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { openVisitor, type Shown, signIn, type Visitor } from '../../support/visitor.ts';

const FORGOTTEN = '/sign-in/forgotten';

let gateway: TestGateway;
let sql: postgres.Sql;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox();
  const opened = await openGatewayWithSql({ config: { smtp: mailbox.settings } });
  ({ gateway, sql } = opened);
  return opened.close;
});
afterAll(() => mailbox.close());
beforeEach(() => sql`delete from sign_in_tries`);

/** Another node on the same database. */
const openNode = (config: Parameters<typeof openTestGateway>[0] = {}): Promise<TestGateway> =>
  openTestGateway({ databaseUrl: gateway.config.databaseUrl ?? '', data: null, ...config });
const isSignedIn = async (visitor: Visitor): Promise<boolean> => (await visitor.get('/me/apps')).status === 200;
async function ask(email: string, from = openVisitor(gateway)): Promise<Shown> {
  await from.get(FORGOTTEN);
  return from.post(FORGOTTEN, { email });
}

it('a forgotten password is replaced by a mailed link, once, and the sessions end (rules ACCOUNT-1, ACCOUNT-4)', async () => {
  await addMember(gateway, 30, 'Zoë Forgetful');
  const before = mailbox.taken.length;
  expect((await ask(' USER30@example.org ')).html).toContain('Look into your mailbox');
  const { to, from, raw, link } = await mailbox.mail(before);
  expect([to, from]).toEqual([['user30@example.org'], 'scores@example.org']);
  expect(raw).toMatch(/^Auto-Submitted: auto-generated/m);
  const { shown, visitor } = await openLink(gateway, `\n ${link}  `);
  expect([shown.status, shown.html.includes('A password for Zoë Forgetful')]).toEqual([200, true]);
  const done = await visitor.post('/link', { link, step: 'set', password: NEW_PASSWORD, again: NEW_PASSWORD });
  expect([done.status, done.location]).toEqual([303, '/link?done=password']);
  expect((await visitor.get(done.location)).html).toContain('Your password is set');
  expect(await isSignedIn(visitor)).toBe(true);
  expect(await newestActions(sql)).toEqual(['password_set', 'password_link_made']);
  expect((await openLink(gateway, link)).shown).toMatchObject({ status: 410 });
  expect((await openLink(gateway, link)).shown.html).toContain('This link was used already');
  // The next password ends this session.
  await ask('user30@example.org');
  await useLink(gateway, (await mailbox.mail(before + 1)).link, 'set', {
    password: `${NEW_PASSWORD}!`,
    again: `${NEW_PASSWORD}!`,
  });
  expect(await isSignedIn(visitor)).toBe(false);
});

it('keeps the link when the new password is refused', async () => {
  await addMember(gateway, 31, 'Kim Short');
  const before = mailbox.taken.length;
  await ask('user31@example.org');
  const { link } = await mailbox.mail(before);
  for (const [fields, text] of [
    [{ password: 'short', again: 'short' }, 'at least 10 characters'],
    [{ again: 'another one' }, 'The two passwords differ'],
  ] as const) {
    const { status, html } = await useLink(gateway, link, 'set', fields);
    expect([status, html.includes(text)]).toEqual([422, true]);
  }
  expect((await useLink(gateway, link, 'set')).status).toBe(303);
});

it('asking gets the same answer for every address, and mails no one else (rule ACCOUNT-4)', async () => {
  const before = mailbox.taken.length;
  const [known, unknown] = [await ask('user3@example.org'), await ask('nobody@example.org')];
  expect(unknown.html.replaceAll('nobody@', 'user3@')).toBe(known.html);
  await mailbox.mail(before);
  expect(mailbox.taken.slice(before).map(({ to }) => to)).toEqual([['user3@example.org']]);
  expect((await ask('ana@example.org, user1@example.org')).status).toBe(422);
});

it('asking is allowed for 3 links of an address in 15 minutes, and 10 from one network (rule ACCOUNT-4)', async () => {
  for (let tries = 0; tries < 3; tries += 1) expect((await ask('nobody@example.org')).status).toBe(200);
  const { status, headers } = await ask('nobody@example.org');
  expect([status, Number(headers.get('retry-after')) > 800]).toEqual([429, true]);
  expect(headers.get('ratelimit-policy')).toBe('"password-links";q=3;w=900');
  expect(headers.get('ratelimit')).toBe(`"password-links";r=0;t=${headers.get('retry-after')}`);
  for (let tries = 3; tries < 10; tries += 1) expect((await ask(`nobody${tries}@example.org`)).status).toBe(200);
  expect((await ask('nobody11@example.org')).status).toBe(429);
});

it('other people cannot use up the links of an account: its owner still gets one (rule ACCOUNT-4)', async () => {
  const node = await openNode({ config: { smtp: mailbox.settings, isTrustedProxy: (one) => one === '127.0.0.1' } });
  const askFrom = async (address: string, visitor = openVisitor(node)): Promise<Shown> => {
    const headers = { 'x-forwarded-for': address };
    await visitor.get(FORGOTTEN, headers);
    return visitor.post(FORGOTTEN, { email: 'user3@example.org' }, headers);
  };
  const owner = await signIn(node, 'user3@example.org');
  const before = mailbox.taken.length;
  for (const network of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) {
    for (let tries = 0; tries < 3; tries += 1) expect((await askFrom(network)).status).toBe(200);
    expect((await askFrom(network)).status).toBe(429);
  }
  await mailbox.mail(before + 5);
  // The owner's new phone gets the usual answer: the newest links in the mailbox are still valid.
  expect((await askFrom('10.0.0.4')).status).toBe(200);
  expect((await askFrom('10.0.0.5', owner)).status).toBe(200);
  const { link } = await mailbox.mail(before + 6);
  expect((await openLink(node, link)).shown.status).toBe(200);
  expect(mailbox.taken.slice(before)).toHaveLength(7);
  await node.close();
});

it('a mail is shown as not sent while the mail server is away, for every address (rule ACCOUNT-4)', async () => {
  const away = await openMailbox();
  await away.close();
  const node = await openNode({ config: { smtp: away.settings } });
  for (const email of ['user1@example.org', 'nobody@example.org']) {
    const { status, html } = await ask(email, openVisitor(node));
    expect([status, html.includes('The e-mail could not be sent')]).toEqual([503, true]);
  }
  // A network asks a server in trouble no more often than one that answers.
  for (let tries = 2; tries < 10; tries += 1)
    expect((await ask('nobody@example.org', openVisitor(node))).status).toBe(503);
  expect((await ask('nobody@example.org', openVisitor(node))).status).toBe(429);
  await node.close();
});

it('a forgotten password is a matter for staff without SMTP_URL', async () => {
  const silent = await openNode();
  const visitor = openVisitor(silent);
  expect((await visitor.get('/sign-in')).html).toContain(`href="${FORGOTTEN}"`);
  expect((await visitor.get(FORGOTTEN)).html).toContain('This server sends no e-mail');
  await silent.close();
});

it('the mail of an invitation by REST names the user of the app who made it, or the club', async () => {
  const before = mailbox.taken.length;
  for (const token of [TOKENS.app, TOKENS.club])
    await gateway.call('POST', 'clubs/riverside-fc/invitations', { token, body: { email: 'new@example.org' } });
  expect((await mailbox.mail(before)).raw).toContain('\r\nAna Silva invites you to Riverside FC');
  expect((await mailbox.mail(before + 1)).raw).toContain('\r\nRiverside FC invites you to Riverside FC');
});
