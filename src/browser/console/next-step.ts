// The next step of a match: one main button, and the other steps that make sense at that moment.
import type { Board, Period } from '../../../protocol/wire/board.ts';
import type { MarkerType } from '../../../protocol/rest/marker.ts';

export type Step = {
  readonly type: MarkerType;
  readonly label: string;
  /** The question to confirm before the step is recorded. */
  readonly confirm?: string;
};
export type Steps = { readonly main: Step | null; readonly more: readonly Step[] };

const FULL_TIME: Step = { type: 'FullTime', label: 'Full time', confirm: 'End the match?' };
/** A club game has only `End`. */
const GAME_OVER: Step = { type: 'End', label: 'Full time', confirm: 'End the match?' };
const STOP: Step = { type: 'Break', label: 'Stop clock' };
const GO_ON: Step = { type: 'Resume', label: 'Restart clock' };
const KICK_OFF: Step = { type: 'Start', label: 'Kick-off' };
const SECOND_HALF: Step = { type: 'Start', label: 'Start 2nd half' };
const HALF_TIME: Step = { type: 'HalfTime', label: 'Half-time' };
const FIRST_HALF_OVER: Step = { type: 'End', label: 'End 1st half' };
const SHOOTOUT: Step = { type: 'PenaltyShootout', label: 'Penalty shootout' };
const EXTRA_TIME: Step = { type: 'ExtraTime1', label: 'Extra time' };
const EXTRA_TIME_TO_COME: Step = { type: 'HalfTime', label: 'Extra time to come' };
const EXTRA_TIME_OF_GAME: Step = { type: 'Start', label: 'Extra time' };
const EXTRA_HALF_TIME: Step = { type: 'HalfTime', label: 'Half-time' };
const EXTRA_HALF_OVER: Step = { type: 'End', label: 'End 1st half' };
const EXTRA_SECOND: Step = { type: 'ExtraTime2', label: 'Start 2nd half' };
const EXTRA_SECOND_OF_GAME: Step = { type: 'Start', label: 'Start 2nd half' };
export const RESET: Step = {
  type: 'ResetMatch',
  label: 'Reset the match',
  confirm: 'Clear score, cards and everything recorded of this match?',
};

type Way = (running: boolean, isDraw: boolean) => Steps;
const steps = (main: Step | null, ...more: readonly Step[]): Steps => ({ main, more });
const stay = (running: boolean): Step => (running ? STOP : GO_ON);

const OF_MATCH: Readonly<Record<Period, Way>> = {
  not_started: () => steps(KICK_OFF),
  first_half: (running) => (running ? steps(HALF_TIME, STOP) : steps(GO_ON, HALF_TIME)),
  half_time: () => steps(SECOND_HALF, FULL_TIME),
  second_half: (running) =>
    running
      ? steps(FULL_TIME, STOP, EXTRA_TIME_TO_COME, SHOOTOUT)
      : steps(GO_ON, FULL_TIME, EXTRA_TIME_TO_COME, SHOOTOUT),
  extra_time_break: () => steps(EXTRA_TIME, SHOOTOUT, FULL_TIME),
  extra_time_first_half: (running) => steps(EXTRA_HALF_TIME, stay(running), SHOOTOUT, FULL_TIME),
  extra_time_half_time: () => steps(EXTRA_SECOND, SHOOTOUT, FULL_TIME),
  extra_time_second_half: (running) => (running ? steps(FULL_TIME, STOP, SHOOTOUT) : steps(GO_ON, FULL_TIME, SHOOTOUT)),
  penalty_shootout: () => steps(FULL_TIME),
  full_time: (_running, isDraw) => (isDraw ? steps(null, EXTRA_TIME, SHOOTOUT) : steps(null)),
};

const OF_GAME: Readonly<Record<Period, Way>> = {
  not_started: () => steps(KICK_OFF),
  first_half: (running) => (running ? steps(FIRST_HALF_OVER, STOP) : steps(GO_ON, FIRST_HALF_OVER)),
  half_time: () => steps(SECOND_HALF, GAME_OVER),
  second_half: (running) => (running ? steps(GAME_OVER, STOP, SHOOTOUT) : steps(GO_ON, GAME_OVER, SHOOTOUT)),
  extra_time_break: () => steps(EXTRA_TIME_OF_GAME, SHOOTOUT, GAME_OVER),
  extra_time_first_half: (running) => steps(EXTRA_HALF_OVER, stay(running), SHOOTOUT),
  extra_time_half_time: () => steps(EXTRA_SECOND_OF_GAME, SHOOTOUT, GAME_OVER),
  extra_time_second_half: (running) => (running ? steps(GAME_OVER, STOP, SHOOTOUT) : steps(GO_ON, GAME_OVER, SHOOTOUT)),
  penalty_shootout: () => steps(GAME_OVER),
  full_time: (_running, isDraw) => (isDraw ? steps(null, EXTRA_TIME_OF_GAME, SHOOTOUT) : steps(null)),
};

/**
 * The possible steps of a tournament match or a club game in its current status. Empty when the match is not to be
 * played.
 */
export function nextSteps(kind: 'game' | 'match', board: Pick<Board, 'status' | 'period' | 'clock' | 'score'>): Steps {
  const { status, period, clock, score } = board;
  if (status === 'postponed' || status === 'cancelled' || status === 'abandoned' || status === 'awarded') {
    return steps(null);
  }
  const isDraw = score.home === score.away && score.home_penalties === undefined;
  return (kind === 'match' ? OF_MATCH : OF_GAME)[period](clock.running, isDraw);
}

/** Whether an undo asks for confirmation: after the end always, before it never. */
export const asksBeforeUndo = (board: Pick<Board, 'status'>): boolean => board.status === 'completed';
