// The steps of the console: sign in, pick a match, check the line-ups, score.
import { useEffect, useState } from 'preact/hooks';
import { useCell } from './cell.ts';
import { type Scoring, openScoring } from './scoring.ts';
import type { Fixture, Pairing } from './fixture.ts';
import { Lineup } from './lineup.tsx';
import { waitingCount } from './outbox.ts';
import type { Phone } from './phone.ts';
import { PickMatch, WRONG_KIND } from './pick.tsx';
import { Pitch } from './pitch.tsx';
import { findFixture } from './matches.ts';
import { SignalLine, signalOf } from './connection-status.tsx';
import { SignIn } from './signin.tsx';

const HOME = '/console';
const channelOf = (path: string): string | null => /^\/console\/([^/]+)$/.exec(path)?.[1] ?? null;
const addressed = (): string | null => {
  const channel = channelOf(location.pathname);
  return channel === null ? null : decodeURIComponent(channel);
};

export function App({ phone }: { phone: Phone }) {
  const token = useCell(phone.token);
  const entries = useCell(phone.entries);
  const sending = useCell(phone.sending);
  const [channel, setChannel] = useState(addressed);
  const [why, setWhy] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    const moved = (): void => setChannel(addressed());
    addEventListener('popstate', moved);
    return () => removeEventListener('popstate', moved);
  }, []);

  function goTo(next: string | null): void {
    history.pushState(null, '', next === null ? HOME : `${HOME}/${next}`);
    setChannel(next);
  }
  function refuse(reason: string): void {
    setWhy(reason);
    setAsking(true);
  }

  const waiting = waitingCount(entries);
  if (token === null || isAsking) {
    const reason = why ?? (sending === 'signed_out' ? 'The token on this phone is no longer accepted.' : null);
    return (
      <SignIn
        why={reason}
        channel={channel}
        waiting={waiting}
        onBack={token === null || reason !== null ? null : () => setAsking(false)}
        onToken={(next) => {
          setWhy(null);
          setAsking(false);
          void phone.signIn(next);
        }}
      />
    );
  }
  if (channel === null) {
    const pick = (fixture: Fixture): void => {
      void phone.memory.keep(`fixture ${fixture.channel}`, fixture).then(() => goTo(fixture.channel));
    };
    return <PickMatch key={token} phone={phone} onPick={pick} onRefused={refuse} onSignOut={() => setAsking(true)} />;
  }
  return (
    <Match
      key={`${channel} ${token}`}
      {...{ phone, channel, token }}
      onLeave={() => goTo(null)}
      onRefused={refuse}
      onSignIn={() => setAsking(true)}
    />
  );
}

type MatchProps = {
  readonly phone: Phone;
  readonly channel: string;
  readonly token: string;
  readonly onLeave: () => void;
  readonly onRefused: (why: string) => void;
  readonly onSignIn: () => void;
};

