// Starts a page that shows one channel: the data that the server wrote into it, its facts, and the live channel.
import type { Facts } from '../../../protocol/rest/facts.ts';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import { factsWithPlaceNames, type PlaceNames, withPlaceNames } from './place-names.ts';
import { type Aired, openOnAir } from './on-air.ts';
import { type ChannelView, type Follower, watchChannel, type WatchOptions } from './channel-view.ts';
import { openFacts } from './facts.ts';
import { liveUrl } from './follow.ts';
import { airUpdatesOf, readPageData, updatesOf } from './page-data.ts';

type ChannelPageOptions = Pick<WatchOptions, 'delayMs' | 'storage' | 'channel' | 'token'> & {
  /** Names of places in the language of the page. */
  readonly placeNames: PlaceNames;
  /** Called with each new view, before `draw`. */
  readonly onView: (view: ChannelView) => void;
  /** Called when the director takes off the show that is running. Null: the page does not follow the director. */
  readonly onBannersOff: (() => void) | null;
  /** Draws the page. It is called at once, after each new view and after each change of the facts. */
  readonly draw: (shown: {
    readonly view: ChannelView;
    readonly facts: Facts;
    readonly aired: Aired;
    readonly follower: Follower;
  }) => void;
};

/** Returns a function that draws the page again. */
export function openChannelPage({
  draw,
  onView,
  onBannersOff,
  placeNames,
  ...options
}: ChannelPageOptions): () => void {
  const { channel, token, delayMs } = options;
  const data = readPageData(document);
  let view: ChannelView = { state: null, rejection: null, events: [] };
  const address = `${location.pathname}/facts?token=${encodeURIComponent(token)}`;
  const facts = openFacts(data.facts, { address, delayMs, onChange: redraw });
  const onAir = openOnAir({ delayMs, now: () => follower.now(), onBannersOff: () => onBannersOff?.() });
  const follower = watchChannel({
    ...options,
    url: liveUrl(location, API_ROOT),
    initial: { now: data.now, updates: updatesOf(channel, data.frames) },
    ...(onBannersOff === null ? {} : { onAir: onAir.add }),
    onView(next) {
      view = next.state === null ? next : { ...next, state: withPlaceNames(next.state, placeNames) };
      if (next.events.some(({ kind }) => kind === 'edited')) facts.refetch();
      onView(view);
      redraw();
    },
  });
  onAir.current.subscribe(redraw);
  if (onBannersOff !== null) for (const update of airUpdatesOf(`air:${channel}`, data.air)) onAir.add(update);
  redraw();
  return redraw;

  function redraw(): void {
    draw({ view, facts: factsWithPlaceNames(facts.current(), placeNames), aired: onAir.current.get(), follower });
  }
}
