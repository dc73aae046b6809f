// The overlay in the browser: GET /overlay/{channel}?token=…
import { render } from 'preact';
import { isBoards } from '../shared/match-events.ts';
import { openChannelPage } from '../shared/channel-page.ts';
import { boardFaceReady } from '../shared/font-ready.ts';
import type { FollowRejection } from '../shared/follow.ts';
import type { Language } from '../shared/language.ts';
import { monitorLanguages } from '../shared/monitor-languages.ts';
import { openShowQueue } from '../shared/shows.ts';
import { placeNamesIn } from '../shared/place-languages.ts';
import { lookIn, withTheme } from '../shared/theme.ts';
import { isOnAir } from './banners.ts';
import { applyOptions } from './css-variables.ts';
import { missingOf } from './missing-data.ts';
import { Monitor } from './monitor.tsx';
import { readOverlay } from './options.ts';
import { Overlay } from './overlay.tsx';
import { wordsOf } from '../shared/languages.ts';
import './styles.css';

/** Slightly longer than the exit animation in the style sheet, ms. */
const LEAVE_MS = 450;

const root = document.getElementById('overlay');
if (root) {
  const { settings, crest } = lookIn(root);
  const read = readOverlay(withTheme('overlay', location.search, settings), crest);
  void boardFaceReady(read.values.font).then(() => start(root, read));
}

function start(element: HTMLElement, { values: options, problems }: ReturnType<typeof readOverlay>): void {
  const channel = element.dataset.channel ?? '';
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const words = wordsOf(options.lang);
  const banners = openShowQueue({
    holdMs: options.hold * 1_000,
    leaveMs: options.animation === 'on' ? LEAVE_MS : 0,
    wants: (show, state) => isBoards(state) && isOnAir(show, state, options),
  });
  applyOptions(options);

  openChannelPage({
    channel,
    token,
    delayMs: options.delay * 1_000,
    storage: localStorageOrNull(),
    placeNames: placeNamesIn(options.lang),
    onBannersOff: options.director === 'on' ? banners.clear : null,
    onView({ state, events }) {
      if (state !== null) banners.update(state, events);
    },
    draw({ view: { state, rejection }, facts, aired, follower }) {
      const lines = [
        ...(rejection === null ? [] : rejectionLines(rejection.reason, options.lang)),
        ...problems,
        ...missingOf(state, facts, options),
      ];
      render(
        <>
          {state !== null && (
            <Overlay
              state={state}
              facts={facts}
              options={options}
              words={words}
              banners={banners}
              aired={aired}
              now={follower.now}
            />
          )}
          {options.monitor && <Monitor follower={follower} lang={options.lang} delay={options.delay} lines={lines} />}
        </>,
        element,
      );
    },
  });
}

/** Why the channel is refused, and what to do. */
function rejectionLines(reason: FollowRejection['reason'], lang: Language): readonly string[] {
  const { advice } = monitorLanguages[lang];
  if (reason === 'invalid') return [advice[404]];
  return reason === 'forbidden' ? [advice[403]] : [wordsOf(lang).rejections[reason], advice[401]];
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
