// The console without a network: the page and its files are kept on the phone. What is kept is shown at once, and renewed
// behind it whenever there is a network, page and files together. Nothing of the API is ever kept here.

/** What we use of a service worker's world, for which the page's types have no room. */
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
/** One page for all addresses of the console: it looks at its own address. */
const PAGE = '/console';

scope.addEventListener('install', (event) => {
  event.waitUntil(renew().then(() => scope.skipWaiting()));
});
scope.addEventListener('activate', (event) => {
  event.waitUntil(scope.clients.claim());
});
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (url.pathname.startsWith('/assets/') || url.pathname === '/console/app.webmanifest') {
    event.respondWith(kept(request));
  }
});

/** Fetches the page and everything that it names, and only then puts the page in its place. */
async function renew(): Promise<void> {
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
  // Behind the page that is shown: without a network it stays as it is.
  if (known) event.waitUntil(renew().catch(() => null));
  return known ?? fetch(event.request);
}

async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fetch(request);
}
