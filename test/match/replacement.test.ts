// The replacement of a stored marker in one step.
import { describe, expect, it } from 'vitest';
import type { Match } from '../../src/match/match.ts';
import {
  type Body,
  boardOf,
  cupMatch,
  drop,
  empty,
  eventOf,
  game,
  KICK_OFF,
  marker,
  play,
  run,
} from '../support/play.ts';
import { uuid } from '../support/uuid.ts';

const goal: Body = { id: 1, at: 10, type: 'Goal', by: 1 };

describe('rule ID-10: a replacement', () => {
  const put = (match: Match, body: Body) => run(match, { kind: 'replace', marker: marker(match.fixture.kind, body) });

  it.each([
    ['a club game', game()],
    ['a tournament match', cupMatch()],
  ])('changes a marker of %s whole in one change, which keeps its arrival', (_, fixture) => {
    const before = play(
      fixture,
      { at: 0, type: 'Start' },
      { ...goal, with: 2, label: 'header' },
      { at: 12, type: 'Shot', by: 1 },
    );
    const { match, outcome, decision } = put(before, { ...goal, by: 4, minute: '9' });
    expect(outcome).toMatchObject({ kind: 'updated', marker: { id: uuid(1) } });
    expect(decision.change).toMatchObject({
      seq: 4,
      cause: [{ action: 'updated', marker_id: uuid(1), type: 'Goal' }],
      put: [{ arrival: 2, touched: 4 }],
    });
    expect(boardOf(match).score).toEqual({ home: 0, away: 1 });
    expect(eventOf(match, 1)).toMatchObject({ player: { name: 'Dan' }, minute: '9' });
    expect(eventOf(match, 1)).not.toHaveProperty('label');
  });

  it('changes nothing when it says what is stored', () => {
    const before = play(cupMatch(), goal);
    expect(put(before, goal).decision).toMatchObject({ outcome: { kind: 'updated' }, change: null });
  });

  it('is missing for an unknown, a deleted and a cleared marker', () => {
    const cleared = play(cupMatch(), goal, { at: 20, type: 'ResetMatch' });
    for (const match of [empty(cupMatch()), drop(play(cupMatch(), goal), 1).match, cleared]) {
      expect(put(match, { ...goal, at: 30 }).decision).toEqual({ outcome: { kind: 'missing' }, change: null });
    }
  });

  it('is refused like a post, and then changes nothing', () => {
    const { decision } = put(play(game(), goal), { ...goal, team: 3 });
    expect(decision).toMatchObject({ outcome: { kind: 'refused', details: [{ path: 'team' }] }, change: null });
  });

  it('of a reset by another marker lets the cleared ones count again', () => {
    const before = play(game(), goal, { id: 2, at: 20, type: 'ResetMatch' });
    const { match } = put(before, { id: 2, at: 20, type: 'Goal', by: 4 });
    expect(boardOf(match).score).toEqual({ home: 1, away: 1 });
  });

  it('rule RESET-10: of a reset by a marker that an earlier reset clears warns of it', () => {
    const before = play(game(), { id: 2, at: 20, type: 'ResetMatch' }, { id: 3, at: 30, type: 'ResetMatch' });
    const { match, outcome } = put(before, { ...goal, id: 3 });
    expect(boardOf(match).score).toEqual({});
    const until = new Date(KICK_OFF + 20 * 60_000).toISOString();
    expect(outcome).toMatchObject({ kind: 'updated', warnings: [expect.stringContaining(until)] });
    expect(put(before, { ...goal, id: 3, at: 21 }).outcome).toMatchObject({ kind: 'updated', warnings: [] });
  });
});
