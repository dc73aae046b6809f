// From when on a club game is past.
import { describe, expect, it } from 'vitest';
import type { Match } from '../../src/match/match.ts';
import { isCompleted, LIVE_FOR_MS, pastFrom } from '../../src/match/past-games.ts';
import { bigGame, type Body, drop, empty, game, KICK_OFF, play, refolded, run } from '../support/play.ts';

/** `at` of the kick-off is the number of the pairing: without an id, markers of one time and type are the same marker. */
const ended = (pairing: number): Body[] =>
  (['Start', 'End', 'Start', 'End'] as const).map((type, half) => ({
    at: 20 * half + pairing,
    type,
    match_id: `100_${pairing}`,
  }));
const withScore = (match: Match): Match => run(match, { kind: 'scores', scores: { '1': 2 } }).match;

describe('a game is past', () => {
  it('rule READ-1: as soon as the last period has ended in every pairing; a bye is not played', () => {
    const one = play(bigGame(true), ...ended(0));
    expect([isCompleted(one), pastFrom(one, KICK_OFF)]).toEqual([false, KICK_OFF + LIVE_FOR_MS]);
    const half = play(one, ...ended(1).slice(0, -1));
    expect(isCompleted(half)).toBe(false);
    const both = play(one, ...ended(1));
    expect([isCompleted(both), pastFrom(both, KICK_OFF)]).toEqual([true, -Infinity]);
  });

  it('rule READ-2: from its kick-off, if it has not begun and carries a result', () => {
    expect(pastFrom(withScore(empty(game())), null)).toBe(KICK_OFF);
    const goals = [{ team: '1', scorer: 'Ana', penalty: false, own_goal: false }];
    expect(pastFrom(run(empty(game()), { kind: 'goals', goals }).match, null)).toBe(KICK_OFF);
    const reset = play(withScore(empty(game())), { at: 1, type: 'ResetMatch' });
    expect(pastFrom(reset, null)).toBe(KICK_OFF + LIVE_FOR_MS);
  });

  it('rule READ-3: else 4 hours after its kick-off or last marker, also when it is live and its result is set', () => {
    expect(LIVE_FOR_MS).toBe(4 * 60 * 60_000);
    expect(pastFrom(empty(game()), null)).toBe(KICK_OFF + LIVE_FOR_MS);
    const live = withScore(play(game(), { id: 1, at: 0, type: 'Start' }));
    const lastMarker = KICK_OFF + 60_000;
    expect(pastFrom(live, lastMarker)).toBe(lastMarker + LIVE_FOR_MS);
    expect(pastFrom(live, KICK_OFF - 60_000)).toBe(KICK_OFF + LIVE_FOR_MS);
    expect(pastFrom(drop(live, 1).match, lastMarker)).toBe(KICK_OFF);
  });

  it('rule READ-3: the last marker is the one with the latest time, in any order of arrival', () => {
    const minuteOf = ({ lastMarkerAt }: Match): number | null =>
      lastMarkerAt === null ? null : (lastMarkerAt - KICK_OFF) / 60_000;
    const late: Body = { id: 2, at: 50, type: 'Shot', by: 1 };
    const match = play(game(), { id: 1, at: 0, type: 'Start' }, late, { id: 3, at: 20, type: 'Shot', by: 2 });
    expect([empty(game()), match, refolded(match)].map(minuteOf)).toEqual([null, 50, 50]);
    // An edit or a deletion of the last one counts too, and so do markers that a reset cleared.
    expect(minuteOf(play(match, { ...late, at: 10 }))).toBe(20);
    expect(minuteOf(play(match, { ...late, at: 60 }))).toBe(60);
    expect([drop(match, 2).match, drop(match, 3).match].map(minuteOf)).toEqual([20, 50]);
    expect(minuteOf(play(match, { id: 4, at: 30, type: 'ResetMatch' }))).toBe(50);
  });
});
