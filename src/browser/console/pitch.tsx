// The scoring page of a match: score and clock, the next step, two columns of big buttons, the history.
import { useEffect, useState } from 'preact/hooks';
import type { BoardEvent, Side } from '../../../protocol/wire/board.ts';
import type { MarkerType } from '../../../protocol/wire/marker.ts';
import { useObservable } from '../shared/observable.ts';
import { ClockBar } from './clock-bar.tsx';
import type { Scoring } from './scoring.ts';
import { Confirm } from './dialog.tsx';
import type { Details, Draft } from './draft.ts';
import { DuplicateWarning } from './duplicate-warning.tsx';
import type { Pairing } from './fixture.ts';
import { History } from './history.tsx';
import { KeyMap, useKeys } from './keys.tsx';
import { PLAYER_QUESTIONS, entryLabel, TYPE_LABELS } from './marker-words.ts';
import { MoreMarkers } from './more.tsx';
import { confirmsUndo, nextSteps, type Step } from './next-step.ts';
import { type Entry, refusedIn } from './outbox-entry.ts';
import { Scoreboard } from './scoreboard.tsx';
import { Sheet, type SheetProps } from './sheet.tsx';
import { TeamColumn } from './team-column.tsx';
import { Toast, type ToastProps } from './toast.tsx';
import { keepAwake } from '../shared/wake-lock.ts';
import { vibrate } from './vibrate.ts';

type OpenDialog =
  | { readonly kind: 'sheet'; readonly draft: Draft; readonly stage: SheetProps['stage']; readonly entry?: Entry }
  | { readonly kind: 'more'; readonly side: Side }
  | { readonly kind: 'confirm'; readonly question: string; readonly yes: string; readonly onYes: () => void }
  | { readonly kind: 'keys' };

export function Pitch({ scoring, pairing, onKeepers }: { scoring: Scoring; pairing: Pairing; onKeepers: () => void }) {
  const { fixture, entries } = useObservable(scoring.view);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [toast, setToast] = useState<Pick<ToastProps, 'text' | 'action'> | null>(null);
  useEffect(keepAwake, []);
  const local = scoring.boardOf(pairing);
  const board = local?.board ?? null;
  const steps = board && nextSteps(fixture.kind, board);
  const close = (): void => setDialog(null);

  /** Shows an error at once when the phone cannot save an entry, because the entry is then lost. */
  function saved(work: Promise<void>): void {
    void work.catch(() =>
      setToast({ text: 'NOT SAVED: the storage of this phone is full or blocked. Free some space, then try again.' }),
    );
  }

  function press(type: MarkerType, side?: Side, more: Partial<Draft> = {}): void {
    vibrate();
    setToast(null);
    const questions = PLAYER_QUESTIONS[type];
    const team = side === undefined ? {} : { team: side };
    // A note needs its text first.
    if (type !== 'Event' && (questions === undefined || questions.isImmediate === true)) {
      const pressed = scoring.press(pairing, type, { ...team, ...more });
      saved(
        pressed.then((draft) => {
          if (questions) setDialog({ kind: 'sheet', draft, stage: 'pressed' });
          else setToast({ text: `${TYPE_LABELS[type]} recorded.` });
        }),
      );
      return;
    }
    setDialog({ kind: 'sheet', draft: scoring.prepare(pairing, type, { ...team, ...more }), stage: 'new' });
  }

  function step(next: Step): void {
    const onYes = (): void => press(next.type);
    if (next.confirm === undefined) onYes();
    else setDialog({ kind: 'confirm', question: next.confirm, yes: next.label, onYes });
  }

  function undo(id: string, event: BoardEvent): void {
    const draft = scoring.draftOf(pairing, id, event);
    const what = entryLabel(event);
    const onYes = (): void => {
      vibrate();
      const undone = scoring.undo(pairing, id, what);
      const restore = (): void => saved(scoring.record(pairing, draft).then(() => setToast(null)));
      saved(undone.then(() => setToast({ text: `${what} undone.`, action: { label: 'Restore', run: restore } })));
    };
    const question = `The match is over. Undo “${what}”?`;
    if (board === null || !confirmsUndo(board)) onYes();
    else setDialog({ kind: 'confirm', question, yes: 'Undo', onYes });
  }

  function done(details: Details): void {
    if (dialog?.kind !== 'sheet') return;
    close();
    saved(scoring.finish(pairing, dialog.draft, dialog.stage === 'new', details));
  }

  function drop(): void {
    if (dialog?.kind !== 'sheet') return;
    close();
    if (dialog.stage !== 'new') saved(scoring.undo(pairing, dialog.draft.id, TYPE_LABELS[dialog.draft.type]));
  }

  const newest = local === null ? null : scoring.newest(local);
  useKeys(dialog === null, {
    press,
    next: () => steps?.main && step(steps.main),
    undo: () => newest && undo(newest.id, newest.event),
    help: () => setDialog({ kind: 'keys' }),
  });
  const duplicate = scoring.duplicate(pairing);
  useEffect(() => {
    if (duplicate !== null) vibrate();
  }, [duplicate?.mine, duplicate?.theirs]);

  if (board === null || steps === null || local === null) {
    return <p class="loading">Loading the match …</p>;
  }
  const column = (side: Side) => (
    <TeamColumn
      side={side}
      team={pairing[side]}
      board={board}
      onPress={(type) => press(type, side)}
      onMore={() => setDialog({ kind: 'more', side })}
    />
  );
  const isKeeperMissing =
    board.status === 'live' && (board.keepers.home === undefined || board.keepers.away === undefined);

  return (
    <main class="pitch">
      <Scoreboard board={board} pairing={pairing} isAhead={local.isScoreAhead} now={scoring.now} />
      <ClockBar steps={steps} onStep={step} onNote={() => press('Event')} board={board} />
      {column('home')}
      {column('away')}
      {isKeeperMissing && !scoring.hasKeepers(pairing) && (
        <button class="keeper-prompt" onClick={onKeepers}>
          Choose the goalkeepers to count their saves.
        </button>
      )}
      <History
        board={board}
        unconfirmed={local.unconfirmed}
        refused={refusedIn(entries, pairing.id)}
        onEdit={(id, event) => setDialog({ kind: 'sheet', draft: scoring.draftOf(pairing, id, event), stage: 'old' })}
        onUndo={undo}
        onEditRefused={(entry) =>
          entry.action.kind !== 'delete' && setDialog({ kind: 'sheet', draft: entry.action.draft, stage: 'old', entry })
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
      {dialog?.kind === 'sheet' && (
        <Sheet
          key={dialog.draft.id}
          {...{ pairing, board, draft: dialog.draft, stage: dialog.stage }}
          onDone={done}
          onCancel={drop}
          onClose={close}
        />
      )}
      {dialog?.kind === 'more' && (
        <MoreMarkers
          team={pairing[dialog.side]?.name ?? ''}
          onPress={(type) => {
            close();
            press(type, dialog.side);
          }}
          onKeepers={onKeepers}
          onClose={close}
        />
      )}
      {dialog?.kind === 'confirm' && (
        <Confirm
          question={dialog.question}
          yes={dialog.yes}
          onNo={close}
          onYes={() => {
            close();
            dialog.onYes();
          }}
        />
      )}
      {dialog?.kind === 'keys' && <KeyMap onClose={close} />}
    </main>
  );
}
