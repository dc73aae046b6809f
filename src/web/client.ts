// The subscriber client for pages without a bundler: `/client/v1.js`, and the modules that it loads or that go with it.
import { NOSNIFF } from '../http/core/answer.ts';
import type { FormHeaders } from '../http/core/cached-answer.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { cachedRoute } from './cached-route.ts';

/** Pages of any site load the modules. The addresses stay the same after an update, so browsers ask again after 5 minutes. */
const headers: FormHeaders = {
  content: { 'content-type': 'text/javascript; charset=utf-8', ...NOSNIFF },
  always: {
    'cache-control': 'public, max-age=300',
    vary: 'Accept-Encoding',
    'access-control-allow-origin': '*',
  },
};

/** `files`: the modules by file name. */
export const clientRoutes = (files: ReadonlyMap<string, Buffer>): readonly RouteSpec[] =>
  [...files].map(([file, content]) =>
    cachedRoute({ name: 'client', path: `/client/${file}`, headers, make: () => content }),
  );
