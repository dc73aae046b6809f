// The images of sponsors on a page. One that does not load drops itself only.
import { useState } from 'preact/hooks';
import { useTick } from './tick.ts';

/** How long an image stays where several take turns, ms. All pages of a ground show the same one. */
const SPONSOR_MS = 10_000;

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
