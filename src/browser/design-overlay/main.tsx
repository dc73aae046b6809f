// An overlay of a sample for `/design`: /design/overlay?state=live&widgets=scorebug&style=box
import { render } from 'preact';
import { SAMPLE_FACTS, SAMPLE_NOW, sampleOf } from '../design/samples.ts';
import { variablesOf } from '../overlay/css-variables.ts';
import { readOverlay } from '../overlay/options.ts';
import { Overlay } from '../overlay/overlay.tsx';
import { boardFaceReady } from '../shared/font-ready.ts';
import { wordsOf } from '../shared/languages.ts';
import { NOTHING } from '../shared/on-air.ts';
import { openShowQueue, type Show } from '../shared/shows.ts';
import '../overlay/styles.css';

const root = document.getElementById('overlay');
if (root) void boardFaceReady().then(() => draw(root));

function draw(element: HTMLElement): void {
  const { values: options } = readOverlay(location.search);
  const state = sampleOf(location.search);
  const { style, dataset } = document.documentElement;
  for (const [name, value] of Object.entries(variablesOf(options))) style.setProperty(name, value);
  document.documentElement.lang = options.lang;
  dataset['animation'] = 'off';
  // The newest goal is on air for ever.
  const banners = openShowQueue({ holdMs: 2 ** 31 - 1, wants: () => true });
  const event = state.matches['704']?.events['m4'];
  const goal: Show = { kind: 'goal', matchId: '704', key: 'm4', side: 'home', event: event ?? null, goals: 4 };
  if (event && options.widgets.includes('goal')) banners.current.set({ show: goal, isLeaving: false });
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
