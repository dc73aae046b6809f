// The images of sponsors in the address of a page. A bad address, or an image that does not load, drops itself only.
import { useState } from 'preact/hooks';
import { isHttps } from './params.ts';
import { useTick } from './tick.ts';

const SPONSORS_MAX = 20;
/** How long an image stays where several take turns, ms. All pages of a ground show the same one. */
export const SPONSOR_MS = 10_000;

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

/** The images that load, and the function that drops one. */
export function useImages(sponsors: readonly string[]): readonly [readonly string[], (broken: string) => void] {
  const [broken, setBroken] = useState<readonly string[]>([]);
  return [sponsors.filter((url) => !broken.includes(url)), (url) => setBroken((before) => [...before, url])];
}

/** The images to show now, `count` at a time. `now`: ms since 1970. */
export function useTurns(images: readonly string[], count: number, now: () => number): readonly string[] {
  const pages = Math.max(1, Math.ceil(images.length / count));
  const page = useTick(() => Math.floor(now() / SPONSOR_MS) % pages) % pages;
  return images.slice(page * count, (page + 1) * count);
}
