// The picture: a transparent page of 1920 × 1080 with the widgets in their positions.
import type { ComponentChildren } from 'preact';
import type { ChannelState } from '../../../protocol/wire/board.ts';
import { isBoards } from '../shared/match-events.ts';
import { AirPanel, AirText, rehearsalOf, ReplayCue } from './air.tsx';
import { BannerBox } from './banner.tsx';
import { useObservable } from '../shared/observable.ts';
import { type Aired, NOTHING } from '../shared/on-air.ts';
import type { ShowQueue } from '../shared/shows.ts';
import { useTurns } from '../shared/turns.ts';
import { Countdown } from './countdown.tsx';
import type { Facts } from '../../../protocol/rest/facts.ts';
import { Fixtures } from './fixtures.tsx';
import { LineupGraphic } from './lineup.tsx';
import { LowerThird } from './lower-third.tsx';
import { hasPanel } from './missing-data.ts';
import { type OverlayOptions, PANEL_WIDGETS, type Position, type Widget } from './options.ts';
import { playingTeams, type Scene, sceneOf } from './scene.ts';
import { Scorebug } from './scorebug.tsx';
import { Shootout } from './shootout.tsx';
import { Sponsor } from './sponsor.tsx';
import { Standings } from './standings.tsx';
import { Stats } from './stats.tsx';
import { Ticker } from './ticker.tsx';
import type { Words } from '../shared/words.ts';

type OverlayProps = {
  readonly state: ChannelState;
  readonly facts: Facts;
  readonly options: OverlayOptions;
  readonly words: Words;
  readonly banners: ShowQueue;
  /** What the director brings on air. */
  readonly aired: Aired;
  /** The time to show, ms since 1970. */
  readonly now: () => number;
};

/**
 * The default position of each widget. Goal, card and substitution banners count as one widget, because they take turns.
 */
const DEFAULT_POSITIONS: Readonly<Record<Widget, Position>> = {
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
  fixtures: 'center',
  sponsor: 'bottom-right',
};
/** One of these is shown at a time. The director's panel takes their place. */
const PANELS: ReadonlySet<Widget> = new Set(PANEL_WIDGETS);
const PANEL_POSITION: Position = 'center';
const TEXT_POSITION: Position = 'bottom-left';
const REPLAY_POSITION: Position = 'top-right';
const BANNERS: ReadonlySet<Widget> = new Set<Widget>(['goal', 'card', 'substitution']);

export function Overlay(props: OverlayProps) {
  const { options, state, facts, words, banners, now, aired } = props;
  const { panel: directed, text, replay } = isBoards(state) ? aired : NOTHING;
  // A large graphic in the centre would cover the banner.
  const hasBanner = useObservable(banners.current) !== null || hasRehearsal(props);
  const panel = hasBanner ? undefined : directed;
  const [first] = options.widgets;
  const positionOf = (widget: Widget): Position => {
    const isMoved = widget === first || (first !== undefined && BANNERS.has(first) && BANNERS.has(widget));
    return isMoved ? (options.position ?? DEFAULT_POSITIONS[widget]) : DEFAULT_POSITIONS[widget];
  };
  const ready = options.widgets.filter((widget) => PANELS.has(widget) && hasPanel(widget, state, facts, options));
  const [turn] = useTurns(ready, 1, now).shown;
  const isShown = (widget: Widget): boolean => {
    if (BANNERS.has(widget)) return widget === options.widgets.find((one) => BANNERS.has(one));
    if (!PANELS.has(widget)) return widget !== 'lower-third' || directed === undefined;
    const isAside = hasBanner && positionOf(widget) === PANEL_POSITION;
    return directed === undefined && widget === turn && !isAside;
  };
  const shownWidgets = options.widgets.filter(isShown);
  const positions = new Set([
    ...shownWidgets.map(positionOf),
    ...(panel === undefined ? [] : [PANEL_POSITION]),
    ...(text === undefined ? [] : [TEXT_POSITION]),
    ...(replay === undefined ? [] : [REPLAY_POSITION]),
  ]);
  return (
    <>
      {[...positions].map((position) => (
        <div key={position} class={`place ${position}`}>
          {shownWidgets
            .filter((widget) => positionOf(widget) === position)
            .map((widget) => (
              <WidgetBox key={widget} widget={widget} {...props} />
            ))}
          {position === TEXT_POSITION && text !== undefined && <AirText text={text} />}
          {position === REPLAY_POSITION && replay !== undefined && <ReplayCue words={words} />}
          {position === PANEL_POSITION && panel !== undefined && isBoards(state) && (
            <AirPanel panel={panel} state={state} facts={facts} options={options} words={words} now={now} />
          )}
        </div>
      ))}
    </>
  );
}

function WidgetBox({ widget, ...props }: OverlayProps & { widget: Widget }): ComponentChildren {
  const { state, facts, options, words, banners, aired, now } = props;
  const current = useObservable(banners.current);
  if (widget === 'standings') {
    const playing = isBoards(state) ? playingTeams(state) : [];
    return <Standings facts={facts} options={options} words={words} playing={playing} />;
  }
  if (widget === 'fixtures') return <Fixtures facts={facts} options={options} words={words} now={now} />;
  if (widget === 'sponsor') return <Sponsor sponsors={options.sponsors} now={now} />;
  if (!isBoards(state))
    return widget === 'scorebug' ? <Ticker state={state} options={options} now={now} words={words} /> : null;
  const scene = sceneOf(state, { options, words, now, aired });
  if (scene === null) return null;
  switch (widget) {
    case 'scorebug':
      return <Scorebug scene={scene} />;
    case 'lower-third':
      // The lower third is hidden while a banner is shown, because both may tell the same event.
      return current === null ? <LowerThird scene={scene} facts={facts} /> : null;
    case 'goal':
    case 'card':
    case 'substitution':
      return current === null ? (
        <RehearsalBanner aired={aired} scene={scene} facts={facts} />
      ) : (
        <BannerBox key={current.show.key + current.show.kind} {...current} scene={scene} facts={facts} />
      );
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

/** Whether this overlay shows the rehearsal of a banner. */
function hasRehearsal({ state, options, words, aired, now }: OverlayProps): boolean {
  const scene = isBoards(state) ? sceneOf(state, { options, words, now, aired }) : null;
  return scene !== null && rehearsalOf(aired, scene) !== null;
}

/** A real banner goes first. */
function RehearsalBanner({ aired, scene, facts }: { aired: Aired; scene: Scene; facts: Facts }) {
  const show = rehearsalOf(aired, scene);
  return show && <BannerBox key={show.key} show={show} isLeaving={false} isRehearsal scene={scene} facts={facts} />;
}
