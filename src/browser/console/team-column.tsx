// One side's big buttons.
import type { Board, Side } from '../../../protocol/wire/board.ts';
import type { MarkerType } from '../../../protocol/wire/marker.ts';
import { inkOn, PLAIN_COLORS, readColor } from '../shared/colors.ts';
import { words } from './console-words.ts';
import type { Team } from './fixture.ts';
import { TYPE_LABELS } from './marker-words.ts';
import { nameText } from './name-text.tsx';
import type { PenaltyOutcome } from './penalty-dialog.tsx';

type TeamColumnProps = {
  readonly side: Side;
  readonly team: Team | null;
  readonly opponent: Team | null;
  readonly board: Board;
  /** The side kicks next in the shootout. */
  readonly isNext: boolean;
  readonly onPress: (type: MarkerType) => void;
  /** Null asks what came of the penalty. */
  readonly onPenalty: (outcome: PenaltyOutcome | null) => void;
  readonly onMore: () => void;
};

const SHOTS = ['Save', 'Shot'] as const;
const BUTTONS = ['YellowCard', 'RedCard', 'Substitution'] as const;
const OUTCOMES = { scored: 'PenaltyScored', missed: 'PenaltyMissed', saved: 'PenaltySaved' } as const;

/** A side's colour, and a readable text colour on it. `board`: the live state, which has the colours of tournament teams. */
export function colorsOf(side: Side, team: Team | null, board?: Pick<Board, 'home' | 'away'>) {
  const color = readColor(board?.[side]?.color ?? team?.color ?? '') ?? PLAIN_COLORS[side];
  return { '--team': color, '--ink': inkOn(color) };
}

export function TeamColumn({ side, team, opponent, board, isNext, onPress, onPenalty, onMore }: TeamColumnProps) {
  if (team === null) return <section class={`column ${side}`} aria-label={words.bye} />;
  const isShootout = board.period === 'penalty_shootout';
  return (
    <section
      class={`column ${side}${isShootout ? ' shootout' : ''}`}
      style={colorsOf(side, team, board)}
      aria-label={team.name}
      data-testid={`column-${side}`}
    >
      <h2 class="column-name">
        <span dir="auto">
          {nameText(team.name)}
          {isNext && ` · ${words.kicksNext}`}
        </span>
        {/* The buttons of both sides are level: this name is as high as the other one. */}
        <span class="opponent" dir="auto" aria-hidden="true">
          {nameText(opponent?.name ?? '')}
        </span>
      </h2>
      {isShootout &&
        (['scored', 'missed', 'saved'] as const).map((outcome) => (
          <button
            key={outcome}
            class={isNext ? 'kick turn' : 'kick'}
            data-type={OUTCOMES[outcome]}
            onClick={() => onPenalty(outcome)}
          >
            {words.kicks[outcome]}
          </button>
        ))}
      {!isShootout && (
        <button class="goal" data-type="Goal" onClick={() => onPress('Goal')}>
          {TYPE_LABELS.Goal}
        </button>
      )}
      {(isShootout ? BUTTONS : [...SHOTS, ...BUTTONS]).map((type) => (
        <button key={type} data-type={type} onClick={() => onPress(type)}>
          {words.buttons[type]}
        </button>
      ))}
      {!isShootout && (
        <button aria-haspopup="dialog" data-type="Penalty" onClick={() => onPenalty(null)}>
          {words.penalty}
        </button>
      )}
      <button class={isShootout ? '' : 'wide'} aria-haspopup="dialog" onClick={onMore}>
        {words.more}
      </button>
    </section>
  );
}
