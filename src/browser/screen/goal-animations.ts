// Animations for goals and cancelled goals. They run one at a time, each in full. When a goal is cancelled while its
// animation waits or runs, the cancellation replaces it.
import type { MatchEvent } from '../shared/match-events.ts';

export type GoalAnimation = Extract<MatchEvent, { kind: 'goal' | 'goal_cancelled' }>;

/** How long an animation runs, ms. */
export const GOAL_ANIMATION_MS = 7_000;

/** Calls `onChange` when an animation starts or the last one ends. */
export function openGoalAnimations(onChange: () => void) {
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
    push(events: readonly MatchEvent[]): void {
      let isOver = false;
      for (const one of events) {
        if (one.kind === 'reset') {
          queue = [];
          isOver = true;
        }
        if (one.kind !== 'goal' && one.kind !== 'goal_cancelled') continue;
        const isSame = (other: GoalAnimation | null): boolean =>
          other?.key === one.key && other.matchId === one.matchId;
        queue = [...queue.filter((waiting) => !isSame(waiting)), one];
        if (isSame(current)) isOver = true;
      }
      if (isOver || (current === null && queue.length > 0)) next();
    },
    /** The running animation. */
    current: (): GoalAnimation | null => current,
  };
}
