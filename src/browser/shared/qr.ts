// The picture of an address for the camera of a phone or of a television.
import { encode } from 'uqr';

/** Modules of free space around the code, as its standard asks. */
const QUIET_ZONE = 4;

/** One path of an SVG, a module a unit: `size` is the width of its view box. Throws for texts of more than 2,900 bytes. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { border: QUIET_ZONE, ecc: 'L' });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
}
