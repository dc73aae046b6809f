// ResetMatch: what it clears, what it keeps, and how deleting it restores markers (rules RESET-1 to RESET-11).
import { describe, expect, it } from 'vitest';
import { type Match, openMatch } from '../../src/match/match.ts';
import { gameResult } from '../../src/resources/result.ts';
import {
  bigGame,
  type Body,
  boardOf,
  cupMatch,
  drop,
  game,
  KICK_OFF,
  marker,
  NOW,
  play,
  run,
  send,
} from '../support/play.ts';
import { uuid } from '../support/uuid.ts';
import { listingOf } from '../support/listing.ts';

const start: Body = { id: 1, at: 0, type: 'Start' };
const goal: Body = { id: 2, at: 10, type: 'Goal', by: 1 };
const reset: Body = { id: 3, at: 30, type: 'ResetMatch' };
const ids = (match: Match): string[] => listingOf(match).map(({ id }) => id);
const listed = (...numbers: number[]): string[] => numbers.map(uuid);

describe.each([
  ['a club game', game()],
  ['a tournament match', cupMatch()],
])('%s', (_, fixture) => {
  const before = play(fixture, start, goal);
  const after = send(before, reset);

  it('rule RESET-1: a reset clears earlier arrivals and comes first in the new timeline', () => {
    expect(after.decision.change?.cause).toEqual([{ action: 'reset', marker_id: uuid(3), type: 'ResetMatch' }]);
    expect(boardOf(after.match)).toMatchObject({ status: 'scheduled', period: 'not_started' });
    expect(boardOf(after.match).score).toEqual({});
    expect(Object.keys(boardOf(after.match).events)).toEqual([uuid(3)]);
    expect(ids(after.match)).toEqual(listed(3));
    const goesOn = play(after.match, { ...start, id: 4, at: 40 }, { ...goal, id: 5, at: 45, by: 4 });
    expect(ids(goesOn)).toEqual(listed(3, 4, 5));
    expect(boardOf(goesOn).score).toEqual({ home: 0, away: 1 });
  });

  it('rule RESET-1: a reset clears earlier arrivals with a later time too', () => {
    const match = play(fixture, { ...goal, at: 50 }, reset);
    expect(ids(match)).toEqual(listed(3));
  });

  it('rule RESET-1: a later arrival with a time at or before the reset is cleared too', () => {
    const match = play(
      after.match,
      { ...goal, id: 6, at: 29 },
      { ...goal, id: 7, at: 30 },
      { ...goal, id: 8, at: 30.01 },
    );
    expect(ids(match)).toEqual(listed(3, 8));
    expect(boardOf(match).score).toEqual({ home: 1, away: 0 });
  });

  it('rule LIVE-2: the events are all markers that count, lifecycle and Keeper ones too, and none that is cleared', () => {
    const keeper: Body = { id: 6, at: 20, type: 'Keeper', by: 3 };
    const events = (match: Match): string[] => Object.keys(boardOf(match).events).sort();
    expect(events(play(before, keeper))).toEqual(listed(1, 2, 6));
    expect(events(play(before, keeper, reset))).toEqual(listed(3));
    expect(events(play(after.match, keeper, { ...keeper, id: 7, at: 31 }))).toEqual(listed(3, 7));
  });

  it('rule RESET-2: repeating a reset never clears later markers', () => {
    const later = play(after.match, { ...start, id: 4, at: 40 });
    const again = send(later, reset);
    expect(again.decision.change).toBeNull();
    expect(ids(again.match)).toEqual(listed(3, 4));
  });

  it('rule RESET-3: deleting the reset restores the cleared markers', () => {
    const taken = drop(after.match, 3);
    expect(taken.decision.change?.cause).toEqual([{ action: 'deleted', marker_id: uuid(3), type: 'ResetMatch' }]);
    expect(taken.match.state).toEqual(before.state);
    expect(ids(taken.match)).toEqual(listed(1, 2));
  });

  it('rule RESET-4: several resets can be deleted one by one', () => {
    const first = play(after.match, { ...goal, id: 5, at: 35 });
    const second = play(first, { id: 9, at: 60, type: 'ResetMatch' });
    expect(ids(second)).toEqual(listed(9));
    expect(drop(second, 3).outcome.kind).toBe('missing');
    expect(drop(second, 9).match.state).toEqual(first.state);
  });

  it('rule RESET-4: a later reset with an earlier time belongs to the old match', () => {
    const late = play(after.match, { id: 9, at: 20, type: 'ResetMatch' }, { ...goal, id: 5, at: 35 });
    expect(ids(late)).toEqual(listed(3, 5));
    expect(drop(late, 9).outcome.kind).toBe('missing');
    expect(ids(drop(late, 3).match)).toEqual(listed(9, 5));
  });

  it('rule RESET-4: a later reset with the same time is cleared like any marker of that time', () => {
    const again = play(after.match, { ...goal, id: 5, at: 35 }, { ...reset, id: 9 });
    expect(ids(again)).toEqual(listed(3, 5));
    // Also where the store gives the markers in another order.
    const markers = [...again.markers.values()].reverse();
    expect(ids(openMatch({ fixture: again.fixture, seq: again.seq, markers, hand: again.hand }))).toEqual(listed(3, 5));
  });

  it('rule RESET-8: deleting a cleared marker answers missing', () => {
    expect(drop(after.match, 2).outcome.kind).toBe('missing');
  });
});

