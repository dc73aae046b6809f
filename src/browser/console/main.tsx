// The scorekeeper's console in the browser: GET /console and /console/{channel}.
import { render } from 'preact';
import { App } from './app.tsx';
import { dropBounces } from './bounces.ts';
import { FaultLine } from './fault-line.tsx';
import { KeyQuestion } from './key-question.tsx';
import { takeCredential } from './handover.ts';
import type { TokenKind } from './token-kind.ts';
import { FailedTakeover } from './other-phone.tsx';
import { waitingCount } from './outbox.ts';
import { openPhone, type Phone } from './phone.ts';
import { words } from './console-words.ts';
import './styles.css';

const root = document.getElementById('console');
if (root) void start(root);

async function start(element: HTMLElement): Promise<void> {
  dropBounces();
  // A token may follow the #, which browsers do not send to a server. It must not stay in the address bar.
  const hash = new URLSearchParams(location.hash.slice(1));
  const link = hash.get('link');
  if (hash.has('token') || link !== null || location.search !== '') history.replaceState(null, '', location.pathname);
  const phone = await openPhone().catch(() => null);
  if (phone === null) {
    render(
      <main class="sign-in">
        <h1>{words.noStorage}</h1>
        <FaultLine text={words.noStorageAdvice} />
      </main>,
      element,
    );
    return;
  }
  const applyTheme = (): void => {
    document.documentElement.dataset['theme'] = phone.theme.get();
  };
  phone.theme.subscribe(applyTheme);
  applyTheme();
  const given = link === null ? tokenIn(hash) : await takenWith(link, element);
  if (given !== null && (await isWanted(given.token, phone, element))) await keepKey(given, phone, element);
  render(<App phone={phone} />, element);
  // Without a service worker (plain http on another machine) the console works while the page is open.
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  await serviceWorker?.register('/console/worker.js', { scope: '/console' }).catch(() => null);
}

function NoRoom({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <main class="sign-in">
      <h1>{words.console}</h1>
      <FaultLine text={words.notSaved} />
      <button class="done" onClick={onRetry}>
        {words.tryAgain}
      </button>
    </main>
  );
}

type Given = { readonly token: string; readonly kind: TokenKind | null };

function tokenIn(hash: URLSearchParams): Given | null {
  const token = hash.get('token') ?? '';
  return token === '' ? null : { token, kind: hash.get('kind') === 'account' ? 'account' : null };
}

/** The key of the phone that showed this link; null when the link does not work and the user goes on without. */
async function takenWith(link: string, element: HTMLElement): Promise<Given | null> {
  for (;;) {
    const taken = await takeCredential(link);
    if (taken.kind === 'done') return taken.value;
    const isAgain = await new Promise<boolean>((resolve) => {
      const answers = { onRetry: () => resolve(true), onGoOn: () => resolve(false) };
      render(<FailedTakeover why={taken.kind} {...answers} />, element);
    });
    if (!isAgain) return null;
  }
}

/** Stores the key. It left the address, so a phone without room for it asks until there is some. */
async function keepKey(given: Given, phone: Phone, element: HTMLElement): Promise<void> {
  for (;;) {
    const isKept = await phone.signIn(given.token, given.kind).then(
      () => true,
      () => false,
    );
    if (isKept) return;
    await new Promise<void>((resolve) => {
      render(<NoRoom onRetry={resolve} />, element);
    });
  }
}

/** Whether the phone takes this key. Asks when it has another one. */
function isWanted(given: string, { token, entries }: Phone, element: HTMLElement): Promise<boolean> | boolean {
  if (token.get() === null) return true;
  if (token.get() === given) return false;
  return new Promise((resolve) => {
    render(<KeyQuestion waiting={waitingCount(entries.get())} onAnswer={resolve} />, element);
  });
}
