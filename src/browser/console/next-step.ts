// The next step of a match: one main button, and the other steps that make sense at that moment.
import type { Board, Period } from '../../../protocol/wire/board.ts';
import { words } from './console-words.ts';
import type { MarkerType } from '../../../protocol/wire/marker.ts';

export type Step = {
  readonly type: MarkerType;
  readonly label: string;
  /** The question to confirm before the step is recorded. */
  readonly confirm?: string;
  readonly isDanger?: true;
};
export type Steps = { readonly main: Step | null; readonly more: readonly Step[] };

const step = (type: MarkerType, label: string, confirm?: string): Step => ({
  type,
  label,
  ...(confirm === undefined ? {} : { confirm }),
});

const { markers, steps } = words;
const KICK_OFF = step('Start', steps.kickOff);
const STOP = step('Break', steps.stop);
const RESUME = step('Resume', steps.resume);
const SECOND_HALF = step('Start', steps.secondHalf);
const SHOOTOUT = step('PenaltyShootout', markers.PenaltyShootout);
// A tournament match has a marker for each part.
const HALF_TIME = step('HalfTime', markers.HalfTime);
const BREAK_BEFORE_EXTRA_TIME = step('HalfTime', steps.extraTimeBreak);
const EXTRA_TIME = step('ExtraTime1', markers.ExtraTime1);
const EXTRA_SECOND_HALF = step('ExtraTime2', steps.secondHalf);
const FULL_TIME = step('FullTime', markers.FullTime, words.endMatch);
// A club game has only `Start` and `End`.
const FIRST_HALF_OVER = step('End', steps.endFirstHalf);
const EXTRA_TIME_OF_GAME = step('Start', markers.ExtraTime1);
const GAME_OVER = step('End', markers.FullTime, words.endMatch);
export const RESET: Step = {
  ...step('ResetMatch', steps.reset, words.resetMatch),
  isDanger: true,
};

type StepsAt = (running: boolean, isDraw: boolean) => Steps;
const offer =
  (main: Step, ...more: readonly Step[]): StepsAt =>
  () => ({ main, more });
/** While the clock runs, it can be stopped; while it is stopped, the main step restarts it. */
const inPlay =
  (main: Step, ...more: readonly Step[]): StepsAt =>
  (running) =>
    running ? { main, more: [STOP, ...more] } : { main: RESUME, more: [main, ...more] };
/** As `inPlay`, but the main step stays while the clock is stopped. */
const inExtraTime =
  (main: Step, ...more: readonly Step[]): StepsAt =>
  (running) => ({ main, more: [running ? STOP : RESUME, ...more] });
const afterDraw =
  (...more: readonly Step[]): StepsAt =>
  (_running, isDraw) => ({ main: null, more: isDraw ? more : [] });

const MATCH_STEPS: Readonly<Record<Period, StepsAt>> = {
  not_started: offer(KICK_OFF),
  first_half: inPlay(HALF_TIME),
  half_time: offer(SECOND_HALF, FULL_TIME),
  second_half: inPlay(FULL_TIME, BREAK_BEFORE_EXTRA_TIME, SHOOTOUT),
  extra_time_break: offer(EXTRA_TIME, SHOOTOUT, FULL_TIME),
  extra_time_first_half: inExtraTime(HALF_TIME, SHOOTOUT, FULL_TIME),
  extra_time_half_time: offer(EXTRA_SECOND_HALF, SHOOTOUT, FULL_TIME),
  extra_time_second_half: inPlay(FULL_TIME, SHOOTOUT),
  penalty_shootout: offer(FULL_TIME),
  full_time: afterDraw(EXTRA_TIME, SHOOTOUT),
};

const GAME_STEPS: Readonly<Record<Period, StepsAt>> = {
  not_started: offer(KICK_OFF),
  first_half: inPlay(FIRST_HALF_OVER),
  half_time: offer(SECOND_HALF, GAME_OVER),
  second_half: inPlay(GAME_OVER, SHOOTOUT),
  extra_time_break: offer(EXTRA_TIME_OF_GAME, SHOOTOUT, GAME_OVER),
  extra_time_first_half: inExtraTime(FIRST_HALF_OVER, SHOOTOUT),
  extra_time_half_time: offer(SECOND_HALF, SHOOTOUT, GAME_OVER),
  extra_time_second_half: inPlay(GAME_OVER, SHOOTOUT),
  penalty_shootout: offer(GAME_OVER),
  full_time: afterDraw(EXTRA_TIME_OF_GAME, SHOOTOUT),
};

/** The only half is followed by nothing. */
const ONLY_HALF = { match: inPlay(FULL_TIME, SHOOTOUT), game: inPlay(GAME_OVER, SHOOTOUT) };

/**
 * The possible steps of a tournament match or a club game in its current status. Empty when the match is not to be
 * played.
 */
export function nextSteps(
  kind: 'game' | 'match',
  board: Pick<Board, 'status' | 'period' | 'clock' | 'score'>,
  halves: 1 | 2 = 2,
): Steps {
  const { status, period, clock, score } = board;
  if (status === 'postponed' || status === 'cancelled' || status === 'abandoned' || status === 'awarded') {
    return { main: null, more: [] };
  }
  const isDraw = score.home === score.away && score.home_penalties === undefined;
  const steps = kind === 'match' ? MATCH_STEPS : GAME_STEPS;
  const stepsAt = period === 'first_half' && halves === 1 ? ONLY_HALF[kind] : steps[period];
  return stepsAt(clock.running, isDraw);
}

/** Whether an undo asks for confirmation: after the end always, before it never. */
export const confirmsUndo = (board: Pick<Board, 'status'>): boolean => board.status === 'completed';
