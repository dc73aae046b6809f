// Minutes (rules MIN-1 to MIN-5, LIFE-10) and own-goal labels (rules SCORE-2, SCORE-3).
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shownMinute } from '../../protocol/wire/minute.ts';
import { isOwnGoal, labelSaysOwnGoal } from '../../src/match/own-goal.ts';
import { type Body, boardOf, cupMatch, eventOf, marker, play, send } from '../support/play.ts';
import { sharedFolder } from '../support/shared.ts';

const start: Body = { at: 0, type: 'Start' };
const toSecondHalf: Body[] = [start, { at: 50, type: 'HalfTime' }, { at: 60, type: 'Resume' }];
const toExtraTime: Body[] = [...toSecondHalf, { at: 110, type: 'ExtraTime1' }];
const minuteOf = (before: readonly Body[], goal: Partial<Body>): string | undefined =>
  eventOf(play(cupMatch(), ...before, { id: 1, at: 0, type: 'Goal', by: 1, ...goal }), 1)?.minute;

describe('rules MIN-1, MIN-2: the minute of an entry', () => {
  it.each([
    [[], 3, undefined],
    [[start], -1, undefined],
    [[start], 0, '1'],
    [[start], 0.99, '1'],
    [[start], 1, '2'],
    [[start], 44.99, '45'],
    [[start], 45, '45+1'],
    [[start], 46.5, '45+2'],
    [toSecondHalf, 60, '46'],
    [toSecondHalf, 104.5, '90'],
    [toSecondHalf, 108.2, '90+4'],
    [toExtraTime, 110, '91'],
    [toExtraTime, 125.5, '105+1'],
    [[...toExtraTime, { at: 130, type: 'ExtraTime2' }], 130, '106'],
    [[...toExtraTime, { at: 130, type: 'ExtraTime2' }], 146.5, '120+2'],
  ] as [Body[], number, string | undefined][])(
    'is worked out from the match clock: %j at %d is %s',
    (before, at, minute) => {
      expect(minuteOf(before, { at })).toBe(minute);
    },
  );

  it.each([
    ['45+2', '45+2'],
    ["45'+2'", '45+2'],
    ["45+2'", '45+2'],
    [45, '45'],
    ["7'", '7'],
  ])('is what the marker says: %j is %s', (minute, shown) => {
    expect(minuteOf([start], { at: 30, minute })).toBe(shown);
  });

  it.each(['HT', '12:30', '12 min', '45+', '1234', ' ½ '])(
    'rule MIN-7: %j is not understood, kept as written and warned of',
    (minute) => {
      expect(minuteOf([start], { at: 30, minute })).toBe(minute);
      const { outcome } = send(play(cupMatch(), start), { at: 30, type: 'Goal', by: 1, minute });
      expect(outcome).toMatchObject({ kind: 'created', warnings: [expect.stringContaining(JSON.stringify(minute))] });
      expect(shownMinute(minute)).toBe(minute);
    },
  );

  it('rule MIN-7: a minute that is understood has no warning, and a blank one is none', () => {
    const { outcome } = send(play(cupMatch(), start), { at: 30, type: 'Goal', by: 1, minute: "45 +  2'" });
    expect(outcome).toMatchObject({ warnings: [], marker: { minute: '45+2' } });
    expect(minuteOf([start], { at: 30, minute: '   ' })).toBe('31');
    expect(shownMinute('45+2')).toBe('45+2’');
  });

  it('rule MIN-3: in a break it is the minute of the stopped clock', () => {
    expect(minuteOf([start, { at: 20, type: 'Break' }], { at: 29 })).toBe('21');
    expect(minuteOf([start, { at: 46.5, type: 'HalfTime' }], { at: 55 })).toBe('45+2');
    expect(minuteOf([start, { at: 46.5, type: 'FullTime' }], { at: 55 })).toBe('45+2');
  });

  it('rule MIN-4: a shootout has no minutes, except those given by markers', () => {
    const shootout: Body[] = [...toSecondHalf, { at: 110, type: 'PenaltyShootout' }];
    expect(minuteOf(shootout, { at: 111 })).toBeUndefined();
    expect(minuteOf(shootout, { at: 111, minute: '120' })).toBe('120');
    expect(minuteOf(shootout, { at: 111, type: 'Event' })).toBeUndefined();
    expect(minuteOf([...shootout, { at: 112, type: 'End' }], { at: 113 })).toBeUndefined();
  });

  it('rule MIN-5: lifecycle and Keeper markers have no minute and no team', () => {
    for (const type of ['Break', 'Keeper'] as const) {
      const event = eventOf(play(cupMatch(), start, { id: 1, at: 20, type, by: 3, minute: '20', team: 'home' }), 1);
      expect(event).toMatchObject({ type, own_goal: false });
      expect(event).not.toHaveProperty('minute');
      expect(event).not.toHaveProperty('team');
    }
  });

  it('rule LIFE-10: before Start the clock is at 0 and stopped, and markers count', () => {
    const board = boardOf(play(cupMatch(), { id: 1, at: -3, type: 'Shot', by: 1 }, { at: -2, type: 'Goal', by: 4 }));
    expect(board.clock).toEqual({ running: false, elapsed_ms: 0 });
    expect(board.stats.home.shots_off_target).toBe(1);
    expect(board.score).toEqual({ home: 0, away: 1 });
  });
});

type Vector = { label: string | null; own_goal: boolean; why: string };
function vectors(): Vector[] {
  const folder = sharedFolder();
  if (folder === null) return [];
  return (JSON.parse(readFileSync(resolve(folder, 'matches/label-vectors.json'), 'utf8')) as { vectors: Vector[] })
    .vectors;
}

describe('rule SCORE-2: words in the label make a Goal an own goal', () => {
  it.each([
    ['own goal', true],
    ['OWN_GOAL', true],
    ['o.g.', true],
    ['header/og', true],
    ['Pogba', false],
    ['Diogo', false],
    ['dog', false],
    ['Ogden', false],
    ['Trollåog', false],
    ['Trolla\u030aog', false],
    ['ogл', false],
    ['٣og', false],
    ['𝐀og', false],
    ['og𝐀', false],
    ['og\u0306lan', false],
    ['⚽️og!', true],
    ['(o.g.)', true],
    ['dog, own  goal', true],
    ['ownowngoal', false],
    ['og'.repeat(1_000), false],
    ['', false],
  ])('%j: %s', (label, says) => {
    expect(labelSaysOwnGoal(label)).toBe(says);
  });

  it.skipIf(vectors().length === 0)('finds the labels of the match scripts', () => {
    expect(vectors().length).toBeGreaterThan(10);
  });

  it.each(vectors())('vector $label ($why)', ({ label, own_goal }) => {
    expect(labelSaysOwnGoal(label ?? '')).toBe(own_goal);
  });

  it('rule SCORE-3: a boolean own_goal in the body overrides the label; PenaltyScored is never an own goal', () => {
    const body: Body = { at: 1, type: 'Goal', by: 1, label: 'own goal' };
    expect(isOwnGoal(marker('match', body))).toBe(true);
    expect(isOwnGoal(marker('match', { ...body, own_goal: false }))).toBe(false);
    expect(isOwnGoal(marker('match', { ...body, label: 'header', own_goal: true }))).toBe(true);
    expect(isOwnGoal(marker('match', { ...body, type: 'PenaltyScored', own_goal: true }))).toBe(false);
  });
});
