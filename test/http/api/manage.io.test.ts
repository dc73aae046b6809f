// Staff manage rows one by one: rules MANAGE-1 to MANAGE-8.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hoursFromNow, iso } from '../../support/dates.ts';
import { goalBody } from '../../support/goal-body.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { connect } from '../../support/subscriber.ts';
import { HILLTOP, RIVERSIDE } from '../../support/world/clubs.ts';
import { ADMIN_TOKEN, TOKENS } from '../../support/world/tokens.ts';

type Row = {
  id: number;
  slug: string;
  title: string;
  user_id: number;
  name: string;
  [field: string]: unknown;
};
type Managed = Readonly<Record<'game' | 'member' | 'team' | 'player' | 'match', Row>> & {
  readonly source: string;
  readonly warnings?: readonly string[];
};
type Refusal = { error: string; details?: readonly { path: string; message: string }[] };

const CLUB = 'clubs/riverside-fc';
const CUP = 'tournaments/autumn-cup';
const SERVICE_IDS = 100_000_000_000_000;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway();
});
afterAll(() => gateway.close());

const call = <T = Managed>(method: string, address: string, body?: unknown, headers: Record<string, string> = {}) =>
  gateway.call<T>(method, address, {
    token: address.startsWith('clubs') ? TOKENS.club : TOKENS.tournament,
    body,
    headers,
  });
const newGame = async (over: object = {}): Promise<Row> => {
  const body = {
    title: 'Sunday 5s, Março',
    date_time: iso(hoursFromNow(1)),
    teams: [{ number: 1 }, { number: 2 }],
    ...over,
  };
  const { status, body: made } = await call('POST', `${CLUB}/games`, body);
  expect(status).toBe(201);
  return made.game;
};

describe('rule MANAGE-4: a creation', () => {
  it('gives ids from 10^14 up, and a slug of the title', async () => {
    const [first, second] = [await newGame(), await newGame()];
    expect(first.id).toBeGreaterThanOrEqual(SERVICE_IDS);
    expect(second.id).toBe(first.id + 1);
    expect(first.slug).toBe(`sunday-5s-marco-${first.id - SERVICE_IDS}`);
    const listed = await call<{ games: { slug: string }[] }>('GET', `${CLUB}/upcoming_games`);
    expect(listed.body.games.map(({ slug }) => slug)).toContain(first.slug);
  });

  it('can be recorded at once', async () => {
    const { slug, id } = await newGame();
    const subscriber = await connect(gateway.liveUrl, TOKENS.club);
    await subscriber.subscribe(`game:${id}`);
    const posted = await gateway.call('POST', `${CLUB}/games/${slug}/marker`, { token: TOKENS.club, body: goalBody() });
    expect(posted.status).toBe(201);
    expect(await subscriber.next('delta')).toMatchObject({ seq: 1 });
    await subscriber.close();
  });

  it('adds people by name', async () => {
    const { body } = await call('POST', `${CLUB}/members`, { name: 'Nuno Reis', jersey_number: 44 });
    expect(body.member).toMatchObject({ name: 'Nuno Reis', jersey_number: 44, role: 'Member', status: 'active' });
    const players = await call<{ players: { name: string }[] }>('GET', `${CLUB}/players`);
    expect(players.body.players.map(({ name }) => name)).toContain('Nuno Reis');
  });

  it('is not possible with such an id in a data file, unless an export carries it', async () => {
    const { id } = await newGame();
    const file = {
      touchline_data: 1,
      clubs: [
        {
          id: 10,
          name: 'Riverside FC',
          slug: 'riverside-fc',
          games: [{ id: id + 500, slug: 'too-high', title: 'Too high' }],
        },
      ],
    };
    const importFile = (body: unknown) =>
      gateway.call<Refusal>('POST', '/api/admin/import', { token: ADMIN_TOKEN, body });
    const refused = await importFile(file);
    expect(refused.status).toBe(422);
    expect(refused.body.details?.[0]).toMatchObject({ path: 'clubs[0].games[0].id' });
    const exported = await gateway.call<object>('GET', '/api/admin/export', { token: ADMIN_TOKEN });
    expect(exported.body).toMatchObject({ service_ids: true });
    const second = await openTestGateway({ data: exported.body });
    const again = await second.call<object>('GET', '/api/admin/export', { token: ADMIN_TOKEN });
    expect(again.body).toEqual(exported.body);
    const next = await second.call<Managed>('POST', `${CLUB}/games`, { token: TOKENS.club, body: { title: 'Next' } });
    expect(next.body.game.id).toBeGreaterThan(id);
    await second.close();
  });
});

