// The overlay in the browser: GET /overlay/{channel}?token=…
import { render } from 'preact';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import { liveUrl } from '../shared/follow.ts';
import { isBoards } from '../shared/match-events.ts';
import { readPageData, updatesOf } from '../shared/page-data.ts';
import { type ChannelView, watchChannel } from '../shared/channel-view.ts';
import { bannersOf, openBannerQueue } from './banners.ts';
import { keepFacts } from '../shared/facts.ts';
import { variablesOf } from './css-variables.ts';
import { missingOf } from './missing-data.ts';
import { Monitor } from './monitor.tsx';
import { type OverlayOptions, readOverlay } from './options.ts';
import { Overlay } from './overlay.tsx';
import { onAir } from './scene.ts';
import { overlayWords } from './words.ts';
import './overlay.css';
import './lines.css';
import './panels.css';

const root = document.getElementById('overlay');
if (root) start(root);

function start(element: HTMLElement): void {
  const channel = element.dataset.channel ?? '';
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const { values: options, problems } = readOverlay(location.search);
  const words = overlayWords(options.lang);
  const banners = openBannerQueue(options.hold * 1_000, options.animation === 'on');
  const data = readPageData(document);
  const facts = keepFacts(data.facts, {
    address: `${location.pathname}/facts?token=${encodeURIComponent(token)}`,
    delayMs: options.delay * 1_000,
    onChange: draw,
  });
  let view: ChannelView = { state: null, refusal: null, events: [] };
  applyVariables(options);
  document.documentElement.lang = options.lang;

  const follower = watchChannel({
    url: liveUrl(location, API_ROOT),
    token,
    channel,
    delayMs: options.delay * 1_000,
    storage: localStorageOrNull(),
    given: { now: data.now, updates: updatesOf(channel, data.frames) },
    onView(next) {
      view = next;
      const { state, events } = next;
      if (events.some(({ kind }) => kind === 'edited')) facts.renew();
      if (state !== null && isBoards(state)) {
        const matchId = onAir(state, options.match);
        if (matchId !== null) banners.push(bannersOf(state, matchId, events, options.widgets));
      }
      draw();
    },
  });
  draw();

  function draw(): void {
    const { state, refusal } = view;
    render(
      <>
        {state !== null && (
          <Overlay
            state={state}
            facts={facts.current()}
            options={options}
            words={words}
            banners={banners}
            now={follower.now}
          />
        )}
        {options.monitor && (
          <Monitor
            follower={follower}
            delay={options.delay}
            lines={[
              ...(refusal === null ? [] : [refusal.message, refusal.hint ?? '']),
              ...problems,
              ...missingOf(state, facts.current(), options),
            ].filter((line) => line !== '')}
          />
        )}
      </>,
      element,
    );
  }
}

/** Uses CSSOM, because the page's security policy forbids inline styles. */
function applyVariables(options: OverlayOptions): void {
  const { style, dataset } = document.documentElement;
  for (const [name, value] of Object.entries(variablesOf(options))) style.setProperty(name, value);
  dataset['animation'] = options.animation;
}

/** Null where the browser forbids storage. */
function localStorageOrNull(): Storage | null {
  try {
    return localStorage;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
