// The line-up of a club's own team in a tournament match: rule LINE-6.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataFile } from '../../../protocol/data-file/data-file.ts';
import { iso, thisMinute } from '../../support/dates.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { ADMIN_TOKEN } from '../../support/world/tokens.ts';

const CLUBS = { reds: 1, blues: 2, greens: 3 } as const;
/** Owner, moderator and member of each club: 11, 12, 13 of the reds, 21 … of the blues, 31 … of the greens. */
const ROLES = { 1: 'Owner', 2: 'Moderator', 3: 'Member' } as const;
const users = [1, 2, 3].flatMap((club) => [1, 2, 3].map((number) => 10 * club + number));
const tokenOf = (user: number): string => `app-token-of-user-${user}-0123456789abcdef`;
const CUP_KEY = 'tournament-key-cup-0123456789abcdef';
const clubKey = (club: string): string => `club-key-of-${club}-0123456789abcdef`;

/** Reds against Blues. The greens may record it, and have no team in it. User 90 organizes the cup, 91 plays for Blues. */
const data = (): DataFile => ({
  touchline_data: 1,
  users: [...users, 90, 91, 92].map((id) => ({ id, slug: `user-${id}`, name: `User ${id}` })),
  clubs: Object.entries(CLUBS).map(([slug, id]) => ({
    id,
    slug,
    name: slug,
    members: Object.entries(ROLES).map(([number, role]) => ({ user_id: 10 * id + Number(number), role })),
  })),
  tournaments: [
    {
      id: 1,
      slug: 'cup',
      name: 'Cup',
      organizer_ids: [90],
      teams: [
        { id: 1, name: 'Reds', club_id: 1 },
        { id: 2, name: 'Blues', club_id: 2 },
      ],
      players: [
        { user_id: 91, team_id: 2 },
        { user_id: 92, team_id: 1 },
      ],
      matches: [7, 8, 9].map((id) => ({
        id,
        home_team_id: 1,
        away_team_id: 2,
        authorized_clubs: ['greens'],
        scheduled_at: iso(thisMinute + id * 3_600_000),
      })),
    },
  ],
  tokens: [
    { kind: 'tournament_static', tournament: 'cup', token: CUP_KEY },
    ...Object.keys(CLUBS).map((club) => ({ kind: 'club_static' as const, club, token: clubKey(club) })),
    ...[...users, 90].map((id) => ({
      kind: 'connected_app' as const,
      app_name: 'App',
      user_id: id,
      token: tokenOf(id),
    })),
  ],
});

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ data: data() });
});
afterAll(() => gateway.close());

type Body = {
  lineups?: Record<string, { starters: { user_id: number }[] }>;
  details?: { path: string; message: string }[];
};
const lineupOf = (...ids: readonly number[]) => ({ starters: ids.map((user_id) => ({ user_id })), substitutes: [] });
const call = (method: string, club: string, token: string, { match = 7, body = {}, headers = {} } = {}) =>
  gateway.call<Body>(method, `clubs/${club}/team-matches/${match}/lineups`, {
    token,
    headers,
    ...(method === 'GET' ? {} : { body }),
  });
const refusal = ({ status, body }: { status: number; body: Body }) => [status, body.details?.map(({ path }) => path)];