it('rule MANAGE-5: the same Idempotency-Key gives the same row, of this club only', async () => {
  const body = { title: 'Once' };
  const headers = { 'idempotency-key': 'phone-1' };
  const posts = await Promise.all([1, 2, 3].map(() => call('POST', `${CLUB}/games`, body, headers)));
  expect(posts.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 201]);
  const [first, ...others] = posts.map((post) => post.body.game);
  for (const again of others) expect(again).toEqual(first);
  const later = await call('POST', `${CLUB}/games`, body, headers);
  expect([later.status, later.body.game]).toEqual([200, first]);
  const other = await gateway.call<Managed>('POST', 'clubs/hilltop/games', { token: TOKENS.otherClub, body, headers });
  expect(other.status).toBe(201);
  const long = await call<Refusal>('POST', `${CLUB}/games`, body, { 'idempotency-key': 'x'.repeat(101) });
  expect([long.status, long.body.details?.[0]?.path]).toEqual([422, 'Idempotency-Key']);
});

describe('rule MANAGE-6: a change', () => {
  it('keeps the fields that it leaves out, and reaches screens at once', async () => {
    const { slug, id } = await newGame({ location: 'Park' });
    const subscriber = await connect(gateway.liveUrl, TOKENS.club);
    await subscriber.subscribe(`game:${id}`);
    const { status, body } = await call('PATCH', `${CLUB}/games/${slug}`, { title: 'Postponed' });
    expect([status, body.game.title, body.game['location'], body.source]).toEqual([
      200,
      'Postponed',
      'Park',
      'service',
    ]);
    expect(body).not.toHaveProperty('warnings');
    expect(await subscriber.next('delta')).toMatchObject({
      patch: { title: 'Postponed' },
      cause: [{ action: 'edited' }],
    });
    await subscriber.close();
  });

  it('with a stale If-Match changes nothing: of two people who edit, one is told', async () => {
    const { slug } = await newGame();
    const read = await call('GET', `${CLUB}/games/${slug}`);
    const headers = { 'if-match': read.headers.get('etag') ?? '' };
    expect(
      (await call('GET', `${CLUB}/games/${slug}`, undefined, { 'if-none-match': headers['if-match'] })).status,
    ).toBe(304);
    const answers = await Promise.all(
      ['One', 'Two'].map((title) => call<Managed & Refusal>('PATCH', `${CLUB}/games/${slug}`, { title }, headers)),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412]);
    const won = answers.find(({ status }) => status === 200);
    const now = await call('GET', `${CLUB}/games/${slug}`);
    expect(now.body.game.title).toBe(won?.body.game.title);
    expect(now.headers.get('etag')).toBe(won?.headers.get('etag'));
  });

  it('of an imported row says that the next file overwrites it', async () => {
    const { body } = await call('PATCH', `${CUP}/teams/71`, { short_name: 'RIV' });
    expect(body).toMatchObject({ source: 'data_file', team: { id: 71, short_name: 'RIV' } });
    expect(body.warnings).toHaveLength(1);
  });

  it('names each fault at its place in the body', async () => {
    const { slug } = await newGame();
    const faults = async (body: object) => {
      const answer = await call<Refusal>('PATCH', `${CLUB}/games/${slug}`, body);
      expect(answer.status).toBe(422);
      return answer.body.details?.map(({ path }) => path);
    };
    expect(await faults({ teams: [{ number: 1, jersey_color: 'red' }] })).toEqual(['teams[0].jersey_color']);
    expect(await faults({ matchups: [{ match_index: 0, home_team: 1, away_team: 9 }] })).toEqual([
      'matchups[0].away_team',
    ]);
    expect(await faults({ id: 5 })).toEqual(['id']);
  });
});

it('rule MANAGE-3: staff name only people of their own club or tournament', async () => {
  const { slug } = await newGame({
    participants: [
      { player_type: 'user', id: 1, team: 1 },
      { player_type: 'guest', name: 'Zé' },
    ],
  });
  const refused = await call<Refusal>('PATCH', `${CLUB}/games/${slug}`, {
    participants: [
      { player_type: 'user', id: 999 },
      { player_type: 'junior', id: 998 },
    ],
    organizer_id: 997,
  });
  expect(refused.status).toBe(422);
  expect(refused.body.details?.map(({ path }) => path).sort()).toEqual([
    'organizer_id',
    'participants[0].id',
    'participants[1].id',
  ]);
});

it('rule MANAGE-3: a tournament links no club to a team without the staff of that club, but its host club', async () => {
  const refused = await call<Refusal>('POST', `${CUP}/teams`, { name: 'Hilltop B', club_id: HILLTOP.id });
  expect(refused.status).toBe(422);
  expect(refused.body.details?.map(({ path }) => path)).toEqual(['club_id']);
  const { status, body } = await call('POST', `${CUP}/teams`, { name: 'Riverside B', club_id: RIVERSIDE.id });
  expect(status).toBe(201);
  const moved = await call<Refusal>('PATCH', `${CUP}/teams/${body.team.id}`, { club_id: HILLTOP.id });
  expect(moved.status).toBe(422);
  const kept = await call('PATCH', `${CUP}/teams/${body.team.id}`, { name: 'Riverside C', club_id: RIVERSIDE.id });
  expect(kept.status).toBe(200);
});

