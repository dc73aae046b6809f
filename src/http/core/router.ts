// The router: a tree of path segments, built once from the table of endpoints and the other routes. Every path, known or
// unknown, has a route.
import { API_ROOT } from '../../../protocol/wire/version.ts';
import type { Caller } from '../../auth/caller.ts';
import { notFound } from '../../ops/not-found.ts';
import { Problem } from '../../ops/problem.ts';
import { type Answer, CORS, headerBlock, problemAnswer } from './answer.ts';
import type { CallerHandle, Exchange, Handle } from './exchange.ts';
import type { Found as FoundOf, Gate as GateOf, Method, RendererOf as RendererFor, Route as RouteOf } from './route.ts';

type Found = FoundOf<Exchange>;
type Gate = GateOf<Exchange>;
type Route = RouteOf<Exchange>;
/** Chooses how a request's problems are rendered. */
export type RendererOf = RendererFor<Exchange>;

/**
 * Who may call. Every route must say so, so that no route is open by mistake.
 * - `public`: everyone.
 * - `caller`: a bearer credential in the header.
 * - `streaming_caller`: the same, or in the query parameter `token`.
 * - `admin`: the admin token; an API credential is 403.
 * - `operator`: the admin token; all else is 401.
 * - `link`: the credential in a page's address, which web/page-data.ts checks.
 * - `session`: the session and the form token, which web/site.ts checks.
 */
type Access =
  | { readonly access: 'public' | 'admin' | 'operator' | 'link' | 'session'; readonly handle: Handle }
  | { readonly access: 'caller'; readonly handle: CallerHandle }
  | { readonly access: 'streaming_caller'; readonly handle: CallerHandle };

/** The checks of the gates. They count bad credentials for the client's network (rule LIMIT-2). */
export type Gates = {
  /** The caller of the header's credential, its allowance counted. Throws Problem 401, 429 or 503. */
  readonly callerOf: (exchange: Exchange) => Caller | Promise<Caller>;
  /** The same; without a header the query parameter `token` counts. */
  readonly streamingCallerOf: (exchange: Exchange) => Caller | Promise<Caller>;
  /** Throws Problem 401, 403, 429 or 503. */
  readonly checkAdmin: (exchange: Exchange) => Promise<void>;
  /** Throws Problem 401 or 429. */
  readonly checkOperator: (exchange: Exchange) => Promise<void>;
  /** Counts the length of a read answer against the allowance of its spender. */
  readonly answered: (exchange: Exchange, length: number) => void;
  /** Counts the length of a body. */
  readonly received: (exchange: Exchange, length: number) => void;
  /** Checks the caller again, for a body that came late. Throws Problem 401 or 403. */
  readonly recheck: (exchange: Exchange) => Promise<void>;
};

export type RouteSpec = Access & {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** `{name}` stands for one segment. */
  readonly path: string;
  readonly bodyLimit?: number;
  readonly timeMs?: number;
  /** Default: the renderer of the server for paths outside of the API. */
  readonly rendererOf?: RendererOf;
};

/** Store failures are answered within 5 seconds (rules OPS-2, LIMIT-5). A handler that takes longer than this hangs. */
const HANDLER_MS = 10_000;

type Node = {
  readonly named: Map<string, Node>;
  param: Node | null;
  readonly methods: Map<Method, Route>;
  /** The route for every other method. */
  otherwise: Route | null;
};

const emptyNode = (): Node => ({ named: new Map(), param: null, methods: new Map(), otherwise: null });
const noValues: readonly string[] = [];

/** The Error object for every request: what the API answers. */
export const asErrorObject: RendererOf = () => problemAnswer;

const missing = (rendererOf: RendererOf): Found => ({
  route: bare(
    'none',
    () => {
      throw notFound('Path');
    },
    rendererOf,
  ),
  values: noValues,
});

const isApi = (path: string): boolean => path === API_ROOT || path.startsWith(`${API_ROOT}/`);

/**
 * Builds the lookup. A trailing slash is ignored. The path is split first, then each segment is percent-decoded. `outsideApi`
 * renders the problems of unknown paths and of routes without their own renderer; below `/api/v1` they are Error objects.
 */
