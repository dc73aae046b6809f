// The stadium screen in the browser: GET /screen/{channel}?token=…
import { render } from 'preact';
import { openChannelPage } from '../shared/channel-page.ts';
import { boardFaceReady } from '../shared/font-ready.ts';
import { placeNamesIn } from '../shared/place-languages.ts';
import { lookIn, withTheme } from '../shared/theme.ts';
import { keepAwake } from '../shared/wake-lock.ts';
import { Screen } from './screen.tsx';
import { readSettings, type Settings } from './options.ts';
import { applySettings, SettingsContext } from './settings.ts';
import { openMatchShows } from './match-shows.ts';
import { Notice } from './connection-status.tsx';
import './styles.css';

const root = document.getElementById('screen');
if (root) {
  const { settings, crest } = lookIn(root);
  const read = readSettings(withTheme('screen', location.search, settings), crest);
  void boardFaceReady(read.font).then(() => start(root, read));
}

function start(element: HTMLElement, settings: Settings): void {
  const channel = element.dataset.channel ?? '';
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const { words } = settings;
  applySettings(settings);
  keepAwake();
  if (token === '') {
    render(<Notice title={words.noToken} lines={[words.noTokenAdvice]} />, element);
    return;
  }
  const shows = openMatchShows(() => redraw());
  const redraw = openChannelPage({
    channel,
    token,
    delayMs: settings.delayMs,
    placeNames: placeNamesIn(settings.lang),
    onBannersOff: settings.director === 'on' ? shows.clear : null,
    onView({ state, events }) {
      if (state !== null) shows.update(state, events);
    },
    draw: (shown) =>
      render(
        <SettingsContext.Provider value={settings}>
          <Screen {...shown} showOf={shows.current} channel={channel} />
        </SettingsContext.Provider>,
        element,
      ),
  });
}
