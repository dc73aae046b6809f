// The director's page: what is on air now, and the buttons that bring something on air and take it off.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AirChange } from '../../../protocol/rest/air.ts';
import type { Facts } from '../../../protocol/rest/facts.ts';
import type { PanelKind, RehearsalKind } from '../../../protocol/wire/air.ts';
import type { Board, Side } from '../../../protocol/wire/board.ts';
import { useObservable } from '../shared/observable.ts';
import { currentPairing } from '../shared/on-air.ts';
import { type Director, openDirector } from './air-director.ts';
import { AddedTimeRow } from './added-time-row.tsx';
import { BANNER_KEY, REPLAY_KEY, useAirKeys } from './air-keys.ts';
import { AirNow } from './air-now.tsx';
import { AirRow } from './air-row.tsx';
import { FaultLine } from './fault-line.tsx';
import { PairingRow } from './pairing-row.tsx';
import { PanelRow } from './panel-row.tsx';
import { TextRow } from './text-row.tsx';
import { airWords as words, words as consoleWords } from './console-words.ts';
import { REHEARSED_FIRST, type Rehearsed, RehearsalRow } from './rehearsal-row.tsx';
import { findKind } from './matches.ts';
import type { Phone } from './phone.ts';

/** The announcement belongs to its half: it ends with it, also when the director forgets it. */
const ADDED_TIME_S = 900;
/** Seconds after which an item ends by itself; null: by hand. */
const ENDS = [null, 10, 20, 60] as const;

type AirProps = {
  readonly phone: Pick<Phone, 'rest' | 'store' | 'learnTokenKind'>;
  readonly token: string;
  readonly channel: string;
  readonly onRefused: (why: string) => void;
  readonly onSignIn: () => void;
};

export function DirectorPage({ phone, token, channel, onRefused, onSignIn }: AirProps) {
  const { rest } = phone;
  const [director, setDirector] = useState<Director | null>(null);
  useEffect(() => {
    let isLeft = false;
    // A token that only reads follows the match too, and would be refused at the first press.
    void phone.store
      .get('token_kind')
      .then((known) => findKind(rest, known, phone.learnTokenKind))
      .then((found) => {
        if (found.kind === 'wrong_kind' && !isLeft) onRefused(consoleWords.wrongKind);
      });
    return () => {
      isLeft = true;
    };
  }, [phone, token]);
  useEffect(() => {
    const opened = openDirector({ rest, token, channel });
    setDirector(opened);
    return opened.close;
  }, [rest, token, channel]);
  return director && <Desk director={director} channel={channel} onSignIn={onSignIn} />;
}

type DeskProps = { readonly director: Director; readonly channel: string; readonly onSignIn: () => void };

