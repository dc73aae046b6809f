// What the buttons of the scoring page do: they record, ask, and offer the undo.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { BoardEvent, Side } from '../../../protocol/wire/board.ts';
import { shownClock } from '../../../protocol/wire/clock.ts';
import type { MarkerType } from '../../../protocol/wire/marker.ts';
import { minuteAt } from '../../match/clock.ts';
import { isLifecycle } from '../../match/lifecycle.ts';
import { words } from './console-words.ts';
import { type Details, type Draft, withDetailsOf } from './draft.ts';
import { isSame, type Pairing } from './fixture.ts';
import type { LocalBoard } from './local-board.ts';
import { begunPeriods } from './local-fold.ts';
import { useFocusAfter } from './kept-focus.ts';
import { labelOf, PLAYER_QUESTIONS } from './marker-words.ts';
import { confirmsUndo, type Step } from './next-step.ts';
import type { Entry } from './outbox-entry.ts';
import type { PenaltyOutcome } from './penalty-dialog.tsx';
import { isSaved, savedFrom, savedOrMissed } from './saved-penalty.ts';
import type { Scoring } from './scoring.ts';
import type { SheetProps } from './sheet.tsx';
import { squadAt } from './squad.ts';
import { useToast } from './toast.tsx';
import { vibrate } from './vibrate.ts';

type OpenDialog =
  | {
      readonly kind: 'sheet';
      readonly draft: Draft;
      readonly stage: SheetProps['stage'];
      readonly isSaved?: true;
      /** The first player is on the way. */
      readonly isNamed?: true;
      /** The refused entry. */
      readonly entry?: Entry;
    }
  | { readonly kind: 'more' | 'penalty'; readonly side: Side }
  | {
      readonly kind: 'confirm';
      readonly question: string;
      readonly yes: string;
      readonly isDanger?: true;
      readonly onYes: () => void;
    }
  | { readonly kind: 'keys' | 'clock' };

type OpenSheet = Extract<OpenDialog, { kind: 'sheet' }>;

export type Recording = ReturnType<typeof useRecording>;

