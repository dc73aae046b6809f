// Every real match, posted marker by marker: in order, in shuffled order, twice over, and as a club game.
import { describe, expect, it } from 'vitest';
import { boardStateSchema } from '../../protocol/wire/board.ts';
import type { Match } from '../../src/match/match.ts';
import { gameResult, matchResult } from '../../src/resources/result.ts';
import { boardOf, empty, postAll } from '../support/play.ts';
import {
  type Expected,
  gameBodies,
  gameFixture,
  matchBodies,
  matchFixture,
  parsed,
  readScript,
  scriptSlugs,
} from '../support/scripts.ts';

/** The same shuffle every time (a linear congruential generator). */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const result = [...items];
  let state = seed;
  for (let last = result.length - 1; last > 0; last--) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = state % (last + 1);
    const [a, b] = [result[last], result[other]];
    if (a !== undefined && b !== undefined) [result[last], result[other]] = [b, a];
  }
  return result;
}

const kicks = (expected: Expected, team: 'home' | 'away'): boolean[] =>
  (expected.shootout ?? []).filter((kick) => kick.team === team).map(({ scored }) => scored);

function expectCounts(match: Match, expected: Expected): void {
  const board = boardOf(match);
  expect(board.status).toBe('completed');
  expect(board.period).toBe('full_time');
  expect(board.score).toEqual({
    ...expected.score,
    ...(expected.penalties && { home_penalties: expected.penalties.home, away_penalties: expected.penalties.away }),
  });
  for (const side of ['home', 'away'] as const) {
    const { yellow, red, second_yellow } = expected.card_counts[side];
    expect(board.cards[side]).toEqual({ yellow, red });
    expect(board.stats[side]).toEqual(expected.statistics[side]);
    expect(board.shootout[side]).toEqual(kicks(expected, side));
    const seconds = Object.values(board.events).filter((event) => event.team === side && event.second_yellow);
    expect(seconds).toHaveLength(second_yellow);
  }
  expect(boardStateSchema.parse(match.state)).toEqual(match.state);
}

function expectMatch(match: Match, expected: Expected): void {
  expectCounts(match, expected);
  const result = matchResult(match);
  const winner = { home: 10, away: 11 };
  expect(result.winner_club_id).toBe(expected.winner === null ? null : winner[expected.winner]);
  const goals = result.goals.map(({ team, scorer, minute, own_goal, penalty }) => ({
    team,
    scorer,
    minute,
    own_goal,
    penalty,
  }));
  const wanted = expected.goals.map(({ team, scorer, minute, own_goal, penalty }) => ({
    team,
    scorer,
    minute,
    own_goal,
    penalty,
  }));
  expect(goals).toEqual(wanted);
  const all = expected.card_counts;
  expect(result.cards).toHaveLength(all.home.yellow + all.home.red + all.away.yellow + all.away.red);
}

it.skipIf(scriptSlugs().length === 0)('finds all the match scripts', () => {
  expect(scriptSlugs()).toHaveLength(18);
});

describe.each(scriptSlugs())('%s', (slug) => {
  const script = readScript(slug);
  const { expected } = script;
  const markers = parsed('match', matchBodies(script));
  const inOrder = postAll(empty(matchFixture(script)), markers);

  it('gives the real result when its markers are posted in order', () => {
    expectMatch(inOrder, expected);
  });

  it('rule TIME-1: gives the same result when its markers arrive shuffled', () => {
    const late = postAll(empty(matchFixture(script)), shuffled(markers, 2018));
    expectMatch(late, expected);
    expect(late.state).toEqual(inOrder.state);
  });

  it('rule ID-2: gives the same result when every marker is posted twice', () => {
    const twice = postAll(
      empty(matchFixture(script)),
      markers.flatMap((marker) => [marker, marker]),
    );
    expect(twice).toEqual(inOrder);
  });

  it('gives the same result as a club game with its types mapped', () => {
    const bodies = parsed('game', gameBodies(script));
    const game = postAll(empty(gameFixture(script)), bodies);
    expectCounts(game, expected);
    const shuffledTwice = postAll(empty(gameFixture(script)), shuffled([...bodies, ...bodies], 1986));
    expect(shuffledTwice.state).toEqual(game.state);
    const result = gameResult(game);
    expect(result.team_scores).toEqual({ '1': expected.score.home, '2': expected.score.away });
    expect(
      result.goals.map(({ team, scorer, user_id, own_goal, penalty, assister_user_id }) => ({
        team,
        scorer,
        user_id,
        own_goal,
        penalty,
        assister_user_id,
      })),
    ).toEqual(
      expected.goals.map((goal) => ({
        team: goal.team === 'home' ? '1' : '2',
        scorer: goal.scorer,
        user_id: goal.scorer_id,
        own_goal: goal.own_goal,
        penalty: goal.penalty,
        assister_user_id: goal.assist_id,
      })),
    );
    const shootout =
      expected.penalties && ` (${String(expected.penalties.home)}–${String(expected.penalties.away)} on penalties)`;
    const { home, away } = expected.score;
    expect(result.score).toBe(
      `${script.home.name} ${String(home)} · ${script.away.name} ${String(away)}${shootout ?? ''}`,
    );
  });
});
