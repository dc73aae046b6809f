// A screen of a sample for `/design`: /design/screen?state=live&theme=light
import { type Aired, NOTHING } from '../shared/on-air.ts';
import { render } from 'preact';
import { crestOf, SAMPLE_FACTS, SAMPLE_NOW, sampleOf } from '../design/samples.ts';
import { SAMPLE_FEED, SAMPLE_FEED_FACTS } from '../design/sample-feed.ts';
import { readSettings, type Settings } from '../screen/options.ts';
import { Screen } from '../screen/screen.tsx';
import { SettingsContext } from '../screen/settings.ts';
import { boardFaceReady } from '../shared/font-ready.ts';
import '../screen/styles.css';

const root = document.getElementById('screen');
if (root) {
  const settings = readSettings(location.search, crestOf(location.search));
  void boardFaceReady(settings.font).then(() => draw(root, settings));
}

function draw(element: HTMLElement, settings: Settings): void {
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
        aired={airedOf(new URLSearchParams(location.search).get('air'))}
        follower={follower}
        channel="match:704"
      />
    </SettingsContext.Provider>,
    element,
  );
}

const PANELS = ['countdown', 'fixtures', 'statistics', 'standings', 'scorers', 'lineups'] as const;

/** `air=fixtures`, `air=text`: what a director brings on air. */
function airedOf(name: string | null): Aired {
  const on = { since: SAMPLE_NOW, until: Number.MAX_SAFE_INTEGER };
  if (name === 'text') return { text: { text: 'Attendance 78,011', ...on } };
  const kind = PANELS.find((one) => one === name);
  return kind === undefined ? NOTHING : { panel: { kind, ...on } };
}
