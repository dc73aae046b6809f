// An overlay of a sample for `/design`: /design/overlay?state=live&widgets=scorebug&style=box
import { render } from 'preact';
import { crestOf, SAMPLE_FACTS, SAMPLE_KEYS, SAMPLE_NOW, sampleOf } from '../design/samples.ts';
import { variablesOf } from '../overlay/css-variables.ts';
import { type OverlayOptions, readOverlay } from '../overlay/options.ts';
import { Overlay } from '../overlay/overlay.tsx';
import { boardFaceReady } from '../shared/font-ready.ts';
import { wordsOf } from '../shared/languages.ts';
import { NOTHING } from '../shared/on-air.ts';
import { openShowQueue, type Show } from '../shared/shows.ts';
import '../overlay/styles.css';

const KINDS = ['goal', 'card', 'substitution'] as const;

const root = document.getElementById('overlay');
if (root) {
  const { values } = readOverlay(location.search, crestOf(location.search));
  void boardFaceReady(values.font).then(() => draw(root, values));
}

function draw(element: HTMLElement, options: OverlayOptions): void {
  const state = sampleOf(location.search);
  const { style, dataset } = document.documentElement;
  for (const [name, value] of Object.entries(variablesOf(options))) style.setProperty(name, value);
  document.documentElement.lang = options.lang;
  dataset['animation'] = 'off';
  // The banner is on air for ever.
  const banners = openShowQueue({ holdMs: 2 ** 31 - 1, wants: () => true });
  const kind = KINDS.find((one) => options.widgets.includes(one));
  const key = kind && SAMPLE_KEYS[kind];
  const event = key && state.matches['704']?.events[key];
  if (kind && key && event) {
    const show: Show = { kind, matchId: '704', key, side: 'home', event, goals: 4 };
    banners.current.set({ show, isLeaving: false });
  }
  render(
    <Overlay
      {...{ state, options, banners }}
      aired={NOTHING}
      facts={SAMPLE_FACTS}
      words={wordsOf(options.lang)}
      now={() => SAMPLE_NOW}
    />,
    element,
  );
}
