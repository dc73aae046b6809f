// Status, period and clock as a table: the effect of each lifecycle marker in each period (rules LIFE-1 to LIFE-9). The
// compiler rejects a table with a missing cell.
import type { Clock, MatchStatus, Period } from '../../protocol/wire/board.ts';
import type { MarkerType } from '../../protocol/wire/marker.ts';
import { elapsedAt, MINUTE_MS, periodBounds, type PlayingPeriod } from './clock.ts';
import type { Format } from './fixture.ts';

export const LIFECYCLE_TYPES = [
  'Start',
  'Break',
  'Resume',
  'HalfTime',
  'ExtraTime1',
  'ExtraTime2',
  'End',
  'FullTime',
  'PenaltyShootout',
  'ResetMatch',
] as const satisfies readonly MarkerType[];
export type LifecycleType = (typeof LIFECYCLE_TYPES)[number];

const lifecycleTypes: ReadonlySet<string> = new Set(LIFECYCLE_TYPES);
export const isLifecycle = (type: MarkerType): type is LifecycleType => lifecycleTypes.has(type);

/** Status, period and clock of a match. */
export type Life = {
  readonly status: MatchStatus;
  readonly period: Period;
  readonly clock: Clock;
  /** The current or last period of play. */
  readonly playing: PlayingPeriod | null;
  readonly extraTimePlayed: boolean;
  readonly shootoutBegun: boolean;
  /** Time of the first Start, ms since 1970. */
  readonly startedAt: number | null;
  /** Time of the marker that completed the match. */
  readonly endedAt: number | null;
};

export const notStarted = (status: MatchStatus = 'scheduled'): Life => ({
  status,
  period: 'not_started',
  clock: { running: false, elapsed_ms: 0 },
  playing: null,
  extraTimePlayed: false,
  shootoutBegun: false,
  startedAt: null,
  endedAt: null,
});

/** A match that the data file calls completed, without markers. */
export const playedBefore = (): Life => ({ ...notStarted('completed'), period: 'full_time' });

/** `none`: no change. `pause` and `run_on`: same period. Otherwise: the period that begins. */
type Move = 'none' | 'pause' | 'run_on' | Period;

/** Input of a conditional cell. */
type Moment = {
  readonly life: Life;
  readonly format: Format;
  /** Time of the marker, ms since 1970. */
  readonly at: number;
};
type Cell = Move | ((moment: Moment) => Move);

/** Game mode has no half-time marker: a pause this long, this late in the first half, counts as half-time (rule LIFE-5). */
const HALF_TIME_PAUSE_MS = 5 * MINUTE_MS;
const HALF_TIME_CLOCK_SHARE = 0.9;

type Condition = (moment: Moment) => boolean;
const isOfTwoHalves: Condition = ({ format }) => format.halves === 2;
const isRunning: Condition = ({ life }) => life.clock.running;
const isPaused: Condition = ({ life }) => !life.clock.running;
const isBeforeShootout: Condition = ({ life }) => !life.shootoutBegun;
const isAfterRegularTimeOnly: Condition = ({ life }) => !life.extraTimePlayed && !life.shootoutBegun;

function when(condition: Condition, move: Move, otherwise: Move = 'none'): Cell {
  return (moment) => (condition(moment) ? move : otherwise);
}

const startInFirstHalf: Cell = (moment) =>
  isOfTwoHalves(moment) && !moment.life.clock.running ? 'second_half' : 'none';
const resumeInFirstHalf: Cell = (moment) => {
  const { life, format, at } = moment;
  if (life.clock.running) return 'none';
  const pausedMs = at - (life.clock.as_of ?? at);
  const late = life.clock.elapsed_ms >= HALF_TIME_CLOCK_SHARE * format.halfMinutes * MINUTE_MS;
  return isOfTwoHalves(moment) && late && pausedMs >= HALF_TIME_PAUSE_MS ? 'second_half' : 'run_on';
};

/** Only a reset has an effect. */
const nothing = {
  Start: 'none',
  Break: 'none',
  Resume: 'none',
  HalfTime: 'none',
  ExtraTime1: 'none',
  ExtraTime2: 'none',
  End: 'none',
  FullTime: 'none',
  PenaltyShootout: 'none',
  ResetMatch: 'not_started',
} as const satisfies Record<LifecycleType, Cell>;