describe('rule LINE-6: the line-up of the own team', () => {
  it.each([
    ['the owner of its club', tokenOf(11), 'reds', 200],
    ['a moderator of its club', tokenOf(12), 'reds', 200],
    ['the key of its club', clubKey('reds'), 'reds', 200],
    ['a member of its club', tokenOf(13), 'reds', 403],
    ['the owner of the other club', tokenOf(21), 'reds', 403],
    ['the owner of the other club, by the path of that club', tokenOf(21), 'blues', 422],
    ['the key of the other club', clubKey('blues'), 'reds', 403],
    ['the owner of a club that may record the match', tokenOf(31), 'greens', 404],
    ['the key of a club that may record the match', clubKey('greens'), 'greens', 404],
    ['the organizer, who has the pages of the tournament', tokenOf(90), 'reds', 403],
    ['the key of the tournament', CUP_KEY, 'reds', 403],
    ['nobody', 'unknown-token-0123456789abcdef', 'reds', 401],
  ])('is set by %s', async (_who, token, club, status) => {
    const answer = await call('PATCH', club, token, { body: { lineups: { home: lineupOf(11, 92) } } });
    expect(answer.status).toBe(status);
    expect((await call('GET', club, token)).status).toBe(status === 422 ? 200 : status);
  });

  it('tells nothing of the other team', async () => {
    expect((await call('PATCH', 'blues', tokenOf(21), { body: { lineups: { away: lineupOf(91) } } })).status).toBe(200);
    const { body } = await call('GET', 'reds', tokenOf(11));
    expect(Object.keys(body.lineups ?? {})).toEqual(['home']);
    expect(JSON.stringify(body)).not.toContain('91');
  });

  it('names people of the team and of its club only', async () => {
    const of = (...ids: number[]) =>
      call('PATCH', 'reds', tokenOf(11), { body: { lineups: { home: lineupOf(...ids) } } });
    expect(refusal(await of(91))).toEqual([422, ['lineups.home.starters[0].user_id']]);
    expect(refusal(await of(11, 31))).toEqual([422, ['lineups.home.starters[1].user_id']]);
    expect(refusal(await of(11, 11))).toEqual([422, ['lineups.home.starters[1].user_id']]);
    expect((await of(11, 12, 13, 92)).status).toBe(200);
  });

  it('is changed in the version that was read, and is in the lists of the tournament', async () => {
    const read = await call('GET', 'reds', tokenOf(11), { match: 8 });
    const headers = { 'if-match': read.headers.get('etag') ?? '' };
    const body = { lineups: { home: lineupOf(12) } };
    const changed = await call('PATCH', 'reds', tokenOf(12), { match: 8, body, headers });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(headers['if-match']);
    expect((await call('PATCH', 'reds', tokenOf(12), { match: 8, body, headers })).status).toBe(412);
    const { body: listed } = await gateway.call<{ matches: object[] }>('GET', 'tournaments/cup/matches', {
      token: CUP_KEY,
    });
    expect(listed.matches[1]).toMatchObject({
      id: 8,
      lineups: { home: { starters: [{ id: 12 }] }, away: { starters: [] } },
    });
  });

  it('is a line of the audit trail of the tournament', async () => {
    expect(
      (await call('PATCH', 'blues', tokenOf(22), { match: 8, body: { lineups: { away: lineupOf(22) } } })).status,
    ).toBe(200);
    const { body } = await gateway.call<{ audit: { user_name: string; subject: string; tournament_id: number }[] }>(
      'GET',
      '/api/admin/export?history=true',
      { token: ADMIN_TOKEN },
    );
    expect(body.audit.at(-1)).toMatchObject({ user_name: 'User 22', subject: 'match 8, line-up of away' });
  });

  it('stays open while the match runs, but for players of its markers, and ends with the match', async () => {
    const set = (...ids: number[]) =>
      call('PATCH', 'reds', tokenOf(11), { match: 9, body: { lineups: { home: lineupOf(...ids) } } });
    const mark = (type: string, second: number, more: object = {}) =>
      gateway.call('POST', 'tournaments/cup/matches/9/markers', {
        token: CUP_KEY,
        body: { id: randomUUID(), type, timestamp: iso(thisMinute - 60_000 + second * 1_000), ...more },
      });
    expect((await set(11, 12)).status).toBe(200);
    await mark('Start', 1);
    await mark('Goal', 2, { primary_player_pc_id: '11' });
    expect((await set(11, 13)).status).toBe(200);
    expect(refusal(await set(12, 13))).toEqual([422, ['lineups.home']]);
    // The starters, who are left out, stay.
    const bench = { lineups: { home: { substitutes: [{ user_id: 12 }] } } };
    expect((await call('PATCH', 'reds', tokenOf(11), { match: 9, body: bench })).status).toBe(200);
    await mark('FullTime', 3);
    expect((await set(11)).status).toBe(409);
  });

  it('is found in the list of the club', async () => {
    const list = (club: string) =>
      gateway.call<{ matches: { id: number; sides: string[] }[] }>('GET', `clubs/${club}/team-matches`, {
        token: clubKey(club),
      });
    expect((await list('blues')).body.matches).toMatchObject([7, 8, 9].map((id) => ({ id, sides: ['away'] })));
    expect((await list('greens')).body.matches).toEqual([]);
  });
});
