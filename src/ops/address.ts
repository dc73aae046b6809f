// Addresses of clients: one spelling for each, the network that limits count by, and the proxies that may name a client.
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Whether an address, in the spelling of `canonicalAddress`, is a trusted proxy. */
export type IsTrusted = (address: string) => boolean;

export const trustNone: IsTrusted = () => false;

/** Bits of an IPv6 address that a client cannot choose: a household has a /64. */
const IPV6_NETWORK_BITS = 64;

/** IPv4 with dots (also when it is mapped into IPv6), IPv6 as short as it can be. Null when the text is no address. */
export function canonicalAddress(text: string): string | null {
  // Nearly every address is IPv4, which is quicker to recognise than to parse.
  return isIPv4(text) ? text : (parse(text)?.toString() ?? null);
}

/** The text that limits count by: an IPv4 address itself, and the /64 of an IPv6 address (rule LIMIT-2). */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const parsed = parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed?.toString() ?? address;
  const range = `${parsed.toString()}/${IPV6_NETWORK_BITS}`;
  return `${ipaddr.IPv6.networkAddressFromCIDR(range).toString()}/${IPV6_NETWORK_BITS}`;
}

/** Reads addresses and CIDR ranges, separated by commas. Null if an entry is invalid. */
export function parseTrustedProxies(text: string): IsTrusted | null {
  const ranges = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseRange);
  if (ranges.includes(null)) return null;
  return (address) => {
    const parsed = parse(address);
    return parsed !== null && ranges.some((range) => range !== null && contains(range, parsed));
  };
}

/**
 * The address of the client (rule ACCESS-17). `forwardedFor`: the values of `X-Forwarded-For`, all lines of it. They are
 * read from the right, as far as the addresses are trusted proxies; without a trusted peer they are ignored.
 */
export function clientAddress(peer: string, forwardedFor: string, isTrusted: IsTrusted): string {
  let address = canonicalAddress(peer) ?? peer;
  const named = forwardedFor === '' ? [] : forwardedFor.split(',');
  while (named.length > 0 && isTrusted(address)) {
    const before = canonicalAddress(withoutPort(named.pop()?.trim() ?? ''));
    if (before === null) break;
    address = before;
  }
  return address;
}

/** Some proxies write `203.0.113.7:50812` or `[2001:db8::7]:50812`. */
const withoutPort = (text: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');

/** Whether an address is one of the public internet: not private, local, reserved, or one that leads into such a network. */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed?.range() !== 'unicast') return false;
  // The library calls IPv6 addresses unicast that hold an IPv4 address, such as ::7f00:1. Public ones are in 2000::/3 (RFC 4291).
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(PUBLIC_IPV6);
}

const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is this machine. */
export const isLoopbackAddress = (address: string): boolean => parse(address)?.range() === 'loopback';

function parse(text: string): Address | null {
  // The library also takes short forms such as `127.1` and `0x7f000001`, which no proxy writes.
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : null;
}

function parseRange(text: string): [Address, number] | null {
  if (!text.includes('/')) {
    const address = parse(text);
    return address && [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  return parse(text.split('/')[0] ?? '') && ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : null;
}

const contains = ([start, bits]: [Address, number], address: Address): boolean =>
  start.kind() === address.kind() && address.match(start, bits);
