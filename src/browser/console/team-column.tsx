// One side's big buttons.
import type { Board, Side } from '../../../protocol/wire/board.ts';
import type { MarkerType } from '../../../protocol/wire/marker.ts';
import { inkOn, PLAIN_COLORS, readColor } from '../shared/colors.ts';
import type { Team } from './fixture.ts';

type TeamColumnProps = {
  readonly side: Side;
  readonly team: Team | null;
  readonly board: Board;
  readonly onPress: (type: MarkerType) => void;
  readonly onMore: () => void;
};

const GOAL = [['Goal', 'Goal']] as const;
const BUTTONS = [
  ['Save', 'Shot saved'],
  ['Shot', 'Shot off'],
  ['YellowCard', 'Yellow'],
  ['RedCard', 'Red'],
  ['Substitution', 'Sub'],
] as const;
const KICKS = [
  ['PenaltyScored', 'Kick scored'],
  ['PenaltyMissed', 'Kick missed'],
] as const;

/** A side's colour, and a readable text colour on it. */
export function colorsOf(side: Side, team: Team | null) {
  const color = readColor(team?.color ?? '') ?? PLAIN_COLORS[side];
  return { '--team': color, '--ink': inkOn(color) };
}

export function TeamColumn({ side, team, board, onPress, onMore }: TeamColumnProps) {
  if (team === null) return <section class={`column ${side}`} aria-label="Bye" />;
  return (
    <section
      class={`column ${side}`}
      style={colorsOf(side, team)}
      aria-label={team.name}
      data-testid={`column-${side}`}
    >
      <h2 class="column-name" dir="auto">
        {team.name}
      </h2>
      {(board.period === 'penalty_shootout' ? KICKS : GOAL).map(([type, label]) => (
        <button key={type} class="goal" data-type={type} onClick={() => onPress(type)}>
          {label}
        </button>
      ))}
      {BUTTONS.map(([type, label]) => (
        <button key={type} data-type={type} onClick={() => onPress(type)}>
          {label}
        </button>
      ))}
      <button aria-haspopup="dialog" onClick={onMore}>
        More
      </button>
    </section>
  );
}
