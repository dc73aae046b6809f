// An empty server that imports the export of another one answers as that one does (rule DATA-14). The
// requests are random: their values are odd, but many are accepted. A seed that failed stays in the list by its name.
import { afterAll, beforeAll, expect, it } from 'vitest';
import fc from 'fast-check';
import { CLUB_MARKER_TYPES, MATCH_MARKER_TYPES } from '../../protocol/wire/marker.ts';
import { withoutUndefined } from '../../protocol/wire/without-undefined.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { uuid } from '../support/uuid.ts';
import { bareGame } from '../support/world/games.ts';
import { ADMIN_TOKEN, TOKENS } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';

const SEED = Number(process.env['FC_SEED'] ?? 20261122);
const ROUNDS = Number(process.env['FC_RUNS'] ?? 6);
/** Seeds that once failed, with the reason. */
const FAILED: readonly (readonly [seed: number, why: string])[] = [];

type Request = { readonly method: string; readonly path: string; readonly body?: unknown };
/** Where the requests of a round go. */
type Target = { readonly path: string; readonly channel: string; readonly matchId: string | null };
type Round = { readonly seed: number; readonly name: string; readonly targets: readonly Target[] };

const rounds: readonly Round[] = [
  ...FAILED.map(([seed, why]) => ({ seed, name: `seed ${String(seed)}: ${why}` })),
  ...Array.from({ length: ROUNDS }, (_, index) => ({ seed: SEED + index, name: `seed ${String(SEED + index)}` })),
].map((round, index) => ({
  ...round,
  targets: [
    {
      path: `games/restored-${String(index)}`,
      channel: `game:${String(5_000 + index)}`,
      matchId: `${String(5_000 + index)}_0`,
    },
    {
      path: `tournaments/autumn-cup/matches/${String(6_000 + index)}`,
      channel: `match:${String(6_000 + index)}`,
      matchId: null,
    },
  ],
}));

function data() {
  const { clubs, tournaments, ...rest } = world();
  const games = rounds.map((_, index) => bareGame(5_000 + index, `restored-${String(index)}`));
  const matches = rounds.map((_, index) => ({
    id: 6_000 + index,
    home_team_id: 71,
    away_team_id: 72,
    ...(index % 2 === 0 ? {} : { status: 'completed', score: { home: 2, away: 1 } }),
  }));
  return {
    ...rest,
    clubs: clubs.map((club, index) => (index === 0 ? { ...club, games: [...club.games, ...games] } : club)),
    tournaments: tournaments.map((tournament, index) =>
      index === 0 ? { ...tournament, matches: [...tournament.matches, ...matches] } : tournament,
    ),
  };
}

const maybe = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof({ weight: 3, arbitrary: of }, fc.constantFrom(null, undefined));
const ids = fc
  .tuple(fc.integer({ min: 1, max: 14 }), fc.boolean())
  .map(([number, isUpper]) => (isUpper ? uuid(number).toUpperCase() : uuid(number)));
