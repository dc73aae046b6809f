// The scoring page of a match: score and clock, the next step, two columns of big buttons, the history.
import { useEffect, useState } from 'preact/hooks';
import type { BoardEvent, Side } from '../../../protocol/wire/board.ts';
import type { MarkerType } from '../../../protocol/rest/marker.ts';
import { useCell } from './cell.ts';
import { ClockBar } from './clock-bar.tsx';
import type { Scoring } from './scoring.ts';
import { Confirm } from './dialog.tsx';
import type { Details, Draft } from './draft.ts';
import { DuplicateWarning } from './duplicate-warning.tsx';
import type { Pairing } from './fixture.ts';
import { History } from './history.tsx';
import { KeyMap, useKeys } from './keys.tsx';
import { ASKS, entryLabel, TYPE_LABELS } from './marker-words.ts';
import { MoreMarkers } from './more.tsx';
import { asksBeforeUndo, nextSteps, type Step } from './next-step.ts';
import type { Entry } from './outbox-entry.ts';
import { Scoreboard } from './scoreboard.tsx';
import { Sheet, type SheetProps } from './sheet.tsx';
import { TeamColumn } from './team-column.tsx';
import { Toast, type ToastProps } from './toast.tsx';
import { tick, useWakeLock } from './device.ts';

/** The dialog that is open over the page. */
type Over =
  | { readonly kind: 'sheet'; readonly draft: Draft; readonly stage: SheetProps['stage']; readonly entry?: Entry }
  | { readonly kind: 'more'; readonly side: Side }
  | { readonly kind: 'confirm'; readonly question: string; readonly yes: string; readonly onYes: () => void }
  | { readonly kind: 'keys' };

