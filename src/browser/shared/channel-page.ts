// Starts a page that shows one channel: the data that the server wrote into it, its facts, and the live channel.
import type { Facts } from '../../../protocol/rest/facts.ts';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import { type ChannelView, type Follower, watchChannel, type WatchOptions } from './channel-view.ts';
import { openFacts } from './facts.ts';
import { liveUrl } from './follow.ts';
import { readPageData, updatesOf } from './page-data.ts';

export type ChannelPageOptions = Pick<WatchOptions, 'delayMs' | 'storage' | 'channel' | 'token'> & {
  /** Called with each new view, before `draw`. */
  readonly onView: (view: ChannelView) => void;
  /** Draws the page. It is called at once, after each new view and after each change of the facts. */
  readonly draw: (shown: { readonly view: ChannelView; readonly facts: Facts; readonly follower: Follower }) => void;
};

/** Returns a function that draws the page again. */
export function openChannelPage({ draw, onView, ...options }: ChannelPageOptions): () => void {
  const { channel, token, delayMs } = options;
  const data = readPageData(document);
  let view: ChannelView = { state: null, rejection: null, events: [] };
  const address = `${location.pathname}/facts?token=${encodeURIComponent(token)}`;
  const facts = openFacts(data.facts, { address, delayMs, onChange: redraw });
  const follower = watchChannel({
    ...options,
    url: liveUrl(location, API_ROOT),
    initial: { now: data.now, updates: updatesOf(channel, data.frames) },
    onView(next) {
      view = next;
      if (next.events.some(({ kind }) => kind === 'edited')) facts.refetch();
      onView(next);
      redraw();
    },
  });
  redraw();
  return redraw;

  function redraw(): void {
    draw({ view, facts: facts.current(), follower });
  }
}
