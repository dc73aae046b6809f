// The face of a board is there before the board is drawn, so nothing moves after the first picture.
import { FAMILIES, type Font } from './fonts.ts';

/** A board without its face is better than none, ms. */
const WAIT_MS = 1_500;
/** Latin letters without and with accents: names of a later moment need them, wherever the match is played. */
const LATIN = 'Aš';

/** Gives the page its font. Resolves when it is loaded, in the scripts of the page's data and in Latin, or after WAIT_MS. */
export async function boardFaceReady(font: Font): Promise<void> {
  document.documentElement.dataset['font'] = font;
  const text = LATIN + (document.getElementById('page-data')?.textContent ?? '');
  const loaded = document.fonts.load(`800 1em ${FAMILIES[font]}`, text).catch((error: unknown) => {
    // Out of reach: the page keeps the face of the system.
    if (!(error instanceof DOMException)) throw error;
  });
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}
