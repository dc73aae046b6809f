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

/** Fetches the page and all files that it names, and only then replaces the stored page. */
async function update(): Promise<void> {
  const answer = await fetch(PAGE, { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`The console answered ${answer.status}.`);
  const html = await answer.clone().text();
  const files = [...html.matchAll(/(?:src|href)="((?:\/assets\/|\/console\/)[^"]+)"/g)].map(([, file = '']) => file);
  const cache = await caches.open(CACHE);
  const missing: string[] = [];
  for (const file of files) if (!(await cache.match(file))) missing.push(file);
  await cache.addAll(missing);
  await cache.put(PAGE, answer);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== PAGE && !files.includes(pathname)) await cache.delete(request);
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
