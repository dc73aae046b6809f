// All entries, newest first. Each row can be edited and undone, and shows whether the server has it.
import type { Board, BoardEvent } from '../../../protocol/wire/board.ts';
import { shownMinute } from '../../../protocol/wire/minute.ts';
import type { Action, Entry } from './outbox-entry.ts';
import { entryLabel, TYPE_LABELS } from './marker-words.ts';
import { inTimeOrder } from '../shared/time-order.ts';

type HistoryProps = {
  readonly board: Board;
  readonly unconfirmed: ReadonlySet<string>;
  readonly refused: readonly Entry[];
  readonly onEdit: (id: string, event: BoardEvent) => void;
  readonly onUndo: (id: string, event: BoardEvent) => void;
  readonly onEditRefused: (entry: Entry) => void;
  readonly onResend: (entry: Entry) => void;
  readonly onDiscard: (entry: Entry) => void;
};

export function History(props: HistoryProps) {
  const { board, unconfirmed, refused, onEdit, onUndo } = props;
  const rows = [...inTimeOrder(board.events)].reverse();
  return (
    <section class="history" aria-label="History">
      <h2>History</h2>
      <ol data-testid="history">
        {refused.map((entry) => (
          <RefusedRow key={`refused ${entry.order}`} entry={entry} {...props} />
        ))}
        {rows.map(([id, event]) => (
          <li key={id} class={`row ${event.team ?? ''}`} data-type={event.type} data-id={id}>
            <span class="minute">{event.minute === undefined ? '' : shownMinute(event.minute)}</span>
            <span class="what">
              <strong>{entryLabel(event)}</strong>
              <RowDetails board={board} event={event} />
              {unconfirmed.has(id) && <em class="waiting">saved here, not sent yet</em>}
            </span>
            <button aria-label={`Edit ${entryLabel(event)}`} onClick={() => onEdit(id, event)}>
              Edit
            </button>
            <button aria-label={`Undo ${entryLabel(event)}`} onClick={() => onUndo(id, event)}>
              Undo
            </button>
          </li>
        ))}
      </ol>
      {rows.length === 0 && refused.length === 0 && <p class="quiet">No entries yet.</p>}
    </section>
  );
}

function RowDetails({ board, event }: { board: Board; event: BoardEvent }) {
  const side = event.team === undefined ? null : (board[event.team]?.name ?? null);
  const second = event.second_player?.name;
  const arrow = event.type === 'Substitution' ? ' → ' : ', ';
  const who = [event.player?.name, second].filter((name) => name !== undefined).join(arrow);
  return (
    <bdi class="who">
      {[side, who === '' ? null : who, event.label ?? null].filter((part) => part !== null).join(' · ')}
    </bdi>
  );
}

function refusedLabel(action: Action): string {
  switch (action.kind) {
    case 'record':
      return TYPE_LABELS[action.draft.type];
    case 'replace':
      return `Edit of ${TYPE_LABELS[action.draft.type]}`;
    case 'delete':
      return `Undo of ${action.what}`;
  }
}

function RefusedRow({ entry, onEditRefused, onResend, onDiscard }: HistoryProps & { entry: Entry }) {
  const { action, problem } = entry;
  const what = refusedLabel(action);
  return (
    <li class="row refused" data-testid="refused">
      <span class="what">
        <strong>{what} was refused</strong>
        <span class="who">
          {problem?.error} {problem?.hint}
        </span>
      </span>
      {action.kind !== 'delete' && <button onClick={() => onEditRefused(entry)}>Edit</button>}
      <button onClick={() => onResend(entry)}>Retry</button>
      <button onClick={() => onDiscard(entry)}>Discard</button>
    </li>
  );
}
