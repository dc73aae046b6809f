// The scoring page of the console and the check before it, put together from their parts.
import { nextSide } from '../shared/kicks.ts';
import type { Side } from '../../../protocol/wire/board.ts';
import { other, SIDES } from '../shared/side.ts';
import { ClockBar } from '../console/clock-bar.tsx';
import { SignalLine, signalOf } from '../console/connection-status.tsx';
import { DuplicateWarning } from '../console/duplicate-warning.tsx';
import { History } from '../console/history.tsx';
import { TeamSheet } from '../console/lineup.tsx';
import { begunPeriods, DEFAULT_FORMAT } from '../console/local-fold.ts';
import { nextSteps } from '../console/next-step.ts';
import type { Entry } from '../console/outbox-entry.ts';
import { OverNote } from '../console/over-note.tsx';
import { Scoreboard } from '../console/scoreboard.tsx';
import { TeamColumn } from '../console/team-column.tsx';
import { Toast } from '../console/toast.tsx';
import { pairingOf } from '../design/sample-fixture.ts';
import { SAMPLE_NOW, sampleOf } from '../design/samples.ts';

const nothing = (): void => undefined;
const now = (): number => SAMPLE_NOW;

const refused: Entry = {
  order: 1,
  target: { channel: 'match:704', kind: 'match', path: '' },
  pairing: '704',
  status: 'refused',
  action: { kind: 'record', draft: { id: 'refused', timestamp: new Date(SAMPLE_NOW).toISOString(), type: 'Shot' } },
  tried: true,
  problem: { status: 409, error: 'The match is over.', hint: 'Ask an organizer to open it again.' },
};
const warning = { channel: 'match:704', pairing: '704', what: 'Goal', texts: ['The player is not on the pitch.'] };

/**
 * `signal=offline`, `syncing`, `signed_out` or `refused`: its connection. `twice`: asks whether an entry is there twice. `troubled`:
 * the history has entries that wait, that are warned of and that were refused.
 */
export function Scoring() {
  const { search } = location;
  const query = new URLSearchParams(search);
  const pairing = pairingOf(search);
  const board = sampleOf(search).matches['704'];
  if (!board) return null;
  const signal = query.get('signal');
  const isTroubled = query.has('troubled');
  const isOver = board.status === 'completed';
  const isLocked = isOver && !query.has('open');
  const column = (side: Side) => (
    <TeamColumn
      side={side}
      board={board}
      team={pairing[side]}
      opponent={pairing[other(side)]}
      onPress={nothing}
      onPenalty={nothing}
      onMore={nothing}
      isNext={board.period === 'penalty_shootout' && nextSide(board) === side}
    />
  );
  const goal = board.events['m4'];
  return (
    <div>
      <header class="top">
        <button>←</button>
        <SignalLine
          signal={signalOf({
            waiting: signal === null ? 0 : 3,
            isOnline: signal !== 'offline',
            isLinked: true,
            isConnecting: false,
            isRefused: signal === 'refused',
            sending: signal === 'signed_out' ? 'signed_out' : 'sending',
          })}
          refused={isTroubled ? 1 : 0}
          onSignIn={nothing}
        />
      </header>
      <main class={isLocked ? 'pitch locked' : 'pitch'}>
        <Scoreboard
          board={board}
          pairing={pairing}
          now={now}
          isAhead={signal === 'offline'}
          isOneHalf={false}
          onSetClock={nothing}
        />
        <ClockBar
          board={board}
          now={now}
          format={DEFAULT_FORMAT}
          kickOff={SAMPLE_NOW}
          steps={nextSteps('match', board)}
          onStep={nothing}
          onAsk={nothing}
          onNote={nothing}
        />
        {isOver && <OverNote isLocked={isLocked} onChange={nothing} />}
        {!isLocked && SIDES.map(column)}
        {query.has('twice') && goal && (
          <DuplicateWarning
            board={board}
            duplicate={{ stays: 'm4', goes: 'm5', event: goal }}
            onKeep={nothing}
            onUndo={nothing}
            isMine={(id) => id === 'm4'}
          />
        )}
        <History
          board={board}
          refused={isTroubled ? [refused] : []}
          unconfirmed={new Set(isTroubled ? ['m4'] : [])}
          begun={begunPeriods(board.events, DEFAULT_FORMAT)}
          warnings={isTroubled ? { m5: warning, gone: warning } : {}}
          onForget={nothing}
          onEdit={nothing}
          onUndo={nothing}
          onEditRefused={nothing}
          onResend={nothing}
          onDiscard={nothing}
        />
        {query.has('toast') && <Toast text="Goal saved" action={{ label: 'Undo', run: nothing }} />}
      </main>
    </div>
  );
}

export function TeamSheets() {
  const pairing = pairingOf(location.search);
  return (
    <main class="lineup">
      <div class="teams">
        {SIDES.map((side) => {
          const players = pairing.players.filter((player) => player.side === side);
          const about = { side, team: pairing[side], players, keeper: players[0] ?? null, isSaving: false };
          return <TeamSheet key={side} {...about} onKeeper={nothing} onEdit={nothing} />;
        })}
      </div>
    </main>
  );
}
