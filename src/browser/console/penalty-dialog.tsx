// What came of a penalty.
import { words } from './console-words.ts';
import { Dialog } from './dialog.tsx';

export type PenaltyOutcome = 'scored' | 'missed' | 'saved';

type PenaltyDialogProps = {
  readonly team: string;
  readonly onOutcome: (outcome: PenaltyOutcome) => void;
  readonly onClose: () => void;
};

export const PenaltyDialog = ({ team, onOutcome, onClose }: PenaltyDialogProps) => (
  <Dialog title={words.penaltyOf(team)} onClose={onClose} isSmall>
    <div class="choices three">
      {(['scored', 'missed', 'saved'] as const).map((outcome) => (
        <button key={outcome} data-type={outcome} onClick={() => onOutcome(outcome)}>
          {words.outcomes[outcome]}
        </button>
      ))}
    </div>
  </Dialog>
);
