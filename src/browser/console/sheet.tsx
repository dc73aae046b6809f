// Details of one entry: player, time, extras. The screens show a goal before this sheet opens.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Board, Period, Side } from '../../../protocol/wire/board.ts';
import { conventionalMinute, MINUTE_MAX } from '../../../protocol/wire/minute.ts';
import { minuteAt } from '../../match/clock.ts';
import { words } from './console-words.ts';
import { Actions, Dialog, onEnter } from './dialog.tsx';
import { creditedSide, type Details, type Draft, withDetails } from './draft.ts';
import { isSame, type Pairing, type Player } from './fixture.ts';
import { latinKey } from './latin-key.ts';
import { type PlayerQuestion, PLAYER_QUESTIONS, SAVED_QUESTIONS, labelOf } from './marker-words.ts';
import { Players } from './players.tsx';
import { squadAt } from './squad.ts';
import { other } from '../shared/side.ts';

export type SheetProps = {
  readonly pairing: Pairing;
  readonly board: Board;
  /** The entry as recorded, or as it will be recorded. */
  readonly draft: Draft;
  /** `new`: not recorded yet. `pressed`: recorded by the press a moment ago. `old`: opened from the history. */
  readonly stage: 'new' | 'pressed' | 'old';
  /** The entry is a saved penalty, whose players may not be named yet. */
  readonly isSaved: boolean;
  /** The period that the entry has begun. */
  readonly begun: Period | undefined;
  readonly onDone: (details: Details) => void;
  /** The first player is chosen, and the second one is asked for. */
  readonly onNamed: (details: Details) => void;
  /** Cancels the entry: records nothing, or deletes the recorded entry. */
  readonly onCancel: () => void;
  readonly onClose: () => void;
};

const EARLIER_MS = 30_000;

