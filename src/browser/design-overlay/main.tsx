// An overlay of a sample for `/design`: /design/overlay?state=live&widgets=scorebug&style=box
import { render } from 'preact';
import type { FeedState, MatchState } from '../../../protocol/wire/board.ts';
import { airedOf, REHEARSALS, sampleShow } from '../design/sample-air.ts';
import { SAMPLE_LIVE_FEED } from '../design/sample-feed.ts';
import { sampleFaceReady } from '../design/sample-face.ts';
import { crestOf, factsOf, SAMPLE_LOGOS, SAMPLE_NOW, sampleOf } from '../design/samples.ts';
import { applyOptions } from '../overlay/css-variables.ts';
import { missingOf } from '../overlay/missing-data.ts';
import { Monitor } from '../overlay/monitor.tsx';
import { type OverlayOptions, readOverlay } from '../overlay/options.ts';
import { Overlay } from '../overlay/overlay.tsx';
import { wordsOf } from '../shared/languages.ts';
import { openShowQueue } from '../shared/shows.ts';
import '../overlay/styles.css';

const root = document.getElementById('overlay');
if (root) {
  const { values, problems } = readOverlay(location.search, crestOf(location.search));
  void sampleFaceReady(values.font).then(() => draw(root, values, problems));
}

function draw(element: HTMLElement, read: OverlayOptions, problems: readonly string[]): void {
  const { search } = location;
  const query = new URLSearchParams(search);
  const options = query.has('logos') ? { ...read, sponsors: SAMPLE_LOGOS } : read;
  const state: MatchState | FeedState = query.get('state') === 'feed-live' ? SAMPLE_LIVE_FEED : sampleOf(search);
  const facts = factsOf(search);
  applyOptions({ ...options, animation: 'off' });
  // The banner is on air for ever.
  const banners = openShowQueue({ holdMs: 2 ** 31 - 1, wants: () => true });
  // `show=red`; without it, the banner that the widget is for.
  const kind = REHEARSALS.find((one) => options.widgets.includes(one));
  const named = query.has('show') || kind === undefined ? search : `?show=${kind}`;
  const show = query.get('show') === 'none' ? null : sampleShow(named, state, '704');
  if (show) banners.current.set({ show, isLeaving: false });
  const silentMs = Number(query.get('silent') ?? 0) * 1_000;
  const now = (): number => SAMPLE_NOW;
  render(
    <>
      <Overlay
        state={state}
        options={options}
        banners={banners}
        facts={facts}
        now={now}
        aired={airedOf(search)}
        words={wordsOf(options.lang)}
      />
      {options.monitor && (
        <Monitor
          follower={{ now, silentMs: () => silentMs, waitMs: () => null, stop: () => undefined }}
          lang={options.lang}
          delay={options.delay}
          lines={[...problems, ...missingOf(state, facts, options)]}
        />
      )}
    </>,
    element,
  );
}
