// The scorekeeper's console in the browser: GET /console and /console/{channel}.
import { render } from 'preact';
import { App } from './app.tsx';
import { openPhone } from './phone.ts';
import './console.css';

const root = document.getElementById('console');
if (root) void start(root);

async function start(element: HTMLElement): Promise<void> {
  // A token may follow the #, which browsers do not send to a server. It must not stay in the address bar.
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) history.replaceState(null, '', location.pathname);
  const phone = await openPhone().catch(() => null);
  if (phone === null) {
    render(
      <main class="sign-in">
        <h1>This browser keeps nothing</h1>
        <p class="fault" role="alert">
          The console saves every entry on the phone before it is sent, and this browser does not let it: leave the
          private window, or allow this site to store data.
        </p>
      </main>,
      element,
    );
    return;
  }
  if (given !== null && given !== '') await phone.signIn(given);
  const applyTheme = (): void => {
    document.documentElement.dataset['theme'] = phone.theme.get();
  };
  phone.theme.subscribe(applyTheme);
  applyTheme();
  render(<App phone={phone} />, element);
  // Without a service worker (plain http on another machine) the console works while the page is open.
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  await serviceWorker?.register('/console/worker.js', { scope: '/console' }).catch(() => null);
}
