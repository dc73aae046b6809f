// The addresses of sponsors' images in the address of a page. A bad one drops itself only.
import { isHttps } from './params.ts';

export const SPONSORS_MAX = 20;

/** The addresses that can be shown, and a line for each problem. */
export function readSponsors(addresses: readonly string[]) {
  const secure = addresses.filter(isHttps);
  return {
    sponsors: secure.slice(0, SPONSORS_MAX),
    problems: [
      ...addresses
        .filter((address) => !isHttps(address))
        .map((address) => `sponsors=${address}: an address that begins with https://`),
      ...(secure.length > SPONSORS_MAX ? [`sponsors: the first ${SPONSORS_MAX} addresses of ${secure.length}`] : []),
    ],
  };
}