describe('posting a cleared id again', () => {
  it('rule RESET-9: a tournament match reports it', () => {
    const { decision } = send(play(cupMatch(), goal, reset), { ...goal, at: 50 });
    expect(decision).toMatchObject({ outcome: { kind: 'reported' }, change: null });
  });

  it('rule RESET-9: a club game updates it, and it stays cleared', () => {
    const { outcome, match } = send(play(game(), goal, reset), { ...goal, by: 4 });
    expect(outcome.kind).toBe('updated');
    expect(match.seq).toBe(3);
    expect(ids(match)).toEqual(listed(3));
    expect(boardOf(drop(match, 3).match).score).toEqual({ home: 0, away: 1 });
  });

  it('rule RESET-9: a repeat that leaves it cleared changes nothing', () => {
    expect(send(play(game(), goal, reset), goal).decision).toMatchObject({
      outcome: { kind: 'updated' },
      change: null,
    });
  });

  it('rule RESET-9: a club game restores it when its new time is after the reset', () => {
    const { match } = send(play(game(), goal, reset), { ...goal, at: 50 });
    expect(ids(match)).toEqual(listed(3, 2));
    expect(boardOf(match).score).toEqual({ home: 1, away: 0 });
  });

  it('rule RESET-9: an identical repeat restores a marker cleared by a reset with an earlier time, once', () => {
    const cleared = play(game(), { ...goal, at: 50 }, reset);
    const revived = send(cleared, { ...goal, at: 50 });
    expect(revived.decision).toMatchObject({
      outcome: { kind: 'updated' },
      change: { put: [{ arrival: 1, touched: 3 }] },
    });
    expect(ids(revived.match)).toEqual(listed(3, 2));
    expect(send(revived.match, { ...goal, at: 50 }).decision.change).toBeNull();
  });
});

