// The API documents: read on the first request, then cached in memory with their compressed forms.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { readDocument } from './built-documents.ts';
import type { Documents } from './documents.ts';
import { STYLE_ADDRESS } from '../layout/layout.tsx';
import { type BuiltPages, siteStyleOf } from '../built-files.ts';
import { cachedRoute, type Content } from '../cached-route.ts';
import { NOSNIFF } from '../../http/core/answer.ts';
import type { FormHeaders } from '../../http/core/cached-answer.ts';
import type { RouteSpec } from '../../http/core/router.ts';
import { contentPolicy } from '../layout/content-policy.ts';

export type DocsDeps = {
  /** The public address of the service, without a slash at its end; known once it listens. */
  readonly baseUrl: () => string;
  /** Null when the pages are not built, for example when the sources run directly. */
  readonly pages?: BuiltPages | null | undefined;
};

const headersOf = (type: string, more: Readonly<Record<string, string>> = {}): FormHeaders => ({
  content: { 'content-type': type, ...NOSNIFF },
  always: { 'cache-control': 'public, no-cache', vary: 'Accept-Encoding', 'referrer-policy': 'no-referrer', ...more },
});

/** Tools on other sites read these. */
const shared = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag' };
const json = headersOf('application/json; charset=utf-8', shared);
const yaml = headersOf('application/yaml; charset=utf-8', shared);
const plain = headersOf('text/plain; charset=utf-8', shared);
const css = headersOf('text/css; charset=utf-8');
const script = headersOf('text/javascript; charset=utf-8');
const page = headersOf('text/html; charset=utf-8', contentPolicy());
/** Swagger UI has inline styles. */
const interactive = headersOf(
  'text/html; charset=utf-8',
  contentPolicy({ 'style-src': "'self' 'unsafe-inline'", 'script-src': "'self'", 'connect-src': "'self'" }),
);

/** A file of the installed package, so nothing loads from another host. */
function swaggerFile(name: string): Promise<Buffer> {
  const at = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  return readFile(path.join(path.dirname(at), name));
}

/** A data file to start from: examples/club.json, or its copy beside the bundle. */
export const EXAMPLE_ADDRESS = '/api/docs/club.json';
const exampleFile = (): Promise<Buffer> =>
  readFile(new URL(import.meta.url.endsWith('.ts') ? '../../../examples/club.json' : './club.json', import.meta.url));

export function docsRoutes({ baseUrl, pages }: DocsDeps): readonly RouteSpec[] {
  const made = (name: keyof Documents) => () => documentOf(name, baseUrl());
  return [
    route('/api/openapi.json', json, made('openApiJson')),
    route('/api/openapi.yaml', yaml, made('openApiYaml')),
    route('/api/asyncapi.json', json, made('asyncApiJson')),
    route('/api/docs', page, made('guidePage')),
    route('/api/docs/ai', page, made('assistantsPage')),
    route(STYLE_ADDRESS, css, () => siteStyleOf(pages)),
    route('/api/docs/interactive', interactive, async () => (await import('./pages.tsx')).interactivePage()),
    route('/api/docs/interactive/start.js', script, async () => (await import('./pages.tsx')).interactiveScript),
    route('/api/docs/interactive/swagger-ui-bundle.js', script, () => swaggerFile('swagger-ui-bundle.js')),
    route('/api/docs/interactive/swagger-ui.css', css, () => swaggerFile('swagger-ui.css')),
    route('/api/docs/interactive/look.css', css, () => readFile(new URL('./interactive.css', import.meta.url))),
    route(EXAMPLE_ADDRESS, json, exampleFile),
    route('/llms.txt', plain, made('indexText')),
    route('/.well-known/llms.txt', plain, made('indexText')),
    route('/llms-full.txt', plain, made('wholeText')),
  ];
}

/** A file of the build. A source makes it itself. */
const documentOf = async (name: keyof Documents, url: string): Promise<string> =>
  import.meta.url.endsWith('.ts')
    ? (await import('./documents.ts')).documents[name](url)
    : readDocument(name, url, import.meta.url);

const route = (path: string, headers: FormHeaders, make: () => Content): RouteSpec =>
  cachedRoute({ name: 'docs', path, headers, make });
