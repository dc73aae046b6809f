// A screen of a sample for `/design`: /design/screen?state=live&theme=light
import { NOTHING } from '../shared/on-air.ts';
import { render } from 'preact';
import { SAMPLE_FACTS, SAMPLE_NOW, sampleOf } from '../design/samples.ts';
import { SAMPLE_FEED, SAMPLE_FEED_FACTS } from '../design/sample-feed.ts';
import { readSettings } from '../screen/options.ts';
import { Screen } from '../screen/screen.tsx';
import { SettingsContext } from '../screen/settings.ts';
import { boardFaceReady } from '../shared/font-ready.ts';
import '../screen/styles.css';

const root = document.getElementById('screen');
if (root) void boardFaceReady().then(() => draw(root));

function draw(element: HTMLElement): void {
  const settings = readSettings(location.search);
  document.documentElement.lang = settings.lang;
  document.documentElement.dataset['theme'] = settings.theme;
  // `state=feed` is the list of a tournament; all others are matches.
  const isFeed = new URLSearchParams(location.search).get('state') === 'feed';
  const [state, facts] = isFeed ? [SAMPLE_FEED, SAMPLE_FEED_FACTS] : [sampleOf(location.search), SAMPLE_FACTS];
  const follower = { now: () => SAMPLE_NOW, silentMs: () => 0, waitMs: () => null, stop: () => undefined };
  render(
    <SettingsContext.Provider value={settings}>
      <Screen
        view={{ state, rejection: null, events: [] }}
        facts={facts}
        showOf={() => null}
        aired={NOTHING}
        follower={follower}
        channel="match:704"
      />
    </SettingsContext.Provider>,
    element,
  );
}
