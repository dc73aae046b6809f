// The face of a board is there before the board is drawn, so nothing moves after the first picture.

/** A board without its face is better than none, ms. */
const WAIT_MS = 1_500;
/** Latin letters without and with accents: names of a later moment need them, wherever the match is played. */
const LATIN = 'Aš';

/** Resolves when the board's face is loaded, in the scripts of the page's data and in Latin, or after WAIT_MS. */
export async function boardFaceReady(): Promise<void> {
  const text = LATIN + (document.getElementById('page-data')?.textContent ?? '');
  const loaded = document.fonts
    .load(`800 1em 'Touchline Board', 'Touchline Board Arabic'`, text)
    .catch((error: unknown) => {
      // Out of reach: the page keeps the face of the system.
      if (!(error instanceof DOMException)) throw error;
    });
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}
