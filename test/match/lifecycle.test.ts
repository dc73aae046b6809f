// The lifecycle table, cell by cell: every row of rule LIFE-4 and every cell without effect.
import { describe, expect, it } from 'vitest';
import { type Period, PERIODS } from '../../protocol/wire/board.ts';
import { type Format } from '../../src/match/fixture.ts';
import { LIFECYCLE, LIFECYCLE_TYPES, type LifecycleType } from '../../src/match/lifecycle.ts';
import { withFixture } from '../../src/match/match.ts';
import { matchResult } from '../../src/resources/result.ts';
import { type Body, boardOf, cupMatch, drop, empty, eventOf, game, KICK_OFF, marker, play } from '../support/play.ts';
import { uuid } from '../support/uuid.ts';
import { ways } from '../support/situations.ts';

const MINUTE = 60_000;
const ONE_HALF: Format = { halves: 1, halfMinutes: 20, extraHalfMinutes: 5 };
const at = (minutes: number): number => KICK_OFF + minutes * MINUTE;

/** Columns: Start Break Resume HalfTime ExtraTime1 ExtraTime2 End FullTime PenaltyShootout; `.` changes nothing. */
const short: Record<string, Period> = {
  H1: 'first_half',
  HT: 'half_time',
  H2: 'second_half',
  XB: 'extra_time_break',
  X1: 'extra_time_first_half',
  XH: 'extra_time_half_time',
  X2: 'extra_time_second_half',
  PS: 'penalty_shootout',
  FT: 'full_time',
};
const columns = LIFECYCLE_TYPES.filter((type) => type !== 'ResetMatch');
const table = `
not started                 H1 .  .  .  .  .  .  .  .
first half, running         .  || .  HT X1 X2 HT FT .
first half, just paused     H2 .  > HT X1 X2 HT FT .
half time                   H2 .  H2 .  X1 X2 FT FT .
second half, running        .  || .  XB X1 X2 FT FT PS
second half, paused         .  .  >  XB X1 X2 FT FT PS
extra-time break            X1 .  X1 .  X1 X2 FT FT PS
extra time one, running     .  || .  XH .  X2 XH FT PS
extra time one, paused      .  .  >  XH .  X2 XH FT PS
extra-time half time        X2 .  X2 .  .  X2 FT FT PS
extra time two, running     .  || .  .  .  .  FT FT PS
extra time two, paused      .  .  >  .  .  .  FT FT PS
shootout                    .  .  .  .  .  .  FT FT .
full time of regular time   X1 .  .  .  X1 X2 .  .  PS
full time after extra time  .  .  .  .  .  .  .  .  PS
full time after a shootout  .  .  .  .  .  .  .  .  .
`;
const starts: Partial<Record<Period, number>> = {
  first_half: 0,
  second_half: 45,
  extra_time_first_half: 90,
  extra_time_second_half: 105,
};

type Row = { situation: string; type: LifecycleType; cell: string };
const cells: Row[] = table
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [, situation = '', rest = ''] = /^(.*?) {2,}(.*)$/.exec(line) ?? [];
    return rest.split(/ +/).map((cell, index): Row => ({ situation, type: columns[index] ?? 'ResetMatch', cell }));
  });

