// The steps of the console: sign in, pick a match, check the line-ups, score.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { DirectorPage } from './air.tsx';
import { useObservable } from '../shared/observable.ts';
import { useTick } from '../shared/tick.ts';
import { type Scoring, openScoring } from './scoring.ts';
import { type Fixture, type Pairing, scorable } from './fixture.ts';
import { useFocusAfter } from './kept-focus.ts';
import { Lineup } from './lineup.tsx';
import { OtherPhone } from './other-phone.tsx';
import { waitingCount } from './outbox.ts';
import type { Phone } from './phone.ts';
import { INVALID_TOKEN, PickMatch, WRONG_KIND } from './pick.tsx';
import { Pitch } from './pitch.tsx';
import { usePitchEntry } from './pitch-entry.ts';
import { findFixture } from './matches.ts';
import { SignalLine, SignalNews, signalOf } from './connection-status.tsx';
import { SignIn } from './signin.tsx';
import { airWords, words } from './console-words.ts';

const HOME = '/console';
/** A first connection that takes longer is no connection, ms. */
const CONNECTING_MS = 10_000;
function channelInAddress(): string | null {
  const channel = /^\/console\/([^/]+)(?:\/air)?$/.exec(location.pathname)?.[1];
  return channel === undefined ? null : decodeURIComponent(channel);
}

/** The director's page of the match. */
const isDirecting = (): boolean => location.pathname.endsWith('/air');

export function App({ phone }: { phone: Phone }) {
  const token = useObservable(phone.token);
  const entries = useObservable(phone.entries);
  const sending = useObservable(phone.sending);
  const [channel, setChannel] = useState(channelInAddress);
  const [rejectedFor, setRejectedFor] = useState<string | null>(null);
  const [isSigningIn, setSigningIn] = useState(false);
  useEffect(() => {
    const moved = (): void => setChannel(channelInAddress());
    addEventListener('popstate', moved);
    return () => removeEventListener('popstate', moved);
  }, []);

  function goTo(next: string | null): void {
    history.pushState(null, '', next === null ? HOME : `${HOME}/${next}`);
    setChannel(next);
  }
  function rejectToken(reason: string): void {
    setRejectedFor(reason);
    setSigningIn(true);
  }

  const isSignIn = token === null || isSigningIn;
  useFocusAfter(isSignIn || channel, 'h1');

  const waiting = waitingCount(entries);
  if (isSignIn) {
    const reason = rejectedFor ?? (sending === 'signed_out' ? words.tokenRefused : null);
    return (
      <SignIn
        reason={reason}
        channel={channel !== null && isDirecting() ? `air:${channel}` : channel}
        waiting={waiting}
        onBack={token === null || reason !== null ? null : () => setSigningIn(false)}
        onToken={(next) => {
          const signedIn = (): void => {
            setRejectedFor(null);
            setSigningIn(false);
          };
          phone.signIn(next).then(signedIn, () => setRejectedFor(words.notSaved));
        }}
      />
    );
  }
  if (channel === null) {
    const pick = (fixture: Fixture): void => {
      void phone.store.keep(`fixture ${fixture.channel}`, fixture).then(() => goTo(fixture.channel));
    };
    return (
      <PickMatch key={token} phone={phone} onPick={pick} onRefused={rejectToken} onSignOut={() => setSigningIn(true)} />
    );
  }
  if (isDirecting() && scorable(channel) !== null) {
    return (
      <DirectorPage
        key={`${channel} ${token}`}
        phone={phone}
        token={token}
        channel={channel}
        onRefused={rejectToken}
        onSignIn={() => setSigningIn(true)}
      />
    );
  }
  return (
    <Match
      key={`${channel} ${token}`}
      phone={phone}
      channel={channel}
      token={token}
      onLeave={() => goTo(null)}
      onRefused={rejectToken}
      onSignIn={() => setSigningIn(true)}
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
  const [scoring, setScoring] = useState<Scoring | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isUnmounted = false;
    let opened = null as Scoring | null;
    async function open(fixture: Fixture): Promise<void> {
      const next = await openScoring(phone, fixture, token);
      if (isUnmounted) {
        next.close();
        return;
      }
      opened = next;
      setScoring(next);
    }
    async function start(): Promise<void> {
      const stored = await phone.store.get(`fixture ${channel}`);
      if (stored) await open(stored);
      const known = await phone.store.get('token_kind');
      const found = await findFixture(phone.rest, channel, known, phone.learnTokenKind);
      if (isUnmounted) return;
      if (found.kind === 'found') {
        const { fixture, state } = found.value;
        await phone.store.keep(`fixture ${channel}`, fixture);
        await phone.saveFixtures([fixture]);
        if (opened === null) await open(fixture);
        opened?.refresh(fixture, state);
        setProblem(null);
      } else if (found.kind === 'wrong_kind') onRefused(WRONG_KIND);
      else if (!opened) {
        const offline = words.notOnPhone;
        if (found.kind === 'unauthorized') onRefused(INVALID_TOKEN);
        else setProblem(found.kind === 'offline' ? offline : found.message);
      }
    }
    void start();
    const leave = phone.isOnline.subscribe(() => {
      if (phone.isOnline.get() && opened === null) setAttempt(attempt + 1);
    });
    return () => {
      isUnmounted = true;
      leave();
      opened?.close();
    };
  }, [attempt]);
  useFocusAfter(scoring, '.top button');

  if (scoring === null) {
    return (
      <main class="sign-in">
        <h1 tabIndex={-1}>{channel}</h1>
        <p class={problem === null ? 'quiet' : 'fault'} role={problem === null ? 'status' : 'alert'}>
          {problem ?? words.opening}
        </p>
        {problem !== null && (
          <button
            class="done"
            onClick={() => {
              setProblem(null);
              setAttempt(attempt + 1);
            }}
          >
            {words.tryAgain}
          </button>
        )}
        <button onClick={onLeave}>{words.allMatches}</button>
      </main>
    );
  }
  return <OpenMatch phone={phone} token={token} scoring={scoring} onLeave={onLeave} onSignIn={onSignIn} />;
}

