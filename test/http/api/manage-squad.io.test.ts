// The squad of a club by REST: rules SQUAD-1 to SQUAD-3.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { connect } from '../../support/subscriber.ts';
import { ADMIN_TOKEN, appOf, TOKENS } from '../../support/world/tokens.ts';

type Row = { id: number; user_id: number; junior_id: number; name: string; [field: string]: unknown };
type Managed = Readonly<Record<'game' | 'member' | 'junior', Row>> & { readonly source: string };
type Refusal = { error: string; details?: readonly { path: string; message: string }[] };

const CLUB = 'clubs/riverside-fc';
const TWO_TEAMS = [{ number: 1 }, { number: 2 }];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway();
});
afterAll(() => gateway.close());

const call = <T = Managed>(method: string, address: string, body?: unknown) =>
  gateway.call<T>(method, address, { token: TOKENS.club, body });

describe('rule SQUAD-1: the roles of a club', () => {
  const change = (token: string, user: number, body: object) =>
    gateway.call<Managed & Refusal>('PATCH', `${CLUB}/members/${user}`, { token, body });

  it('are given and taken by owners and the key of the club, not by moderators', async () => {
    const { body } = await call('POST', `${CLUB}/members`, { name: 'Rises Fast' });
    const { user_id: user } = body.member;
    expect((await change(TOKENS.memberApp, user, {})).status).toBe(403);
    const token = 'connected-app-moderator-0123456789abcdef';
    const file = { touchline_data: 1, tokens: [appOf(2, token)] };
    expect((await gateway.call('POST', '/api/admin/import', { token: ADMIN_TOKEN, body: file })).status).toBe(200);
    expect((await change(token, user, { role: 'Moderator' })).status).toBe(403);
    expect((await change(token, 1, { status: 'former' })).status).toBe(403);
    expect((await change(token, 2, { role: 'Owner' })).status).toBe(403);
    expect((await change(token, user, { jersey_number: 55 })).status).toBe(200);
    expect((await change(TOKENS.app, user, { role: 'Moderator' })).body.member['role']).toBe('Moderator');
    expect((await change(TOKENS.club, user, { role: 'Owner' })).body.member['role']).toBe('Owner');
  });

  it('are not stored by moderators for the day on which a member becomes active', async () => {
    const token = 'connected-app-moderator-0123456789abcdef';
    await gateway.import({ touchline_data: 1, tokens: [appOf(2, token)] });
    const waiting = { name: 'Waits Long', status: 'pending' };
    const sent = { token, body: { ...waiting, role: 'Owner' } };
    expect((await gateway.call('POST', `${CLUB}/members`, sent)).status).toBe(403);
    const { user_id: user } = (await gateway.call<Managed>('POST', `${CLUB}/members`, { token, body: waiting })).body
      .member;
    expect((await change(token, user, { role: 'Owner' })).status).toBe(403);
    expect((await change(token, 4, { status: 'pending', role: 'Moderator' })).status).toBe(403);
    // Nor may a moderator rise after giving up the role.
    expect((await change(token, 2, { status: 'pending', role: 'Owner' })).status).toBe(403);
    expect((await change(TOKENS.app, user, { status: 'active' })).body.member['role']).toBe('Member');
    expect((await change(TOKENS.app, user, { status: 'former', role: 'Owner' })).status).toBe(200);
    expect((await change(token, user, { jersey_number: 56 })).status).toBe(200);
    expect((await change(token, user, { role: 'Member', status: 'active' })).status).toBe(200);
  });

  it('leave at least one owner', async () => {
    const { body } = await gateway.call<Refusal>('DELETE', 'clubs/hilltop/members/3', { token: TOKENS.otherClub });
    expect(body.error).toBe('This is the last owner of the club.');
    for (const change of [{ role: 'Member' }, { role: null }, { status: 'former' }]) {
      const sent = { token: TOKENS.otherClub, body: change };
      expect((await gateway.call('PATCH', 'clubs/hilltop/members/3', sent)).status).toBe(409);
    }
  });
});

it('rule SQUAD-2: juniors of a squad are added, renamed, take part and leave', async () => {
  const { status, body } = await call('POST', `${CLUB}/juniors`, { name: 'Kai Odé', jersey_number: 44 });
  expect([status, body.source]).toEqual([201, 'service']);
  const { junior_id: id } = body.junior;
  expect(body.junior).toMatchObject({ name: 'Kai Odé', jersey_number: 44, status: 'active' });
  const address = `${CLUB}/juniors/${id}`;
  expect((await call('PATCH', address, { name: 'Kai Ode' })).body.junior.name).toBe('Kai Ode');
  const participants = [{ player_type: 'junior', id, team: 1 }];
  const { body: made } = await call('POST', `${CLUB}/games`, { title: 'Youth', teams: [{ number: 1 }], participants });
  const { game } = made;
  const subscriber = await connect(gateway.liveUrl, TOKENS.club);
  await subscriber.subscribe(`game:${game.id}`);
  expect((await call('PATCH', address, { name: 'Kai Odo' })).status).toBe(200);
  expect(await subscriber.next('delta')).toMatchObject({ seq: 1, cause: [{ action: 'edited' }] });
  await subscriber.close();
  expect((await call('DELETE', address)).status).toBe(200);
  expect((await call('GET', address)).body.junior['status']).toBe('former');
  expect((await gateway.call('GET', `clubs/hilltop/juniors/${id}`, { token: TOKENS.otherClub })).status).toBe(404);
});

it('rule SQUAD-2: a junior wears the shirt number of the squad in line-ups, on screens and overlays', async () => {
  const { junior_id: id } = (await call('POST', `${CLUB}/juniors`, { name: 'Io Ade', jersey_number: 45 })).body.junior;
  const participants = [{ player_type: 'junior', id, team: 1 }];
  const { game } = (await call('POST', `${CLUB}/games`, { title: 'Juniors', teams: TWO_TEAMS, participants })).body;
  const lineup = await call<{ participants: unknown }>('GET', `${CLUB}/games/${String(game['slug'])}/participants`);
  expect(lineup.body.participants).toMatchObject([{ player_type: 'junior', id, jersey_number: 45 }]);
  const facts = await fetch(`${gateway.url}/screen/game:${game.id}/facts?token=${TOKENS.club}`);
  const { lineups } = (await facts.json()) as { lineups: unknown };
  expect(lineups).toMatchObject({ [`${game.id}_0`]: { home: { starters: [{ number: 45, name: 'Io Ade' }] } } });
});

it('rule SQUAD-3: staff correct the name of a person without an account, and of no other', async () => {
  const { body } = await call('POST', `${CLUB}/members`, { name: 'Nuno Ries' });
  const address = `${CLUB}/members/${body.member.user_id}`;
  expect((await call('PATCH', address, { name: 'Nuno Reis' })).body.member.name).toBe('Nuno Reis');
  const refused = await call<Refusal>('PATCH', `${CLUB}/members/1`, { name: 'Another' });
  expect([refused.status, refused.body.details?.[0]?.path]).toEqual([422, 'name']);
});

it.each(['nil \0', 'half \ud83d'])('rule REQ-9: a name that cannot be stored is refused: %j', async (name) => {
  const refused = await call<Refusal>('POST', `${CLUB}/members`, { name });
  const message = expect.stringContaining('cannot be stored') as string;
  expect(refused).toMatchObject({ status: 422, body: { details: [{ path: 'name', message }] } });
});