describe('rules LIFE-4, LIFE-6: the table', () => {
  it('has a cell for every period and every lifecycle marker', () => {
    expect(Object.keys(LIFECYCLE).sort()).toEqual([...PERIODS].sort());
    expect(cells).toHaveLength(16 * 9);
    for (const cell of Object.values(LIFECYCLE)) expect(Object.keys(cell).sort()).toEqual([...LIFECYCLE_TYPES].sort());
  });

  it('rule LIFE-2: names ten periods, from not_started before Start to full_time', () => {
    expect(boardOf(empty(cupMatch())).period).toBe('not_started');
    expect(PERIODS).toEqual(['not_started', ...Object.values(short)]);
  });

  it.each(cells)('$situation: $type → $cell', ({ situation, type, cell }) => {
    const before = play(cupMatch(), ...(ways[situation] ?? []));
    const after = play(before, { id: 1, at: 101, type });
    const [was, is] = [boardOf(before), boardOf(after)];
    expect(eventOf(after, 1)?.type).toBe(type);
    const clock = { ...was.clock };
    if (cell === '.') {
      expect(is).toEqual({ ...was, events: is.events });
    } else if (cell === '||') {
      const elapsed_ms = was.clock.elapsed_ms + at(101) - (was.clock.as_of ?? 0);
      expect(is).toEqual({
        ...was,
        events: is.events,
        clock: { ...clock, running: false, elapsed_ms, as_of: at(101) },
      });
    } else if (cell === '>') {
      expect(is).toEqual({ ...was, events: is.events, clock: { ...clock, running: true, as_of: at(101) } });
    } else {
      const period = short[cell];
      expect(is.period).toBe(period);
      expect(is.status).toBe(period === 'full_time' ? 'completed' : 'live');
      const start = period === undefined ? undefined : starts[period];
      expect(is.clock.running).toBe(start !== undefined);
      expect(is.clock.as_of).toBe(at(101));
      const ran = was.clock.running ? at(101) - (was.clock.as_of ?? 0) : 0;
      expect(is.clock.elapsed_ms).toBe(start === undefined ? was.clock.elapsed_ms + ran : start * MINUTE);
    }
  });

  it.each(Object.keys(ways))('%s: ResetMatch → not started', (situation) => {
    const after = play(cupMatch(), ...(ways[situation] ?? []), { at: 101, type: 'ResetMatch' });
    const { status, period, clock, score } = boardOf(after);
    expect({ status, period, clock, score }).toEqual({
      status: 'scheduled',
      period: 'not_started',
      clock: { running: false, elapsed_ms: 0 },
      score: {},
    });
  });

  it.each([
    ['long and late', 44, 50, 'second_half', 45],
    ['late but short', 44, 48, 'first_half', 44],
    ['long but early', 40, 50, 'first_half', 40],
    ['5 minutes to the second, at 9/10 of the half', 40.5, 45.5, 'second_half', 45],
    ['a second less than 5 minutes', 40.5, 45.5 - 1 / 60, 'first_half', 40.5],
  ] as const)('rule LIFE-5: Resume in a first half paused %s', (_, pause, resume, period, elapsed) => {
    const board = boardOf(
      play(cupMatch(), { at: 0, type: 'Start' }, { at: pause, type: 'Break' }, { at: resume, type: 'Resume' }),
    );
    expect(board.period).toBe(period);
    expect(board.clock).toEqual({
      running: true,
      elapsed_ms: elapsed * MINUTE,
      as_of: at(resume),
      period_ends_ms: (period === 'second_half' ? 90 : 45) * MINUTE,
    });
  });

  describe('a match of one half of 20 minutes and 2 × 5 of extra time', () => {
    const one = cupMatch({}, { format: ONE_HALF });
    const reach = (...types: LifecycleType[]): Body[] => types.map((type, index) => ({ at: index * 10, type }));
    it.each([
      [['Start', 'End'], 'full_time', 10],
      [['Start', 'HalfTime'], 'first_half', 0],
      [['Start', 'Break', 'Start'], 'first_half', 10],
      [['Start', 'Break', 'Resume'], 'first_half', 10],
      [['Start', 'HalfTime', 'Break', 'Resume'], 'first_half', 20],
      [['Start', 'PenaltyShootout'], 'penalty_shootout', 10],
      [['Start', 'FullTime', 'Start'], 'extra_time_first_half', 20],
      [['Start', 'ExtraTime1', 'End', 'Resume'], 'extra_time_second_half', 25],
      [['Start', 'ExtraTime1', 'HalfTime'], 'extra_time_half_time', 30],
    ] as const)('rules LIFE-3, LIFE-5, LIFE-9: %j leads to %s', (types, period, elapsed) => {
      const board = boardOf(play(one, ...reach(...types)));
      expect(board.period).toBe(period);
      expect(board.clock.elapsed_ms).toBe(elapsed * MINUTE);
    });
  });

  it('rule LIFE-7: a completed match reopens when its FullTime is deleted', () => {
    const ended = play(cupMatch(), { at: 0, type: 'Start' }, { id: 5, at: 95, type: 'FullTime' });
    const { match } = drop(ended, 5);
    expect(boardOf(match).status).toBe('live');
    expect(boardOf(match).clock.running).toBe(true);
  });

  it('rule LIFE-8: FullTime before Start and goals after the end are stored and count', () => {
    const match = play(
      cupMatch(),
      { id: 1, at: -5, type: 'FullTime' },
      { at: 0, type: 'Start' },
      { at: 92, type: 'FullTime' },
      { id: 2, at: 93, type: 'Goal', by: 1 },
    );
    expect(boardOf(match).score.home).toBe(1);
    expect(boardOf(match).period).toBe('full_time');
    expect(Object.keys(boardOf(match).events)).toEqual(expect.arrayContaining([uuid(1), uuid(2)]));
  });

  it('rule TIME-1: the first half delivered after the second gives the same state as in order', () => {
    const bodies: Body[] = [
      { at: 0, type: 'Start' },
      { id: 1, at: 30, type: 'Goal', by: 1 },
      { at: 46, type: 'HalfTime' },
      { at: 60, type: 'Resume' },
      { id: 2, at: 70, type: 'Goal', by: 4 },
    ];
    const late = play(cupMatch(), ...bodies.slice(3), ...bodies.slice(0, 3));
    expect(late.state).toEqual(play(cupMatch(), ...bodies).state);
    expect(eventOf(late, 2)?.minute).toBe('56');
  });

  it('rule TIME-1: markers with the same time are in order of arrival', () => {
    const goalFirst = play(cupMatch(), { id: 1, at: 0, type: 'Goal', by: 1 }, { id: 2, at: 0, type: 'Start' });
    const startFirst = play(cupMatch(), { id: 2, at: 0, type: 'Start' }, { id: 1, at: 0, type: 'Goal', by: 1 });
    expect(eventOf(goalFirst, 1)?.minute).toBeUndefined();
    expect(eventOf(startFirst, 1)?.minute).toBe('1');
  });

  it('rule LIFE-11: started_at, ended_at and played_at are the times of the Start and of the completing marker', () => {
    const match = play(
      cupMatch({ playedAt: at(-600) }),
      { at: 0, type: 'Start' },
      { at: 1, type: 'Start' },
      { id: 5, at: 95, type: 'FullTime' },
    );
    const iso = (minutes: number): string => new Date(at(minutes)).toISOString();
    expect(matchResult(match)).toMatchObject({ started_at: iso(0), ended_at: iso(95), played_at: iso(95) });
    const reopened = drop(match, 5).match;
    expect(matchResult(reopened)).toMatchObject({ started_at: iso(0), ended_at: null, played_at: iso(-600) });
    for (const type of ['ExtraTime1', 'PenaltyShootout'] as const) {
      expect(matchResult(play(match, { at: 100, type }))).toMatchObject({ status: 'live', ended_at: null });
    }
  });

  it.each(['postponed', 'cancelled', 'abandoned', 'awarded'] as const)(
    'rule LIFE-1: a match that is %s refuses lifecycle markers, takes others, and stays so',
    (status) => {
      const match = play(cupMatch({ status }), { id: 1, at: 5, type: 'Goal', by: 1 });
      expect(boardOf(match).status).toBe(status);
      for (const type of LIFECYCLE_TYPES) {
        expect(() => play(match, { at: 6, type })).toThrow('"path":"type"');
      }
      expect(marker('match', { at: 6, type: 'Keeper' }).type).toBe('Keeper');
      expect(boardOf(play(match, { at: 6, type: 'Keeper', by: 3 })).keepers.home?.name).toBe('Gil');
    },
  );

  it('rule LIFE-1: while staff have set the status of a match, its clock stands at the last marker', () => {
    const played = play(cupMatch(), { at: 0, type: 'Start' }, { at: 46, type: 'HalfTime' }, { at: 60, type: 'Start' });
    const scored = play(played, { at: 72, type: 'Goal', by: 1 });
    const clock = boardOf(scored).clock;
    expect(clock).toMatchObject({ running: true, elapsed_ms: 45 * MINUTE, as_of: at(60) });
    const stands = { running: false, elapsed_ms: 57 * MINUTE, as_of: at(72), period_ends_ms: 90 * MINUTE };
    for (const status of ['cancelled', 'abandoned', 'awarded'] as const) {
      const given = withFixture(scored, cupMatch({ status }), scored.seq + 1);
      expect(boardOf(given)).toMatchObject({ status, period: 'second_half', clock: stands });
      expect(eventOf(play(given, { id: 9, at: 80, type: 'Event' }), 9)?.minute).toBe('66');
      expect(boardOf(withFixture(given, cupMatch(), given.seq + 1)).clock).toEqual(clock);
    }
    const cancelled = game({ cancellation: { reason: 'Fog.' } });
    const running = play(game(), { at: 0, type: 'Start' }, { at: 20, type: 'Shot', by: 1 });
    expect(boardOf(withFixture(running, cancelled, running.seq + 1)).clock).toEqual({
      running: false,
      elapsed_ms: 20 * MINUTE,
      as_of: at(20),
      period_ends_ms: 45 * MINUTE,
    });
  });

  it('rule LIFE-12: period_ends_ms is the end of the last period of play, and is absent in a shootout', () => {
    const ends = (...bodies: Body[]): number | undefined => boardOf(play(cupMatch(), ...bodies)).clock.period_ends_ms;
    const base: Body[] = [{ at: 0, type: 'Start' }];
    expect(ends()).toBeUndefined();
    expect(ends(...base)).toBe(45 * MINUTE);
    expect(ends(...base, { at: 46, type: 'HalfTime' })).toBe(45 * MINUTE);
    expect(ends(...base, { at: 46, type: 'ExtraTime1' })).toBe(105 * MINUTE);
    expect(ends(...base, { at: 46, type: 'ExtraTime2' })).toBe(120 * MINUTE);
    expect(ends(...base, { at: 46, type: 'ExtraTime2' }, { at: 60, type: 'PenaltyShootout' })).toBeUndefined();
    expect(
      ends(...base, { at: 46, type: 'ExtraTime2' }, { at: 60, type: 'PenaltyShootout' }, { at: 70, type: 'End' }),
    ).toBe(120 * MINUTE);
  });
});
