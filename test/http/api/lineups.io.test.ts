// Line-ups over HTTP on a real gateway: reading them, and changing numbers and fill-ins (rules LINE-1 to LINE-5).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Facts } from '../../../protocol/rest/facts.ts';
import type { GameParticipants, MatchLineups } from '../../../protocol/rest/lineups.ts';
import { CHANGES } from '../../../src/http/api/lineups.ts';
import { daysFromNow, iso } from '../../support/dates.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { placesOf, promisedCalls } from '../../support/promised.ts';
import { connect } from '../../support/subscriber.ts';
import { uuid } from '../../support/uuid.ts';
import { HILLTOP } from '../../support/world/clubs.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { autumnCup, openingMatch } from '../../support/world/tournaments.ts';
import { world } from '../../support/world/world.ts';

const lineups = {
  home: { starters: [{ user_id: 1, jersey_number: 10, captain: true }], substitutes: [{ user_id: 4 }] },
};
const old = (id: number, days: number) => openingMatch({ id, scheduled_at: iso(daysFromNow(days)) });
const matches = [
  ...[701, 713, 714].map((id) => openingMatch({ id, lineups })),
  old(710, -6),
  old(711, -8),
  openingMatch({ id: 712, authorized_clubs: [] }),
  ...Array.from({ length: 101 }, (_, index) => openingMatch({ id: 1_000 + index, authorized_clubs: [HILLTOP.slug] })),
];

let gateway: TestGateway;
beforeAll(async () => {
  const base = world();
  const tournaments = [autumnCup({ matches }), ...base.tournaments.slice(1)];
  gateway = await openTestGateway({ data: { ...base, tournaments } });
});
afterAll(() => gateway.close());
const call = promisedCalls(() => gateway);

const CUP = 'tournaments/autumn-cup/matches';
const PATH = `${CUP}/701/lineups`;
const ze = { id: uuid(1), name: 'Zé', jersey_number: 23, is_substitute: false };
const addZe = { fill_ins: [{ ...ze, team: 'home' }] };
const factsOf = async (channel: string): Promise<Facts['lineups']> => {
  const answer = await fetch(`${gateway.url}/screen/${channel}/facts?token=${TOKENS.club}`);
  return ((await answer.json()) as Facts).lineups;
};

