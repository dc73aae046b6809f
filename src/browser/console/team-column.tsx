// One side's big buttons.
import type { Board, Side } from '../../../protocol/wire/board.ts';
import type { MarkerType } from '../../../protocol/rest/marker.ts';
import { inkOn, PLAIN_COLORS, readColor } from '../shared/colors.ts';
import type { Team } from './fixture.ts';

type TeamColumnProps = {
  readonly side: Side;
  readonly team: Team | null;
  readonly board: Board;
  readonly onPress: (type: MarkerType) => void;
  readonly onMore: () => void;
};

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
  const isShootout = board.period === 'penalty_shootout';
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
      {isShootout ? (
        KICKS.map(([type, label]) => (
          <button type="button" key={type} class="goal" data-type={type} onClick={() => onPress(type)}>
            {label}
          </button>
        ))
      ) : (
        <button type="button" class="goal" data-type="Goal" onClick={() => onPress('Goal')}>
          Goal
        </button>
      )}
      {BUTTONS.map(([type, label]) => (
        <button type="button" key={type} data-type={type} onClick={() => onPress(type)}>
          {label}
        </button>
      ))}
      <button type="button" class="more" aria-haspopup="dialog" onClick={onMore}>
        More
      </button>
    </section>
  );
}
