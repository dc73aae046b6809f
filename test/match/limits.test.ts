// How many markers a game or match takes (rule LIMIT-12).
import { describe, expect, it } from 'vitest';
import { openMatch, type Match } from '../../src/match/match.ts';
import type { StoredMarker } from '../../src/match/command.ts';
import type { Fixture } from '../../src/match/fixture.ts';
import { bigGame, type Body, cupMatch, drop, game, marker, send } from '../support/play.ts';
import { uuid } from '../support/uuid.ts';

/** A match with `count` shots, each in its own second; `from` is the number of the first id. */
function withShots(fixture: Fixture, count: number, from = 1, matchId?: string): StoredMarker[] {
  const scope = matchId === undefined ? {} : { match_id: matchId };
  const first = marker(fixture.kind, { id: from, at: from / 60, type: 'Shot', team: 'home', ...scope });
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const id = uuid(number);
    return { ...first, id, key: id, at: first.at + index * 1_000, arrival: number, touched: number };
  });
}
const opened = (fixture: Fixture, markers: readonly StoredMarker[]): Match =>
  openMatch({ fixture, seq: markers.length, markers, hand: {} });
const outcomeOf = (match: Match, body: Body) => send(match, body).outcome;
const refusal = { kind: 'refused', details: [{ path: '', message: expect.stringContaining('5,000 markers at most') }] };
const next: Body = { id: 90_001, at: 200, type: 'Goal', team: 'home' };

describe.each([
  ['a club game', game()],
  ['a tournament match', cupMatch()],
])('rule LIMIT-12: %s', (_, fixture) => {
  const full = opened(fixture, withShots(fixture, 5_000));

  it('takes 5,000 markers, and then no more', () => {
    const almost = opened(fixture, withShots(fixture, 4_999));
    const last = send(almost, next);
    expect(last.outcome.kind).toBe('created');
    expect(outcomeOf(last.match, { ...next, id: 90_002 })).toMatchObject(refusal);
    expect(outcomeOf(full, next)).toMatchObject(refusal);
  });

  it('takes lifecycle markers, resets, repeats and deletions beyond it', () => {
    const known: Body = { id: 7, at: 7 / 60, type: 'Shot', team: 'away' };
    expect(outcomeOf(full, known).kind).toBe(fixture.kind === 'game' ? 'updated' : 'reported');
    const started = send(full, { id: 90_002, at: 0, type: 'Start' });
    expect(started.outcome.kind).toBe('created');
    const deleted = drop(drop(started.match, 1).match, 2);
    expect(deleted.outcome.kind).toBe('deleted');
    expect(outcomeOf(deleted.match, next).kind).toBe('created');
    const reset = send(full, { id: 90_003, at: 150, type: 'ResetMatch' });
    expect(reset.outcome.kind).toBe('created');
    expect(outcomeOf(reset.match, next).kind).toBe('created');
  });

  it('takes lifecycle markers up to 10,000', () => {
    const fuller = opened(fixture, withShots(fixture, 10_000));
    const outcome = outcomeOf(fuller, { id: 90_002, at: 0, type: 'Start' });
    expect(outcome).toMatchObject({ details: [{ message: expect.stringContaining('10,000 markers at most') }] });
    expect(outcomeOf(fuller, { id: 90_003, at: 200, type: 'ResetMatch' }).kind).toBe('created');
  });

  it('counts no cleared markers, and refuses to bring back too many', () => {
    const reset = send(opened(fixture, withShots(fixture, 5_500)), { id: 90_003, at: 150, type: 'ResetMatch' }).match;
    const shots = withShots(fixture, 4_600, 10_000).map((shot) => ({ ...shot, arrival: shot.arrival + 10_000 }));
    const again = openMatch({
      fixture,
      seq: 30_000,
      markers: [...reset.markers.values(), ...shots.map((shot) => ({ ...shot, touched: shot.arrival }))],
      hand: {},
    });
    expect(outcomeOf(again, next).kind).toBe('created');
    expect(drop(again, 90_003).outcome).toMatchObject({
      kind: 'refused',
      details: [{ message: expect.stringContaining('more than 10,000 markers would count') }],
    });
  });

  it('stores 50,000 markers, cleared ones included', () => {
    const stored = withShots(fixture, 49_999);
    const reset = marker(fixture.kind, { id: 90_003, at: 1_000, type: 'ResetMatch' });
    const match = opened(fixture, [...stored, { ...reset, arrival: 50_000, touched: 50_000 }]);
    const stuck = outcomeOf(match, { ...next, id: 90_009, at: 1_100, type: 'Start' });
    expect(stuck).toMatchObject({ details: [{ message: expect.stringContaining('50,000 markers at most') }] });
  });
});

it('rule LIMIT-12: the limit of a game is one for all its pairings', () => {
  const fixture = bigGame();
  const match = opened(fixture, [
    ...withShots(fixture, 2_500, 1, '100_0'),
    ...withShots(fixture, 2_500, 2_501, '100_1'),
  ]);
  expect(outcomeOf(match, { ...next, match_id: '100_0' })).toMatchObject(refusal);
  expect(outcomeOf(match, { ...next, match_id: '100_1' })).toMatchObject(refusal);
});
