// The goals and red cards of both sides, one after the other: a strip has no room for lists.
import { SIDES } from '../shared/side.ts';
import { type Entries, type EntryLine, linesOf } from '../shared/entries.ts';
import type { SideColors } from '../shared/colors.ts';
import { useFit } from '../shared/fit-text.ts';
import type { NameRule } from '../shared/player-names.ts';
import { useTurns } from '../shared/turns.ts';
import { lineText } from '../shared/entry-line.tsx';
import { useSettings } from './settings.ts';

/** How long a line stays, ms. */
const LINE_MS = 4_000;

type ScorersProps = {
  readonly entries: Entries;
  readonly colors: SideColors;
  readonly nameOf: NameRule;
  /** The time to show, ms since 1970: all strips of a ground show the same line. */
  readonly now: () => number;
};

export function Scorers({ entries, colors, nameOf, now }: ScorersProps) {
  const lines = SIDES.flatMap((side) =>
    linesOf(entries[side])
      .filter(({ kind }) => kind !== 'yellow')
      .map((line) => ({ ...line, side, name: line.name && nameOf(line.name) })),
  );
  const [line] = useTurns(lines, 1, now, LINE_MS).shown;
  if (!line) return null;
  return (
    <div class="scorers" data-testid="scorers" key={line.key} style={{ '--team': colors[line.side].color }}>
      <ScorerLine line={line} />
    </div>
  );
}

function ScorerLine({ line }: { line: EntryLine }) {
  const { words } = useSettings();
  const ref = useFit<HTMLParagraphElement>(JSON.stringify(line));
  return (
    <p class="scorer" ref={ref}>
      <span class={`icon ${line.kind}`} />
      <span class="scorer-text">{lineText(line, words)}</span>
    </p>
  );
}
