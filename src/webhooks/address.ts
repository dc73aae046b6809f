// The addresses that messages go to (rule HOOK-8): https, and nowhere but the public internet. Names are resolved for each attempt,
// and the connection goes to the address that was checked, so that a name cannot change in between.
import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { openResolve } from './resolve.ts';
import { isLoopbackAddress, isPublicAddress } from '../ops/address.ts';

export type AddressRules = {
  /** Outside production, this machine and plain http to it are allowed too: apps are developed there. */
  readonly isProduction: boolean;
  /** Resolves a name to all of its addresses; tests replace it. */
  readonly resolve?: Resolve;
};

type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** The names of this machine. */
const LOCAL_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Why messages cannot go to an address. */
const FAULTS = {
  not_absolute: 'Must be an absolute address, for example https://app.example/touchline.',
  not_https: 'Must start with https://.',
  has_user: 'Must not have a user name or a password.',
  has_fragment: 'Must not have a fragment (#…).',
  not_public: 'Must be an address of the public internet.',
} as const;
export type AddressFault = keyof typeof FAULTS;

/** Null if messages can go to this address. The name is not resolved here. */
export function faultOfUrl(text: string, rules: AddressRules): AddressFault | null {
  if (!URL.canParse(text)) return 'not_absolute';
  const url = new URL(text);
  const isLocal = !rules.isProduction && LOCAL_NAMES.has(url.hostname);
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) return 'not_https';
  if (url.username !== '' || url.password !== '') return 'has_user';
  if (url.hash !== '') return 'has_fragment';
  const address = literalOf(url);
  return address === null || isAllowed(address, rules) ? null : 'not_public';
}

/** The fault for developers. */
export function problemOfUrl(text: string, rules: AddressRules): string | null {
  const fault = faultOfUrl(text, rules);
  return fault === null ? null : FAULTS[fault];
}

const isAllowed = (address: string, { isProduction }: AddressRules): boolean =>
  isPublicAddress(address) || (!isProduction && isLoopbackAddress(address));

/** The address, if the host of the URL is one. Then no name is resolved. */
export function literalOf({ hostname }: URL): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}

/** An attempt that was not made, because the address is not allowed. */
export class ForbiddenAddress extends Error {}

export const forbiddenAddress = (host: string): ForbiddenAddress =>
  new ForbiddenAddress(`${host} is not an address of the public internet.`);

/** For production. Outside of it, names of the file `hosts` count too. */
function resolvePublic(): Resolve {
  const resolve = openResolve();
  return (name, _options, done) => {
    resolve(name).then(
      (addresses) => done(null, addresses),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), []),
    );
  };
}

/** Resolves the name of a connection. One address that is not allowed refuses the whole name. */
export function checkedLookup(rules: AddressRules): LookupFunction {
  const resolve: Resolve = rules.resolve ?? (rules.isProduction ? resolvePublic() : lookup);
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      const problem = error ?? problemOf(name, addresses, rules);
      const [first] = error === null ? addresses : [];
      if (problem !== null || first === undefined) done(problem, '');
      else if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

function problemOf(name: string, addresses: readonly LookupAddress[], rules: AddressRules): Error | null {
  if (addresses.length === 0) return new Error(`${name} has no address.`);
  return addresses.every(({ address }) => isAllowed(address, rules)) ? null : forbiddenAddress(name);
}
