// A bracket fills itself: rules PLACE-1 to PLACE-5, over REST, on two nodes with one database.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataFile } from '../../../protocol/data-file/data-file.ts';
import type { MatchState } from '../../../protocol/wire/board.ts';
import { bestDatabase, createDatabase } from '../../support/database.ts';
import { iso, thisMinute } from '../../support/dates.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { connect } from '../../support/subscriber.ts';
import { ADMIN_TOKEN } from '../../support/world/tokens.ts';

const token = 'tournament-key-cup-0123456789abcdef';
const CUP = 'tournaments/cup';
const TEAMS = { 1: 'Reds', 2: 'Blues', 3: 'Greens', 4: 'Whites' } as const;

/** Two semi-finals, the final of the winners, and the third place of the losers. */
const cup = (): DataFile => ({
  touchline_data: 1,
  users: [{ id: 1, slug: 'ana', name: 'Ana' }],
  tournaments: [
    {
      id: 1,
      slug: 'cup',
      name: 'Cup',
      organizer_ids: [1],
      teams: Object.entries(TEAMS).map(([id, name]) => ({ id: Number(id), name })),
      players: [{ user_id: 1, team_id: 1 }],
      matches: [
        { id: 11, stage: 'knockout', home_team_id: 1, away_team_id: 2 },
        { id: 12, stage: 'knockout', home_team_id: 3, away_team_id: 4 },
        {
          id: 21,
          stage: 'knockout',
          knockout_round: 'final',
          home_from: { winner_of: 11 },
          home_placeholder: 'Winner 1',
          away_from: { winner_of: 12 },
        },
        { id: 22, stage: 'knockout', home_from: { loser_of: 11 }, away_from: { loser_of: 12 } },
      ],
    },
  ],
  tokens: [{ kind: 'tournament_static', tournament: 'cup', token }],
});

type Marked = { marker_id: string };
type Side = { id: number | null; name: string; placeholder: string | null };
type Listed = { matches: readonly { id: number; status: string; home_team: Side; away_team: Side }[] };
type Refusal = { error: string; details?: readonly { path: string; message: string }[] };

const isPostgres = (await bestDatabase()) === 'postgres';
let nodes: readonly TestGateway[] = [];
let close: () => Promise<void>;

beforeAll(async () => {
  const database = isPostgres ? await createDatabase() : null;
  const shared = database === null ? {} : { databaseUrl: database.url };
  const first = await openTestGateway({ ...shared, data: cup() });
  nodes =
    database === null ? [first] : [first, await openTestGateway({ ...shared, data: null, timing: { pollMs: 50 } })];
  close = async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await database?.drop();
  };
});
afterAll(() => close());

const node = (index: number): TestGateway => {
  const found = nodes[index % nodes.length];
  if (found === undefined) throw new Error('There is no node.');
  return found;
};
const call = <T = Refusal>(method: string, address: string, body?: unknown) =>
  node(0).call<T>(method, `${CUP}/${address}`, { token, body });

let second = 0;
const mark = async (match: number, type: string, more: object = {}): Promise<string> => {
  second += 1;
  const marker = { id: randomUUID(), type, timestamp: iso(thisMinute - 3_600_000 + second * 1_000), ...more };
  const { status } = await call<Marked>('POST', `matches/${match}/markers`, marker);
  expect(status).toBe(201);
  return marker.id;
};
/** Plays a match that one side wins 1–0. Gives the ids of goal and end. */
async function play(match: number, team: 'home' | 'away'): Promise<{ goal: string; end: string }> {
  await mark(match, 'Start');
  const goal = await mark(match, 'Goal', { team });
  return { goal, end: await mark(match, 'FullTime') };
}
const sidesOf = async (match: number): Promise<readonly (string | null)[]> => {
  const { body } = await call<Listed>('GET', 'matches');
  const found = body.matches.find(({ id }) => id === match);
  return [found?.home_team, found?.away_team].map((side) => (side?.id === null ? null : (side?.name ?? 'missing')));
};
/** Follows a match on the other node until its sides have these names. */
async function follow(match: number) {
  const screen = await connect(node(1).liveUrl, token);
  const { state } = await screen.subscribe(`match:${match}`);
  let [home, away] = namesIn(state as MatchState, match);
  return {
    close: screen.close,
    async shows(...names: readonly [string, string]): Promise<unknown> {
      let cause: unknown = null;
      while (home !== names[0] || away !== names[1]) {
        const delta = await screen.next('delta');
        cause = delta.cause;
        const sides = (delta.patch as { matches?: Record<string, Partial<Record<'home' | 'away', { name?: string }>>> })
          .matches?.[String(match)];
        home = sides?.home?.name ?? home;
        away = sides?.away?.name ?? away;
      }
      return cause;
    },
  };
}
const namesIn = (state: MatchState, match: number): [string, string] => {
  const board = state.matches[String(match)];
  return [board?.home.name ?? '', board?.away.name ?? ''];
};