export function Desk({ director, channel, onSignIn }: DeskProps) {
  const { state, facts, rejection } = useObservable(director.view);
  const problem = useObservable(director.problem);
  const aired = useObservable(director.aired);
  const [chosen, setChosen] = useState<string>();
  const [seconds, setSeconds] = useState<number | null>(null);
  const [rehearsed, setRehearsed] = useState<Rehearsed>(REHEARSED_FIRST);
  const textRef = useRef<HTMLInputElement>(null);
  const minutesRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = `${words.title} · ${channel}`;
  }, []);

  const change = (body: AirChange): void => director.change(body, words);
  const ends = seconds === null ? {} : { seconds };
  const about = chosen === undefined ? {} : { pairing: chosen };
  const togglePanel = (kind: PanelKind): void => {
    const isOn = aired.panel?.kind === kind && aired.panel.pairing === chosen;
    change({ panel: isOn ? null : { kind, ...about, ...ends } });
  };
  const announce = (count: number): void => {
    change({ added_time: { minutes: count, ...about, seconds: ADDED_TIME_S } });
  };
  const rehearse = (kind: RehearsalKind): void => {
    change({ rehearsal: { kind, ...about, side: rehearsed.side, pages: [...rehearsed.pages] } });
  };
  const toggleReplay = (): void => change({ replay: aired.replay === undefined ? {} : null });
  const takeAllOff = (): void => {
    change({ panel: null, text: null, added_time: null, replay: null, rehearsal: null, banner: null });
  };
  const hasData = (kind: PanelKind): boolean => {
    const pairing = state === null ? null : currentPairing(state, chosen);
    if (kind === 'lineups') return pairing !== null && pairing in facts.lineups;
    if (kind === 'countdown') return pairing !== null && hasCountdown(state?.matches[pairing], facts);
    if (kind === 'fixtures') return facts.next.length > 0;
    return kind !== 'standings' || facts.tables.length > 0;
  };

  useAirKeys((key) => {
    switch (key.kind) {
      case 'panel':
        if (hasData(key.panel)) togglePanel(key.panel);
        break;
      case 'rehearsal':
        rehearse(key.rehearsal);
        break;
      case 'minutes':
        announce(key.minutes);
        break;
      case 'text':
        textRef.current?.focus();
        break;
      case 'ask_minutes':
        minutesRef.current?.select();
        break;
      case 'banner':
        change({ banner: null });
        break;
      case 'replay':
        toggleReplay();
        break;
      case 'all':
        takeAllOff();
    }
  });

  const pairings =
    state === null ? [] : Object.entries<Board>(state.matches).filter(([, { away }]) => away !== undefined);
  const head = (
    <>
      <header class="top">
        <a class="link-button" href={`/console/${channel}`}>
          {words.back}
        </a>
        <h1>{words.title}</h1>
      </header>
      {rejection !== null && (
        <p class="fault" role="alert">
          {rejection.reason === 'forbidden' ? consoleWords.forbidden : consoleWords.invalidToken}{' '}
          <button onClick={onSignIn}>{words.signIn}</button>
        </p>
      )}
    </>
  );
  // Nothing can be brought on air at a match that may not be read.
  if (rejection !== null && state === null) return <main class="air">{head}</main>;
  return (
    <main class="air">
      {head}
      <FaultLine text={problem} />
      <AirNow
        director={director}
        words={words}
        aired={aired}
        pairing={chosen}
        onChange={change}
        onAllOff={takeAllOff}
      />
      {pairings.length > 1 && <PairingRow pairings={pairings} chosen={chosen} onChoose={setChosen} />}
      <AirRow title={words.ends}>
        {ENDS.map((end) => (
          <button key={end} aria-pressed={seconds === end} onClick={() => setSeconds(end)}>
            {end === null ? words.byHand : words.after(end)}
          </button>
        ))}
      </AirRow>
      <PanelRow shown={aired.panel?.kind} hasData={hasData} onToggle={togglePanel} />
      <TextRow inputRef={textRef} onShow={(text) => change({ text: { text, ...ends } })} />
      <AddedTimeRow shown={aired.added_time?.minutes} inputRef={minutesRef} onAnnounce={announce} />
      <AirRow title={words.replay} hint={words.replayHint}>
        <button class="air-big" aria-pressed={aired.replay !== undefined} onClick={toggleReplay}>
          {words.replay} <kbd>{REPLAY_KEY}</kbd>
        </button>
      </AirRow>
      <AirRow title={words.banner}>
        <button class="air-big" onClick={() => change({ banner: null })}>
          {words.takeOffBanner} <kbd>{BANNER_KEY}</kbd>
        </button>
      </AirRow>
      <RehearsalRow
        rehearsed={rehearsed}
        nameOf={(side) => nameOf(director, side, chosen) ?? side}
        onChange={setRehearsed}
        onRehearse={rehearse}
      />
    </main>
  );
}

const hasCountdown = (board: Board | undefined, { kick_off: kickOff }: Facts): boolean =>
  board?.status === 'scheduled' && kickOff !== null;

function nameOf(director: Director, side: Side, chosen: string | undefined): string | undefined {
  const { state } = director.view.get();
  const pairing = state === null ? null : currentPairing(state, chosen);
  return pairing === null ? undefined : state?.matches[pairing]?.[side]?.name;
}