export function buildRouter(
  specs: readonly RouteSpec[],
  gates: Gates,
  outsideApi: RendererOf = asErrorObject,
): (method: Method, path: string) => Found {
  const root = emptyNode();
  for (const spec of specs) {
    add(root, { rendererOf: isApi(spec.path) ? asErrorObject : outsideApi, ...spec }, gateOf(spec, gates));
  }
  complete(root, '');
  const missingInApi = missing(asErrorObject);
  const missingOutside = missing(outsideApi);

  return (method, path) => {
    const none = isApi(path) ? missingInApi : missingOutside;
    const values: string[] = [];
    let node: Node | null = root;
    let start = 1;
    while (start < path.length) {
      const slash = path.indexOf('/', start);
      const end = slash === -1 ? path.length : slash;
      const segment = decode(path.slice(start, end));
      if (segment === null || segment === '') return none;
      const named: Node | undefined = node.named.get(segment);
      if (named) node = named;
      else {
        node = node.param;
        if (!node) return none;
        values.push(segment);
      }
      start = end + 1;
    }
    if (!node.otherwise) return none;
    return { route: node.methods.get(method) ?? node.otherwise, values };
  };
}

function gateOf(spec: Access, { callerOf, streamingCallerOf, checkAdmin, checkOperator }: Gates): Gate {
  if (spec.access === 'caller') return { kind: 'caller', callerOf, handle: spec.handle };
  if (spec.access === 'streaming_caller') return { kind: 'caller', callerOf: streamingCallerOf, handle: spec.handle };
  if (spec.access === 'admin') return { kind: 'admin', check: checkAdmin, handle: spec.handle };
  if (spec.access === 'operator') return { kind: 'admin', check: checkOperator, handle: spec.handle };
  return { kind: 'open', handle: spec.handle };
}

function add(
  root: Node,
  { name, method, path, bodyLimit = 0, timeMs = HANDLER_MS, rendererOf = asErrorObject }: RouteSpec,
  gate: Gate,
): void {
  const params: string[] = [];
  let node = root;
  for (const segment of path
    .split('/')
    .slice(1)
    .filter((part) => part !== '')) {
    const param = /^\{(.+)\}$/.exec(segment)?.[1];
    if (param === undefined) {
      const next = node.named.get(segment) ?? emptyNode();
      node.named.set(segment, next);
      node = next;
    } else {
      params.push(param);
      node.param ??= emptyNode();
      node = node.param;
    }
  }
  if (node.methods.has(method)) throw new Error(`Two routes for ${method} ${path}.`);
  node.methods.set(method, { name, params, bodyLimit, timeMs, rendererOf, gate });
}

/** Adds HEAD to every GET, and OPTIONS and 405 to every path. */
function complete(node: Node, path: string): void {
  for (const [segment, next] of node.named) complete(next, `${path}/${segment}`);
  if (node.param) complete(node.param, `${path}/{}`);
  if (node.methods.size === 0) return;
  const get = node.methods.get('GET');
  if (get) node.methods.set('HEAD', get);
  const allow = [...node.methods.keys(), 'OPTIONS'].join(', ');
  node.methods.set(
    'OPTIONS',
    bare('options', () => optionsAnswer(allow, isApi(path))),
  );
  const [first] = node.methods.values();
  node.otherwise = bare(
    'none',
    () => {
      throw new Problem(405, 'This method is not allowed here.', { hint: `Allowed: ${allow}.`, headers: { allow } });
    },
    first?.rendererOf,
  );
}

function bare(name: string, handle: Handle, rendererOf: RendererOf = asErrorObject): Route {
  return { name, params: [], bodyLimit: 0, timeMs: HANDLER_MS, rendererOf, gate: { kind: 'open', handle } };
}

const options = headerBlock({ 'cache-control': 'no-store' });
const preflight = headerBlock({
  'cache-control': 'no-store',
  ...CORS,
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Traceparent',
  'access-control-max-age': '86400',
});

const optionsAnswer = (allow: string, isApi: boolean): Answer => ({
  status: 204,
  headers: isApi ? preflight : options,
  more: isApi ? { allow, 'access-control-allow-methods': allow } : { allow },
  body: null,
});

/** null if the percent-encoding is invalid, or if the segment contains NUL, which PostgreSQL cannot store. */
function decode(segment: string): string | null {
  if (!segment.includes('%')) return segment;
  try {
    const decoded = decodeURIComponent(segment);
    return decoded.includes('\0') ? null : decoded;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