describe('the line-ups of a match', () => {
  it('are read with the key of an authorized club: names, numbers, and the rest of the squad', async () => {
    const { status, body } = await call<MatchLineups>('getLineups', PATH);
    expect([status, body.lineups]).toMatchObject([
      200,
      {
        home: {
          starters: [{ id: 1, name: 'Ana Silva', jersey_number: 10, captain: true }],
          substitutes: [{ id: 4, jersey_number: null }],
          squad: [{ id: 2, jersey_number: 7 }],
          fill_ins: [],
        },
        away: { starters: [], substitutes: [], squad: [{ id: 3, jersey_number: 3 }] },
      },
    ]);
    expect((await call('getLineups', `${CUP}/799/lineups`)).status).toBe(403);
    expect((await call('getLineups', `${CUP}/799/lineups`, { token: TOKENS.tournament })).status).toBe(404);
  });

  it('rules LINE-1, LINE-3: change with one edited delta and an entry in the log, and a repeat with none', async () => {
    const subscriber = await connect(gateway.liveUrl, TOKENS.club);
    const { seq } = await subscriber.subscribe('match:713');
    const body = { players: [{ id: 1, jersey_number: 11 }], ...addZe };
    const { status, body: shown } = await call<MatchLineups>('patchLineups', `${CUP}/713/lineups`, { body });
    expect([status, shown.lineups.home]).toMatchObject([200, { starters: [{ jersey_number: 11 }], fill_ins: [ze] }]);
    expect(await subscriber.next('delta')).toMatchObject({ seq: seq + 1, cause: [{ action: 'edited' }], patch: {} });
    expect((await call<MatchLineups>('patchLineups', `${CUP}/713/lineups`, { body })).body).toEqual(shown);
    const { body: log } = await call<{ entries: unknown[] }>('getMatchLog', `live/match:713/log?after=${seq}`);
    expect(log.entries).toMatchObject([
      {
        seq: seq + 1,
        cause: [{ action: 'edited' }],
        token: { kind: 'club_static' },
        note: expect.stringContaining('Shirt'),
      },
    ]);
    await subscriber.close();
  });

  it('rule LINE-2: reach lists, facts and the club at once', async () => {
    await call('patchLineups', `${CUP}/714/lineups`, { body: { players: [{ id: 1, jersey_number: 11 }], ...addZe } });
    const facts = await factsOf('match:714');
    expect(facts['714']?.home.starters).toMatchObject([
      { number: 11, name: 'Ana Silva' },
      { number: 23, name: 'Zé' },
    ]);
    const list = await call<{ matches: unknown[] }>('listTournamentMatches', 'tournaments/autumn-cup/matches', {
      token: TOKENS.tournament,
    });
    const shown = list.body.matches.filter((match) => (match as { id: number }).id === 714);
    expect(shown).toMatchObject([{ lineups: { home: { starters: [{ id: 1, jersey_number: 11 }] } } }]);
  });

  it('refuse unknown players, and change nothing then', async () => {
    const before = await call('getLineups', PATH);
    const body = {
      players: [
        { id: 2, jersey_number: 77 },
        { id: 3, jersey_number: 0 },
        { id: 99, jersey_number: 5 },
      ],
    };
    expect(placesOf(await call('patchLineups', PATH, { body }))).toEqual(['players[1].jersey_number']);
    body.players[1] = { id: 99, jersey_number: 1 };
    expect(placesOf(await call('patchLineups', PATH, { body }))).toEqual(['players[1].id', 'players[2].id']);
    expect((await call('getLineups', PATH)).body).toEqual(before.body);
  });

  it('rule LIMIT-18: take 30 changes at once', async () => {
    const path = `${CUP}/710/lineups`;
    const asked = Date.now();
    const answers = await Promise.all(
      Array.from({ length: CHANGES.burst + 20 }, () => call('patchLineups', path, { body: {} })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    const refilled = Math.ceil((Date.now() - asked) / 1_000) * CHANGES.perSecond;
    expect(refused.length).toBeGreaterThanOrEqual(20 - refilled);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(refused[0]?.headers.get('ratelimit')).toMatch(/^"requests";r=\d+;t=1, "lineup-changes";r=0;t=1$/);
    expect(refused[0]?.headers.get('ratelimit-policy')).toBe('"requests";q=2000;w=2, "lineup-changes";q=30;w=30');
    expect((await call('getLineups', path)).status).toBe(200);
  });
});

it('rules LINE-1, LINE-2: a game has its participants with numbers and fill-ins, on both paths', async () => {
  const path = 'games/sunday-5s/participants';
  const ana = (body: GameParticipants) => body.participants.find(({ id }) => id === 1);
  const before = await call<GameParticipants>('getParticipants', path);
  expect(before.body.fill_ins).toEqual([]);
  const body = { players: [{ id: 1, jersey_number: 77 }], fill_ins: [{ ...ze, team: '2' }] };
  const after = await call<GameParticipants>('patchParticipants', `clubs/riverside-fc/${path}`, { body });
  expect([ana(after.body)?.jersey_number, after.body.fill_ins]).toEqual([77, [{ ...ze, team: 2 }]]);
  expect((await call('getParticipants', path)).body).toEqual(after.body);
  const facts = await factsOf('game:100');
  expect(facts['100_0']?.home.starters[0]).toMatchObject({ number: 77, name: 'Ana Silva' });
  expect(facts['100_0']?.away.starters.at(-1)).toEqual({ number: 23, name: 'Zé', captain: false, position: null });
  const wrong = { fill_ins: [{ ...ze, team: 9 }], players: [{ id: 1, player_type: 'junior', jersey_number: 1 }] };
  expect(placesOf(await call('patchParticipants', path, { body: wrong }))).toContain('fill_ins[0].team');
});

it('rule LINE-5: a club lists the matches that it is authorized for, from a week ago on, 100 at most', async () => {
  const { body } = await call<{ matches: { id: number; tournament: object }[] }>('listClubMatches', 'club/matches');
  expect(body.matches.map(({ id }) => id)).toEqual([710, 701, 713, 714]);
  expect(body.matches[1]).toMatchObject({
    tournament: { id: 7, slug: 'autumn-cup', name: 'Autumn Cup' },
    lineups: { home: { substitutes: [{ id: 4 }] } },
  });
  const other = await call('listClubMatches', 'clubs/hilltop/matches', { token: TOKENS.otherClub });
  const listed = (other.body['matches'] as { id: number }[]).map(({ id }) => id);
  expect(listed).toEqual(Array.from({ length: 100 }, (_, index) => 1_000 + index));
});
