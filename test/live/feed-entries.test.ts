// P22: which games a feed has when it is loaded, and what it shows of each.
import { describe, expect, it } from 'vitest';
import { belongsAtFirst, entriesOf } from '../../src/live/feed-entries.ts';
import type { Match } from '../../src/match/match.ts';
import { bigGame, cupMatch, empty, game, KICK_OFF, play, run } from '../support/play.ts';

const HOUR_MS = 3_600_000;
const whole = play(game(), { type: 'Start', at: 0 }, { type: 'End', at: 45 }, { type: 'End', at: 120 });
const byHand = run(empty(game()), { kind: 'scores', scores: { '1': 2 } }).match;

describe('P22 the feed of a club', () => {
  it.each<readonly [string, Match, number, boolean]>([
    ['has an upcoming game', empty(game()), -1_000, true],
    ['has a game 4 hours after its kick-off', empty(game()), 3.9, true],
    ['has no game that was not completed, later', empty(game()), 4.1, false],
    ['has a game that was completed in the last 24 hours', whole, 2 + 23.9, true],
    ['has no game that was completed before', whole, 2 + 24.1, false],
    ['has a game with a result by hand 24 hours after its kick-off', byHand, 23.9, true],
    ['has no such game later', byHand, 24.1, false],
  ])('%s', (_, match, hours, isIn) => {
    expect(belongsAtFirst(match, KICK_OFF + hours * HOUR_MS)).toBe(isIn);
  });

  it('shows the channel, the title and the part of each pairing; of a bye only one side', () => {
    const match = empty(bigGame(true));
    const entries = entriesOf('game:100', match);
    const { home, away, status, period, clock, score } = match.state.matches['100_0'] ?? {};
    const { title } = match.state;
    expect(entries['100_0']).toEqual({ channel: 'game:100', title, home, away, status, period, clock, score });
    expect(away).toMatchObject({ name: 'Bibs' });
    expect(entries['100_2']).not.toHaveProperty('away');
    expect(Object.keys(entries)).toEqual(['100_0', '100_1', '100_2']);
  });
});

it('P22 the feed of a tournament has all its matches', () => {
  expect(belongsAtFirst(empty(cupMatch()), KICK_OFF + 1_000 * HOUR_MS)).toBe(true);
});
