// Plans a replay: the time of each step and its effect on the clock.
import type { MarkerType } from '../../../protocol/wire/marker.ts';
import type { Step } from './script.ts';

export type PlannedStep = Step & {
  /** ms after the start of the replay. */
  readonly dueMs: number;
};

export const STARTS_CLOCK: ReadonlySet<MarkerType> = new Set(['Start', 'Resume', 'ExtraTime1', 'ExtraTime2']);
export const STOPS_CLOCK: ReadonlySet<MarkerType> = new Set([
  'Break',
  'HalfTime',
  'End',
  'FullTime',
  'PenaltyShootout',
]);

/**
 * The steps with their due times at `speed` times the real pace. Steps before kick-off are due at once; breaks are cut to
 * `longestBreakMs`.
 */
export function planSteps(steps: readonly Step[], speed: number, longestBreakMs: number): readonly PlannedStep[] {
  const planned: PlannedStep[] = [];
  let dueMs = 0;
  let previous: Step | undefined;
  for (const step of steps) {
    if (previous !== undefined && step.offsetMs > 0) {
      const pauseMs = (step.offsetMs - Math.max(0, previous.offsetMs)) / speed;
      dueMs += STOPS_CLOCK.has(previous.type) ? Math.min(pauseMs, longestBreakMs) : pauseMs;
    }
    planned.push({ ...step, dueMs });
    previous = step;
  }
  return planned;
}