describe('several pairings', () => {
  const one: Body = { id: 11, at: 5, type: 'Goal', by: 1, match_id: '100_0' };
  const two: Body = { id: 12, at: 6, type: 'Goal', by: 8, match_id: '100_1' };
  const before = play(bigGame(), one, two);

  it('rule RESET-5: a reset with match_id clears that pairing only', () => {
    const { match } = send(before, { ...reset, match_id: '100_0' });
    expect(ids(match)).toEqual([uuid(12), uuid(3)]);
    expect(match.state).toMatchObject({ team_scores: { '1': 0, '4': 1 } });
    expect(match.state.matches['100_1']).toBe(before.state.matches['100_1']);
    expect(drop(match, 3).match.state).toEqual(before.state);
  });

  it('rule RESET-5: a whole-game reset is in the events of each pairing, and once in the listing', () => {
    const { match } = send(before, reset);
    for (const id of ['100_0', '100_1']) expect(Object.keys(boardOf(match, id).events)).toEqual([uuid(3)]);
    expect(ids(match)).toEqual(listed(3));
    expect(listingOf(match)[0]).not.toHaveProperty('match_id');
  });

  it('rule RESET-5: a whole-game reset that one pairing replaced still counts in the other', () => {
    const match = play(before, reset, { id: 9, at: 40, type: 'ResetMatch', match_id: '100_0' });
    expect(Object.keys(boardOf(match, '100_0').events)).toEqual([uuid(9)]);
    expect(Object.keys(boardOf(match, '100_1').events)).toEqual([uuid(3)]);
    const taken = drop(match, 3).match;
    expect(boardOf(taken, '100_1').score).toEqual({ home: 0, away: 1 });
    expect(boardOf(taken, '100_0').score).toEqual({});
  });

  it('rule RESET-6: in a game with several pairings the reset of one keeps manual scores and goals', () => {
    const patched = run(before, { kind: 'scores', scores: { '1': 5 } }).match;
    expect(send(patched, { ...reset, match_id: '100_0' }).match.state).toMatchObject({ team_scores: { '1': 4 } });
    expect(send(patched, reset).match.state).toMatchObject({ team_scores: { '1': 0 } });
  });
});

describe('a score that was set below the goals of the pairing that is reset', () => {
  const one: Body = { id: 11, at: 5, type: 'Goal', by: 1, match_id: '100_0' };
  const scores = (match: Match): number => gameResult(match).team_scores['1'] ?? -1;
  const before = run(play(bigGame(), one), { kind: 'scores', scores: { '1': 0 } }).match;
  const after = send(before, { ...reset, match_id: '100_0' }).match;

  it('rules RESET-3, SCORE-9: stays 0, counts the next goal, and is there again without the reset', () => {
    expect([before, after, play(after, { ...one, id: 12, at: 40 })].map(scores)).toEqual([0, 0, 1]);
    const back = drop(after, 3).match;
    expect(back.state).toEqual(before.state);
    expect(back.hand).toEqual(before.hand);
  });

  it('rule RESET-3: an update that makes the reset another marker takes it back too', () => {
    const back = send(after, { id: 3, at: 30, type: 'Event', match_id: '100_0' }).match;
    expect(scores(back)).toBe(0);
    expect(back.hand).toEqual(before.hand);
  });

  it('rules RESET-3, SCORE-9: is there again too when a goal of another pairing was deleted meanwhile', () => {
    const fixture = { ...bigGame(), pairings: bigGame().pairings.map((pairing) => ({ ...pairing, home: 1 })) };
    const both = play(fixture, one, { ...one, id: 12, match_id: '100_1' });
    const none = run(both, { kind: 'scores', scores: { '1': 0 } }).match;
    const without = drop(send(none, { ...reset, match_id: '100_0' }).match, 12).match;
    expect(scores(without)).toBe(0);
    expect(scores(drop(without, 3).match)).toBe(0);
  });

  it('rule RESET-7: a score that was set after the reset stays', () => {
    const anew = run(after, { kind: 'scores', scores: { '1': 4 } }).match;
    expect(scores(drop(anew, 3).match)).toBe(5);
  });
});

