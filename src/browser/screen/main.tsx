// The stadium screen in the browser: GET /screen/{channel}?token=…
import { render } from 'preact';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import { liveUrl } from '../shared/follow.ts';
import { keepFacts } from '../shared/facts.ts';
import { readPageData, updatesOf } from '../shared/page-data.ts';
import { type ChannelView, watchChannel } from '../shared/channel-view.ts';
import { keepAwake } from '../shared/wake-lock.ts';
import { Screen } from './screen.tsx';
import { readSettings } from './options.ts';
import { SettingsContext } from './settings.ts';
import { openGoalAnimations } from './goal-animations.ts';
import { Notice } from './connection-status.tsx';
import './theme.css';
import './board.css';
import './below.css';
import './many.css';
import './shapes.css';

const root = document.getElementById('screen');
if (root) start(root);

function start(element: HTMLElement): void {
  const channel = element.dataset.channel ?? '';
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const settings = readSettings(location.search);
  const { words } = settings;
  document.documentElement.lang = settings.lang;
  document.documentElement.dataset.theme = settings.theme;
  keepAwake();
  if (token === '') {
    render(<Notice title={words.noToken} lines={[words.noTokenAdvice]} />, element);
    return;
  }
  const data = readPageData(document);
  const facts = keepFacts(data.facts, {
    address: `${location.pathname}/facts?token=${encodeURIComponent(token)}`,
    delayMs: settings.delayMs,
    onChange: draw,
  });
  const shows = openGoalAnimations(draw);
  let view: ChannelView = { state: null, refusal: null, events: [] };

  const follower = watchChannel({
    url: liveUrl(location, API_ROOT),
    token,
    channel,
    delayMs: settings.delayMs,
    given: { now: data.now, updates: updatesOf(channel, data.frames) },
    onView(next) {
      view = next;
      shows.take(next.events);
      if (next.events.some(({ kind }) => kind === 'edited')) facts.renew();
      draw();
    },
  });
  draw();

  function draw(): void {
    render(
      <SettingsContext.Provider value={settings}>
        <Screen view={view} facts={facts.current()} show={shows.current()} follower={follower} channel={channel} />
      </SettingsContext.Provider>,
      element,
    );
  }
}