/** A match by its channel. Shows the phone's copy at once, then the server's answer. */
function Match({ phone, channel, token, onLeave, onRefused, onSignIn }: MatchProps) {
  const [scoring, setDesk] = useState<Scoring | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    let isGone = false;
    let opened = null as Scoring | null;
    async function open(fixture: Fixture): Promise<void> {
      const next = await openScoring(phone, fixture, token);
      if (isGone) {
        next.close();
        return;
      }
      opened = next;
      setDesk(next);
    }
    async function start(): Promise<void> {
      const kept = await phone.memory.recall(`fixture ${channel}`);
      if (kept) await open(kept);
      const found = await findFixture(phone.rest, channel);
      if (isGone) return;
      if (found.kind === 'found') {
        const { fixture, state } = found.value;
        await phone.memory.keep(`fixture ${channel}`, fixture);
        await phone.saveFixtures([fixture]);
        if (opened === null) await open(fixture);
        opened?.refresh(fixture, state);
        setProblem(null);
      } else if (found.kind === 'wrong_kind') onRefused(WRONG_KIND);
      else if (!opened) {
        if (found.kind === 'unauthorized')
          onRefused('This token is not accepted: it was mistyped, revoked or has expired.');
        else
          setProblem(
            found.kind === 'offline'
              ? 'The server cannot be reached, and this phone does not know the match yet.'
              : found.message,
          );
      }
    }
    void start();
    const leave = phone.isOnline.subscribe(() => {
      if (phone.isOnline.get() && opened === null) setTries(tries + 1);
    });
    return () => {
      isGone = true;
      leave();
      opened?.close();
    };
  }, [tries]);

  if (scoring === null) {
    return (
      <main class="sign-in">
        <h1>{channel}</h1>
        <p class={problem === null ? 'quiet' : 'fault'} role={problem === null ? 'status' : 'alert'}>
          {problem ?? 'Opening the match …'}
        </p>
        <button type="button" onClick={onLeave}>
          To the matches
        </button>
      </main>
    );
  }
  return <OpenMatch {...{ phone, scoring, onLeave, onSignIn }} />;
}

type OpenMatchProps = Pick<MatchProps, 'phone' | 'onLeave' | 'onSignIn'> & { readonly scoring: Scoring };

function OpenMatch({ phone, scoring, onLeave, onSignIn }: OpenMatchProps) {
  const { fixture, link, entries: own } = useCell(scoring.view);
  const entries = useCell(phone.entries);
  const sending = useCell(phone.sending);
  const isOnline = useCell(phone.isOnline);
  const theme = useCell(phone.theme);
  const playable = fixture.pairings.filter(({ away }) => away !== null);
  const [pairingId, setPairingId] = useState(scoring.lastPairing ?? playable[0]?.id ?? null);
  const pairing = playable.find(({ id }) => id === pairingId) ?? playable[0];
  const isChosen = playable.length === 1 || scoring.lastPairing !== null;
  const [isOnPitch, setOnPitch] = useState(() => isChosen && hasBegun(scoring, pairing));
  const waiting = waitingCount(entries);
  // The refused entries to count here: on the scoring page, only those of this pairing. The pick list counts the
  // others.
  const refused = own.filter((entry) => entry.status === 'refused' && (!isOnPitch || entry.pairing === pairing?.id));
  const isRefused = link.state === 'refused';
  const signal = signalOf({ waiting, isOnline, isLinked: link.state === 'live', isRefused, sending });

  return (
    <div class="match">
      <header class="top">
        <button type="button" class="back" onClick={isOnPitch ? () => setOnPitch(false) : onLeave}>
          {isOnPitch ? '‹ Line-ups' : '‹ Matches'}
        </button>
        <SignalLine signal={signal} refused={refused.length} onSignIn={onSignIn} />
        <button
          type="button"
          class="theme"
          aria-pressed={theme === 'sunlight'}
          onClick={() => phone.setTheme(theme === 'sunlight' ? 'dark' : 'sunlight')}
        >
          Sun
        </button>
      </header>
      {pairing === undefined && <p class="loading">Nobody plays anybody in this game.</p>}
      {pairing !== undefined && !isOnPitch && (
        <Lineup
          key={pairing.id}
          scoring={scoring}
          pairing={pairing}
          onPairing={({ id }: Pairing) => setPairingId(id)}
          onReady={() => {
            void scoring.rememberPairing(pairing);
            setOnPitch(true);
          }}
        />
      )}
      {pairing !== undefined && isOnPitch && (
        <Pitch key={pairing.id} scoring={scoring} pairing={pairing} onKeepers={() => setOnPitch(false)} />
      )}
    </div>
  );
}

/** A running match was checked before, so a reload leads straight back to it. */
function hasBegun(scoring: Scoring, pairing: Pairing | undefined): boolean {
  const board = pairing && scoring.boardOf(pairing)?.board;
  return board?.status === 'live';
}
