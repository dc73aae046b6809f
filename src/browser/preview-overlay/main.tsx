// The example of an overlay in its builder: /build/overlay/example?channel=match:701&moment=goal
import { render } from 'preact';
import { readExample } from '../builder/example.ts';
import { applyOptions } from '../overlay/css-variables.ts';
import { type OverlayOptions, readOverlay } from '../overlay/options.ts';
import { Overlay } from '../overlay/overlay.tsx';
import { boardFaceReady } from '../shared/font-ready.ts';
import { wordsOf } from '../shared/languages.ts';
import { openShowQueue } from '../shared/shows.ts';
import { lookIn, withTheme } from '../shared/theme.ts';
import '../overlay/styles.css';

const root = document.getElementById('overlay');
if (root) {
  const { settings, crest } = lookIn(root);
  const { values } = readOverlay(withTheme('overlay', location.search, settings), crest);
  void boardFaceReady(values.font).then(() => draw(root, values));
}

function draw(element: HTMLElement, options: OverlayOptions): void {
  const { state, facts, aired, now } = readExample('overlay', options.group);
  applyOptions(options);
  const banners = openShowQueue({ holdMs: 1, wants: () => false });
  render(
    <Overlay
      state={state}
      facts={facts}
      options={options}
      banners={banners}
      aired={aired}
      now={now}
      words={wordsOf(options.lang)}
    />,
    element,
  );
}
