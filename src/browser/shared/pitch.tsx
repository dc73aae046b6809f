// The line-ups as a formation: a pitch in SVG, and the starters on it with shirt, number and name.
import { useState } from 'preact/hooks';
import type { FactsLineup } from '../../../protocol/rest/facts.ts';
import type { SideColors } from './colors.ts';
import { type Box, cutName, isLyingPitch, type PitchSide, placed, type Placed, sizesOf, spotsOf } from './formation.ts';
import { shortName, surname } from './player-names.ts';
import { useMeasured } from './use-measured.ts';

type PitchTeam = {
  readonly side: PitchSide;
  readonly lineup: FactsLineup;
  readonly colors: SideColors['home'];
};
type PitchProps = {
  readonly teams: readonly PitchTeam[];
  /** What a screen reader calls the picture. */
  readonly label: string;
  /** Marks the captain. */
  readonly captain: string;
};

/** Fills its parent. A side without a formation is left out. */
export function Pitch({ teams, label, captain }: PitchProps) {
  const [box, setBox] = useState<Box>({ width: 0, height: 0 });
  const ref = useMeasured<HTMLDivElement>(
    ({ clientWidth: width, clientHeight: height }) => setBox({ width, height }),
    [],
  );
  const { width, height } = box;
  return (
    <div class="pitch" ref={ref} data-testid="formation">
      {width > 0 && height > 0 && (
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={label}>
          <Lines box={box} isLying={isLyingPitch(box) && teams.length > 1} />
          <Players teams={teams} box={box} captain={captain} />
        </svg>
      )}
    </div>
  );
}

function Players({ teams, box, captain }: Pick<PitchProps, 'teams' | 'captain'> & { box: Box }) {
  const all = teams.flatMap(({ side, lineup, colors }) =>
    placed(spotsOf(lineup) ?? [], side, box).map((place) => ({ ...place, side, colors })),
  );
  // All names with an initial, or all of them without.
  const [withInitial, withoutInitial] = [shortName, surname].map((nameOf) => {
    const names = all.map(({ player }) => nameOf(player.name));
    return { names, sizes: sizesOf(all, names.map(widthOf), box) };
  });
  const chosen = withInitial?.sizes.isWhole === true ? withInitial : withoutInitial;
  if (!chosen) return null;
  const { names, sizes } = chosen;
  const { shirt, name: size, room } = sizes;
  return (
    <>
      {all.map((place, index) => (
        <Player
          key={`${place.side} ${index}`}
          place={place}
          shirt={shirt}
          size={size}
          captain={captain}
          colors={place.colors}
          name={cutName(names[index] ?? '', (room[index] ?? 0) + ROUNDING, (text) => widthOf(text) * size)}
        />
      ))}
    </>
  );
}

/** A name that just fits is not cut by a rounding, px. */
const ROUNDING = 0.5;

type PlayerProps = Pick<PitchProps, 'captain'> & {
  readonly place: Placed;
  readonly colors: SideColors['home'];
  readonly shirt: number;
  readonly size: number;
  readonly name: string;
};

/** A shirt of 24 × 24. */
const SHIRT = 'M8 2.5 1.6 6.6l2.7 4.6 2.6-1.4V21.5h10.2V9.8l2.6 1.4 2.7-4.6L16 2.5a4.2 4.2 0 0 1-8 0Z';

function Player({ place: { player, x, y }, colors, shirt, size, name, captain }: PlayerProps) {
  // Shirt and name together stand on the place.
  const top = y - shirt * 0.66;
  const scale = shirt / 24;
  return (
    <g class="pitch-player">
      <g transform={`translate(${x - shirt / 2} ${top}) scale(${scale})`}>
        <path d={SHIRT} fill={colors.color} stroke={colors.ink} stroke-width="1" stroke-linejoin="round" />
        {player.number !== null && (
          <text class="pitch-number" x="12" y="16.2" font-size="8.6" fill={colors.ink} text-anchor="middle">
            {player.number}
          </text>
        )}
        {player.captain && (
          <g class="pitch-captain">
            <circle cx="20.6" cy="19" r="4.2" />
            <text x="20.6" y="21.3" font-size="6.4" text-anchor="middle">
              {captain}
            </text>
          </g>
        )}
      </g>
      <text class="pitch-name" x={x} y={top + shirt + size * 0.86} font-size={size} text-anchor="middle">
        {name}
      </text>
    </g>
  );
}

/** Sizes on a pitch of 105 m × 68 m. */
const [LENGTH, WIDTH] = [105, 68];

/** The markings of a pitch that is stretched to the box. A pitch that is not `isLying` stands upright. */
function Lines({ box: { width, height }, isLying }: { box: Box; isLying: boolean }) {
  const [far, wide] = isLying ? [width, height] : [height, width];
  const edge = Math.min(width, height) * 0.022;
  const along = (metres: number): number => edge + (metres / LENGTH) * (far - 2 * edge);
  const across = (metres: number): number => edge + (metres / WIDTH) * (wide - 2 * edge);
  const rect = (from: number, to: number, left: number, right: number) => {
    const [a, b, c, d] = [along(from), along(to), across(left), across(right)];
    return isLying ? (
      <rect class="pitch-line" x={a} y={c} width={b - a} height={d - c} />
    ) : (
      <rect class="pitch-line" x={c} y={a} width={d - c} height={b - a} />
    );
  };
  const stripes = Array.from({ length: 5 }, (_, index) => {
    const [from, size] = [(index * 2 * far) / 10, far / 10];
    return isLying ? (
      <rect key={index} class="pitch-stripe" x={from} y="0" width={size} height={height} />
    ) : (
      <rect key={index} class="pitch-stripe" x="0" y={from} width={width} height={size} />
    );
  });
  // One radius for both ways: a circle, however the pitch is stretched.
  const radius = Math.min((9.15 / LENGTH) * far, (9.15 / WIDTH) * wide);
  const middle = along(LENGTH / 2);
  return (
    <g aria-hidden="true" stroke-width={Math.max(1, edge * 0.16)}>
      <rect class="pitch-grass" width={width} height={height} />
      {stripes}
      {rect(0, LENGTH, 0, WIDTH)}
      {rect(0, 16.5, 13.84, 54.16)}
      {rect(LENGTH - 16.5, LENGTH, 13.84, 54.16)}
      {rect(0, 5.5, 24.84, 43.16)}
      {rect(LENGTH - 5.5, LENGTH, 24.84, 43.16)}
      {isLying ? (
        <path class="pitch-line" d={`M${middle} ${edge}V${height - edge}`} />
      ) : (
        <path class="pitch-line" d={`M${edge} ${middle}H${width - edge}`} />
      )}
      <circle class="pitch-line" cx={width / 2} cy={height / 2} r={radius} />
    </g>
  );
}

/** The width of a name in parts of its font size, as the board's face draws it. */
function widthOf(text: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (context === null) return Array.from(text).length * 0.5;
  context.font = `700 condensed 100px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width / 100;
}
let context: CanvasRenderingContext2D | null = null;
