// Invitations by REST (rule ACCOUNT-9).
import type postgres from 'postgres';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLink, useLink } from '../../support/account-links.ts';
import { openGatewayWithSql } from '../../support/gateway-with-sql.ts';
import type { TestGateway } from '../../support/gateway.ts';
import { TOKENS } from '../../support/world/tokens.ts';

type Made = {
  readonly invitation: {
    readonly id: string;
    readonly invited: string;
    readonly role: string;
    readonly made_by: string;
  };
  readonly link: string | null;
  readonly mail: string;
};
type Refused = { readonly error: string; readonly hint?: string };

let gateway: TestGateway;
let sql: postgres.Sql;
beforeAll(async () => {
  const opened = await openGatewayWithSql();
  ({ gateway, sql } = opened);
  return opened.close;
});

const INVITATIONS = 'clubs/riverside-fc/invitations';
/** `token`: of Ana, the owner, without another one. */
const invite = <T = Made>(body: object, { key = '', token = TOKENS.app }: { key?: string; token?: string } = {}) =>
  gateway.call<T>('POST', INVITATIONS, { token, body, headers: key === '' ? {} : { 'idempotency-key': key } });
const list = async () =>
  (await gateway.call<{ invitations: readonly Made['invitation'][] }>('GET', INVITATIONS, { token: TOKENS.club })).body
    .invitations;

describe('rule ACCOUNT-9: an invitation', () => {
  it('is made, listed, accepted on the page of its link, and in the audit trail', async () => {
    const made = await invite({ email: ' Nora@Example.org ', role: 'Moderator' });
    expect([made.status, made.body]).toMatchObject([
      201,
      { invitation: { invited: 'nora@example.org', role: 'Moderator', made_by: 'Ana Silva' }, mail: 'none' },
    ]);
    expect(made.body.link).toMatch(/\/link#tll_[\w-]{43}$/);
    expect(await list()).toContainEqual(made.body.invitation);
    const { location } = await useLink(gateway, made.body.link ?? '', 'create', { name: 'Nora New' });
    expect(location).toBe('/link?done=accepted');
    expect((await list()).map(({ id }) => id)).not.toContain(made.body.invitation.id);
    const [role] = await sql<{ role: string }[]>`
      select m.role from club_member m join app_user u on u.id = m.user_id where u.email = 'nora@example.org'`;
    expect(role?.role).toBe('Moderator');
    const trail = await sql<{ action: string; subject: string }[]>`select action, subject from audit order by id`;
    expect(trail).toMatchObject([
      { action: 'invitation_made', subject: 'nora@example.org, Moderator' },
      { action: 'invitation_accepted', subject: 'Nora New, Moderator' },
    ]);
  });

  it('with one Idempotency-Key is one invitation with one link, also twice at once', async () => {
    const body = { email: 'once@example.org' };
    const [one, two] = await Promise.all([invite(body, { key: 'k1' }), invite(body, { key: 'k1' })]);
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 201]);
    expect([two.body.link, two.body.invitation]).toEqual([one.body.link, one.body.invitation]);
    expect((await invite(body, { key: 'k2' })).body.link).not.toBe(one.body.link);
    const other = await invite(body, { key: 'k1', token: TOKENS.club });
    expect(other.status, 'the key of another maker').toBe(201);
    expect(other.body.link).not.toBe(one.body.link);
    await gateway.call('DELETE', `${INVITATIONS}/${one.body.invitation.id}`, { token: TOKENS.app });
    expect((await invite<Refused>(body, { key: 'k1' })).status).toBe(409);
  });

  it('is withdrawn once, and its link ends', async () => {
    const { body } = await invite({ email: 'gone@example.org' });
    const address = `${INVITATIONS}/${body.invitation.id}`;
    expect((await gateway.call('DELETE', address, { token: TOKENS.club })).status).toBe(200);
    expect((await gateway.call('DELETE', address, { token: TOKENS.club })).status).toBe(404);
    expect((await gateway.call('DELETE', `${INVITATIONS}/x`, { token: TOKENS.club })).status).toBe(404);
    expect((await openLink(gateway, body.link ?? '')).shown.status).toBe(410);
  });

  it('names an address, and a role that the user may give', async () => {
    for (const body of [
      {},
      { email: 'nobody' },
      { email: 'a@example.org, b@example.org' },
      { email: 'a@b', role: 'King' },
    ])
      expect([body, (await invite<Refused>(body)).status]).toEqual([body, 422]);
    await sql`update club_member set role = 'Moderator' where user_id = 1 and club_id = 10`;
    const refused = await invite<Refused>({ email: 'owner@example.org', role: 'Owner' });
    await sql`update club_member set role = 'Owner' where user_id = 1 and club_id = 10`;
    expect([refused.status, refused.body.error]).toEqual([403, 'This role is higher than yours in the club.']);
  });

  it('of a key ends with the key', async () => {
    const made = await invite({ email: 'late@example.org', role: 'Owner' }, { token: TOKENS.club, key: 'late' });
    const link = made.body.link ?? '';
    expect((await openLink(gateway, link)).shown.status).toBe(200);
    const revoke = (revoked: boolean) =>
      sql`update api_token set revoked = ${revoked} where kind = 'club_static' and club_id = 10`;
    await revoke(true);
    expect((await openLink(gateway, link)).shown.status).toBe(410);
    expect((await useLink(gateway, link, 'create', { name: 'Too Late' })).status).toBe(410);
    await revoke(false);
  });

  it('of a key never sets the password of an account that has none', async () => {
    await sql`insert into app_user (id, slug, name, email, secondary_positions, skill_level, is_admin)
      values (900, 'no-password', 'No Password', 'no-password@example.org', '{}', 'beginner', false)`;
    const { body } = await invite({ email: 'no-password@example.org' }, { token: TOKENS.club });
    expect(body.invitation.made_by).toBe('API key');
    const { shown } = await openLink(gateway, body.link ?? '');
    expect(shown.html).not.toContain('No Password');
    for (const step of ['set', 'create'])
      expect([403, 409]).toContain((await useLink(gateway, body.link ?? '', step, { name: 'Thief' })).status);
    const [row] = await sql<{ hash: string | null }[]>`select password_hash as hash from app_user where id = 900`;
    expect(row?.hash).toBeNull();
  });
});
