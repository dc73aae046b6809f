// The stadium screen in the browser: GET /screen/{channel}?token=…
import { render } from 'preact';
import { API_ROOT } from '../../../protocol/version.ts';
import { liveUrl } from '../lib/follow.ts';
import { type ChannelView, watchChannel } from '../lib/view.ts';
import { Screen } from './screen.tsx';
import { readSettings, SettingsContext } from './settings.ts';
import { Notice } from './signal.tsx';
import './screen.css';

const root = document.getElementById('screen');
if (root) start(root);

function start(element: HTMLElement): void {
  const channel = element.dataset.channel ?? '';
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const settings = readSettings(location.search);
  const { words } = settings;
  document.documentElement.lang = settings.lang;
  document.documentElement.dataset.theme = settings.theme;
  if (token === '') {
    render(<Notice title={words.noToken} lines={[words.noTokenAdvice]} />, element);
    return;
  }
  const draw = (view: ChannelView): void => {
    render(
      <SettingsContext.Provider value={settings}>
        <Screen view={view} watched={watched} channel={channel} />
      </SettingsContext.Provider>,
      element,
    );
  };
  const watched = watchChannel({
    url: liveUrl(location, API_ROOT),
    token,
    channel,
    delayMs: settings.delayMs,
    shelf: localStorage,
    onView: draw,
  });
  draw({ state: null, refusal: null, happenings: [] });
}
