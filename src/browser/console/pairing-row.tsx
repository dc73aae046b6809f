// The row that chooses the pairing which panels and announcements are about.
import type { Board } from '../../../protocol/wire/board.ts';
import { AirRow } from './air-row.tsx';
import { airWords as words } from './console-words.ts';
import { nameText } from './name-text.tsx';

type PairingRowProps = {
  /** By their ids. */
  readonly pairings: readonly (readonly [string, Board])[];
  /** Undefined: each page shows its own. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
};

export const PairingRow = ({ pairings, chosen, onChoose }: PairingRowProps) => (
  <AirRow title={words.pairing}>
    {pairings.map(([id, { home, away }]) => (
      <button key={id} aria-pressed={id === chosen} onClick={() => onChoose(id === chosen ? undefined : id)}>
        <bdi>{nameText(home.name)}</bdi> – <bdi>{nameText(away?.name ?? '')}</bdi>
      </button>
    ))}
  </AirRow>
);
