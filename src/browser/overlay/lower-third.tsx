// One line at the bottom: the latest event, or the two teams.
import { useRef } from 'preact/hooks';
import type { Facts } from '../../../protocol/rest/facts.ts';
import type { Board, BoardEvent, Side } from '../../../protocol/wire/board.ts';
import { shownMinute } from '../../../protocol/wire/minute.ts';
import { isSavedKick, kickKeys } from '../shared/kicks.ts';
import { matchStatusLabel } from '../shared/match-status.ts';
import { otherCard } from '../shared/sending-off.ts';
import { other } from '../shared/side.ts';
import type { Scene } from './scene.ts';

type Line = {
  readonly side: Side | null;
  readonly title: string;
  /** After the title; null when the title or the text names the team. */
  readonly team: string | null;
  readonly text: string;
  readonly icon: string | null;
};

export function LowerThird({ scene, facts }: { scene: Scene; facts: Facts }) {
  const { board, sides } = scene;
  const latest = latestEvent(board);
  const line = latest === null ? statusLine(scene, facts) : eventLine(scene, latest);
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
          {line.team !== null && <span class="lower-team"> · {line.team}</span>}
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

function eventLine({ board, sides, words }: Scene, { key, event }: Latest): Line {
  const credited = event.team ?? null;
  const isSaved = isSavedKick(event, board.keepers);
  // A saved penalty is told of the goalkeeper.
  const side = isSaved && credited !== null ? other(credited) : credited;
  const team = side === null ? null : sides[side].name;
  const name = event.player?.name ?? null;
  const second = event.second_player?.name ?? null;
  const line = (title: string, names: readonly (string | null)[] = [name], icon: string | null = null): Line => {
    const minute = event.minute === undefined ? null : shownMinute(event.minute);
    const parts = [minute, ...names].filter((part) => part !== null);
    const about = { side, title, icon };
    return parts.length === 0 ? { ...about, team: null, text: team ?? '' } : { ...about, team, text: parts.join(' ') };
  };
  if (credited !== null && kickKeys(board, credited).includes(key)) {
    const missed = isSaved ? words.kickSaved : words.kickMissed;
    const title = event.type === 'PenaltyMissed' ? missed : words.kickScored;
    return { ...line(`${words.penalties}: ${title}`), text: name ?? team ?? '' };
  }
  switch (event.type) {
    case 'YellowCard':
    case 'RedCard':
      if (otherCard(board, event) !== null) return line(words.sendingOff, [name], 'second_yellow');
      if (event.type === 'RedCard') return line(words.redCard, [name], 'red');
      return event.second_yellow === true
        ? line(words.secondYellow, [name], 'second_yellow')
        : line(words.yellowCard, [name], 'yellow');
    case 'Substitution':
      return line(words.substitution, second !== null && name !== null ? [`${second} ↔ ${name}`] : [second, name]);
    case 'PenaltyMissed':
      return line(isSaved ? words.penaltySaved : words.penaltyMissed);
    case 'PenaltyScored':
      return line(words.penaltyGoal);
    case 'Event':
      return {
        side,
        title: event.minute === undefined ? '' : shownMinute(event.minute),
        team,
        text: event.label ?? '',
        icon: null,
      };
    default:
      if (event.own_goal && side !== null) {
        return { ...line(words.ownGoalFor(sides[other(side)].name, sides[side].name)), team: null };
      }
      return line(words.goal, name === null || second === null ? [name] : [`${name} (${second})`]);
  }
}

function statusLine({ state, matchId, board, sides, words }: Scene, facts: Facts): Line {
  const text = `${sides.home.name} ${words.versus} ${sides.away.name}`;
  return {
    side: null,
    title: matchStatusLabel(board, words, facts.one_half.includes(matchId)),
    team: null,
    text: text.trim() === words.versus ? state.title : text,
    icon: null,
  };
}
