// Serves the console without a network. The phone stores the page and its files. The stored page is shown at once and
// updated in the background when there is a network. Answers of the API are never stored.

/** The parts of a service worker's global scope used here. The page's types do not contain them. */
type WorkerScope = {
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
};
type FetchEvent = {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
};
const scope = self as unknown as WorkerScope;

const CACHE = 'touchline-console';
/** One page serves all addresses of the console; it reads its own address. */
const PAGE = '/console';

scope.addEventListener('install', (event) => {
  event.waitUntil(update().then(() => scope.skipWaiting()));
});
scope.addEventListener('activate', (event) => {
  event.waitUntil(scope.clients.claim());
});
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(url.searchParams.has('lang') ? inLanguage(event) : page(event));
  else if (url.pathname.startsWith('/assets/') || url.pathname === '/console/app.webmanifest') {
    event.respondWith(fromCache(request));
  }
});

/** One update after the other, also of two workers: else an older one that ends last would bring back its page. */
function update(): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  return locks ? locks.request('touchline-console-update', fetchPage) : fetchPage();
}

/** The files that a page names. */
const filesOf = (html: string): readonly string[] =>
  [...html.matchAll(/(?:src|href)="((?:\/assets\/|\/console\/)[^"]+)"/g)].map(([, file = '']) => file);

/** Fetches the page and all files that it names, and only then replaces the stored page. */
async function fetchPage(): Promise<void> {
  const answer = await fetch(PAGE, { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`The console answered ${answer.status}.`);
  const files = filesOf(await answer.clone().text());
  const cache = await caches.open(CACHE);
  const before = await cache.match(PAGE);
  const missing: string[] = [];
  for (const file of files) if (!(await cache.match(file))) missing.push(file);
  await cache.addAll(missing);
  // The page before may be loading now: its files stay until the next update.
  const kept = new Set([PAGE, ...files, ...(before ? filesOf(await before.text()) : [])]);
  await cache.put(PAGE, answer);
  for (const request of await cache.keys()) {
    if (!kept.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

async function page(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(CACHE);
  const known = await cache.match(PAGE);
  // Updates in the background. Without a network, the stored page stays.
  if (known) event.waitUntil(update().catch(() => null));
  return known ?? fetch(event.request);
}

/** The server remembers the language of the address; the stored page follows. */
async function inLanguage(event: FetchEvent): Promise<Response> {
  try {
    const answer = await fetch(event.request);
    await update();
    return answer;
  } catch {
    // Without a network there is only the stored page, in its own language.
    return page(event);
  }
}

async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fetch(request);
}
