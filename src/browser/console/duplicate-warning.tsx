// Warns of two equal entries within a minute. The scorekeeper decides.
import { Actions } from './dialog.tsx';
import type { Duplicate } from './duplicates.ts';
import { entryLabel } from './marker-words.ts';

type DuplicateWarningProps = {
  readonly duplicate: Duplicate;
  readonly team: string;
  readonly onKeep: () => void;
  readonly onUndo: () => void;
};

export function DuplicateWarning({ duplicate, team, onKeep, onUndo }: DuplicateWarningProps) {
  return (
    <div class="warning" role="alert" data-testid="duplicate">
      <p>
        <strong>Entered twice?</strong> Two entries “{entryLabel(duplicate.event)}” for <bdi>{team}</bdi> within a
        minute.
      </p>
      <Actions quiet={{ label: 'Keep both', run: onKeep }} main={{ label: 'Undo mine', run: onUndo }} />
    </div>
  );
}
