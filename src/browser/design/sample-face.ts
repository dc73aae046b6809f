// The face of a sample with the letters of all names: pictures of samples are compared, so no letter may come later.
import { FAMILIES, type Font } from '../shared/fonts.ts';
import { boardFaceReady } from '../shared/font-ready.ts';

/** A letter of each script in the samples. */
const LETTERS = 'AšΩلЩ';

/** Gives the page its font. Resolves when it is loaded, however long that takes. */
export async function sampleFaceReady(font: Font): Promise<void> {
  await document.fonts.load(`800 1em ${FAMILIES[font]}`, LETTERS);
  await boardFaceReady(font);
}
