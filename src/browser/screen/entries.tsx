// Goals and cards of a side. When there are more than fit, pages take turns, and a line says how many are not shown.
import { useState } from 'preact/hooks';
import type { Side } from '../../../protocol/wire/board.ts';
import { type Entry, type EntryLine, linesOf } from '../shared/entries.ts';
import { lineText } from '../shared/entry-line.tsx';
import { drawEqual } from '../shared/fit-text.ts';
import type { NameRule } from '../shared/player-names.ts';
import { useTurns } from '../shared/turns.ts';
import { useMeasured } from '../shared/use-measured.ts';
import { type EntryPage, pagesOf } from './entry-pages.ts';
import { useSettings } from './settings.ts';

const KIND_WORDS = {
  goal: 'goal',
  yellow: 'yellowCard',
  second_yellow: 'secondYellow',
  red: 'redCard',
} as const;
/** How long a page stays, ms. */
const PAGE_MS = 8_000;

type EntryListProps = {
  readonly side: Side;
  readonly entries: readonly Entry[];
  readonly nameOf: NameRule;
  /** The time to show, ms since 1970: all screens of a ground show the same page. */
  readonly now: () => number;
};

export function EntryList({ side, entries, nameOf, now }: EntryListProps) {
  const { words } = useSettings();
  const lines = linesOf(entries).map((line) => ({ ...line, name: line.name && nameOf(line.name) }));
  const [ref, pages] = usePages(lines);
  const [page] = useTurns(pages, 1, now, PAGE_MS).shown;
  return (
    <ol class={`entries ${side}`} data-testid={`entries-${side}`} ref={ref}>
      {lines.map((line, at) => (
        <li key={line.key} class={page === undefined || page.lines.includes(at) ? 'entry' : 'entry out'}>
          <span class={`icon ${line.kind}`} role="img" aria-label={words[KIND_WORDS[line.kind]]} />
          <span class="line">{lineText(line, words)}</span>
        </li>
      ))}
      <li class={page !== undefined && page.more > 0 ? 'entry more' : 'entry more out'}>
        <span dir="ltr">+{page?.more ?? 0}</span>
      </li>
    </ol>
  );
}

/** Long lists are drawn smaller, down to this, before anything is left out, and before a minute stands alone on a line. */
const SIZES = [1, 0.88, 0.76] as const;

/** Whether the minute begins a line of its own, below the name. */
function isMinuteAlone(entry: Element | undefined): boolean {
  const [name, minute] = ['.who', '.minute'].map((part) => [...(entry?.querySelector(part)?.getClientRects() ?? [])]);
  const [last, first] = [name?.at(-1), minute?.[0]];
  return last !== undefined && first !== undefined && first.top > last.top + 1;
}

/** Fits and measures the lines. */
function usePages(lines: readonly EntryLine[]) {
  const [pages, setPages] = useState<readonly EntryPage[]>([]);
  const ref = useMeasured<HTMLOListElement>(
    (list) => {
      const drawnAt = (size: number) => {
        list.style.setProperty('--fit', String(size));
        const heights = [...list.children].map((line) => line.getBoundingClientRect().height);
        const measured = lines.map(({ kind, times }, index) => {
          return { height: heights[index] ?? 0, isGoal: kind === 'goal', count: times.length };
        });
        const found = pagesOf(measured, { room: list.clientHeight + 1, moreHeight: heights.at(-1) ?? 0 });
        const isTidy = !lines.some(({ times }, index) => times.length === 1 && isMinuteAlone(list.children[index]));
        return { size, pages: found, isTidy };
      };
      const tried = SIZES.map(drawnAt);
      const whole = tried.filter(
        ({ pages: [first, ...others] }) => others.length === 0 && (first?.lines.length ?? 0) === lines.length,
      );
      const best = whole.find(({ isTidy }) => isTidy) ??
        whole[0] ??
        tried.find((one) => one.pages.length === 1) ??
        tried.at(-1) ?? { size: 1, pages: [] };
      list.dataset.fit = String(best.size);
      drawEqual([...(list.parentElement?.querySelectorAll<HTMLElement>('.entries') ?? [])]);
      setPages((before) => (JSON.stringify(before) === JSON.stringify(best.pages) ? before : best.pages));
    },
    [JSON.stringify(lines)],
  );
  return [ref, pages] as const;
}
