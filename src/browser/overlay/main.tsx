// The overlay in the browser: GET /overlay/{channel}?token=…
import { render } from 'preact';
import { isBoards } from '../shared/match-events.ts';
import { openChannelPage } from '../shared/channel-page.ts';
import { bannersOf, openBannerQueue } from './banners.ts';
import { variablesOf } from './css-variables.ts';
import { missingOf } from './missing-data.ts';
import { Monitor } from './monitor.tsx';
import { type OverlayOptions, readOverlay } from './options.ts';
import { Overlay } from './overlay.tsx';
import { onAir } from './scene.ts';
import { wordsOf } from '../shared/languages.ts';
import './overlay.css';
import './scorebug.css';
import './monitor.css';
import './lines.css';
import './panels.css';
import './lineup.css';
import './standings.css';
import './shootout.css';
import './countdown.css';

const root = document.getElementById('overlay');
if (root) start(root);

function start(element: HTMLElement): void {
  const channel = element.dataset.channel ?? '';
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const { values: options, problems } = readOverlay(location.search);
  const words = wordsOf(options.lang);
  const banners = openBannerQueue(options.hold * 1_000, options.animation === 'on');
  applyVariables(options);
  document.documentElement.lang = options.lang;

  openChannelPage({
    ...{ channel, token, delayMs: options.delay * 1_000, storage: localStorageOrNull() },
    onView({ state, events }) {
      if (state === null || !isBoards(state)) return;
      const matchId = onAir(state, options.match);
      if (matchId !== null) banners.push(bannersOf(state, matchId, events, options.widgets));
    },
    draw({ view: { state, rejection }, facts, follower }) {
      const lines = [
        ...(rejection === null ? [] : [rejection.message, rejection.hint ?? '']),
        ...problems,
        ...missingOf(state, facts, options),
      ];
      render(
        <>
          {state !== null && <Overlay {...{ state, facts, options, words, banners }} now={follower.now} />}
          {options.monitor && (
            <Monitor follower={follower} delay={options.delay} lines={lines.filter((line) => line !== '')} />
          )}
        </>,
        element,
      );
    },
  });
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
