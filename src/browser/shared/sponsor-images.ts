// The images of sponsors on a page. One that does not load drops itself only.
import { useState } from 'preact/hooks';

/** The images that load, and the function that drops one. */
export function useImages(sponsors: readonly string[]): readonly [readonly string[], (broken: string) => void] {
  const [broken, setBroken] = useState<readonly string[]>([]);
  return [sponsors.filter((url) => !broken.includes(url)), (url) => setBroken((before) => [...before, url])];
}