const oddTexts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'own goal',
    'o.g.',
    'Trollåog',
    '__proto__',
    'a\0b',
    '\ud83d',
    'x'.repeat(200),
    '⚽️ "<b>" \\',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const minutes = fc.oneof(
  fc.constantFrom<string | number>(
    '45+2',
    "45' + 2'",
    'HT',
    ' 12:30',
    '',
    '   ',
    '\0',
    '\ud800',
    45,
    1_000,
    -3,
    999_999_999_999_999,
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const players = fc.constantFrom<string | number>(1, 2, '3', '007', 4, 999_999_999_999_999, '999999999999999', 77);
const times = fc
  .record({
    at: fc.integer({ min: 0, max: 120 * 60_000 }),
    form: fc.constantFrom(
      (iso: string) => iso,
      (iso: string) => iso.replace('T', ' ').replace('Z', ''),
      (iso: string) => iso.replace('Z', '+14:00'),
      (iso: string) => iso.replace('Z', '-1130'),
      () => '1000-01-01T00:00:00Z',
      () => '9998-12-31T23:59:59.999Z',
    ),
  })
  .map(({ at, form }) => form(new Date(Date.UTC(2026, 10, 20, 15) + at).toISOString()));

function markers({ matchId }: Target): fc.Arbitrary<object> {
  const types = matchId === null ? MATCH_MARKER_TYPES : CLUB_MARKER_TYPES;
  const team = matchId === null ? ['home', 'away'] : ['home', 'away', '1', 2];
  return fc
    .record({
      id: ids,
      timestamp: times,
      type: fc.oneof(fc.constantFrom(...types), fc.constantFrom('Goal', 'Goal', 'Start', 'PenaltyShootout')),
      match_id: maybe(fc.constant(matchId ?? 'ignored')),
      primary_player_pc_id: maybe(players),
      primary_player_type: maybe(fc.constantFrom('user', 'junior')),
      secondary_player_pc_id: maybe(players),
      label: maybe(oddTexts),
      team: maybe(fc.constantFrom(...team)),
      scorer: maybe(oddTexts),
      minute: maybe(minutes),
      own_goal: maybe(fc.boolean()),
    })
    .map((marker) => withoutUndefined(marker));
}

function requests(target: Target): fc.Arbitrary<Request> {
  const { path, channel, matchId } = target;
  const post = markers(target).map((body) => ({
    method: 'POST',
    path: matchId === null ? `${path}/markers` : `${path}/marker`,
    body,
  }));
  const remove = ids.map((id) => ({ method: 'DELETE', path: `${path}/markers/${id}` }));
  const view = fc
    .integer({ min: 60, max: 31_536_000 })
    .map((expires_in) => ({ method: 'POST', path: 'view_tokens', body: { channels: [channel], expires_in } }));
  const common = [
    { weight: 12, arbitrary: post },
    { weight: 2, arbitrary: remove },
    { weight: 1, arbitrary: view },
  ];
  if (matchId === null) return fc.oneof(...common);
  const goals = fc.array(
    fc.record({
      team: fc.constantFrom<string | number>('1', 2),
      scorer: oddTexts,
      user_id: maybe(players),
      minute: maybe(minutes),
      penalty: maybe(fc.boolean()),
      own_goal: maybe(fc.boolean()),
      assister: maybe(oddTexts),
      assister_user_id: maybe(players),
    }),
    { maxLength: 4 },
  );
  const scores = fc.dictionary(fc.constantFrom('1', '2'), fc.integer({ min: 0, max: 999 }), { minKeys: 1 });
  return fc.oneof(
    ...common,
    { weight: 2, arbitrary: goals.map((list) => ({ method: 'PATCH', path: `${path}/goals`, body: { goals: list } })) },
    {
      weight: 2,
      arbitrary: scores.map((set) => ({ method: 'PATCH', path: `${path}/scores`, body: { scores: { ...set } } })),
    },
  );
}

let first: TestGateway;
let second: TestGateway;
let exported: unknown;
const viewTokens = new Map<Target, string[]>();
let accepted = 0;
let sent = 0;

const tokenOf = ({ matchId }: Target): string => (matchId === null ? TOKENS.tournament : TOKENS.club);

async function play({ seed, name, targets }: Round): Promise<void> {
  for (const target of targets) {
    for (const request of fc.sample(requests(target), { seed, numRuns: 30 })) {
      const { status, body } = await first.call<{ token?: string }>(request.method, request.path, {
        token: tokenOf(target),
        body: request.body,
      });
      expect([200, 201, 404, 422], `${name}: ${JSON.stringify(request)}`).toContain(status);
      sent += 1;
      if (status < 300) accepted += 1;
      if (request.path === 'view_tokens' && body.token !== undefined) {
        viewTokens.set(target, [...(viewTokens.get(target) ?? []), body.token]);
      }
    }
  }
}

beforeAll(async () => {
  first = await openTestGateway({ data: data() });
  await Promise.all(rounds.map(play));
  exported = (await first.call('GET', '/api/admin/export', { token: ADMIN_TOKEN })).body;
  second = await openTestGateway({ data: { touchline_data: 1 } });
});
afterAll(async () => {
  await first.close();
  await second.close();
});

it('rule DATA-14: an empty server takes the export, and exports the same', async () => {
  expect(accepted).toBeGreaterThan(sent / 2);
  expect(viewTokens.size).toBeGreaterThan(0);
  const imported = await second.call('POST', '/api/admin/import', { token: ADMIN_TOKEN, body: exported });
  expect([imported.status, imported.body]).toEqual([200, expect.anything()]);
  expect((await second.call('GET', '/api/admin/export', { token: ADMIN_TOKEN })).body).toEqual(exported);
});

it.each(rounds.map((round) => [round.name, round] as const))(
  'rule DATA-14: both answer the same, %s',
  async (_, { targets }) => {
    for (const target of targets) {
      const token = tokenOf(target);
      const answersOf = async (gateway: TestGateway) => {
        const list = await gateway.call('GET', `${target.path}/markers`, { token });
        const live = await gateway.call<{ seq: number; state: unknown }>('GET', `live/${target.channel}`, { token });
        const { seq, state } = live.body;
        const views: number[] = [];
        for (const view of viewTokens.get(target) ?? []) {
          views.push((await gateway.call('GET', `live/${target.channel}`, { token: view })).status);
        }
        return { statuses: [list.status, live.status], list: list.body, seq, state, views };
      };
      expect(await answersOf(second)).toEqual(await answersOf(first));
    }
  },
);

it.each([
  ['clubs/riverside-fc', TOKENS.app],
  ['clubs/riverside-fc/past_games?limit=50', TOKENS.app],
  ['tournament', TOKENS.tournament],
  ['tournament/matches', TOKENS.tournament],
])('rule DATA-14: both answer %s the same', async (path, token) => {
  const answerOf = async (gateway: TestGateway) => {
    const { status, body } = await gateway.call('GET', path, { token });
    return { status, text: JSON.stringify(body).replaceAll(gateway.url, '') };
  };
  const answer = await answerOf(first);
  expect(answer.status).toBe(200);
  expect(await answerOf(second)).toEqual(answer);
});
