// The head of a request. The library drops it when its callback returns, so it is read at once or kept.
import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import { clientAddress, type IsTrusted } from '../../ops/address.ts';

export type RequestHead = {
  /** A header by its lower-case name; '' if there is none. */
  header(name: string): string;
  /** The text after the `?`, as the client sent it; '' if there is none. */
  query(): string;
  /** The client's address, also behind trusted proxies (rule ACCESS-17). */
  address(): string;
  /** Whether the client came by https, to this server or to a trusted proxy. */
  isHttps(): boolean;
};

/** The address at the other end of the connection, as the library writes it. */
export const peerOf = (res: HttpResponse): string => Buffer.from(res.getRemoteAddressAsText()).toString('latin1');

/** The text after the `?`. Without a `?` the library returns undefined, contrary to its types. */
export const queryOf = (req: HttpRequest): string => (req as { getQuery(): string | undefined }).getQuery() ?? '';

/** Parameters of a query that are read (rule LIMIT-15). No address of ours has as many. */
export const PARAMETERS_MAX = 200;

/** The first parameters of a query. */
export function parametersIn(query: string): URLSearchParams {
  let end = -1;
  for (let count = 0; count < PARAMETERS_MAX; count += 1) {
    end = query.indexOf('&', end + 1);
    if (end === -1) return new URLSearchParams(query);
  }
  return new URLSearchParams(query.slice(0, end));
}

/** Reads from the library as long as its callback runs. */
export function headOf(req: HttpRequest, res: HttpResponse, isTrusted: IsTrusted, isTls: boolean): RequestHead {
  const peer = (): string => clientAddress(peerOf(res), '', isTrusted);
  return {
    header: (name) => req.getHeader(name),
    query: () => queryOf(req),
    address: () => {
      const address = peer();
      // All lines: some proxies add one instead of completing the first, which the client may have sent, empty too.
      return isTrusted(address) ? clientAddress(address, allLines(req, 'x-forwarded-for'), isTrusted) : address;
    },
    isHttps: () => isTls || (isTrusted(peer()) && forwardedProto(req) === 'https'),
  };
}

/** A copy that stays readable. */
export function keptHead(req: HttpRequest, head: RequestHead): RequestHead {
  const headers = new Map<string, string>();
  req.forEach((name, value) => {
    if (!headers.has(name)) headers.set(name, value);
  });
  const query = head.query();
  const address = head.address();
  const isHttps = head.isHttps();
  return {
    header: (name) => headers.get(name) ?? '',
    query: () => query,
    address: () => address,
    isHttps: () => isHttps,
  };
}

/** A header that is a list and may come in several lines (RFC 9110, section 5.3), as one line. */
export function allLines(req: HttpRequest, wanted: string): string {
  const lines: string[] = [];
  req.forEach((name, value) => {
    if (name === wanted) lines.push(value);
  });
  return lines.join(',');
}

/** The value that the nearest proxy wrote: the last one of the last line. */
function forwardedProto(req: HttpRequest): string {
  return allLines(req, 'x-forwarded-proto').split(',').at(-1)?.trim().toLowerCase() ?? '';
}
