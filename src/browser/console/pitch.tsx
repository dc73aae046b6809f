// The scoring page of a match: score and clock, the next step, two columns of big buttons, the history.
import { useEffect, useState } from 'preact/hooks';
import type { Side } from '../../../protocol/wire/board.ts';
import { useObservable } from '../shared/observable.ts';
import { ClockBar } from './clock-bar.tsx';
import { isEarly } from './early.ts';
import type { Scoring } from './scoring.ts';
import { DuplicateWarning } from './duplicate-warning.tsx';
import type { Pairing } from './fixture.ts';
import { OverNote } from './over-note.tsx';
import { History } from './history.tsx';
import { useKeys } from './keys.tsx';
import { begunPeriods } from './local-fold.ts';
import { warningsIn } from './marker-warnings.ts';
import { nextSteps } from './next-step.ts';
import { refusedIn } from './outbox-entry.ts';
import { PitchDialogs } from './pitch-dialogs.tsx';
import { useRecording } from './recording.ts';
import { Scoreboard } from './scoreboard.tsx';
import { TeamColumn } from './team-column.tsx';
import { Toast } from './toast.tsx';
import { keepAwake } from '../shared/wake-lock.ts';
import { nextSide } from '../shared/kicks.ts';
import { other } from '../shared/side.ts';
import { vibrate } from './vibrate.ts';
import { words } from './console-words.ts';

export function Pitch({ scoring, pairing, onKeepers }: { scoring: Scoring; pairing: Pairing; onKeepers: () => void }) {
  const { fixture, entries } = useObservable(scoring.view);
  const [isCorrecting, setCorrecting] = useState(false);
  const warnings = useObservable(scoring.warnings);
  useEffect(keepAwake, []);
  const local = scoring.boardOf(pairing);
  const board = local?.board ?? null;
  const steps = local && nextSteps(fixture.kind, local.board, local.format.halves);
  const kickOff = fixture.when === null ? null : Date.parse(fixture.when);
  const isOver = board?.status === 'completed' || board?.status === 'awarded';
  const isLocked = isOver && !isCorrecting;
  // A match that goes on and ends again is locked again.
  useEffect(() => setCorrecting(false), [isOver]);
  const recording = useRecording(scoring, pairing, local);
  const { dialog, setDialog, message, saved, press, penalty, step, askEarly, undo } = recording;
  const newest = local === null ? null : scoring.newest(local);
  useKeys(dialog === null, {
    press(type, side) {
      if (!isLocked || type === 'Event') press(type, side);
    },
    next() {
      if (!steps?.main || local === null) return;
      const isTooEarly = isEarly(steps.main, local.board, local.format, kickOff, scoring.now());
      (isTooEarly ? askEarly : step)(steps.main);
    },
    undo: () => newest && undo(newest.id, newest.event),
    help: () => setDialog({ kind: 'keys' }),
  });
  const duplicate = scoring.duplicate(pairing);
  useEffect(() => {
    if (duplicate !== null) vibrate();
  }, [duplicate?.stays, duplicate?.goes]);

  if (board === null || steps === null || local === null) {
    return <p class="loading">{words.loadingMatch}</p>;
  }
  const begun = begunPeriods(board.events, local.format);
  const column = (side: Side) => (
    <TeamColumn
      side={side}
      team={pairing[side]}
      opponent={pairing[other(side)]}
      board={board}
      isNext={board.period === 'penalty_shootout' && nextSide(board) === side}
      onPress={(type) => press(type, side)}
      onPenalty={(outcome) => penalty(side, outcome)}
      onMore={() => setDialog({ kind: 'more', side })}
    />
  );
  const isKeeperMissing =
    board.status === 'live' && (board.keepers.home === undefined || board.keepers.away === undefined);

  return (
    <main class={isLocked ? 'pitch locked' : 'pitch'}>
      <h1 class="unseen">
        <bdi>{pairing.home.name}</bdi> – <bdi>{pairing.away?.name}</bdi>
      </h1>
      <Scoreboard
        board={board}
        pairing={pairing}
        isAhead={local.isScoreAhead}
        isOneHalf={local.format.halves === 1}
        now={scoring.now}
        onSetClock={() => setDialog({ kind: 'clock' })}
      />
      <ClockBar
        steps={steps}
        board={board}
        format={local.format}
        kickOff={kickOff}
        now={scoring.now}
        onStep={step}
        onAsk={askEarly}
        onNote={() => press('Event')}
      />
      {isOver && <OverNote isLocked={isLocked} onChange={setCorrecting} />}
      {!isLocked && column('home')}
      {!isLocked && column('away')}
      {isKeeperMissing && !scoring.hasKeepers(pairing) && (
        <button class="keeper-prompt" onClick={onKeepers}>
          {words.chooseKeepers}
        </button>
      )}
      {duplicate && (
        <DuplicateWarning
          duplicate={duplicate}
          board={board}
          isMine={scoring.isMine}
          onKeep={() => scoring.keepBoth(duplicate)}
          onUndo={() => undo(duplicate.goes, duplicate.event, () => scoring.keepBoth(duplicate))}
        />
      )}
      <History
        board={board}
        begun={begun}
        unconfirmed={local.unconfirmed}
        refused={refusedIn(entries, pairing.id)}
        warnings={warningsIn(warnings, fixture.channel, pairing.id)}
        onForget={scoring.forgetWarning}
        onEdit={(id, event) => setDialog({ kind: 'sheet', draft: scoring.draftOf(pairing, id, event), stage: 'old' })}
        onUndo={undo}
        onEditRefused={(entry) =>
          entry.action.kind !== 'delete' && setDialog({ kind: 'sheet', draft: entry.action.draft, stage: 'old', entry })
        }
        onResend={(entry) => saved(scoring.resend(entry))}
        onDiscard={(entry) => saved(scoring.discard(entry))}
      />
      {/* Screen readers read a message whose place was there before it. */}
      <div class="last-message" role="status">
        {message && <Toast key={message.text} {...message} />}
      </div>
      <PitchDialogs
        scoring={scoring}
        pairing={pairing}
        local={local}
        begun={begun}
        recording={recording}
        onKeepers={onKeepers}
      />
    </main>
  );
}
