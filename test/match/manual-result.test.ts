// Results set by PATCH, combined with counted goals (rules SCORE-8 to SCORE-16).
import { describe, expect, it } from 'vitest';
import type { BoardGoal } from '../../protocol/wire/board.ts';
import type { Match } from '../../src/match/match.ts';
import type { Decision } from '../../src/match/command.ts';
import { gameResult } from '../../src/resources/result.ts';
import { bigGame, type Body, boardOf, cupMatch, drop, empty, game, play, run, send } from '../support/play.ts';

const ana: Body = { id: 1, at: 10, type: 'Goal', by: 1, minute: '10' };
const dan: Body = { id: 2, at: 20, type: 'Goal', by: 4, minute: '20' };
const written = (team: string, scorer: string, more: Partial<BoardGoal> = {}): BoardGoal => ({
  team,
  scorer,
  penalty: false,
  own_goal: false,
  ...more,
});
const scores = (match: Match, value: Record<string, number>): Match =>
  run(match, { kind: 'scores', scores: value }).match;
const goals = (match: Match, ...list: BoardGoal[]): Match => run(match, { kind: 'goals', goals: list }).match;
const shown = (match: Match): string[] =>
  gameResult(match).goals.map(({ team, scorer, minute }) => `${team} ${scorer} ${minute ?? '-'}`);
const teamScores = (match: Match): Record<string, number> => gameResult(match).team_scores;

describe('PATCH scores', () => {
  it('rules SCORE-8, SCORE-14: it sets the scores it names and leaves the others, and goals count up and down from there', () => {
    const patched = scores(play(game(), ana, dan), { '1': 5 });
    expect(teamScores(patched)).toEqual({ '1': 5, '2': 1 });
    const more = play(patched, { id: 3, at: 30, type: 'Goal', by: 1 });
    expect(teamScores(more)).toEqual({ '1': 6, '2': 1 });
    expect(teamScores(drop(more, 1).match)).toEqual({ '1': 5, '2': 1 });
    expect(shown(patched)).toEqual(['1 Ana 10', '2 Dan 20']);
  });

  it('rule SCORE-8: it can set fewer goals than were counted', () => {
    expect(teamScores(scores(play(game(), ana), { '1': 0 }))).toEqual({ '1': 0, '2': 0 });
  });

  it('rule SCORE-9: a deletion never takes a score below 0, and the next goal makes it 1', () => {
    const zero = drop(scores(play(game(), ana), { '1': 0 }), 1);
    expect(zero.decision.change?.hand?.scores).toEqual({ '1': [{ seq: 2, offset: 0 }] });
    expect(teamScores(zero.match)).toEqual({ '1': 0, '2': 0 });
    expect(teamScores(play(zero.match, { ...ana, id: 5 }))).toEqual({ '1': 1, '2': 0 });
  });

  it('rule SCORE-9: a score that would fall below 0 is 0 while other goals of the team count, and rises from there', () => {
    const three = play(game(), ana, { ...ana, id: 3 }, { ...ana, id: 4 });
    const zero = drop(drop(scores(three, { '1': 1 }), 3).match, 4).match;
    expect(teamScores(zero)).toEqual({ '1': 0, '2': 0 });
    expect(teamScores(play(zero, { ...ana, id: 5 }))).toEqual({ '1': 1, '2': 0 });
  });

  it('rule SCORE-9: an update that removes a goal never takes a score below 0 either', () => {
    const match = send(scores(play(game(), ana), { '1': 0 }), { ...ana, type: 'Shot' }).match;
    expect(teamScores(play(match, { ...ana, id: 5 }))).toEqual({ '1': 1, '2': 0 });
  });

  it('rule SCORE-16: has the cause scores; a repeat changes nothing', () => {
    const first = run(play(game(), ana), { kind: 'scores', scores: { '1': 3 } });
    expect(first.decision).toMatchObject({
      outcome: { kind: 'set' },
      change: { seq: 2, cause: [{ action: 'scores' }] },
    });
    expect(run(first.match, { kind: 'scores', scores: { '1': 3 } }).decision.change).toBeNull();
    expect(run(first.match, { kind: 'scores', scores: { '1': 3, '2': 0 } }).decision.change).not.toBeNull();
  });

  it("rules SCORE-6, SCORE-15: with one pairing it shows in that pairing's live score too", () => {
    const patched = scores(empty(game()), { '2': 2 });
    expect(boardOf(patched).score).toEqual({ home: 0, away: 2 });
    expect(gameResult(patched).score).toBe('Reds 0 · Bibs 2');
  });

  it('rules SCORE-15, SIDE-9: a bye is no other pairing', () => {
    const fixture = { ...bigGame(true), pairings: bigGame(true).pairings.filter(({ index }) => index !== 1) };
    const patched = scores(play(fixture, ana), { '1': 4, '5': 2 });
    expect(boardOf(patched, '100_0').score).toEqual({ home: 4, away: 0 });
    expect([boardOf(patched, '100_2').score, teamScores(patched)['5']]).toEqual([{}, 2]);
    const reset = play(patched, { id: 40, at: 50, type: 'ResetMatch', match_id: '100_0' });
    expect(new Set(Object.values(teamScores(reset)))).toEqual(new Set([0]));
  });

  it('rule SCORE-15: with several pairings it shows in team_scores only', () => {
    const patched = scores(play(bigGame(), { ...ana, match_id: '100_0' }), { '1': 4, '3': 2 });
    expect(teamScores(patched)).toEqual({ '1': 4, '2': 0, '3': 2, '4': 0 });
    expect(boardOf(patched, '100_0').score).toEqual({ home: 1, away: 0 });
    expect(boardOf(patched, '100_1').score).toEqual({});
  });
});

