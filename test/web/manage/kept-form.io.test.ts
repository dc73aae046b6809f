// Forms that come back with what was typed: after the session ended (rule MANAGE-13), and after a fault.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LARGE_FORMS } from '../../../src/web/form-limit.ts';
import { KEPT_ENTRIES_MAX } from '../../../src/web/layout/kept-form.tsx';
import { formFields } from '../../support/form-fields.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { signIn } from '../../support/visitor.ts';
import { PASSWORD } from '../../support/world/people.ts';

const NEW = '/manage/clubs/riverside-fc/games/new';
const IMPORT = '/manage/clubs/riverside-fc/squad/import';

let gateway: TestGateway;
let own: Readonly<Record<string, string>>;
beforeAll(async () => {
  gateway = await openTestGateway({ config: { isTrustedProxy: (address) => address === '127.0.0.1' } });
  own = { origin: gateway.url };
});
afterAll(() => gateway.close());

/** A visitor who has the form of a new game open while the session ends. */
async function openEndedSession() {
  const visitor = await signIn(gateway);
  const fields = { ...formFields((await visitor.get(NEW)).html), title: 'A "quoted" title & more' };
  visitor.cookies.delete('touchline_session');
  return { visitor, fields };
}

it('keeps the chosen role of an invitation whose address is refused', async () => {
  const visitor = await signIn(gateway);
  const page = '/manage/clubs/riverside-fc/invitations';
  await visitor.get(page);
  const { status, html } = await visitor.post(page, { action: 'invite', email: 'nobody@', role: 'Moderator' });
  expect([status, formFields(html)['email']]).toEqual([422, 'nobody@']);
  expect(/<option value="(\w+)" selected>/.exec(html)?.[1]).toBe('Moderator');
});

describe('rule MANAGE-13: a form of a session that has ended', () => {
  it('keeps its entries through the sign-in, and then makes one game', async () => {
    const { visitor, fields } = await openEndedSession();
    const signedOut = await visitor.post(NEW, fields, own);
    expect([signedOut.status, formFields(signedOut.html)['title']]).toEqual([403, fields.title]);
    expect(signedOut.html).toContain(`href="/sign-in?next=${encodeURIComponent(NEW)}"`);
    const kept = formFields(signedOut.html);

    await visitor.get('/sign-in');
    await visitor.post('/sign-in', { email: 'user1@example.org', password: PASSWORD });
    const asked = await visitor.post(NEW, { ...kept, csrf: 'of no session' }, own);
    expect([asked.status, asked.html.includes('You are signed in as Ana Silva.')]).toEqual([403, true]);
    expect((await visitor.post(NEW, formFields(asked.html), own)).status).toBe(303);
    expect((await visitor.get('/manage/clubs/riverside-fc')).html).toContain('A &quot;quoted&quot; title &amp; more');
  });

  it('keeps each value of a field with several, and no token', async () => {
    const { visitor } = await openEndedSession();
    const body = new URLSearchParams([
      ['pairing', ':1:2'],
      ['pairing', ':1:3'],
      ['csrf', 'old'],
    ]);
    const headers = { ...own, 'content-type': 'application/x-www-form-urlencoded' };
    const html = await (await fetch(gateway.url + NEW, { method: 'POST', headers, body })).text();
    expect(html.match(/name="pairing" value=":1:[23]"/g)).toHaveLength(2);
    expect(html).not.toContain('value="old"');
    expect((await visitor.post(NEW, { title: 'x'.repeat(262_144) }, own)).status).toBe(413);
    const many = Array.from({ length: KEPT_ENTRIES_MAX + 1 }, (_, index) => [`p.user:${index}`, '1']);
    expect((await visitor.post(NEW, Object.fromEntries(many), own)).status).toBe(303);
  });

  it('keeps nothing that another site may have sent, and no file', async () => {
    const { visitor, fields } = await openEndedSession();
    const toSignIn = [303, `/sign-in?next=${encodeURIComponent(NEW)}`];
    for (const headers of [{}, { origin: 'https://elsewhere.example' }, { ...own, 'sec-fetch-site': 'cross-site' }]) {
      const { status, location } = await visitor.post(NEW, fields, headers);
      expect([status, location]).toEqual(toSignIn);
    }
    const file = await visitor.upload(IMPORT, {}, Buffer.from('Name\nAna'), own);
    expect([file.status, file.location]).toEqual([303, `/sign-in?next=${encodeURIComponent(IMPORT)}`]);
    const stranger = await signIn(gateway, 'user4@example.org');
    expect((await stranger.post(NEW, { ...fields, csrf: 'none' })).html).toContain('This form is out of date');
  });

  it('rule LIMIT-19: is no way to make the server read large forms without end', async () => {
    // Another network: its forms leave those of the others.
    const strange = { ...own, 'x-forwarded-for': '203.0.113.77', 'content-type': 'application/x-www-form-urlencoded' };
    const body = `title=x&${'note=+++++&'.repeat(100)}`;
    const send = async (headers: Readonly<Record<string, string>>): Promise<number> => {
      const answer = await fetch(gateway.url + NEW, { method: 'POST', headers, body, redirect: 'manual' });
      await answer.body?.cancel();
      return answer.status;
    };
    const many = await Promise.all(Array.from({ length: 120 }, () => send(strange)));
    expect(many.filter((status) => status === 403).length).toBeGreaterThanOrEqual(LARGE_FORMS.burst);
    expect(many.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(new Set(many)).toEqual(new Set([403, 429]));
    expect(await send({ ...strange, 'x-forwarded-for': '203.0.113.78' })).toBe(403);

    const visitor = await signIn(gateway);
    await visitor.get(NEW);
    const signedIn = await Promise.all(Array.from({ length: 120 }, () => visitor.post(NEW, { csrf: 'old' }, own)));
    const refused = signedIn.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