describe('rule MANAGE-7: a deletion', () => {
  it('takes a game without results off every list and its channel', async () => {
    const { slug, id } = await newGame();
    const subscriber = await connect(gateway.liveUrl, TOKENS.club);
    await subscriber.subscribe(`game:${id}`);
    const fillIn = { id: randomUUID(), team: '1', name: 'Zé', jersey_number: 7 };
    const edited = await call('PATCH', `${CLUB}/games/${slug}/participants`, { fill_ins: [fillIn] });
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    expect(await subscriber.next('delta')).toMatchObject({ seq: 1 });
    expect((await call('DELETE', `${CLUB}/games/${slug}`)).status).toBe(200);
    expect((await call('GET', `${CLUB}/games/${slug}`)).status).toBe(404);
    expect((await call('GET', `${CLUB}/games/${slug}/markers`)).status).toBe(404);
    const listed = await call<{ games: { slug: string }[] }>('GET', `${CLUB}/upcoming_games`);
    expect(listed.body.games.map((game) => game.slug)).not.toContain(slug);
    expect(await subscriber.next('unsubscribed')).toMatchObject({ channel: `game:${id}` });
    await subscriber.close();
  });

  it('is refused while results or other rows need the row', async () => {
    const { slug } = await newGame();
    await gateway.call('POST', `${CLUB}/games/${slug}/marker`, { token: TOKENS.club, body: goalBody() });
    expect((await call('DELETE', `${CLUB}/games/${slug}`)).status).toBe(409);
    expect((await call('DELETE', `${CUP}/teams/71`)).status).toBe(409);
    expect((await call('GET', `${CUP}/teams/71`)).status).toBe(200);
  });

  it('makes a member a former one', async () => {
    const { body } = await call('POST', `${CLUB}/members`, { name: 'Leaves Soon' });
    const address = `${CLUB}/members/${body.member.user_id}`;
    expect((await call('DELETE', address)).status).toBe(200);
    expect((await call('GET', address)).body.member['status']).toBe('former');
  });
});

it('rule MANAGE-1: a tournament of two teams is made and awarded by REST alone', async () => {
  const team = async (name: string) => (await call('POST', `${CUP}/teams`, { name, group_name: 'Z' })).body.team.id;
  const [home, away] = [await team('North'), await team('South')];
  const player = await call('POST', `${CUP}/players`, { name: 'Rita Nunes', team_id: home, jersey_number: 8 });
  expect(player.body.player).toMatchObject({ name: 'Rita Nunes', team_id: home });
  const made = await call('POST', `${CUP}/matches`, { home_team_id: home, away_team_id: away, group_name: 'Z' });
  const address = `${CUP}/matches/${made.body.match.id}`;
  const starters = [{ user_id: player.body.player.user_id, jersey_number: 8 }];
  const changed = await call('PATCH', address, {
    lineups: { home: { starters, substitutes: [] }, away: { starters: [], substitutes: [] } },
    score: { home: 3, away: 0 },
    status: 'awarded',
    notes: 'South did not come.',
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  expect(changed.body.match).toMatchObject({ score: { home: 3, away: 0 }, lineups: { home: { starters } } });
  const { body } = await call<{ matches: { id: number }[] }>('GET', `${CUP}/matches`);
  expect(body.matches.find(({ id }) => id === made.body.match.id)).toMatchObject({
    status: 'awarded',
    score: { home: 3, away: 0 },
  });
  expect((await call('DELETE', `${CUP}/players/${player.body.player.user_id}`)).status).toBe(409);
});

it.each([
  [{ status: 'awarded' }, ['notes', 'score']],
  [{ status: 'awarded', score: { home: 3, away: 0 }, notes: '  ' }, ['notes']],
  [{ status: 'abandoned' }, ['notes']],
])('rule PLAN-9: a result %j that staff decide says why', async (fields, paths) => {
  const made = await call('POST', `${CUP}/matches`, { field: 'North' });
  const address = `${CUP}/matches/${made.body.match.id}`;
  for (const [method, path] of [['POST', `${CUP}/matches`] as const, ['PATCH', address] as const]) {
    const { status, body } = await call<{ details: { path: string }[] }>(method, path, fields);
    expect([status, body.details.map((one) => one.path)]).toEqual([422, paths]);
  }
  expect((await call('GET', address)).body.match).toMatchObject({ status: 'scheduled', notes: null });
});

it('rule MANAGE-8: changes of one club are limited, those of another are not', async () => {
  const answers = await Promise.all(
    Array.from({ length: 160 }, () =>
      gateway.call('PATCH', 'clubs/hilltop/members/999', { token: TOKENS.otherClub, body: {} }),
    ),
  );
  const limited = answers.filter(({ status }) => status === 429);
  expect(limited.length).toBeGreaterThan(10);
  expect(limited[0]?.headers.get('retry-after')).toBe('1');
  expect((await call('PATCH', `${CLUB}/members/999`, {})).status).toBe(404);
});
