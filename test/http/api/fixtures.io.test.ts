// A tournament over REST, from its teams to its final: rules PLAN-1 to PLAN-6.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixturesAnswer, ScheduleAnswer } from '../../../protocol/rest/fixtures.ts';
import type { TournamentMatch } from '../../../protocol/rest/tournament.ts';
import { daysFromNow, hoursFromNow, iso } from '../../support/dates.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { ADMIN_TOKEN, TOKENS } from '../../support/world/tokens.ts';

const token = 'tournament-key-cup-0123456789abcdef';
const CUP = 'tournaments/cup';
const EMPTY = {
  touchline_data: 1,
  tournaments: [{ id: 1, slug: 'cup', name: 'Cup', match_format: { halves: 1, half_minutes: 12 } }],
  tokens: [{ kind: 'tournament_static', tournament: 'cup', token }],
};
const START = daysFromNow(1);
const NAMES = ['Ajax', 'Benfica', 'Celtic', 'Dinamo', 'Everton', 'Feyenoord', 'Girona', 'Hertha'];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ data: EMPTY });
});
afterAll(() => gateway.close());

type Refusal = { error: string; details?: readonly { path: string; message: string }[] };
const call = <T = Refusal>(method: string, address: string, body?: unknown) =>
  gateway.call<T>(method, `${CUP}/${address}`, { token, body });
const make = <T = FixturesAnswer>(body: object) => call<T>('POST', 'fixtures', body);
const matches = async () => (await call<{ matches: TournamentMatch[] }>('GET', 'matches')).body.matches;

const plan = {
  groups: {},
  knockout: { per_group: 2, third_place: true },
  schedule: { start: iso(START), pitches: ['Pitch 1', 'Pitch 2'], break_minutes: 3, rest_minutes: 10 },
};

