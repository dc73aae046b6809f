// The dialog that is open over the scoring page; at most one is.
import type { Period } from '../../../protocol/wire/board.ts';
import { ClockDialog } from './clock-dialog.tsx';
import { Confirm } from './dialog.tsx';
import type { Pairing } from './fixture.ts';
import { KeyMap } from './keys.tsx';
import type { LocalBoard } from './local-board.ts';
import { MoreMarkers } from './more.tsx';
import { PenaltyDialog } from './penalty-dialog.tsx';
import type { Recording } from './recording.ts';
import type { Scoring } from './scoring.ts';
import { Sheet } from './sheet.tsx';

type PitchDialogsProps = {
  readonly scoring: Scoring;
  readonly pairing: Pairing;
  readonly local: LocalBoard;
  /** The periods that lifecycle entries begin, by their ids. */
  readonly begun: Readonly<Record<string, Period>>;
  readonly recording: Recording;
  readonly onKeepers: () => void;
};

export function PitchDialogs({ scoring, pairing, local, begun, recording, onKeepers }: PitchDialogsProps) {
  const { dialog, close, press, penalty } = recording;
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'sheet':
      return (
        <Sheet
          key={dialog.draft.id}
          pairing={pairing}
          board={local.board}
          draft={dialog.draft}
          stage={dialog.stage}
          isSaved={recording.isSavedSheet(dialog)}
          begun={begun[dialog.draft.id]}
          onDone={recording.done}
          onNamed={recording.named}
          onCancel={recording.drop}
          onClose={close}
        />
      );
    case 'penalty':
      return (
        <PenaltyDialog
          team={pairing[dialog.side]?.name ?? ''}
          onOutcome={(outcome) => penalty(dialog.side, outcome)}
          onClose={close}
        />
      );
    case 'more':
      return (
        <MoreMarkers
          team={pairing[dialog.side]?.name ?? ''}
          onPress={(type) => {
            close();
            press(type, dialog.side);
          }}
          onKeepers={onKeepers}
          onClose={close}
        />
      );
    case 'confirm':
      return (
        <Confirm
          question={dialog.question}
          yes={dialog.yes}
          isDanger={dialog.isDanger === true}
          onNo={close}
          onYes={() => {
            close();
            dialog.onYes();
          }}
        />
      );
    case 'clock':
      return (
        <ClockDialog
          clock={local.board.clock}
          now={scoring.now}
          isPossible={(byMs) => scoring.movedHalf(pairing, local, byMs) !== null}
          onSet={recording.setClock}
          onClose={close}
        />
      );
    case 'keys':
      return <KeyMap onClose={close} />;
  }
}
