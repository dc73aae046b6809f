// Warns of two equal entries within a minute. The scorekeeper decides, so no answer is highlighted.
import type { Board } from '../../../protocol/wire/board.ts';
import { words } from './console-words.ts';
import type { Duplicate } from './duplicates.ts';
import { historyHeading, useKeptFocus } from './kept-focus.ts';
import { entryTitle } from './marker-words.ts';
import { nameText } from './name-text.tsx';

type DuplicateWarningProps = {
  readonly duplicate: Duplicate;
  readonly board: Board;
  readonly isMine: (id: string) => boolean;
  readonly onKeep: () => void;
  readonly onUndo: () => void;
};

export function DuplicateWarning({ duplicate, board, isMine, onKeep, onUndo }: DuplicateWarningProps) {
  const { stays, goes } = duplicate;
  const ref = useKeptFocus<HTMLDivElement>(historyHeading);
  return (
    <div ref={ref} class="warning" role="alert" data-testid="duplicate">
      <strong>{words.enteredTwice}</strong>
      <ul>
        {[stays, goes].map((id) => {
          const event = board.events[id];
          return (
            event && (
              <li key={id}>
                <bdi>{nameText(entryTitle(event, board))}</bdi> ·{' '}
                <bdi>{nameText(event.player?.name ?? words.unknownPlayer)}</bdi> ·{' '}
                {isMine(id) ? words.thisPhone : words.otherPhone}
              </li>
            )
          );
        })}
      </ul>
      <div class="actions">
        <button onClick={onKeep}>{words.keepBoth}</button>
        <button onClick={onUndo}>{words.undoSecond}</button>
      </div>
    </div>
  );
}