describe('fixtures', () => {
  it('rule PLAN-6: need teams, and say what is missing', async () => {
    const faults = async (body: object) => {
      const { status, body: answer } = await make<Refusal>(body);
      expect(status).toBe(422);
      return answer.details?.map(({ path, message }) => `${path}: ${message}`);
    };
    expect(await faults({})).toEqual(['groups: Choose groups, a knock-out stage, or both.']);
    expect(await faults({ groups: {} })).toEqual(['groups: No team is in a group.']);
    expect(await faults({ knockout: {} })).toEqual(['knockout: A knock-out stage has 2 to 64 teams, not 0.']);
    expect(await faults({ groups: { legs: 3 } })).toEqual(['groups.legs: Must be 1 or 2.']);
    for (const [index, name] of NAMES.entries()) {
      const made = await call('POST', 'teams', { name, group_name: index < 4 ? 'A' : 'B' });
      expect(made.status).toBe(201);
    }
    expect(await faults({ knockout: { per_group: 5 } })).toEqual(['knockout.per_group: A group has 4 teams only.']);
    expect(await faults({ knockout: { seeds: [5] } })).toEqual([
      'knockout.seeds: Team 5 is not in the tournament, or is listed twice.',
    ]);
    const short = { ...plan, schedule: { ...plan.schedule, day_minutes: 10 } };
    expect(await faults(short)).toEqual(['schedule.day_minutes: A match is longer than a day.']);
    const unstorable = { ...plan, schedule: { ...plan.schedule, pitches: ['North', 'Half \ud83d'] } };
    for (const preview of [true, false])
      expect(await faults({ ...unstorable, preview })).toEqual([
        expect.stringMatching(/^schedule\.pitches\[1\]: Contains a character that cannot be stored/),
      ]);
    expect(await matches()).toEqual([]);
  });

  it('rule PLAN-5: are shown before they are made, and made all at once, one time', async () => {
    const preview = await make({ ...plan, preview: true, language: 'de' });
    expect([preview.status, preview.body.created, preview.body.matches.length]).toEqual([200, false, 16]);
    expect(preview.body.matches.at(-1)).toMatchObject({ id: null, knockout_round_label: 'Finale' });
    expect(await matches()).toEqual([]);

    const atOnce = await Promise.all([make(plan), make(plan), make(plan)]);
    expect(atOnce.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
    const made = atOnce.find(({ status }) => status === 201) ?? (await make(plan));
    expect([made.status, made.body.created]).toEqual([201, true]);
    expect(await matches()).toHaveLength(16);
    expect(made.body.matches.slice(-4)).toMatchObject([
      { home: { name: 'Winner A', team_id: null }, away: { name: 'Runner-up B', team_id: null } },
      { knockout_round: 'semi_final', home: { name: 'Winner B' }, away: { name: 'Runner-up A' } },
      { knockout_round: 'third_place', home: { name: 'Loser of Semi-final 1' } },
      { knockout_round: 'final', knockout_round_label: 'Final', away: { name: 'Winner of Semi-final 2' } },
    ]);
    const again = await make<Refusal>(plan);
    expect([again.status, again.body.error]).toEqual([409, 'The tournament has such matches already.']);
    const replaced = await make({ ...plan, replace: true });
    expect(replaced.status).toBe(201);
    expect(await matches()).toHaveLength(16);
    expect((await call<ScheduleAnswer>('GET', 'schedule')).body).toEqual({ clashes: [], late: [], undecided: [] });
  });

  it('rule PLAN-3: go on at the same time of day in the zone of the tournament, also when clocks change', async () => {
    const days = { ...plan.schedule, start: '2025-03-29T09:00:00Z', pitches: ['1', '2', '3', '4'], day_minutes: 12 };
    const kickOffs = async (timezone: string): Promise<readonly (string | null)[]> => {
      expect((await call('PATCH', '', { timezone })).status).toBe(200);
      const { body } = await make({ groups: {}, schedule: days, preview: true });
      return [...new Set(body.matches.map(({ scheduled_at: at }) => at))];
    };
    expect(await kickOffs('Europe/Lisbon')).toEqual([
      '2025-03-29T09:00:00.000Z',
      '2025-03-30T08:00:00.000Z',
      '2025-03-31T08:00:00.000Z',
    ]);
    expect(await kickOffs('UTC')).toEqual([
      '2025-03-29T09:00:00.000Z',
      '2025-03-30T09:00:00.000Z',
      '2025-03-31T09:00:00.000Z',
    ]);
  });

  it('rule PLAN-4: tell what clashes', async () => {
    const [first, second] = await matches();
    const moved = await call('PATCH', `matches/${second?.id ?? 0}`, { pitch: first?.pitch });
    expect(moved.status).toBe(200);
    const { body } = await call<ScheduleAnswer>('GET', 'schedule');
    expect(body.clashes).toEqual([{ kind: 'pitch', match_id: first?.id, with_match_id: second?.id }]);
    await call('PATCH', `matches/${second?.id ?? 0}`, { pitch: second?.pitch });
  });
});

/** Plays a match; the team whose name comes first in the alphabet wins. */
async function play({ id, home_team: home, away_team: away }: TournamentMatch): Promise<void> {
  expect([home.id, away.id], `match ${id}`).not.toContain(null);
  const at = (minute: number): string => iso(hoursFromNow(-1) + minute * 60_000);
  const post = async (type: string, minute: number, more: object = {}): Promise<void> => {
    const body = { id: randomUUID(), type, timestamp: at(minute), ...more };
    expect((await call('POST', `matches/${id}/markers`, body)).status).toBe(201);
  };
  await post('Start', 0);
  await post('Goal', 3, { team: home.name < away.name ? 'home' : 'away' });
  await post('FullTime', 12);
}

describe('rule PLAN-7: a tournament', () => {
  const token = TOKENS.app;
  type Made = { tournament: { id: number; slug: string; name: string; tie_breaks: string[] }; source: string };

  it('is created by staff of a club, once for a key, and they manage it at once', async () => {
    const club = await openTestGateway();
    try {
      const body = { name: 'Summer Cup', timezone: 'Europe/Lisbon', match_format: { halves: 1, half_minutes: 20 } };
      const headers = { 'idempotency-key': '1' };
      const create = () => club.call<Made>('POST', 'clubs/riverside-fc/tournaments', { token, body, headers });
      const [first, again] = [await create(), await create()];
      expect([first.status, again.status]).toEqual([201, 200]);
      expect(again.body).toEqual(first.body);
      const { slug } = first.body.tournament;
      expect(slug).toMatch(/^summer-cup-\d+$/);
      const team = await club.call('POST', `tournaments/${slug}/teams`, { token, body: { name: 'Reds' } });
      expect(team.status).toBe(201);
      const change = (fields: object) => club.call<Made>('PATCH', `tournaments/${slug}`, { token, body: fields });
      const changed = await change({ tie_breaks: ['fair_play'] });
      expect(changed.body.tournament).toMatchObject({ tie_breaks: ['fair_play'], name: 'Summer Cup' });
      expect((await change({ tie_breaks: ['luck'] })).status).toBe(422);
      const unstorable = await club.call<{ details: object[] }>('PATCH', `tournaments/${slug}`, {
        token,
        body: { name: 'Half \ud83d' },
      });
      expect(unstorable.body.details).toEqual([{ path: 'name', message: expect.any(String) }]);
      for (const timezone of ['Europe/Lissabon', '+02:00', '']) {
        const wrong = await club.call('PATCH', `tournaments/${slug}`, { token, body: { timezone } });
        expect([wrong.status, wrong.body]).toMatchObject([422, { details: [{ path: 'timezone' }] }]);
      }
      expect((await change({ timezone: 'America/Lima', public_names: 'initials' })).body.tournament).toMatchObject({
        timezone: 'America/Lima',
        public_names: 'initials',
      });
      await change({ timezone: 'Europe/Lisbon', public_names: 'full' });
      const read = await club.call<Made>('GET', `tournaments/${slug}/settings`, { token });
      expect(read.body).toEqual(changed.body);
      expect(read.headers.get('etag')).toBe(changed.headers.get('etag'));
      expect((await club.call('POST', 'clubs/riverside-fc/tournaments', { token, body: {} })).status).toBe(422);
      const exported = await club.call<object>('GET', '/api/admin/export', { token: ADMIN_TOKEN });
      const copy = await openTestGateway({ data: exported.body });
      const moved = await copy.call('GET', '/api/admin/export', { token: ADMIN_TOKEN });
      await copy.close();
      expect(moved.body).toEqual(exported.body);
    } finally {
      await club.close();
    }
  });
});

it('rule MANAGE-6: settings are changed only in the version that was read', async () => {
  type Made = { tournament: { location: string } };
  const first = await gateway.call<Made>('GET', `${CUP}/settings`, { token });
  const etag = first.headers.get('etag') ?? '';
  const change = (location: string, ifMatch: string) =>
    gateway.call<Made>('PATCH', CUP, { token, body: { location }, headers: { 'if-match': ifMatch } });
  const changed = await change('North Park', etag);
  expect([changed.status, changed.body.tournament.location]).toEqual([200, 'North Park']);
  const stale = await change('South Park', etag);
  expect(stale).toMatchObject({ status: 412, body: { error: 'This tournament has changed since you read it.' } });
  const unchanged = await gateway.call('GET', `${CUP}/settings`, {
    token,
    headers: { 'if-none-match': changed.headers.get('etag') ?? '' },
  });
  expect(unchanged.status).toBe(304);
});

it('rules PLAN-5, PLACE-3: a tournament of eight teams is played to its final, and each side comes by itself', async () => {
  const named = async (...rounds: readonly (string | null)[]): Promise<readonly TournamentMatch[]> =>
    (await matches()).filter(({ knockout_round: round }) => rounds.includes(round));
  const sides = (of: readonly TournamentMatch[]): readonly string[] =>
    of.map(({ home_team: home, away_team: away }) => `${home.name} – ${away.name}`);
  for (const match of await named(null)) await play(match);
  await expect.poll(async () => sides(await named('semi_final'))).toEqual(['Ajax – Feyenoord', 'Everton – Benfica']);
  for (const match of await named('semi_final')) await play(match);
  await expect
    .poll(async () => sides(await named('third_place', 'final')))
    .toEqual(['Feyenoord – Everton', 'Ajax – Benfica']);
  for (const match of await named('third_place', 'final')) await play(match);
  const [final] = await named('final');
  expect([final?.status, final?.score.home, final?.score.away]).toEqual(['completed', 1, 0]);
  expect((await make<Refusal>({ ...plan, replace: true })).status).toBe(409);

  // A correction after the final says so, and changes nothing.
  const [semi] = await named('semi_final');
  const markers = await call<{ markers: { id: string; type: string }[] }>('GET', `matches/${semi?.id ?? 0}/markers`);
  const goal = markers.body.markers.find(({ type }) => type === 'Goal');
  await call('PUT', `matches/${semi?.id ?? 0}/markers/${goal?.id ?? ''}`, {
    type: 'Goal',
    timestamp: iso(hoursFromNow(-1) + 180_000),
    team: 'away',
  });
  const { body } = await call<ScheduleAnswer>('GET', 'schedule');
  expect(body.late.map(({ match_id: id, side }) => `${id === final?.id ? 'final' : 'third'} ${side}`).sort()).toEqual([
    'final home',
    'third home',
  ]);
  expect(sides(await named('final'))).toEqual(['Ajax – Benfica']);
});

it('rule LIMIT-20: previews and schedules count like changes', async () => {
  const ask = async () => [await call('GET', 'schedule'), await make<Refusal>({ ...plan, preview: true })];
  const refused: Awaited<ReturnType<typeof ask>> = [];
  // On a slow machine much of the allowance comes back meanwhile.
  for (let round = 0; round < 5 && refused.length === 0; round += 1) {
    const answers = await Promise.all(Array.from({ length: 65 }, ask));
    refused.push(...answers.flat().filter(({ status }) => status === 429));
  }
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});
