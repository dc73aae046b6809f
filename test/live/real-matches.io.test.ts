// Every real match over REST, followed on the live channel, and compared after a restart.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Board, BoardState } from '../../protocol/wire/board.ts';
import { testDatabases } from '../support/database.ts';
import { follow } from '../support/follow.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { ADMIN_TOKEN, clubKey, tournamentKey } from '../support/world/tokens.ts';
import { type Expected, gameBodies, matchBodies, readScript, type Script, scriptSlugs } from '../support/scripts.ts';

const scripts = scriptSlugs().map(readScript);
/** A tournament and its key for each script: all together post more in a second than one key may. */
const cup = (index: number): string => `real-cup-${index}`;
const matchToken = (index: number): string => `tournament-key-of-the-real-matches-0123456789-${index}`;
const CLUB_TOKEN = 'club-key-of-the-real-matches-0123456789';
/** Ids of the three matches and the one game that each script is played in. */
const inOrderId = (index: number): number => 1_000 + index;
const shuffledId = (index: number): number => 2_000 + index;
const twiceId = (index: number): number => 3_000 + index;
const gameId = (index: number): number => 4_000 + index;

type Player = Script['home']['lineup']['starters'][number];
const players = (side: Script['home']): Player[] => [...side.lineup.starters, ...side.lineup.substitutes];

/** For every script a tournament with its match three times; and one club with every script as a game. */
function dataOf(all: readonly Script[]) {
  const people = new Map<number, string>();
  for (const script of all) {
    for (const side of [script.home, script.away]) for (const { id, name } of players(side)) people.set(id, name);
  }
  const lineup = (side: Script['home']) => {
    const entry = ({ id, jersey_number }: Player) => ({ user_id: id, jersey_number });
    return { starters: side.lineup.starters.map(entry), substitutes: side.lineup.substitutes.map(entry) };
  };
  return {
    touchline_data: 1,
    users: [...people].map(([id, name]) => ({ id, slug: `player-${id}`, name })),
    clubs: [
      {
        id: 10,
        name: 'Home Club',
        slug: 'home-club',
        created_at: '2014-01-01T00:00:00Z',
        games: all.map((script, index) => ({
          id: gameId(index),
          slug: script.slug,
          title: script.slug,
          date_time: script.kickoff_utc,
          timezone: 'UTC',
          max_players: 60,
          organizer_id: players(script.home)[0]?.id,
          teams: [
            { number: 1, name: script.home.name },
            { number: 2, name: script.away.name },
          ],
          participants: [
            ...players(script.home).map(({ id }) => ({ player_type: 'user', id, team: 1 })),
            ...players(script.away).map(({ id }) => ({ player_type: 'user', id, team: 2 })),
          ],
        })),
      },
    ],
    tournaments: all.map((script, index) => ({
      id: index + 1,
      name: 'Real Cup',
      slug: cup(index),
      status: 'group_stage',
      format: 'groups',
      tournament_type: 'inter_club',
      teams: [
        { id: 100 + 2 * index, name: script.home.name },
        { id: 101 + 2 * index, name: script.away.name },
      ],
      matches: [inOrderId, shuffledId, twiceId].map((idOf) => ({
        id: idOf(index),
        stage: 'group',
        home_team_id: 100 + 2 * index,
        away_team_id: 101 + 2 * index,
        lineups: { home: lineup(script.home), away: lineup(script.away) },
      })),
    })),
    tokens: [...all.map((_, index) => tournamentKey(cup(index), matchToken(index))), clubKey('home-club', CLUB_TOKEN)],
  };
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  return items
    .map((item) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return { item, key: state };
    })
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

function expectBoard(state: unknown, expected: Expected): void {
  const [board] = Object.values<Board>((state as BoardState).matches);
  expect(board).toMatchObject({ status: 'completed', period: 'full_time' });
  expect(board?.score).toEqual({
    ...expected.score,
    ...(expected.penalties && { home_penalties: expected.penalties.home, away_penalties: expected.penalties.away }),
  });
  expect(board?.stats).toEqual(expected.statistics);
  for (const side of ['home', 'away'] as const) {
    const { yellow, red } = expected.card_counts[side];
    expect(board?.cards[side]).toEqual({ yellow, red });
    const kicks = (expected.shootout ?? []).filter((kick) => kick.team === side).map(({ scored }) => scored);
    expect(board?.shootout[side]).toEqual(kicks);
    const goals = Object.values(board?.events ?? {}).filter(
      (event) => (event.type === 'Goal' || event.type === 'PenaltyScored') && event.team === side,
    );
    const kicked = kicks.filter(Boolean).length;
    expect(goals).toHaveLength(expected.score[side] + kicked);
  }
}

