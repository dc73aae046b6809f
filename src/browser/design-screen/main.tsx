// A screen of a sample for `/design`: /design/screen?state=live&theme=light
import { render } from 'preact';
import type { ChannelState } from '../../../protocol/wire/board.ts';
import { type Facts, NO_FACTS } from '../../../protocol/rest/facts.ts';
import { airedOf, sampleShow } from '../design/sample-air.ts';
import {
  SAMPLE_EMPTY_FEED,
  SAMPLE_FEED,
  SAMPLE_FEED_FACTS,
  SAMPLE_GAME,
  SAMPLE_LIVE_FACTS,
  SAMPLE_LIVE_FEED,
} from '../design/sample-feed.ts';
import { sampleFaceReady } from '../design/sample-face.ts';
import { crestOf, factsOf, SAMPLE_LOGOS, SAMPLE_NOW, sampleOf } from '../design/samples.ts';
import { readSettings, type Settings } from '../screen/options.ts';
import { Screen } from '../screen/screen.tsx';
import { applySettings, SettingsContext } from '../screen/settings.ts';
import type { FollowRejection } from '../shared/follow.ts';
import { isBoards } from '../shared/match-events.ts';
import '../screen/styles.css';

const root = document.getElementById('screen');
if (root) {
  const settings = readSettings(location.search, crestOf(location.search));
  void sampleFaceReady(settings.font).then(() => draw(root, settings));
}

/** Lists of matches, and what is no match of the samples; `none`: the page has no state yet. */
const OTHERS: Readonly<Record<string, readonly [state: ChannelState | null, facts: Facts]>> = {
  feed: [SAMPLE_FEED, SAMPLE_FEED_FACTS],
  'feed-live': [SAMPLE_LIVE_FEED, SAMPLE_LIVE_FACTS],
  'feed-empty': [SAMPLE_EMPTY_FEED, SAMPLE_FEED_FACTS],
  game: [SAMPLE_GAME, NO_FACTS],
  none: [null, NO_FACTS],
};

function draw(element: HTMLElement, settings: Settings): void {
  const { search } = location;
  const query = new URLSearchParams(search);
  applySettings(settings);
  const [state, facts] = OTHERS[query.get('state') ?? ''] ?? [sampleOf(search), factsOf(search)];
  // `silent=70`: so many seconds without a word of the server.
  const silentMs = Number(query.get('silent') ?? 0) * 1_000;
  const follower = { now: () => SAMPLE_NOW, silentMs: () => silentMs, waitMs: () => null, stop: () => undefined };
  const shown = query.has('logos') ? { ...settings, sponsors: SAMPLE_LOGOS } : settings;
  render(
    <SettingsContext.Provider value={shown}>
      <Screen
        view={{ state, rejection: rejectionIn(query), events: [] }}
        facts={facts}
        showOf={(id) => (state === null || state.kind === 'game' ? null : sampleShow(search, state, id))}
        aired={state !== null && isBoards(state) ? airedOf(search) : {}}
        follower={follower}
        channel="match:704"
      />
    </SettingsContext.Provider>,
    element,
  );
}

/** `rejected=expired` */
function rejectionIn(query: URLSearchParams): FollowRejection | null {
  const reason = (['unauthorized', 'revoked', 'expired', 'forbidden', 'invalid'] as const).find(
    (one) => one === query.get('rejected'),
  );
  return reason === undefined
    ? null
    : { reason, message: 'The token expired.', hint: 'Make a new one on the integrations page.' };
}
