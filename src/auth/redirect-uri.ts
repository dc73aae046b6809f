// Where an app wants its token sent. Nothing that could be read in two ways gets by: the address is written plainly, and
// what decides is what a browser makes of it (WHATWG URL).
import { REDIRECT_URI_MAX } from '../../protocol/rest/connect.ts';

/** How this service is reached: the redirect must lead to none of it. */
export type OwnPlace = {
  /** Addresses of the service: in its settings, where it listens, and by which it was just visited. */
  readonly urls: readonly string[];
  /** Then plain http is never taken. */
  readonly isProduction: boolean;
};

export type Redirect = {
  /** As the app sent it. */
  readonly uri: string;
  /** As `https://app.example:8443`. */
  readonly origin: string;
};

const printable = /^[\x21-\x7e]+$/;
/** scheme, then the host as a name, an IPv4 or a bracketed IPv6 address, then its port. */
const plain = /^(https?):\/\/([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?(?=[/?#]|$)/i;
const devHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The redirect, or one sentence for the app's developer on what to change. */
export function readRedirect(uri: string, own: OwnPlace): Redirect | string {
  if (uri.length > REDIRECT_URI_MAX)
    return `Must have ${REDIRECT_URI_MAX} characters at most; this one has ${uri.length}.`;
  if (!printable.test(uri) || uri.includes('\\')) {
    return 'Must be plain ASCII without spaces, control characters and backslashes: percent-encode the path and the query, and write an international host name in Punycode (xn--…).';
  }
  if (!plain.test(uri) || !URL.canParse(uri)) {
    return 'Must be an absolute address of the form https://host[:port]/path, without a user name, a password or percent-encoding in front of the path.';
  }
  const url = new URL(uri);
  if (url.protocol === 'http:' && (own.isProduction || !devHosts.has(url.hostname))) {
    return own.isProduction
      ? 'Must begin with https://.'
      : 'Must begin with https://; http:// is taken for localhost, 127.0.0.1 and [::1] only.';
  }
  if (own.urls.some((ours) => URL.canParse(ours) && isSamePlace(url, new URL(ours)))) {
    return 'Must not point at this service itself: give an address of your app.';
  }
  return { uri, origin: url.origin };
}

/** A host is ours on every port; on one machine, where all have the same host, the port tells who it is. */
function isSamePlace(theirs: URL, ours: URL): boolean {
  const [their, our] = [hostOf(theirs), hostOf(ours)];
  if (isLoopback(their) && isLoopback(our)) return portOf(theirs) === portOf(ours);
  return their === our;
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/** Without the dot that a full name may end in, and IPv4 as IPv4. */
function hostOf({ hostname }: URL): string {
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return hostname.replace(/\.+$/, '');
  const bits = [high, low].map((group) => Number.parseInt(group, 16));
  return bits.flatMap((group) => [group >> 8, group & 0xff]).join('.');
}

/** An unspecified address leads to the machine itself too. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || /^(?:127\.|0\.)/.test(host) || /^\[::1?\]$/.test(host);

/** The address with parameters behind whatever query it has, which stays as it is, byte for byte; a fragment stays last. */
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
