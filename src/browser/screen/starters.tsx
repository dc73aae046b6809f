// The starters of both sides on a strip, which has no room for a pitch: line by line, from the goalkeeper to the strikers.
import type { FactsLineups, FactsPlayer } from '../../../protocol/rest/facts.ts';
import type { SideColors } from '../shared/colors.ts';
import { useFit } from '../shared/fit-text.ts';
import { linesOf } from '../shared/formation.ts';
import { NumberedNames } from '../shared/numbered-names.tsx';
import { shortName } from '../shared/player-names.ts';
import { SIDES } from '../shared/side.ts';
import { useTurns } from '../shared/turns.ts';

/** How long a line stays, ms. */
const LINE_MS = 3_000;

type StartersProps = { readonly lineups: FactsLineups; readonly colors: SideColors; readonly now: () => number };

export function Starters({ lineups, colors, now }: StartersProps) {
  const lines = SIDES.flatMap((side) => linesOf(lineups[side]).map((players) => ({ side, players })));
  const { shown, page } = useTurns(lines, 1, now, LINE_MS);
  const [line] = shown;
  if (!line) return null;
  return (
    <div class="scorers starters" key={page} style={{ '--team': colors[line.side].color }}>
      <StartersLine players={line.players} />
    </div>
  );
}

/** No line is broken within a name. */
const lineName = (name: string): string => shortName(name).replaceAll(' ', '\u00a0');

function StartersLine({ players }: { players: readonly FactsPlayer[] }) {
  const ref = useFit<HTMLParagraphElement>(JSON.stringify(players));
  return (
    <p class="scorer" ref={ref}>
      <span class="scorer-text">
        <NumberedNames players={players} between=" · " nameOf={lineName} />
      </span>
    </p>
  );
}
