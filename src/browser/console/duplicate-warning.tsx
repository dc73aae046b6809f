// Warns of two equal entries within a minute. The scorekeeper decides.
import { entryLabel } from './marker-words.ts';
import type { Duplicate } from './duplicates.ts';

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
      <div class="actions">
        <button type="button" onClick={onKeep}>
          Keep both
        </button>
        <button type="button" class="done" onClick={onUndo}>
          Undo mine
        </button>
      </div>
    </div>
  );
}
