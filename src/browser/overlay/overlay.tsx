// The picture: a transparent page of 1920 × 1080 with the widgets in their places.
import type { ComponentChildren } from 'preact';
import type { Board, ChannelState } from '../../../protocol/wire/board.ts';
import { isBoards } from '../shared/match-events.ts';
import { BannerBox } from './banner.tsx';
import { type BannerQueue, useBanner } from './banners.ts';
import { Countdown } from './countdown.tsx';
import type { Facts } from '../../../protocol/rest/facts.ts';
import { LineupGraphic } from './lineup.tsx';
import { LowerThird } from './lower-third.tsx';
import type { OverlayOptions, Position, Widget } from './options.ts';
import { sceneOf } from './scene.ts';
import { Scorebug } from './scorebug.tsx';
import { Shootout } from './shootout.tsx';
import { Standings } from './standings.tsx';
import { Stats } from './stats.tsx';
import { Ticker } from './ticker.tsx';
import type { OverlayWords } from './words.ts';

export type OverlayProps = {
  readonly state: ChannelState;
  readonly facts: Facts;
  readonly options: OverlayOptions;
  readonly words: OverlayWords;
  readonly banners: BannerQueue;
  /** The time to show, ms since 1970. */
  readonly now: () => number;
};

/**
 * The default place of each widget. Goal, card and substitution banners count as one widget, because they take turns.
 */
const PLACES: Readonly<Record<Widget, Position>> = {
  scorebug: 'top-left',
  'lower-third': 'bottom-left',
  goal: 'bottom-left',
  card: 'bottom-left',
  substitution: 'bottom-left',
  // Below the scorebug.
  shootout: 'top-left',
  countdown: 'bottom',
  lineup: 'center',
  stats: 'center',
  standings: 'center',
};
const BANNERS: ReadonlySet<Widget> = new Set<Widget>(['goal', 'card', 'substitution']);

export function Overlay(props: OverlayProps) {
  const { options } = props;
  const [first] = options.widgets;
  const placeOf = (widget: Widget): Position => {
    const isMoved = widget === first || (first !== undefined && BANNERS.has(first) && BANNERS.has(widget));
    return isMoved ? (options.position ?? PLACES[widget]) : PLACES[widget];
  };
  const drawn = options.widgets.filter(
    (widget) => !BANNERS.has(widget) || widget === options.widgets.find((one) => BANNERS.has(one)),
  );
  const places = [...new Set(drawn.map(placeOf))];
  return (
    <>
      {places.map((place) => (
        <div key={place} class={`place ${place}`}>
          {drawn
            .filter((widget) => placeOf(widget) === place)
            .map((widget) => (
              <WidgetBox key={widget} widget={widget} {...props} />
            ))}
        </div>
      ))}
    </>
  );
}

function WidgetBox({ widget, ...props }: OverlayProps & { widget: Widget }): ComponentChildren {
  const { state, facts, options, words, banners, now } = props;
  const current = useBanner(banners);
  if (widget === 'standings') {
    const playing = isBoards(state)
      ? Object.values<Board>(state.matches).flatMap(({ home, away }) => [idOf(home), idOf(away)])
      : [];
    return <Standings facts={facts} options={options} words={words} playing={playing.filter((id) => id !== null)} />;
  }
  if (!isBoards(state)) return widget === 'scorebug' ? <Ticker state={state} now={now} words={words} /> : null;
  const scene = sceneOf(state, { options, words, now });
  if (scene === null) return null;
  switch (widget) {
    case 'scorebug':
      return <Scorebug scene={scene} />;
    case 'lower-third':
      // The lower third is hidden while a banner is shown, because both may tell the same event.
      return current === null ? <LowerThird scene={scene} /> : null;
    case 'goal':
    case 'card':
    case 'substitution':
      return current && <BannerBox key={current.banner.key + current.banner.kind} {...current} scene={scene} />;
    case 'lineup':
      return <LineupGraphic scene={scene} facts={facts} />;
    case 'stats':
      return <Stats scene={scene} />;
    case 'shootout':
      return <Shootout scene={scene} />;
    case 'countdown':
      return <Countdown scene={scene} facts={facts} />;
  }
}

const idOf = (side: object | undefined): number | null =>
  side !== undefined && 'id' in side && typeof side.id === 'number' ? side.id : null;
