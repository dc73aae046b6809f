// The row that tries graphics with made-up players: for which side, on which pages.
import type { AirPage, RehearsalKind } from '../../../protocol/wire/air.ts';
import type { Side } from '../../../protocol/wire/board.ts';
import { SIDES } from '../shared/side.ts';
import { REHEARSAL_KEYS, REHEARSALS } from './air-keys.ts';
import { AirRow } from './air-row.tsx';
import { airWords as words } from './console-words.ts';

/** What a rehearsal is for. */
export type Rehearsed = { readonly side: Side; readonly pages: readonly AirPage[] };

const PAGES: readonly AirPage[] = ['screen', 'overlay'];
export const REHEARSED_FIRST: Rehearsed = { side: 'home', pages: PAGES };

type RehearsalRowProps = {
  readonly rehearsed: Rehearsed;
  readonly nameOf: (side: Side) => string;
  readonly onChange: (rehearsed: Rehearsed) => void;
  readonly onRehearse: (kind: RehearsalKind) => void;
};

export const RehearsalRow = ({ rehearsed, nameOf, onChange, onRehearse }: RehearsalRowProps) => (
  <AirRow title={words.rehearsal} hint={words.rehearsalHint}>
    <select
      aria-label={words.side}
      value={rehearsed.side}
      onChange={(event) => onChange({ ...rehearsed, side: event.currentTarget.value === 'away' ? 'away' : 'home' })}
    >
      {SIDES.map((side) => (
        <option key={side} value={side}>
          {nameOf(side)}
        </option>
      ))}
    </select>
    <select
      aria-label={words.shownOn}
      value={rehearsed.pages.length > 1 ? 'all' : rehearsed.pages[0]}
      onChange={(event) => {
        const page = PAGES.find((one) => one === event.currentTarget.value);
        onChange({ ...rehearsed, pages: page === undefined ? PAGES : [page] });
      }}
    >
      {(['all', ...PAGES] as const).map((page) => (
        <option key={page} value={page}>
          {words.pages[page]}
        </option>
      ))}
    </select>
    {REHEARSALS.map((kind) => (
      <button key={kind} data-rehearsal={kind} onClick={() => onRehearse(kind)}>
        {words.tries[kind]} <kbd>{REHEARSAL_KEYS[kind]}</kbd>
      </button>
    ))}
  </AirRow>
);
