// Handles the handshake of a live connection: reserves a slot, checks the credential, then upgrades. It writes its own
// answers, because it runs outside of exchange.ts.
import type { HttpRequest, HttpResponse, us_socket_context_t } from 'uWebSockets.js';
import { LIVE_PROTOCOL } from '../../protocol/wire/version.ts';
import { bearerIn } from '../auth/bearer.ts';
import type { Caller } from '../auth/caller.ts';
import { type IsTrusted, networkOf } from '../ops/address.ts';
import { countOne } from '../ops/counters.ts';
import type { Logger } from '../ops/logger.ts';
import { Problem, shuttingDown } from '../ops/problem.ts';
import { type Allowance, freshAllowance } from '../live/frame-allowance.ts';
import type { Session } from '../live/session.ts';
import type { Admission, ConnectionSlot } from './admission.ts';
import { HSTS, statusLine } from './core/answer.ts';
import { entriesIn } from './core/negotiation.ts';
import { allLines, headOf, parametersIn, queryOf } from './core/request-head.ts';
import { utf8 } from './core/utf8.ts';

/** The data that the library stores with a connection. */
export type UserData = {
  readonly caller: Caller | null;
  readonly slot: ConnectionSlot;
  readonly address: string;
  readonly network: string;
  session: Session | null;
  /** For WebSocket pings and pongs, which the library answers by itself. */
  control: Allowance;
};

export type UpgradeDeps = {
  readonly admission: Admission;
  /** The caller of a recently checked token, at once; null if it must be looked up. */
  readonly known: (token: string) => Caller | null;
  /** The caller of a token that came from this network. Throws Problem 401, 429 or 503. */
  readonly identify: (token: string, network: string) => Promise<Caller>;
  readonly isDraining: () => boolean;
  readonly isTrusted: IsTrusted;
  /** The public address is https: every answer carries `HSTS`. */
  readonly isHttps: boolean;
  /** Rejected handshakes by status. */
  readonly rejectedHandshakes: Map<number, number>;
  readonly logger: Logger;
  /** Writes a warning, at most once a minute. */
  readonly warnRarely: (message: string) => void;
};

const PROXY_DROPS_UPGRADE =
  'A proxy on the way drops the header. It must pass on Upgrade and Connection, over HTTP/1.1, as the samples in docs/deploy do.';

/** Null without one. The library gives none that it cannot decode, as `%`. */
const tokenInQuery = (req: HttpRequest): string | null => parametersIn(queryOf(req)).get('token');

/** Whether a credential came with the handshake. Without one, an `auth` frame must follow. */
export const hasCredential = (req: HttpRequest): boolean =>
  req.getHeader('authorization') !== '' || tokenInQuery(req) !== null;

/** Checks the handshake and the credential, then upgrades. The request is read before the first wait. */
export function upgrade(
  res: HttpResponse,
  req: HttpRequest,
  context: us_socket_context_t,
  { admission, known, identify, isDraining, isTrusted, isHttps, rejectedHandshakes, logger, warnRarely }: UpgradeDeps,
): void {
  let aborted = false;
  let slot: ConnectionSlot | null = null;
  res.onAborted(() => {
    aborted = true;
    slot?.release();
  });
  const head = headOf(req, res, isTrusted, false);
  const key = head.header('sec-websocket-key');
  const offered = allLines(req, 'sec-websocket-protocol');
  const extensions = head.header('sec-websocket-extensions');
  const isWebSocket = head.header('upgrade').toLowerCase() === 'websocket';
  // The library takes a first line of five letters for `close`. See `missing`.
  const isClosing = head.header('connection').length === 5;
  const asksUpgrade = !isClosing && entriesIn(allLines(req, 'connection').toLowerCase()).includes('upgrade');
  const version = head.header('sec-websocket-version');
  const authorization = head.header('authorization');
  const query = tokenInQuery(req);
  const address = head.address();
  const network = networkOf(address);

  const refuse = (problem: Problem): void => {
    slot?.release();
    if (aborted) return;
    countOne(rejectedHandshakes, problem.status);
    res.cork(() => {
      res.writeStatus(statusLine(problem.status));
      res.writeHeader('content-type', 'application/json; charset=utf-8').writeHeader('cache-control', 'no-store');
      const always: Readonly<Record<string, string>> = isHttps ? HSTS : {};
      for (const [name, value] of Object.entries({ ...always, ...problem.headers })) res.writeHeader(name, value);
      res.end(utf8(JSON.stringify(problem.body())), true);
    });
  };
  const accept = (reserved: ConnectionSlot, caller: Caller | null): void => {
    if (aborted) return;
    // A shutdown may have begun during the credential check.
    if (isDraining()) {
      refuse(shuttingDown('Connect again after Retry-After seconds.'));
      return;
    }
    const protocol = entriesIn(offered).includes(LIVE_PROTOCOL) ? LIVE_PROTOCOL : '';
    const data: UserData = {
      caller,
      slot: reserved,
      address,
      network,
      session: null,
      control: freshAllowance(performance.now()),
    };
    if (isHttps) {
      res.cork(() => {
        res.writeStatus('101 Switching Protocols');
        for (const [name, value] of Object.entries(HSTS)) res.writeHeader(name, value);
      });
    }
    // Not inside a cork: its end may take the new WebSocket for the old response and close it, on Node.js 24 too. The library warns of
    // that on standard error when a credential was looked up before.
    res.upgrade(data, key, protocol, extensions, context);
  };

  // With `Connection: close` the library would close the connection with its 101, and then open a WebSocket on what it has freed.
  const missing = [!isWebSocket && 'Upgrade', !asksUpgrade && 'Connection: Upgrade'].find((name) => name !== false);
  if (missing !== undefined && key !== '') {
    warnRarely(`WebSocket handshakes come without ${missing}. ${PROXY_DROPS_UPGRADE}`);
    refuse(new Problem(400, `The header ${missing} is missing.`, { hint: PROXY_DROPS_UPGRADE }));
    return;
  }
  if (missing !== undefined || version !== '13') {
    refuse(new Problem(400, 'Not a WebSocket handshake.', { hint: 'Use a WebSocket client of version 13.' }));
    return;
  }
  // The header counts before the query parameter.
  const bearer = authorization === '' ? null : (bearerIn(authorization) ?? '');
  const token = bearer ?? query;
  const reserved = admission.countHandshake(network) ?? admission.reserve(network, token !== null);
  if (reserved instanceof Problem) {
    refuse(reserved);
    return;
  }
  slot = reserved;
  // Thousands of screens that come back with one token cost one lookup.
  const caller = token === null ? null : known(token);
  if (token === null || caller !== null) {
    accept(reserved, caller);
    return;
  }
  identify(token, network).then(
    (caller) => {
      accept(reserved, caller);
    },
    (error: unknown) => {
      if (error instanceof Problem) refuse(error);
      else {
        logger.error({ err: error }, 'a handshake failed');
        refuse(new Problem(500, 'The server failed on this request.'));
      }
    },
  );
}
