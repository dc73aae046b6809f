// One line at the bottom: the latest event, or the two teams.
import { useRef } from 'preact/hooks';
import type { Board, BoardEvent, Side } from '../../../protocol/wire/board.ts';
import { shownMinute } from '../../../protocol/wire/minute.ts';
import { kickKeys } from '../shared/kicks.ts';
import { matchStatusLabel } from '../shared/match-status.ts';
import type { Scene } from './scene.ts';
import type { Words } from '../shared/words.ts';

type Line = { readonly side: Side | null; readonly title: string; readonly text: string; readonly icon: string | null };

export function LowerThird({ scene }: { scene: Scene }) {
  const { board, sides, words } = scene;
  const latest = latestEvent(board);
  const line = latest === null ? statusLine(scene) : eventLine(board, latest, words);
  const side = line.side === null ? null : sides[line.side];
  const key = latest?.key ?? board.period;
  // Content that is there when the page loads is not animated: viewers would see the animation at each change of scene.
  const first = useRef(key);
  return (
    <section
      class={key === first.current ? 'lower' : 'lower new'}
      key={key}
      style={{ '--team': side?.color ?? 'var(--accent)' }}
      data-testid="lower-third"
    >
      <span class="lower-bar" />
      <div class="lower-body">
        <p class="lower-title">
          {line.icon !== null && <i class={`card ${line.icon}`} />}
          {line.title}
          {side !== null && <span class="lower-team"> · {side.name}</span>}
        </p>
        <p class="lower-text" dir="auto">
          {line.text}
        </p>
      </div>
    </section>
  );
}

const SHOWN_TYPES: ReadonlySet<BoardEvent['type']> = new Set<BoardEvent['type']>([
  'Goal',
  'PenaltyScored',
  'PenaltyMissed',
  'YellowCard',
  'RedCard',
  'Substitution',
  'Event',
]);

type Latest = { readonly key: string; readonly event: BoardEvent };

/** The newest event, by its time, that deserves a line. A note counts only when it has text. */
export function latestEvent(board: Board): Latest | null {
  let latest: (Latest & { readonly at: number }) | null = null;
  for (const [key, event] of Object.entries(board.events)) {
    if (!SHOWN_TYPES.has(event.type) || (event.type === 'Event' && (event.label ?? '') === '')) continue;
    const at = Date.parse(event.at);
    if (latest === null || at >= latest.at) latest = { key, event, at };
  }
  return latest;
}

function eventLine(board: Board, { key, event }: Latest, words: Words): Line {
  const side = event.team ?? null;
  const name = event.player?.name ?? words.unknownPlayer;
  const minute = event.minute === undefined ? '' : `${shownMinute(event.minute)} `;
  const second = event.second_player?.name;
  const line = (title: string, text: string, icon: string | null = null): Line => ({
    side,
    title,
    text: minute + text,
    icon,
  });
  if (side !== null && kickKeys(board, side).includes(key)) {
    const title = event.type === 'PenaltyMissed' ? words.kickMissed : words.kickScored;
    return { side, title: `${words.penalties}: ${title}`, text: name, icon: null };
  }
  switch (event.type) {
    case 'YellowCard':
      return event.second_yellow === true
        ? line(words.secondYellow, name, 'second_yellow')
        : line(words.yellowCard, name, 'yellow');
    case 'RedCard':
      return line(words.redCard, name, 'red');
    case 'Substitution':
      return line(words.substitution, `${second ?? words.unknownPlayer} ↔ ${name}`);
    case 'PenaltyMissed':
      return line(words.penaltyMissed, name);
    case 'PenaltyScored':
      return line(words.penaltyGoal, name);
    case 'Event':
      return { side, title: minute.trim(), text: event.label ?? '', icon: null };
    default: {
      const title = event.own_goal ? words.ownGoal : words.goal;
      return line(title, second === undefined || event.own_goal ? name : `${name} (${second})`);
    }
  }
}

function statusLine({ state, board, sides, words }: Scene): Line {
  const text = `${sides.home.name} ${words.versus} ${sides.away.name}`;
  return {
    side: null,
    title: matchStatusLabel(board, words),
    text: text.trim() === words.versus ? state.title : text,
    icon: null,
  };
}