it('rule PLACE-1: a place is stored, exported and imported again, and names a match of the tournament', async () => {
  const { body } = await call<{ match: object }>('GET', 'matches/21');
  expect(body.match).toMatchObject({ home_from: { winner_of: 11 }, away_from: { winner_of: 12 }, home_team_id: null });
  expect(await sidesOf(21)).toEqual([null, null]);
  const refused = async (fields: object): Promise<readonly string[] | undefined> => {
    const answer = await call('PATCH', 'matches/12', fields);
    expect(answer.status).toBe(422);
    return answer.body.details?.map(({ path, message }) => `${path}: ${message}`);
  };
  expect(await refused({ home_from: { winner_of: 999 } })).toEqual([
    'home_from: The tournament has no match 999 in the file or the database.',
  ]);
  expect(await refused({ home_from: { winner_of: 21 } })).toEqual(['home_from: Match 21 waits for this match itself.']);
  expect(await refused({ home_from: { group: 'A', place: 0 } })).toHaveLength(1);
  const removed = await call('DELETE', 'matches/11');
  expect([removed.status, removed.body.error]).toEqual([409, 'Another match waits for its result.']);
});

describe('a bracket', () => {
  it('rules PLACE-2, PLACE-3, PLACE-4: fills itself on every node, once, by the service', async () => {
    const screen = await follow(21);
    const { goal, end } = await play(11, 'home');
    expect(await screen.shows('Reds', 'TBD')).toEqual([{ action: 'edited' }]);
    await expect.poll(() => sidesOf(22)).toEqual(['Blues', null]);
    await play(12, 'away');
    await screen.shows('Reds', 'Whites');

    // A correction.
    expect((await call('DELETE', `matches/11/markers/${goal}`)).status).toBe(200);
    await screen.shows('Winner 1', 'Whites');
    await mark(11, 'Goal', { team: 'away' });
    await screen.shows('Blues', 'Whites');
    expect((await call('DELETE', `matches/11/markers/${end}`)).status).toBe(200);
    await screen.shows('Winner 1', 'Whites');
    const again = await mark(11, 'FullTime');
    await screen.shows('Blues', 'Whites');
    await expect.poll(() => sidesOf(22)).toEqual(['Reds', 'Greens']);

    await mark(21, 'Start');
    await call('DELETE', `matches/11/markers/${again}`);
    await expect.poll(() => sidesOf(22)).toEqual([null, 'Greens']);
    expect(await sidesOf(21)).toEqual(['Blues', 'Whites']);
    await mark(11, 'FullTime');
    await expect.poll(() => sidesOf(22)).toEqual(['Reds', 'Greens']);
    await screen.close();

    const { body } = await node(0).call<{ audit: { action: string; user_name: string; subject: string }[] }>(
      'GET',
      '/api/admin/export?history=true',
      { token: ADMIN_TOKEN },
    );
    const filled = body.audit.filter(({ action }) => action === 'place_filled');
    expect(new Set(filled.map(({ user_name: name }) => name))).toEqual(new Set(['The service']));
    expect(filled.map(({ subject }) => subject).filter((subject) => subject.startsWith('match 21, home'))).toEqual([
      'match 21, home: Reds',
      'match 21, home: –',
      'match 21, home: Blues',
      'match 21, home: –',
      'match 21, home: Blues',
    ]);
  });

  it('rule PLACE-5: keeps what it filled when the same file comes again, and after a move to another server', async () => {
    const applied = await node(0).call<Record<string, object>>('POST', '/api/admin/import', {
      token: ADMIN_TOKEN,
      body: cup(),
    });
    expect(applied.body['matches']).toEqual({ created: 0, updated: 0, unchanged: 4 });
    expect(await sidesOf(22)).toEqual(['Reds', 'Greens']);
    const { body } = await node(0).call<object>('GET', '/api/admin/export', { token: ADMIN_TOKEN });
    const copy = await openTestGateway({ data: body });
    try {
      expect((await copy.call('GET', '/api/admin/export', { token: ADMIN_TOKEN })).body).toEqual(body);
    } finally {
      await copy.close();
    }
  });

  it('rule PLACE-5: a team that is set by hand stays', async () => {
    expect((await call('PATCH', 'matches/22', { home_team_id: 4 })).status).toBe(200);
    const { body } = await call<{ match: object }>('GET', 'matches/22');
    expect(body.match).toMatchObject({ home_team_id: 4, home_from: null, away_from: { loser_of: 12 } });
    expect((await call('PATCH', 'matches/22', { home_from: { loser_of: 11 } })).status).toBe(200);
    expect(await sidesOf(22)).toEqual(['Reds', 'Greens']);
  });

  it('rule PLACE-2: follows a result that staff give', async () => {
    const made = await call<{ match: { id: number } }>('POST', 'matches', { home_from: { winner_of: 22 } });
    expect(made.status).toBe(201);
    const awarded = { status: 'awarded', score: { home: 0, away: 3 }, notes: 'Reds did not come.' };
    expect((await call('PATCH', 'matches/22', awarded)).status).toBe(200);
    expect(await sidesOf(made.body.match.id)).toEqual(['Greens', null]);
  });

  it('rule PLACE-3: a side that gets another team has none of the fill-ins of the one before', async () => {
    const made = await call<{ match: { id: number } }>('POST', 'matches', { home_from: { winner_of: 11 } });
    const { id } = made.body.match;
    const [before] = await sidesOf(id);
    const fillIn = (name: string, team: 'home' | 'away') => ({ id: randomUUID(), name, team });
    const fill_ins = [fillIn('Rui', 'home'), fillIn('Zé', 'away')];
    expect((await call('PATCH', `matches/${id}/lineups`, { fill_ins })).status).toBe(200);
    const goals = [await mark(11, 'Goal', { team: 'home' }), await mark(11, 'Goal', { team: 'home' })];
    const names = async (): Promise<unknown> => {
      const { body } = await call<{ lineups: Record<'home' | 'away', { fill_ins: readonly { name: string }[] }> }>(
        'GET',
        `matches/${id}/lineups`,
      );
      return [body.lineups.home, body.lineups.away].map((side) => side.fill_ins.map(({ name }) => name));
    };
    await expect.poll(() => sidesOf(id)).not.toEqual([before, null]);
    expect(await names()).toEqual([[], ['Zé']]);
    for (const goal of goals) expect((await call('DELETE', `matches/11/markers/${goal}`)).status).toBe(200);
    await expect.poll(() => sidesOf(id)).toEqual([before, null]);
    expect((await call('DELETE', `matches/${id}`)).status).toBe(200);
  });

  it('rule PLACE-3: a match that is reset follows the results that were corrected after its start', async () => {
    const made = await call<{ match: { id: number } }>('POST', 'matches', { home_from: { loser_of: 11 } });
    expect(await sidesOf(made.body.match.id)).toEqual(['Reds', null]);
    await mark(11, 'Goal', { team: 'home' });
    await mark(11, 'Goal', { team: 'home' });
    await expect.poll(() => sidesOf(made.body.match.id)).toEqual(['Blues', null]);
    expect(await sidesOf(21)).toEqual(['Blues', 'Whites']);
    await mark(21, 'ResetMatch');
    await expect.poll(() => sidesOf(21)).toEqual(['Reds', 'Whites']);
  });
});
