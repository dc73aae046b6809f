// Animations for goals and cancelled goals. They run one at a time, each in full. When a goal is cancelled while its
// animation waits or runs, the cancellation replaces it.
import type { MatchEvent } from '../shared/match-events.ts';

export type GoalAnimation = Extract<MatchEvent, { kind: 'goal' | 'goal_cancelled' }>;

/** How long an animation runs, ms. */
export const GOAL_ANIMATION_MS = 7_000;

export type GoalAnimations = {
  take(events: readonly MatchEvent[]): void;
  /** The running animation. */
  current(): GoalAnimation | null;
};

/** Calls `onChange` when an animation starts or the last one ends. */
export function openGoalAnimations(onChange: () => void): GoalAnimations {
  let queue: readonly GoalAnimation[] = [];
  let current: GoalAnimation | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function next(): void {
    const [first = null, ...rest] = queue;
    current = first;
    queue = rest;
    clearTimeout(timer);
    if (current !== null) timer = setTimeout(next, GOAL_ANIMATION_MS);
    onChange();
  }

  return {
    take(events) {
      let isOver = false;
      for (const one of events) {
        if (one.kind === 'reset') {
          queue = [];
          isOver = true;
        }
        if (one.kind !== 'goal' && one.kind !== 'goal_cancelled') continue;
        const isSame = (show: GoalAnimation | null): boolean => show?.key === one.key && show.matchId === one.matchId;
        queue = [...queue.filter((show) => !isSame(show)), one];
        if (isSame(current)) isOver = true;
      }
      if (isOver || (current === null && queue.length > 0)) next();
    },
    current: () => current,
  };
}
