// The animation for a goal, and for a cancelled goal.
import type { Board, BoardEvent } from '../../../protocol/wire/board.ts';
import { sideColors } from '../shared/colors.ts';
import { useFit } from '../shared/fit-text.ts';
import { useSettings } from './settings.ts';
import type { GoalAnimation } from './goal-animations.ts';

export function Celebration({ show, board }: { show: GoalAnimation; board: Board }) {
  const { words, colors: chosen } = useSettings();
  const team = board[show.side];
  const title = show.kind === 'goal' ? words.goal : words.goalCancelled;
  const titleRef = useFit<HTMLParagraphElement>(title);
  const nameRef = useFit<HTMLParagraphElement>(`${team?.name ?? ''} ${show.event?.player?.name ?? ''}`);
  const { color, ink } = sideColors(board, chosen)[show.side];
  const { home = 0, away = 0 } = board.score;
  return (
    <section
      class={`show ${show.kind}`}
      data-testid="show"
      role="status"
      aria-live="assertive"
      style={{ '--team': color, '--team-ink': ink }}
    >
      <p class="show-title" ref={titleRef}>
        {title}
      </p>
      <p class="show-score" aria-hidden="true">
        {home}–{away}
      </p>
      <p class="show-name" ref={nameRef} dir="auto">
        <strong>{team?.name}</strong>
        {show.event !== null && <ScorerLine event={show.event} />}
      </p>
    </section>
  );
}

function ScorerLine({ event }: { event: BoardEvent }) {
  const { words } = useSettings();
  const name = event.player?.name;
  const note = event.own_goal ? words.ownGoal : null;
  const minute = event.minute === undefined ? null : `${event.minute}’`;
  const parts = [minute, name, note].filter((part) => part !== null && part !== undefined);
  return parts.length === 0 ? null : <span class="show-scorer">{parts.join(' · ')}</span>;
}