export function Pitch({ scoring, pairing, onKeepers }: { scoring: Scoring; pairing: Pairing; onKeepers: () => void }) {
  const { fixture, entries } = useCell(scoring.view);
  const [over, setOver] = useState<Over | null>(null);
  const [toast, setToast] = useState<Pick<ToastProps, 'text' | 'action'> | null>(null);
  useWakeLock();
  const local = scoring.boardOf(pairing);
  const board = local?.board ?? null;
  const steps = board && nextSteps(fixture.kind, board);
  const close = (): void => setOver(null);

  /** Shows an error at once when the phone cannot save an entry, because the entry is then lost. */
  function saved(work: Promise<void>): void {
    void work.catch(() =>
      setToast({ text: 'NOT SAVED: this phone has no room or no access to its storage. Free some, and press again.' }),
    );
  }

  function press(type: MarkerType, side?: Side, more: Partial<Draft> = {}): void {
    tick();
    setToast(null);
    const asks = ASKS[type];
    const team = side === undefined ? {} : { team: side };
    // A note needs its text first.
    if (type !== 'Event' && (asks === undefined || asks.isAtOnce === true)) {
      const pressed = scoring.press(pairing, type, { ...team, ...more });
      saved(
        pressed.then((draft) => {
          if (asks) setOver({ kind: 'sheet', draft, stage: 'pressed' });
          else setToast({ text: `${TYPE_LABELS[type]} recorded.` });
        }),
      );
      return;
    }
    setOver({ kind: 'sheet', draft: scoring.prepare(pairing, type, { ...team, ...more }), stage: 'new' });
  }

  function step(next: Step): void {
    const onYes = (): void => press(next.type);
    if (next.confirm === undefined) onYes();
    else setOver({ kind: 'confirm', question: next.confirm, yes: next.label, onYes });
  }

  function undo(id: string, event: BoardEvent): void {
    const draft = scoring.draftOf(pairing, id, event);
    const what = entryLabel(event);
    const onYes = (): void => {
      tick();
      const undone = scoring.undo(pairing, id, what);
      const putBack = (): void => saved(scoring.record(pairing, draft).then(() => setToast(null)));
      saved(undone.then(() => setToast({ text: `${what} taken back.`, action: { label: 'Put back', run: putBack } })));
    };
    const question = `The match is over. Take “${what}” back?`;
    if (board === null || !asksBeforeUndo(board)) onYes();
    else setOver({ kind: 'confirm', question, yes: 'Take it back', onYes });
  }

  function done(details: Details): void {
    if (over?.kind !== 'sheet') return;
    close();
    saved(scoring.finish(pairing, over.draft, over.stage === 'new', details));
  }

  function drop(): void {
    if (over?.kind !== 'sheet') return;
    close();
    if (over.stage !== 'new') saved(scoring.undo(pairing, over.draft.id, TYPE_LABELS[over.draft.type]));
  }

  const newest = local === null ? null : scoring.newest(local);
  useKeys(over === null, {
    press,
    next: () => steps?.main && step(steps.main),
    undo: () => newest && undo(newest.id, newest.event),
    help: () => setOver({ kind: 'keys' }),
  });
  const duplicate = scoring.duplicate(pairing);
  useEffect(() => {
    if (duplicate !== null) tick();
  }, [duplicate?.mine, duplicate?.theirs]);

  if (board === null || steps === null || local === null) {
    return <p class="loading">Waiting for the match …</p>;
  }
  const refused = entries.filter((entry) => entry.status === 'refused' && entry.pairing === pairing.id);
  const column = (side: Side) => (
    <TeamColumn
      side={side}
      team={pairing[side]}
      board={board}
      onPress={(type) => press(type, side)}
      onMore={() => setOver({ kind: 'more', side })}
    />
  );
  const lacksKeeper = board.status === 'live' && (board.keepers.home === undefined || board.keepers.away === undefined);

  return (
    <main class="pitch">
      <Scoreboard board={board} pairing={pairing} isAhead={local.isScoreAhead} now={scoring.now} />
      <ClockBar steps={steps} onStep={step} onNote={() => press('Event')} board={board} />
      {column('home')}
      {column('away')}
      {lacksKeeper && !scoring.hasKeepers(pairing) && (
        <button type="button" class="keeper-prompt" onClick={onKeepers}>
          Who keeps goal? Saves then count for them.
        </button>
      )}
      <History
        board={board}
        unconfirmed={local.unconfirmed}
        refused={refused}
        onEdit={(id, event) => setOver({ kind: 'sheet', draft: scoring.draftOf(pairing, id, event), stage: 'old' })}
        onUndo={undo}
        onMend={(entry) =>
          entry.action.kind === 'record' && setOver({ kind: 'sheet', draft: entry.action.draft, stage: 'old', entry })
        }
        onResend={(entry) => saved(scoring.resend(entry))}
        onDiscard={(entry) => saved(scoring.discard(entry))}
      />
      {duplicate && (
        <DuplicateWarning
          duplicate={duplicate}
          team={duplicate.event.team === undefined ? '' : (pairing[duplicate.event.team]?.name ?? '')}
          onKeep={() => scoring.keepBoth(duplicate)}
          onUndo={() => saved(scoring.undo(pairing, duplicate.mine, entryLabel(duplicate.event)))}
        />
      )}
      {toast && <Toast {...toast} onGone={() => setToast(null)} />}
      {over?.kind === 'sheet' && (
        <Sheet
          key={over.draft.id}
          {...{ pairing, board, draft: over.draft, stage: over.stage }}
          onDone={done}
          onDrop={drop}
          onClose={close}
        />
      )}
      {over?.kind === 'more' && (
        <MoreMarkers
          team={pairing[over.side]?.name ?? ''}
          onPress={(type) => {
            close();
            press(type, over.side);
          }}
          onKeepers={onKeepers}
          onClose={close}
        />
      )}
      {over?.kind === 'confirm' && (
        <Confirm
          question={over.question}
          yes={over.yes}
          onNo={close}
          onYes={() => {
            close();
            over.onYes();
          }}
        />
      )}
      {over?.kind === 'keys' && <KeyMap onClose={close} />}
    </main>
  );
}
