// The animation for a goal, and for a cancelled goal.
import type { Board, BoardEvent } from '../../../protocol/wire/board.ts';
import { shownMinute } from '../../../protocol/wire/minute.ts';
import { sideColors } from '../shared/colors.ts';
import { useFit } from '../shared/fit-text.ts';
import { useSettings } from './settings.ts';
import type { GoalAnimation } from './goal-animations.ts';

export function GoalAnimationView({ animation, board }: { animation: GoalAnimation; board: Board }) {
  const { words, colors: chosen } = useSettings();
  const { kind, side, event } = animation;
  const team = board[side];
  const title = kind === 'goal' ? words.goal : words.goalCancelled;
  const titleRef = useFit<HTMLParagraphElement>(title);
  const nameRef = useFit<HTMLParagraphElement>(`${team?.name ?? ''} ${event?.player?.name ?? ''}`);
  const { color, ink } = sideColors(board, chosen)[side];
  const { home = 0, away = 0 } = board.score;
  return (
    <section
      class={`goal-animation ${kind}`}
      data-testid="goal-animation"
      role="status"
      aria-live="assertive"
      style={{ '--team': color, '--team-ink': ink }}
    >
      <p class="goal-animation-title" ref={titleRef}>
        {title}
      </p>
      <p class="goal-animation-score" aria-hidden="true">
        {home}–{away}
      </p>
      <p class="goal-animation-name" ref={nameRef} dir="auto">
        <strong>{team?.name}</strong>
        {event !== null && <ScorerLine event={event} />}
      </p>
    </section>
  );
}

function ScorerLine({ event }: { event: BoardEvent }) {
  const { words } = useSettings();
  const name = event.player?.name;
  const note = event.own_goal ? words.ownGoal : null;
  const minute = event.minute === undefined ? null : shownMinute(event.minute);
  const parts = [minute, name, note].filter((part) => part !== null && part !== undefined);
  return parts.length === 0 ? null : <span class="goal-animation-scorer">{parts.join(' · ')}</span>;
}
