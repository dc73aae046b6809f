// All entries, newest first. Each row can be edited and undone, and shows whether the server has it.
import { Fragment, type LiHTMLAttributes } from 'preact';
import type { Board, BoardEvent, Period } from '../../../protocol/wire/board.ts';
import { shownMinute } from '../../../protocol/wire/minute.ts';
import { words } from './console-words.ts';
import { historyHeading, useKeptFocus } from './kept-focus.ts';
import { nameText } from './name-text.tsx';
import type { Action, Entry } from './outbox-entry.ts';
import { entryTitle, labelOn, TYPE_LABELS } from './marker-words.ts';
import type { Warnings } from './marker-warnings.ts';
import { isSavedKick } from '../shared/kicks.ts';
import { other } from '../shared/side.ts';
import { inTimeOrder } from '../shared/time-order.ts';

type HistoryProps = {
  readonly board: Board;
  /** The periods that markers of the clock have begun, by marker id. */
  readonly begun: Readonly<Record<string, Period>>;
  readonly unconfirmed: ReadonlySet<string>;
  readonly refused: readonly Entry[];
  /** The server's warnings of this pairing, by marker id. */
  readonly warnings: Warnings;
  /** Hides a warning. */
  readonly onForget: (id: string) => void;
  readonly onEdit: (id: string, event: BoardEvent) => void;
  readonly onUndo: (id: string, event: BoardEvent) => void;
  readonly onEditRefused: (entry: Entry) => void;
  readonly onResend: (entry: Entry) => void;
  readonly onDiscard: (entry: Entry) => void;
};

export function History(props: HistoryProps) {
  const { board, begun, unconfirmed, refused, warnings, onEdit, onUndo, onForget } = props;
  const rows = [...inTimeOrder(board.events)].reverse();
  return (
    <section class="history" aria-label={words.history}>
      <h2 tabIndex={-1}>{words.history}</h2>
      <ol data-testid="history">
        {refused.map((entry) => (
          <RefusedRow key={`refused ${entry.order}`} entry={entry} {...props} />
        ))}
        {Object.entries(warnings).map(
          ([id, { what, texts }]) =>
            board.events[id] === undefined &&
            !unconfirmed.has(id) && (
              <Row key={`warned ${id}`} data-testid="not-counted">
                <span class="what">
                  <strong>{words.notCounted(what)}</strong>
                  <span class="warned">{texts.join(' ')}</span>
                </span>
                <button onClick={() => onForget(id)}>{words.understood}</button>
              </Row>
            ),
        )}
        {rows.map(([id, event]) => (
          <Row key={id} class={event.team ?? ''} data-type={event.type} data-id={id}>
            <span class="minute" dir="ltr">
              {event.minute === undefined ? '' : shownMinute(event.minute)}
            </span>
            <span class="what">
              <strong>{labelOn(board, event, begun[id])}</strong>
              <RowDetails board={board} event={event} />
              {warnings[id] && (
                <span class="warned">
                  {warnings[id].texts.join(' ')} {words.warningAdvice}
                </span>
              )}
              {unconfirmed.has(id) && <em class="waiting">{words.waiting}</em>}
            </span>
            <span class="own">
              <button aria-label={words.editOf(entryTitle(event, board, begun[id]))} onClick={() => onEdit(id, event)}>
                {words.edit}
              </button>
              <button aria-label={words.undoOf(entryTitle(event, board, begun[id]))} onClick={() => onUndo(id, event)}>
                {words.undo}
              </button>
            </span>
          </Row>
        ))}
      </ol>
      {rows.length === 0 && refused.length === 0 && <p class="quiet">{words.noEntries}</p>}
    </section>
  );
}

/** A row that goes leaves the focus to the one after it: to the row, since a key that is held must not undo that one too. */
function Row({ class: kind = '', ...rest }: LiHTMLAttributes & { readonly class?: string }) {
  const ref = useKeptFocus<HTMLLIElement>(
    (row) => ((row.nextElementSibling ?? row.previousElementSibling) as HTMLElement | null) ?? historyHeading(),
  );
  return <li ref={ref} tabIndex={-1} class={`row ${kind}`} {...rest} />;
}

/** From the player who goes off to the one who comes on, in the direction of the page. */
const arrow = (): string => (document.documentElement.dir === 'rtl' ? ' ← ' : ' → ');

function RowDetails({ board, event }: { board: Board; event: BoardEvent }) {
  const side = event.team === undefined ? null : (board[event.team]?.name ?? null);
  const opponents = event.team === undefined ? undefined : board[other(event.team)]?.name;
  const between = event.type === 'Substitution' ? arrow() : ', ';
  const [player, second] = [event.player?.name, event.second_player?.name];
  const names = isSavedKick(event, board.keepers)
    ? [
        [' · ', second],
        [' · ', player, ` (${words.goalkeeper})`],
      ]
    : [
        [' · ', player],
        // The row of an own goal belongs to the other side.
        [' (', event.own_goal && player !== undefined ? opponents : undefined, ')'],
        [player === undefined ? ' · ' : between, second],
      ];
  const parts = [[' · ', side], ...names, [' · ', event.label]].filter(
    ([, text]) => text !== undefined && text !== null,
  );
  // Each name is isolated: an Arabic one would else change places with the name beside it.
  return (
    <span class="who">
      {parts.map(([before, text, after], index) => (
        <Fragment key={index}>
          {index > 0 && before}
          <bdi>{text && nameText(text)}</bdi>
          {after}
        </Fragment>
      ))}
    </span>
  );
}

function refusedLabel(action: Action): string {
  switch (action.kind) {
    case 'record':
      return TYPE_LABELS[action.draft.type];
    case 'replace':
      return words.editRefused(TYPE_LABELS[action.draft.type]);
    case 'delete':
      return words.undoRefused(action.what);
  }
}

function RefusedRow({ entry, onEditRefused, onResend, onDiscard }: HistoryProps & { entry: Entry }) {
  const { action, problem } = entry;
  const what = refusedLabel(action);
  return (
    <Row class="refused" data-testid="refused">
      <span class="what">
        <strong>{words.wasRefused(what)}</strong>
        <span class="who">
          {problem?.error} {problem?.hint}
        </span>
      </span>
      {action.kind !== 'delete' && <button onClick={() => onEditRefused(entry)}>{words.edit}</button>}
      <button onClick={() => onResend(entry)}>{words.retry}</button>
      <button onClick={() => onDiscard(entry)}>{words.discard}</button>
    </Row>
  );
}