export function Sheet(props: SheetProps) {
  const { pairing, board, draft, stage, isSaved, begun, onDone, onNamed, onCancel, onClose } = props;
  const questions = isSaved ? SAVED_QUESTIONS : PLAYER_QUESTIONS[draft.type];
  const [details, setDetails] = useState<Details>({});
  const [step, setAsked] = useState<'primary' | 'secondary'>(
    // The goalkeeper of the line-ups is named already.
    isSaved && stage === 'pressed' ? 'secondary' : 'primary',
  );
  const next = withDetails(draft, details);
  const at = Date.parse(next.timestamp);
  const computed = minuteAt(board.clock, at) ?? null;
  const [minute, setMinute] = useState<string | null>(draft.minute ?? null);
  const isUnderstood = minute === null || minute.trim() === '' || conventionalMinute(minute) !== null;

  const collected = (more: Details): Details => ({ ...details, ...more, ...minuteDetails(draft, minute, computed) });
  const change = (more: Details): void => setDetails({ ...details, ...more });
  const finish = (more: Details = {}): void => {
    onDone(collected(more));
  };

  // When the page is hidden, the choices made so far are saved.
  const latest = useRef(finish);
  latest.current = finish;
  useEffect(() => {
    const hidden = (): void => {
      if (document.visibilityState === 'hidden' && stage === 'pressed') latest.current();
    };
    document.addEventListener('visibilitychange', hidden);
    return () => document.removeEventListener('visibilitychange', hidden);
  }, [stage]);

  function pick(player: Player | null): void {
    // A substitution may name the player who comes on without the one who goes off. A goal without a scorer, or an own
    // goal, has no assist.
    const hasSecondary = questions?.secondary !== undefined && next.own_goal !== true;
    const hasNextQuestion = hasSecondary && (player !== null || draft.type === 'Substitution' || isSaved);
    if (step === 'secondary') finish({ secondary: player });
    else if (!hasNextQuestion) finish({ primary: player });
    else {
      change({ primary: player });
      setAsked('secondary');
      onNamed(collected({ primary: player }));
    }
  }

  const question: PlayerQuestion | undefined = questions?.[step];
  const team = next.team;
  const from = team === undefined || question?.from !== 'other' ? team : other(team);
  const players = pairing.players.filter(({ side }) => side === from);
  const primary = primaryOf(next, players);
  const chosen = step === 'primary' ? primary : secondaryOf(next, players);
  // A player who was sent off stays only where an entry names that player already.
  const offered = squadAt(players, board.events, at, draft.id).filter(
    ({ player, isSentOff }) => (!isSentOff || player === chosen) && (step === 'primary' || player !== primary),
  );
  const { typed, onKey } = useTyped(
    offered.map(({ player }) => player),
    pick,
  );
  const shown = isSaved && team !== undefined ? other(team) : creditedSide(next);
  const title = [isSaved ? words.penaltySaved : labelOf(next, begun), teamOf(pairing, shown)];

  return (
    <Dialog
      title={title.filter((part) => part !== null).join(' – ')}
      onClose={stage === 'new' ? onClose : () => finish()}
      onKey={onKey}
    >
      {stage === 'pressed' && <p class="recorded">{words.recordedNow}</p>}
      <div class="when">
        <label>
          {words.minute}
          <input
            type="text"
            inputMode="text"
            autocomplete="off"
            size={6}
            value={minute ?? computed ?? ''}
            placeholder="–"
            maxLength={MINUTE_MAX}
            onInput={(event) => setMinute(event.currentTarget.value)}
          />
        </label>
        <button
          onClick={() => {
            // A minute from the clock follows the new time. A typed minute stays.
            if (minute === computed) setMinute(null);
            change({ at: at - EARLIER_MS });
          }}
        >
          {words.earlier}
        </button>
        <time>{new Date(at).toLocaleTimeString(words.locale, { hour12: false })}</time>
        {!isUnderstood && <p class="fault">{words.notAMinute}</p>}
      </div>
      {draft.type === 'Goal' && team !== undefined && (
        <label class="tick">
          <input
            type="checkbox"
            checked={next.own_goal === true}
            onChange={(event) => {
              setAsked('primary');
              change({ ownGoal: event.currentTarget.checked, primary: null, secondary: null });
            }}
          />
          {words.ownGoalBy(teamOf(pairing, next.own_goal === true ? team : other(team)) ?? '')}
        </label>
      )}
      {question && from !== undefined && (
        <Players question={question} players={offered} chosen={chosen} typed={typed} onPick={pick} />
      )}
      <label class="note">
        {words.markers.Event}
        <input
          type="text"
          maxLength={200}
          // A note has no other field.
          autoFocus={draft.type === 'Event'}
          onKeyDown={onEnter(finish)}
          value={next.label ?? ''}
          onInput={(event) => change({ label: event.currentTarget.value === '' ? null : event.currentTarget.value })}
        />
      </label>
      <Actions
        quiet={{ label: stage === 'new' ? words.cancel : words.undoEntry, run: onCancel }}
        main={{ label: stage === 'new' ? words.record : words.done, run: () => finish() }}
      />
    </Dialog>
  );
}

/** A typed minute is sent. A computed minute is left to the server, which knows the whole clock. */
function minuteDetails(draft: Draft, minute: string | null, computed: string | null): Details {
  const typed = minute === null || minute.trim() === '' ? null : (conventionalMinute(minute) ?? minute);
  if (typed === (draft.minute ?? null) || (typed === computed && draft.minute === undefined)) return {};
  return { minute: typed };
}

const primaryOf = (draft: Draft, players: readonly Player[]): Player | null =>
  players.find((player) =>
    player.id === null
      ? player.name === draft.scorer
      : isSame(player, draft.primary_player_pc_id, draft.primary_player_type),
  ) ?? null;
const secondaryOf = (draft: Draft, players: readonly Player[]): Player | null =>
  players.find((player) => isSame(player, draft.secondary_player_pc_id, draft.secondary_player_type)) ?? null;

const teamOf = (pairing: Pairing, side: Side | undefined): string | null =>
  side === undefined ? null : (pairing[side]?.name ?? null);

/** Reads a shirt number typed on a keyboard, followed by Enter. */
function useTyped(players: readonly Player[], pick: (player: Player | null) => void) {
  const [typed, setTyped] = useState('');
  return {
    typed,
    onKey(event: KeyboardEvent): void {
      if (event.target instanceof HTMLInputElement) return;
      const key = latinKey(event);
      if (/^\d$/.test(key)) setTyped((typed + key).slice(-2));
      else if (event.key === 'Backspace') setTyped('');
      else if (event.key === 'Enter' && typed !== '') {
        const found = players.find((player) => String(player.number) === typed);
        event.preventDefault();
        setTyped('');
        if (found || typed === '0') pick(found ?? null);
      }
    },
  };
}
