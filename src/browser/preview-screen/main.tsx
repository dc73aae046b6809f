// The example of a screen in its builder: /build/screen/example?channel=match:701&moment=goal
import { render } from 'preact';
import { readExample } from '../builder/example.ts';
import { readSettings, type Settings } from '../screen/options.ts';
import { Screen } from '../screen/screen.tsx';
import { applySettings, SettingsContext } from '../screen/settings.ts';
import { boardFaceReady } from '../shared/font-ready.ts';
import { lookIn, withTheme } from '../shared/theme.ts';
import '../screen/styles.css';

const root = document.getElementById('screen');
if (root) {
  const { settings, crest } = lookIn(root);
  const read = readSettings(withTheme('screen', location.search, settings), crest);
  void boardFaceReady(read.font).then(() => draw(root, read));
}

function draw(element: HTMLElement, settings: Settings): void {
  const { state, facts, aired, now } = readExample('screen');
  applySettings(settings);
  const follower = { now, silentMs: () => 0, waitMs: () => null, stop: () => undefined };
  render(
    <SettingsContext.Provider value={settings}>
      <Screen
        facts={facts}
        aired={aired}
        follower={follower}
        view={{ state, rejection: null, events: [] }}
        showOf={() => null}
        channel={element.dataset.channel ?? ''}
      />
    </SettingsContext.Provider>,
    element,
  );
}
