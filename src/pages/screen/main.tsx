// The stadium screen in the browser: GET /screen/{channel}?token=…
import { render } from 'preact';
import { API_ROOT } from '../../../protocol/version.ts';
import { followScreen, type ScreenView } from './follow.ts';
import { Screen } from './screen.tsx';
import { Notice } from './signal.tsx';
import './screen.css';

const root = document.getElementById('screen');
if (root) start(root);

function start(element: HTMLElement): void {
  const channel = element.dataset.channel ?? '';
  const token = new URLSearchParams(location.search).get('token') ?? '';
  if (token === '') {
    const lines = ['It is shown with a view token: /screen/…?token=…', 'POST /api/v1/view_tokens makes one.'];
    render(<Notice title="The address of this screen lacks its token" lines={lines} />, element);
    return;
  }
  const secure = location.protocol === 'https:';
  const url = `${secure ? 'wss' : 'ws'}://${location.host}${API_ROOT}/live`;
  const draw = (view: ScreenView): void => {
    render(<Screen view={view} followed={followed} channel={channel} />, element);
  };
  const followed = followScreen({ url, token, channel, onView: draw });
  draw({ state: null, refusal: null });
}
