// Checks the address that receives an app's token. It rejects every ambiguous address: the text must have a plain form, and
// the checks use the address as a browser parses it (WHATWG URL).
import { REDIRECT_URI_MAX } from '../../protocol/rest/connect.ts';

/** The addresses of this service. A redirect must not lead to any of them. */
export type OwnAddress = {
  /** The configured address, the listening address, and the address of the current request. */
  readonly urls: readonly string[];
  /** In production plain http is never accepted. */
  readonly isProduction: boolean;
};

/** The parameters that this service adds to the address (rule ACCESS-11). An app that finds one twice may use the wrong one. */
const ANSWER_PARAMETERS: readonly string[] = [
  'api_key',
  'resource_type',
  'user_name',
  'club_count',
  'tournament_count',
  'state',
  'error',
];

export type Redirect = {
  /** Exactly as the app sent it. */
  readonly uri: string;
  /** For example `https://app.example:8443`. */
  readonly origin: string;
};

/** Why an address is refused. `about`: a number or a name that the text for the app's developer has. */
export type RedirectFault = {
  readonly kind:
    'too_long' | 'not_plain' | 'not_absolute' | 'not_https' | 'not_https_or_local' | 'own_address' | 'taken_parameter';
  readonly about: string;
};
const refused = (kind: RedirectFault['kind'], about = ''): RedirectFault => ({ kind, about });

const printable = /^[\x21-\x7e]+$/;
/** The scheme; the host as a name, an IPv4 or a bracketed IPv6 address; the port. */
const plain = /^(https?):\/\/([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?(?=[/?#]|$)/i;
const devHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The redirect, or what the app's developer must change. */
export function readRedirect(uri: string, own: OwnAddress): Redirect | RedirectFault {
  if (uri.length > REDIRECT_URI_MAX) return refused('too_long', String(REDIRECT_URI_MAX));
  if (!printable.test(uri) || uri.includes('\\')) return refused('not_plain');
  if (!plain.test(uri) || !URL.canParse(uri)) return refused('not_absolute');
  const url = new URL(uri);
  if (url.protocol === 'http:' && (own.isProduction || !devHosts.has(url.hostname))) {
    return refused(own.isProduction ? 'not_https' : 'not_https_or_local');
  }
  if (own.urls.some((ours) => URL.canParse(ours) && isSamePlace(url, new URL(ours)))) return refused('own_address');
  const taken = namesIn(url.search).find((name) => ANSWER_PARAMETERS.includes(name));
  if (taken !== undefined) return refused('taken_parameter', taken);
  return { uri, origin: url.origin };
}

/** The names in a query, decoded. Some servers take `;` for `&`. */
const namesIn = (query: string): readonly string[] => [...new URLSearchParams(query.replaceAll(';', '&')).keys()];

/** Our host is ours on every port. On loopback, where all programs share the host, the port decides. */
function isSamePlace(theirs: URL, ours: URL): boolean {
  const [their, our] = [hostOf(theirs), hostOf(ours)];
  if (isLoopback(their) && isLoopback(our)) return portOf(theirs) === portOf(ours);
  return their === our;
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/** The host without a trailing dot, and an IPv4-mapped address as IPv4. */
function hostOf({ hostname }: URL): string {
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return hostname.replace(/\.+$/, '');
  const bits = [high, low].map((group) => Number.parseInt(group, 16));
  return bits.flatMap((group) => [group >> 8, group & 0xff]).join('.');
}

/** Unspecified addresses (0.0.0.0, ::) also lead to the machine itself. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || /^(?:127\.|0\.)/.test(host) || /^\[::1?\]$/.test(host);

/** Appends parameters to the query. The existing query stays unchanged, byte for byte; a fragment stays last. */
export function withQuery(uri: string, parameters: Readonly<Record<string, string>>): string {
  const hash = uri.indexOf('#');
  const [address, fragment] = hash === -1 ? [uri, ''] : [uri.slice(0, hash), uri.slice(hash)];
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return address + jointOf(address) + added.join('&') + fragment;
}

function jointOf(address: string): '?' | '&' | '' {
  if (!address.includes('?')) return '?';
  return /[?&]$/.test(address) ? '' : '&';
}