export const LIFECYCLE: Readonly<Record<Period, Readonly<Record<LifecycleType, Cell>>>> = {
  // The data file may call a match live without a Start.
  not_started: {
    ...nothing,
    Start: 'first_half',
    FullTime: ({ life }) => (life.status === 'live' ? 'full_time' : 'none'),
  },
  first_half: {
    Start: startInFirstHalf,
    Break: when(isRunning, 'pause'),
    Resume: resumeInFirstHalf,
    HalfTime: when(isOfTwoHalves, 'half_time'),
    ExtraTime1: 'extra_time_first_half',
    ExtraTime2: 'extra_time_second_half',
    End: when(isOfTwoHalves, 'half_time', 'full_time'),
    FullTime: 'full_time',
    PenaltyShootout: when(isOfTwoHalves, 'none', 'penalty_shootout'),
    ResetMatch: 'not_started',
  },
  half_time: {
    Start: 'second_half',
    Break: 'none',
    Resume: 'second_half',
    HalfTime: 'none',
    ExtraTime1: 'extra_time_first_half',
    ExtraTime2: 'extra_time_second_half',
    End: 'full_time',
    FullTime: 'full_time',
    PenaltyShootout: 'none',
    ResetMatch: 'not_started',
  },
  second_half: {
    Start: 'none',
    Break: when(isRunning, 'pause'),
    Resume: when(isPaused, 'run_on'),
    HalfTime: 'extra_time_break',
    ExtraTime1: 'extra_time_first_half',
    ExtraTime2: 'extra_time_second_half',
    End: 'full_time',
    FullTime: 'full_time',
    PenaltyShootout: 'penalty_shootout',
    ResetMatch: 'not_started',
  },
  extra_time_break: {
    Start: when(isAfterRegularTimeOnly, 'extra_time_first_half'),
    Break: 'none',
    Resume: 'extra_time_first_half',
    HalfTime: 'none',
    ExtraTime1: 'extra_time_first_half',
    ExtraTime2: 'extra_time_second_half',
    End: 'full_time',
    FullTime: 'full_time',
    PenaltyShootout: 'penalty_shootout',
    ResetMatch: 'not_started',
  },
  extra_time_first_half: {
    Start: 'none',
    Break: when(isRunning, 'pause'),
    Resume: when(isPaused, 'run_on'),
    HalfTime: 'extra_time_half_time',
    ExtraTime1: 'none',
    ExtraTime2: 'extra_time_second_half',
    End: 'extra_time_half_time',
    FullTime: 'full_time',
    PenaltyShootout: 'penalty_shootout',
    ResetMatch: 'not_started',
  },
  extra_time_half_time: {
    Start: 'extra_time_second_half',
    Break: 'none',
    Resume: 'extra_time_second_half',
    HalfTime: 'none',
    ExtraTime1: 'none',
    ExtraTime2: 'extra_time_second_half',
    End: 'full_time',
    FullTime: 'full_time',
    PenaltyShootout: 'penalty_shootout',
    ResetMatch: 'not_started',
  },
  extra_time_second_half: {
    Start: 'none',
    Break: when(isRunning, 'pause'),
    Resume: when(isPaused, 'run_on'),
    HalfTime: 'none',
    ExtraTime1: 'none',
    ExtraTime2: 'none',
    End: 'full_time',
    FullTime: 'full_time',
    PenaltyShootout: 'penalty_shootout',
    ResetMatch: 'not_started',
  },
  penalty_shootout: { ...nothing, End: 'full_time', FullTime: 'full_time' },
  full_time: {
    ...nothing,
    Start: when(isAfterRegularTimeOnly, 'extra_time_first_half'),
    ExtraTime1: when(isAfterRegularTimeOnly, 'extra_time_first_half'),
    ExtraTime2: when(isAfterRegularTimeOnly, 'extra_time_second_half'),
    PenaltyShootout: when(isBeforeShootout, 'penalty_shootout'),
  },
};

/** The effect of `type` at that moment. */
function moveOf(type: LifecycleType, moment: Moment): Move {
  const cell = LIFECYCLE[moment.life.period][type];
  return typeof cell === 'function' ? cell(moment) : cell;
}

/** The match after a lifecycle marker; the same reference when nothing changes. */
export function advance(life: Life, type: LifecycleType, at: number, format: Format): Life {
  const move = moveOf(type, { life, format, at });
  switch (move) {
    case 'none':
      return life;
    case 'pause':
      return { ...life, clock: stopped(life.clock, at) };
    case 'run_on':
      return { ...life, clock: { ...life.clock, running: true, as_of: at } };
    case 'first_half':
      return { ...kickOff(life, move, at, format), startedAt: at };
    case 'second_half':
      return kickOff(life, move, at, format);
    case 'extra_time_first_half':
    case 'extra_time_second_half':
      return { ...kickOff(life, move, at, format), extraTimePlayed: true };
    case 'half_time':
    case 'extra_time_break':
    case 'extra_time_half_time':
      return { ...life, status: 'live', period: move, clock: stopped(life.clock, at) };
    case 'penalty_shootout':
      return {
        ...life,
        status: 'live',
        period: move,
        clock: { running: false, elapsed_ms: elapsedAt(life.clock, at), as_of: at },
        shootoutBegun: true,
        endedAt: null,
      };
    case 'full_time':
      return { ...life, status: 'completed', period: move, clock: finalClock(life, at, format), endedAt: at };
    case 'not_started':
      return notStarted();
  }
}

/** The clock, stopped at `at` (ms since 1970). */
export const stopped = (clock: Clock, at: number): Clock => ({
  ...clock,
  running: false,
  elapsed_ms: elapsedAt(clock, at),
  as_of: at,
});

/** After a shootout the clock shows the end of the last period of play again. */
function finalClock(life: Life, at: number, format: Format): Clock {
  const clock = stopped(life.clock, at);
  return life.playing === null ? clock : { ...clock, period_ends_ms: periodBounds(life.playing, format).endMs };
}

function kickOff(life: Life, period: PlayingPeriod, at: number, format: Format): Life {
  const { startMs, endMs } = periodBounds(period, format);
  return {
    ...life,
    status: 'live',
    period,
    clock: { running: true, elapsed_ms: startMs, as_of: at, period_ends_ms: endMs },
    playing: period,
    endedAt: null,
  };
}