type Live = { seq: number; state: BoardState };

describe.skipIf(scripts.length === 0).each(await testDatabases())('real matches over REST on %s', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openTestGateway({ kind, data: dataOf(scripts) });
  });
  afterAll(async () => {
    await gateway.close();
  });

  async function post(address: string, token: string, bodies: readonly unknown[], statuses: readonly number[]) {
    for (const body of bodies) {
      const answer = await gateway.call('POST', address, { token, body });
      expect(statuses, JSON.stringify(answer.body)).toContain(answer.status);
      expect(answer.body).not.toHaveProperty('warnings');
    }
  }
  const live = async (channel: string, token: string): Promise<Live> =>
    (await gateway.call<Live>('GET', `live/${channel}`, { token })).body;

  // The embedded database is one backend: some of the scripts are enough there.
  const played = scripts.map((script, index) => ({ script, index, slug: script.slug }));
  const some =
    kind === 'postgres' ? played : played.filter(({ script }) => script.expected.shootout !== null).slice(0, 2);

  it.concurrent.each(some)(
    '$slug comes out as it did, in order, shuffled, twice over and as a club game',
    // Five at a time share the processors.
    async (one) => {
      const { script, index } = one;
      const bodies = matchBodies(script);
      const address = (id: number) => `tournaments/${cup(index)}/matches/${id}/markers`;
      const watched = await follow(gateway.liveUrl, `match:${inOrderId(index)}`, matchToken(index));
      await Promise.all([
        post(address(inOrderId(index)), matchToken(index), bodies, [201]),
        post(address(shuffledId(index)), matchToken(index), shuffled(bodies, 42), [201]),
        post(
          address(twiceId(index)),
          matchToken(index),
          bodies.flatMap((body) => [body, body]),
          [200, 201],
        ),
        post(`games/${script.slug}/marker`, CLUB_TOKEN, gameBodies(script), [201]),
      ]);
      const inOrder = await live(`match:${inOrderId(index)}`, matchToken(index));
      expectBoard(inOrder.state, script.expected);
      expect(await watched.reach(bodies.length), 'what a subscriber ended up with').toEqual(inOrder.state);
      watched.close();

      const names = { id: 0, title: '', matches: null };
      const boardOf = (state: BoardState) => ({ ...state, ...names, board: Object.values<Board>(state.matches)[0] });
      for (const other of [shuffledId(index), twiceId(index)]) {
        const { state, seq } = await live(`match:${other}`, matchToken(index));
        expect(boardOf(state)).toEqual(boardOf(inOrder.state));
        expect(seq).toBe(bodies.length);
      }
      const game = await live(`game:${gameId(index)}`, CLUB_TOKEN);
      expectBoard(game.state, script.expected);
      const { home, away } = script.expected.score;
      expect(game.state).toMatchObject({ team_scores: { 1: home, 2: away } });
      const goals = (game.state as { goals?: { team: string; scorer: string; own_goal: boolean }[] }).goals;
      expect(goals?.map(({ team, scorer, own_goal }) => ({ team, scorer, own_goal }))).toEqual(
        script.expected.goals.map(({ team, scorer, own_goal }) => ({
          team: team === 'home' ? '1' : '2',
          scorer,
          own_goal,
        })),
      );
    },
  );

  it('shows the same after a restart', async () => {
    const channels = some.flatMap(({ index }) => [
      { channel: `match:${inOrderId(index)}`, token: matchToken(index) },
      { channel: `match:${shuffledId(index)}`, token: matchToken(index) },
      { channel: `game:${gameId(index)}`, token: CLUB_TOKEN },
    ]);
    const look = async () => Promise.all(channels.map(({ channel, token }) => live(channel, token)));
    const before = await look();
    await gateway.restart();
    const after = await look();
    for (const [index, one] of after.entries()) {
      expect(one.state).toEqual(before[index]?.state);
      expect(one.seq).toBe(before[index]?.seq);
    }
    expect(await gateway.call('GET', '/api/admin/export', { token: ADMIN_TOKEN })).toMatchObject({ status: 200 });
  });
});
