// Compares a picture with the one in the repository. The pictures show our own fonts only, so all machines draw them alike, but for
// the edges of letters. `UPDATE_PICTURES=1` replaces the pictures.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

const folder = path.resolve(import.meta.dirname, '../browser/pictures');
/** A pixel differs when its colour is further away than this; from 0 (the same) to 1. */
const COLOR_DISTANCE = 0.2;
/** The largest share of differing pixels. A moved score or another face changes more. */
const SHARE_MAX = 0.01;

/** A part of a picture, in pixels. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/**
 * Null when `picture` (PNG) shows what `NAME.png` shows; else what differs, with the folder of both pictures. Each of `parts` is
 * compared by itself, too: a change in one of many would be small in the whole.
 */
export async function pictureFault(
  name: string,
  picture: Buffer,
  parts: Readonly<Record<string, Box>> = {},
): Promise<string | null> {
  const file = path.join(folder, `${name}.png`);
  if (process.env.UPDATE_PICTURES === '1') {
    await mkdir(folder, { recursive: true });
    await writeFile(file, picture);
    return null;
  }
  if (!existsSync(file)) return `There is no ${file}: make it with UPDATE_PICTURES=1, and look at it.`;
  const [expected, found] = [PNG.sync.read(await readFile(file)), PNG.sync.read(picture)];
  const whole = differenceOf(expected, found);
  const faults = Object.entries(whole?.startsWith('is ') === true ? {} : parts).flatMap(([part, box]) => {
    const own = differenceOf(partOf(expected, box), partOf(found, box));
    return own === null ? [] : [`${part}: ${own}`];
  });
  const fault = faults.length > 0 ? faults.join('; ') : whole;
  if (fault === null) return null;
  const kept = await mkdtemp(path.join(tmpdir(), 'touchline-picture-'));
  await writeFile(path.join(kept, `${name}.png`), picture);
  return `${name}: ${fault} (see ${kept}; if that is meant, UPDATE_PICTURES=1 replaces the picture)`;
}

/** What differs, in words; null for two pictures that look the same. */
export function differenceOf(expected: PNG, found: PNG): string | null {
  const { width, height } = expected;
  if (found.width !== width || found.height !== height) {
    return `is ${found.width} × ${found.height} instead of ${width} × ${height}`;
  }
  const count = pixelmatch(expected.data, found.data, undefined, width, height, { threshold: COLOR_DISTANCE });
  const share = count / (width * height);
  return share > SHARE_MAX ? `${(share * 100).toFixed(1)} % of the pixels differ` : null;
}

function partOf(picture: PNG, box: Box): PNG {
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  const part = new PNG({ width, height });
  PNG.bitblt(picture, part, x, y, width, height);
  return part;
}
