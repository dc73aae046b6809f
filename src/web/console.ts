// The scorekeeper's console: one page for everybody, its service worker and its manifest. They carry no secret and no
// match, so they need no credential; what the console reads and writes, it reads and writes with a token of its own.
import { consoleManifest, consolePage } from './console-document.ts';
import { unavailable } from '../ops/problem.ts';
import { type Answer, headerBlock, type HeaderBlock, NOSNIFF } from '../http/core/answer.ts';
import { type BuiltPages, contentFor, type PageFiles } from './built-files.ts';
import type { RouteSpec } from '../http/core/router.ts';

export type ConsoleDeps = {
  /** null: not built, as when the sources are run directly. */
  readonly pages?: BuiltPages | null | undefined;
};

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Besides the service itself only WebSockets: some browsers do not take 'self' for one.
  "connect-src 'self' ws: wss:",
  "img-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Looked at anew each time: a scorekeeper must not be left with the page of last season. */
const block = (type: string, more: Readonly<Record<string, string>> = {}): HeaderBlock =>
  headerBlock({
    'content-type': type,
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    'content-security-policy': POLICY,
    ...more,
    ...NOSNIFF,
  });
const page = block('text/html; charset=utf-8');
const manifest = block('application/manifest+json');
// It stands below the folder that it looks after.
const worker = block('text/javascript; charset=utf-8', {
  'service-worker-allowed': '/console',
  vary: 'Accept-Encoding',
});

export function consoleRoutes({ pages }: ConsoleDeps): readonly RouteSpec[] {
  const built = (): PageFiles => {
    const assets = pages?.manifest['console'];
    if (!assets) throw unavailable(new Error('The pages are not built.'));
    return assets;
  };
  const route = (path: string, handle: RouteSpec['handle']): RouteSpec => ({
    name: 'console',
    method: 'GET',
    path,
    handle,
  });
  const document = (): Answer => ({ status: 200, headers: page, body: consolePage(built()) });

  return [
    route('/console', document),
    route('/console/{channel}', document),
    route('/console/app.webmanifest', () => ({ status: 200, headers: manifest, body: consoleManifest(built()) })),
    route('/console/worker.js', (exchange) => {
      const address = built().worker;
      const file = pages?.files.find(({ name }) => `/assets/${name}` === address);
      if (!file) throw unavailable(new Error('The console was built without its worker.'));
      return { status: 200, headers: worker, ...contentFor(exchange, file) };
    }),
  ];
}
