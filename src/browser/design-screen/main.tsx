// A screen of a sample for `/design`: /design/screen?state=live&theme=light
import { NOTHING } from '../shared/on-air.ts';
import { render } from 'preact';
import { SAMPLE_FACTS, SAMPLE_NOW, sampleOf } from '../design/samples.ts';
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
  const follower = { now: () => SAMPLE_NOW, silentMs: () => 0, waitMs: () => null, stop: () => undefined };
  render(
    <SettingsContext.Provider value={settings}>
      <Screen
        view={{ state: sampleOf(location.search), rejection: null, events: [] }}
        facts={SAMPLE_FACTS}
        showOf={() => null}
        aired={NOTHING}
        follower={follower}
        channel="match:704"
      />
    </SettingsContext.Provider>,
    element,
  );
}
