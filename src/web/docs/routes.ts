// The API documents: generated on the first request, then kept in memory with their compressed forms.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { stringify } from 'yaml';
import { asyncApiDocument } from '../../../protocol/documents/asyncapi.ts';
import { openApiDocument } from '../../../protocol/documents/openapi.ts';
import { RATE_LIMIT } from '../../auth/rate-limit.ts';
import { FRAMES_BURST, FRAMES_PER_SECOND } from '../../live/frame-allowance.ts';
import { FRAME_MAX_BYTES, SUBSCRIPTIONS_MAX } from '../../live/sessions.ts';
import { HELD_DELTAS, TIMING } from '../../live/timing.ts';
import { llmsFull, llmsIndex } from './ai.ts';
import { aiPage, guidePage, interactivePage, interactiveScript } from './pages.ts';
import type { Limits } from './reference.ts';
import { STYLE_ADDRESS } from '../layout/layout.tsx';
import { style } from '../layout/style.ts';
import { type Answer, headerBlock, type HeaderBlock, NOSNIFF } from '../../http/core/answer.ts';
import { API_BODY_LIMIT, DATA_FILE_LIMIT } from '../../http/core/request-body.ts';
import { isMatch, preferredForm } from '../../http/core/negotiation.ts';
import type { RouteSpec } from '../../http/core/router.ts';
import { type EncodedBody, encodeBody } from '../../resources/encoded-body.ts';

export type DocsDeps = {
  /** The public address of the service, without a slash at its end; known once it listens. */
  readonly baseUrl: () => string;
};

/** The limits that the guide prints, taken from the code. */
export const LIMITS: Limits = {
  requestsPerSecond: RATE_LIMIT.perSecond,
  requestBurst: RATE_LIMIT.burst,
  bodyBytes: API_BODY_LIMIT,
  dataFileBytes: DATA_FILE_LIMIT,
  subscriptions: SUBSCRIPTIONS_MAX,
  frameBytes: FRAME_MAX_BYTES,
  framesPerSecond: FRAMES_PER_SECOND,
  frameBurst: FRAMES_BURST,
  authMs: TIMING.authMs,
  heartbeatMs: TIMING.heartbeatMs,
  heldDeltas: HELD_DELTAS,
  holdMs: TIMING.holdMs,
};

/** A page may load files of this site only. The interactive page uses inline styles. */
const policy = (styles: string, more: readonly string[] = []): string =>
  [
    "default-src 'none'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...more,
  ].join('; ');

const headersOf = (type: string, more: Readonly<Record<string, string>> = {}): HeaderBlock =>
  headerBlock({
    'content-type': type,
    'cache-control': 'public, no-cache',
    vary: 'Accept-Encoding',
    'referrer-policy': 'no-referrer',
    ...NOSNIFF,
    ...more,
  });

/** Tools on other sites read these. */
const shared = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag' };
const json = headersOf('application/json; charset=utf-8', shared);
const yaml = headersOf('application/yaml; charset=utf-8', shared);
const plain = headersOf('text/plain; charset=utf-8', shared);
const css = headersOf('text/css; charset=utf-8');
const script = headersOf('text/javascript; charset=utf-8');
const page = headersOf('text/html; charset=utf-8', { 'content-security-policy': policy("'self'") });
const interactive = headersOf('text/html; charset=utf-8', {
  'content-security-policy': policy("'self' 'unsafe-inline'", ["script-src 'self'", "connect-src 'self'"]),
});

/** A file of the installed package, so nothing loads from another host. */
function swaggerFile(name: string): Promise<Buffer> {
  const at = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  return readFile(path.join(path.dirname(at), name));
}

export function docsRoutes({ baseUrl }: DocsDeps): readonly RouteSpec[] {
  const options = () => ({ baseUrl: baseUrl(), limits: LIMITS });
  const index = () => llmsIndex(options());
  return [
    route('/api/openapi.json', json, () => JSON.stringify(openApiDocument(baseUrl()), null, 2)),
    route('/api/openapi.yaml', yaml, () => stringify(openApiDocument(baseUrl()), { aliasDuplicateObjects: false })),
    route('/api/asyncapi.json', json, () => JSON.stringify(asyncApiDocument(baseUrl()), null, 2)),
    route('/api/docs', page, () => guidePage(options())),
    route('/api/docs/ai', page, () => aiPage(options())),
    route(STYLE_ADDRESS, css, () => style),
    route('/api/docs/interactive', interactive, interactivePage),
    route('/api/docs/interactive/start.js', script, () => interactiveScript),
    route('/api/docs/interactive/swagger-ui-bundle.js', script, () => swaggerFile('swagger-ui-bundle.js')),
    route('/api/docs/interactive/swagger-ui.css', css, () => swaggerFile('swagger-ui.css')),
    route('/llms.txt', plain, index),
    route('/.well-known/llms.txt', plain, index),
    route('/llms-full.txt', plain, () => llmsFull(options())),
  ];
}

function route(address: string, headers: HeaderBlock, make: () => string | Promise<Buffer>): RouteSpec {
  let kept: Promise<EncodedBody> | null = null;
  const content = async (): Promise<EncodedBody> => encodeBody(await make());
  return {
    name: 'docs',
    method: 'GET',
    path: address,
    async handle(exchange): Promise<Answer> {
      const form = preferredForm(exchange.header('accept-encoding'));
      kept ??= content();
      const { tag, bytes, encoded } = await kept;
      // A strong ETag names bytes, and each form has other bytes.
      const etag = `"${tag}-${form}"`;
      if (isMatch(exchange.ifNoneMatch, etag)) return { status: 304, headers, more: { etag }, body: null };
      return {
        status: 200,
        headers,
        more: { etag, ...(form === 'plain' ? {} : { 'content-encoding': form }) },
        body: form === 'plain' ? bytes : await encoded(form),
      };
    },
  };
}