type OpenMatchProps = Pick<MatchProps, 'phone' | 'token' | 'onLeave' | 'onSignIn'> & { readonly scoring: Scoring };

function OpenMatch({ phone, token, scoring, onLeave, onSignIn }: OpenMatchProps) {
  const { fixture, link, entries: own } = useObservable(scoring.view);
  const entries = useObservable(phone.entries);
  const sending = useObservable(phone.sending);
  const isOnline = useObservable(phone.isOnline);
  const theme = useObservable(phone.theme);
  const playable = fixture.pairings.filter(({ away }) => away !== null);
  const [pairingId, setPairingId] = useState(scoring.lastPairing ?? playable[0]?.id ?? null);
  const pairing = playable.find(({ id }) => id === pairingId) ?? playable[0];
  const isChosen = playable.length === 1 || scoring.lastPairing !== null;
  // A running match was checked before: it opens on its pitch.
  const { isOnPitch, openPitch, leavePitch } = usePitchEntry(
    (wasOnPitch) => isChosen && (wasOnPitch || hasBegun(scoring, pairing)),
  );
  // The page before may have been scrolled: the head would cover the score.
  useLayoutEffect(() => scrollTo(0, 0), [isOnPitch]);
  // The line-ups of another pairing come with buttons of their own.
  useFocusAfter(pairing?.id, '.pairings [aria-pressed=true]');
  useFocusAfter(isOnPitch, isOnPitch ? '.clock-bar button' : '.top button', isOnPitch);
  const waiting = waitingCount(entries);
  // The refused entries to count here: on the scoring page, only those of this pairing. The pick list counts the
  // others.
  const refused = own.filter((entry) => entry.status === 'refused' && (!isOnPitch || entry.pairing === pairing?.id));
  const isRefused = link.state === 'refused';
  const isSignedOut = link.state === 'signed_out' || sending === 'signed_out';
  const [openedAt] = useState(() => performance.now());
  const isConnecting = useTick(() => link.state === 'connecting' && performance.now() - openedAt < CONNECTING_MS);
  const signal = signalOf({
    waiting,
    isOnline,
    isLinked: link.state === 'live',
    isConnecting,
    isRefused,
    sending: isSignedOut ? 'signed_out' : sending,
  });

  return (
    <div>
      <header class="top">
        <button onClick={isOnPitch ? leavePitch : onLeave}>{isOnPitch ? words.toLineups : words.toMatches}</button>
        <a class="link-button" href={`${HOME}/${fixture.channel}/air`}>
          {airWords.link}
        </a>
        <SignalLine signal={signal} refused={refused.length} onSignIn={onSignIn} />
        <button
          aria-pressed={theme === 'sunlight'}
          onClick={() => phone.setTheme(theme === 'sunlight' ? 'dark' : 'sunlight')}
        >
          {words.sun}
        </button>
      </header>
      <SignalNews signal={signal} refused={refused.length} />
      {pairing === undefined && <p class="loading">{words.noPairings}</p>}
      {pairing !== undefined && !isOnPitch && (
        <Lineup
          key={pairing.id}
          scoring={scoring}
          pairing={pairing}
          onPairing={({ id }: Pairing) => setPairingId(id)}
          onReady={() => {
            void scoring.rememberPairing(pairing);
            openPitch();
          }}
        />
      )}
      {!isOnPitch && (
        <div class="lineup">
          <OtherPhone phone={phone} token={token} channel={fixture.channel} />
        </div>
      )}
      {pairing !== undefined && isOnPitch && (
        <Pitch key={pairing.id} scoring={scoring} pairing={pairing} onKeepers={leavePitch} />
      )}
    </div>
  );
}

function hasBegun(scoring: Scoring, pairing: Pairing | undefined): boolean {
  const board = pairing && scoring.boardOf(pairing)?.board;
  return board?.status === 'live';
}
