// What is on air now: the score with its clock, and each item with a button that takes it off.
import type { AirChange } from '../../../protocol/rest/air.ts';
import { shownClock } from '../../../protocol/wire/clock.ts';
import { statusWords } from './console-words.ts';
import { matchStatusLabel, showsClock } from '../shared/match-status.ts';
import { useObservable } from '../shared/observable.ts';
import { type Aired, currentPairing } from '../shared/on-air.ts';
import { useTick } from '../shared/tick.ts';
import type { Director } from './air-director.ts';
import { ALL_KEY } from './air-keys.ts';
import { useKeptFocus } from './kept-focus.ts';
import { nameText } from './name-text.tsx';
import type { AirWords } from '../shared/lang/air/en.ts';

/** A connection that is silent for longer is marked, ms. */
const SILENT_MS = 10_000;

type NowProps = {
  readonly director: Director;
  readonly words: AirWords;
  readonly aired: Aired;
  readonly pairing: string | undefined;
  readonly onChange: (body: AirChange) => void;
  readonly onAllOff: () => void;
};

export function AirNow({ director, words, aired, pairing, onChange, onAllOff }: NowProps) {
  const { state, facts } = useObservable(director.view);
  const banner = useObservable(director.banners.current);
  const isSilent = useTick(() => director.silentMs() > SILENT_MS);
  const matchId = state === null ? null : currentPairing(state, pairing);
  const board = matchId === null ? undefined : state?.matches[matchId];
  const clock = useTick(() => (board && showsClock(board) ? shownClock(board.clock, director.now()).text : ''));
  if (board === undefined) return <p class="loading">{isSilent ? words.noSignal : words.connecting}</p>;
  const { home, away } = board.score;
  const isOneHalf = matchId !== null && facts.one_half.includes(matchId);
  const { panel, text, added_time: addedTime, replay, rehearsal } = aired;
  const items = [
    ...(panel ? [{ name: words.panel[panel.kind], off: { panel: null } }] : []),
    ...(text ? [{ name: `“${text.text}”`, off: { text: null } }] : []),
    ...(addedTime ? [{ name: `${words.addedTime} \u200e+${addedTime.minutes}`, off: { added_time: null } }] : []),
    ...(replay ? [{ name: words.replay, off: { replay: null } }] : []),
    ...(rehearsal ? [{ name: `${words.rehearsal}: ${words.banners[rehearsal.kind]}`, off: { rehearsal: null } }] : []),
    ...(banner ? [{ name: `${words.banner}: ${words.banners[banner.show.kind]}`, off: { banner: null } }] : []),
  ] satisfies readonly { name: string; off: AirChange }[];
  return (
    <section class="air-now" aria-label={words.now} data-testid="air-now">
      <h2>
        {words.now}
        {isSilent && <span class="fault"> · {words.noSignal}</span>}
      </h2>
      <p class="air-score" data-testid="score">
        <bdi>{nameText(board.home.name)}</bdi>{' '}
        <b>{home === undefined || away === undefined ? statusWords.versus : `${home}–${away}`}</b>{' '}
        <bdi>{nameText(board.away?.name ?? '')}</bdi>
      </p>
      <p class="quiet">
        <span role="timer" dir="ltr">
          {clock}
        </span>{' '}
        {matchStatusLabel(board, statusWords, isOneHalf)}
      </p>
      <ul class="air-items" data-testid="air-items">
        {items.length === 0 && <li class="quiet">{words.nothing}</li>}
        {items.map(({ name, off }) => (
          <OnAir key={name} name={name} words={words} onOff={() => onChange(off)} />
        ))}
      </ul>
      <button class="danger" onClick={onAllOff}>
        {words.takeOffAll} <kbd>{ALL_KEY}</kbd>
      </button>
    </section>
  );
}

type OnAirProps = Pick<NowProps, 'words'> & { readonly name: string; readonly onOff: () => void };

/** It goes by itself too, and leaves the focus to another item; the last one to the button that takes off all. */
function OnAir({ name, words, onOff }: OnAirProps) {
  const ref = useKeptFocus<HTMLLIElement>(() =>
    document.querySelector<HTMLElement>('.air-now li:not(:focus-within) button, .air-now > button'),
  );
  return (
    <li ref={ref}>
      <span dir="auto">{name}</span>
      <button aria-label={words.takeOffOf(name)} onClick={onOff}>
        {words.takeOff}
      </button>
    </li>
  );
}