/** `local` is null until the match has been loaded once. */
export function useRecording(scoring: Scoring, pairing: Pairing, local: LocalBoard | null) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { message, say } = useToast();
  /** The edit that names the first player: what follows waits for it. */
  const naming = useRef<Promise<void>>(Promise.resolve());
  const board = local?.board ?? null;
  const keepers = board?.keepers ?? {};
  const isSavedSheet = (sheet: Pick<OpenSheet, 'draft' | 'isSaved'>): boolean =>
    sheet.isSaved === true || isSaved(sheet.draft, keepers);
  const close = (): void => setDialog(null);
  /** The recorded entry of the open sheet. */
  const edited = dialog?.kind === 'sheet' && board?.events[dialog.draft.id] ? dialog.draft.id : null;
  const editedBefore = useRef(edited);
  useEffect(() => {
    const isGone = edited === null && dialog?.kind === 'sheet' && dialog.draft.id === editedBefore.current;
    editedBefore.current = edited;
    if (!isGone) return;
    close();
    say({ text: words.gone });
  }, [edited]);
  // The row that opened it may be gone.
  useFocusAfter(dialog, '.history h2');

  /** Shows an error at once when the phone cannot save an entry, because the entry is then lost. */
  function saved(work: Promise<void>): void {
    void work.catch(() => say({ text: words.notSaved }));
  }
  /** An entry in words, as the history has it. */
  function nameOf(draft: Draft): string {
    if (local === null || !isLifecycle(draft.type)) return labelOf(draft);
    const { id, type, timestamp: at } = draft;
    const events = { ...local.board.events, [id]: { type, at, own_goal: false } };
    return labelOf(draft, begunPeriods(events, local.format)[id]);
  }
  const sayRecorded = (draft: Draft): void =>
    say({ text: words.recorded(nameOf(draft)), action: { label: words.undo, run: () => remove(draft) } });
  function remove(draft: Draft, onRestore?: () => void): void {
    vibrate();
    const what = nameOf(draft);
    const restore = (): void => {
      onRestore?.();
      saved(scoring.record(pairing, draft).then(() => say(null)));
    };
    const undone = scoring.undo(pairing, draft.id, what);
    saved(undone.then(() => say({ text: words.undone(what), action: { label: words.restore, run: restore } })));
  }

  function press(type: MarkerType, side?: Side): void {
    vibrate();
    say(null);
    const questions = PLAYER_QUESTIONS[type];
    const team = side === undefined ? {} : { team: side };
    // A note needs its text first.
    if (type !== 'Event' && (questions === undefined || questions.isImmediate === true)) {
      const pressed = scoring.press(pairing, type, team);
      saved(
        pressed.then((draft) => {
          if (questions) setDialog({ kind: 'sheet', draft, stage: 'pressed' });
          else sayRecorded(draft);
        }),
      );
      return;
    }
    setDialog({ kind: 'sheet', draft: scoring.prepare(pairing, type, team), stage: 'new' });
  }

  function penalty(side: Side, outcome: PenaltyOutcome | null): void {
    close();
    if (outcome === null) setDialog({ kind: 'penalty', side });
    else if (outcome !== 'saved') press(outcome === 'scored' ? 'PenaltyScored' : 'PenaltyMissed', side);
    else {
      vibrate();
      say(null);
      const more = savedFrom(side, keepers);
      const draft = scoring.prepare(pairing, 'PenaltyMissed', more);
      const isNamed = isSaved(draft, keepers);
      const open = (): void => setDialog({ kind: 'sheet', draft, stage: isNamed ? 'pressed' : 'new', isSaved: true });
      if (isNamed) saved(scoring.record(pairing, draft).then(open));
      else open();
    }
  }

  function step(next: Step): void {
    const onYes = (): void => press(next.type);
    if (next.confirm === undefined) onYes();
    else {
      const danger = next.isDanger === true ? ({ isDanger: true } as const) : {};
      setDialog({ kind: 'confirm', question: next.confirm, yes: next.label, ...danger, onYes });
    }
  }
  function askEarly({ type, label }: Step): void {
    const clock = board === null ? '' : shownClock(board.clock, scoring.now()).text;
    setDialog({ kind: 'confirm', question: words.early(label, clock), yes: label, onYes: () => press(type) });
  }

  function setClock(byMs: number): void {
    close();
    const half = local && scoring.movedHalf(pairing, local, byMs);
    if (half === null) return;
    const revert = (): void => saved(scoring.edit(pairing, half.moved, half.draft).then(() => say(null)));
    const set = scoring.edit(pairing, half.draft, half.moved);
    saved(set.then(() => say({ text: words.clockSet, action: { label: words.undo, run: revert } })));
  }

  /** After the end it asks first. `onRestore`: called when the undo is taken back. */
  function askedRemove(draft: Draft, onRestore?: () => void): void {
    const onYes = (): void => remove(draft, onRestore);
    const question = words.undoAfterEnd(nameOf(draft));
    if (board === null || !confirmsUndo(board)) onYes();
    else setDialog({ kind: 'confirm', question, yes: words.undo, onYes });
  }
  const undo = (id: string, event: BoardEvent, onRestore?: () => void): void =>
    askedRemove(scoring.draftOf(pairing, id, event), onRestore);

  /** The entry of a sheet as it is now: another phone may have changed it since the sheet was opened. */
  function newestOf({ draft, stage, isNamed, entry }: OpenSheet): Draft {
    const event = board?.events[draft.id];
    const isOwn = stage === 'new' || isNamed === true || entry !== undefined;
    if (board === null || event === undefined || isOwn) return draft;
    const { minute, ...newest } = scoring.draftOf(pairing, draft.id, event);
    const isComputed = draft.minute === undefined && minute === minuteAt(board.clock, Date.parse(event.at));
    return minute === undefined || isComputed ? newest : { ...newest, minute };
  }

  /** The screens show the scorer of a recorded goal while the assist is asked for. */
  function named(details: Details): void {
    if (dialog?.kind !== 'sheet' || dialog.stage !== 'pressed') return;
    const newest = newestOf(dialog);
    const next = withDetailsOf(dialog.draft, newest, details);
    setDialog({ ...dialog, draft: next, isNamed: true });
    naming.current = scoring.edit(pairing, newest, next).catch(() => say({ text: words.notSaved }));
  }

  function done(details: Details): void {
    if (dialog?.kind !== 'sheet') return;
    close();
    const { stage } = dialog;
    const draft = newestOf(dialog);
    const named = withDetailsOf(dialog.draft, draft, details);
    const next = isSavedSheet(dialog) ? savedOrMissed(named, keepers) : named;
    const isChanged = JSON.stringify(next) !== JSON.stringify(draft);
    const revert = (): void => saved(scoring.edit(pairing, next, draft).then(() => say(null)));
    const finished = naming.current.then(() => scoring.finish(pairing, draft, stage === 'new', next));
    saved(
      finished.then(() => {
        askSendOff(next);
        if (stage !== 'old') sayRecorded(next);
        else if (isChanged) {
          say({ text: words.changed(nameOf(next)), action: { label: words.undo, run: revert } });
        }
      }),
    );
  }

  /** A second yellow card is a red one only when the scorekeeper says so (rule STAT-8). */
  function askSendOff({ id, type, timestamp, label: _, ...yellow }: Draft): void {
    const at = Date.parse(timestamp);
    const booked = squadAt(pairing.players, board?.events ?? {}, at, id).find(({ player }) =>
      isSame(player, yellow.primary_player_pc_id, yellow.primary_player_type),
    );
    if (type !== 'YellowCard' || booked === undefined || booked.yellowCards !== 1 || booked.isSentOff) return;
    const question = words.sendOff(booked.player.name);
    const red = { ...yellow, timestamp: new Date(at + 1).toISOString() };
    const onYes = (): void => saved(scoring.press(pairing, 'RedCard', red).then(sayRecorded));
    setDialog({ kind: 'confirm', question, yes: words.sendOffYes, onYes });
  }

  function drop(): void {
    if (dialog?.kind !== 'sheet') return;
    close();
    const { draft, stage } = dialog;
    if (stage === 'old') askedRemove(draft);
    else if (stage === 'pressed') void naming.current.then(() => remove(draft));
  }

  return {
    dialog,
    setDialog,
    close,
    message,
    saved,
    press,
    penalty,
    step,
    askEarly,
    setClock,
    undo,
    named,
    done,
    drop,
    isSavedSheet,
  };
}