describe('manual scores and goals', () => {
  const goals = [{ team: '2', scorer: 'Eva', penalty: false, own_goal: false }];
  const byHand = (match: Match, score: number): Match =>
    run(run(match, { kind: 'scores', scores: { '1': score } }).match, { kind: 'goals', goals }).match;

  it.each([undefined, '100_0'])('rule RESET-6: a reset of the only pairing clears them (match_id %s)', (match_id) => {
    const before = byHand(play(game(), goal), 4);
    const after = send(before, { ...reset, ...(match_id && { match_id }) }).match;
    expect(gameResult(after)).toMatchObject({ team_scores: { '1': 0, '2': 0 }, score: null, goals: [] });
    expect(boardOf(after).score).toEqual({});
    expect(drop(after, 3).match.state).toEqual(before.state);
  });

  it('rule RESET-3: deleting a reset restores a list of goals also where no score was set', () => {
    const listed = run(play(game(), goal), { kind: 'goals', goals }).match;
    const after = send(listed, reset).match;
    expect(gameResult(after).goals).toEqual([]);
    expect(drop(after, 3).match.state).toEqual(listed.state);
  });

  it('rule RESET-7: deleting a reset restores PATCHed results unless newer ones were set', () => {
    const reseted = send(byHand(play(game()), 4), reset).match;
    const anew = run(reseted, { kind: 'scores', scores: { '1': 1 } }).match;
    expect(gameResult(anew)).toMatchObject({ team_scores: { '1': 1, '2': 0 }, goals: [] });
    expect(gameResult(drop(anew, 3).match)).toMatchObject({ team_scores: { '1': 1 }, goals: [{ scorer: 'Eva' }] });
  });
});

describe.each([
  ['a club game', game()],
  ['a tournament match', cupMatch()],
])('%s', (_, fixture) => {
  const after = play(fixture, start, goal, reset);
  const until = new Date(KICK_OFF + 30 * 60_000).toISOString();

  it('rule RESET-10: a marker that the reset clears at once is stored with a warning', () => {
    for (const body of [
      { ...goal, id: 6, at: 30 },
      { ...start, id: 7, at: 12 },
      { ...reset, id: 8, at: 29 },
    ]) {
      const { outcome, decision } = send(after, body);
      expect(outcome).toMatchObject({ kind: 'created', warnings: [expect.stringContaining(until)] });
      expect(decision.change?.put).toHaveLength(1);
    }
    expect(send(after, { ...goal, id: 6, at: 30.01 }).outcome).toMatchObject({ kind: 'created', warnings: [] });
    expect(send(after, { ...reset, id: 8 }).outcome).toMatchObject({ kind: 'created', warnings: [] });
  });

  it('rule RESET-11: a reset more than 5 minutes ahead of the clock of the server is refused', () => {
    const at = (ms: number) => ({
      ...marker(fixture.kind, { id: 9, at: 0, type: 'ResetMatch' }),
      at: NOW + ms,
    });
    const outcomeAt = (ms: number) =>
      run(after, { kind: 'record', marker: at(ms), repeat: fixture.kind === 'game' ? 'update' : 'report' }).outcome;
    expect(outcomeAt(5 * 60_000).kind).toBe('created');
    expect(outcomeAt(5 * 60_000 + 1)).toMatchObject({ kind: 'refused', details: [{ path: 'timestamp' }] });
  });
});

it('rule RESET-10: a reset of one pairing warns in that pairing only, one of the game in each', () => {
  const scoped = play(bigGame(), { ...reset, match_id: '100_0' });
  const late: Body = { ...goal, at: 20 };
  expect(send(scoped, { ...late, match_id: '100_0' }).outcome).toMatchObject({ warnings: [expect.any(String)] });
  expect(send(scoped, { ...late, by: 7, match_id: '100_1' }).outcome).toMatchObject({ warnings: [] });
  expect(send(scoped, { ...reset, id: 8, at: 20 }).outcome).toMatchObject({ warnings: [] });
  const whole = play(bigGame(), reset);
  expect(send(whole, { ...late, by: 7, match_id: '100_1' }).outcome).toMatchObject({ warnings: [expect.any(String)] });
});