describe('PATCH goals', () => {
  it('rule SCORE-10: it replaces the list, later goals append, and scores stay', () => {
    const patched = goals(play(game(), ana), written('2', 'Eva', { minute: '5' }), written('1', 'Bea'));
    expect(shown(patched)).toEqual(['2 Eva 5', '1 Bea -']);
    expect(teamScores(patched)).toEqual({ '1': 1, '2': 0 });
    expect(shown(play(patched, dan))).toEqual(['2 Eva 5', '1 Bea -', '2 Dan 20']);
  });

  it('rule SCORE-10: a second list replaces the first, and knows the goals that were posted since', () => {
    const first = goals(play(game(), ana), written('2', 'Eva'));
    const second = goals(play(first, dan), written('2', 'Dan'), written('1', 'Bea'));
    expect(shown(second)).toEqual(['2 Dan -', '1 Bea -']);
    expect(shown(drop(second, 2).match)).toEqual(['1 Bea -']);
  });

  it('rule SCORE-13: team is the credited team and reads back as written', () => {
    const list = [
      written('2', 'Ana', { own_goal: true, user_id: 1, minute: '7', assister: 'Bea', assister_user_id: 2 }),
    ];
    expect(gameResult(goals(empty(game()), ...list)).goals).toEqual(list);
    expect(gameResult(goals(empty(game()), ...list)).score).toBe('Reds 0 · Bibs 0');
  });

  it('rule SCORE-11: deleting a marker removes its entry if that is still there', () => {
    const kept = goals(play(game(), ana, dan), written('2', 'Dan'), written('1', 'Ana', { user_id: 1 }));
    expect(shown(kept)).toEqual(['2 Dan -', '1 Ana -']);
    expect(shown(drop(kept, 1).match)).toEqual(['2 Dan -']);
    const without = goals(play(game(), ana, dan), written('2', 'Dan'));
    expect(shown(drop(without, 1).match)).toEqual(['2 Dan -']);
  });

  it('rule SCORE-12: entries link by credited team and scorer, the exact minute first', () => {
    const hattrick = play(game(), ana, { ...ana, id: 3, minute: '30' }, { ...ana, id: 4, minute: '50' });
    const patched = goals(
      hattrick,
      written('1', 'Ana'),
      written('1', 'Ana', { minute: '30' }),
      written('2', 'Ana', { minute: '50' }),
    );
    expect(shown(drop(patched, 3).match)).toEqual(['1 Ana -', '2 Ana 50']);
    expect(shown(drop(patched, 1).match)).toEqual(['1 Ana 30', '2 Ana 50']);
    expect(shown(drop(patched, 4).match)).toEqual(['1 Ana -', '1 Ana 30', '2 Ana 50']);
  });

  it('rule SCORE-12: an entry with another minute is another goal', () => {
    const patched = goals(play(game(), ana), written('1', 'Ana', { minute: '11' }));
    expect(shown(drop(patched, 1).match)).toEqual(['1 Ana 11']);
  });

  it('rule SCORE-11: an update of its marker does not restore an entry that PATCH dropped', () => {
    const patched = goals(play(game(), ana, dan), written('2', 'Dan'));
    const updated = send(patched, { ...ana, by: 2 }).match;
    expect(shown(updated)).toEqual(['2 Dan -']);
    const twice = send(send(updated, { ...ana, type: 'Shot' }).match, ana).match;
    expect(shown(twice)).toEqual(['2 Dan -']);
    expect(teamScores(twice)).toEqual({ '1': 1, '2': 1 });
  });

  it('rule SCORE-11: an update of a linked marker updates its entry', () => {
    const patched = goals(play(game(), ana, dan), written('1', 'Ana'), written('2', 'Dan'));
    expect(shown(send(patched, { ...ana, by: 5, minute: '12' }).match)).toEqual(['2 Eva 12', '2 Dan -']);
    expect(shown(send(patched, { ...ana, type: 'Shot' }).match)).toEqual(['2 Dan -']);
  });

  it('rule SCORE-11: an update to a time before the reset takes the entry with its goal', () => {
    const after = play(game(), { id: 9, at: 5, type: 'ResetMatch' }, ana, dan);
    const patched = goals(after, written('1', 'Ana'), written('2', 'Dan'));
    const moved = send(patched, { ...ana, at: 3 }).match;
    expect([teamScores(moved), shown(moved)]).toEqual([{ '1': 0, '2': 1 }, ['2 Dan -']]);
    const back = send(moved, ana).match;
    expect([teamScores(back), shown(back)]).toEqual([{ '1': 1, '2': 1 }, ['2 Dan -', '1 Ana 10']]);
  });

  it('rule ID-6: a dropped marker that is deleted and posted again is a new goal', () => {
    const patched = goals(play(game(), ana));
    expect(shown(patched)).toEqual([]);
    expect(shown(send(drop(patched, 1).match, ana).match)).toEqual(['1 Ana 10']);
  });

  it('rule RESET-9: an update of a marker that stays cleared leaves the list as it was PATCHed', () => {
    const linked = goals(play(bigGame(), { ...ana, match_id: '100_0' }), written('1', 'Ana'));
    const reset = send(linked, { id: 9, at: 30, type: 'ResetMatch', match_id: '100_0' }).match;
    expect(shown(reset)).toEqual(['1 Ana -']);
    expect(shown(send(reset, { ...ana, by: 2, match_id: '100_0' }).match)).toEqual(['1 Ana -']);
  });

  it('rule SCORE-16: has the cause goals; a repeat changes nothing', () => {
    const patch = (match: Match): Decision => run(match, { kind: 'goals', goals: [written('1', 'Ana')] }).decision;
    const before = play(game(), ana);
    expect(patch(before)).toMatchObject({ outcome: { kind: 'set' }, change: { cause: [{ action: 'goals' }] } });
    expect(patch(goals(before, written('1', 'Ana'))).change).toBeNull();
  });

  it('an empty list removes earlier goals; later goals are appended', () => {
    const patched = goals(play(game(), ana));
    expect(shown(patched)).toEqual([]);
    expect(teamScores(patched)).toEqual({ '1': 1, '2': 0 });
    expect(shown(play(patched, dan))).toEqual(['2 Dan 20']);
  });
});

it('rule SCORE-16: a tournament match rejects manual results', () => {
  expect(run(empty(cupMatch()), { kind: 'scores', scores: { '1': 1 } }).outcome.kind).toBe('refused');
  expect(run(empty(cupMatch()), { kind: 'goals', goals: [] }).outcome.kind).toBe('refused');
});
