// Which addresses the script of a page with a live channel may call.
import type { Exchange } from '../../http/core/exchange.ts';

const plainHost = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The value of `connect-src` of a page: this service over http and WebSocket, and nothing else. Some browsers do not accept 'self' for
 * a WebSocket, so it names our own origin too, and the host of the request: people may visit the service by another name than
 * PUBLIC_URL. Call it before the handler's first `await`.
 */
export function connectSource(exchange: Pick<Exchange, 'header'>, baseUrl: string): string {
  const own = new URL(baseUrl);
  const host = exchange.header('host').toLowerCase();
  const asVisited = plainHost.test(host) && host !== own.host ? ` ws://${host} wss://${host}` : '';
  return `'self' ${own.origin.replace(/^http/, 'ws')}${asVisited}`;
}
