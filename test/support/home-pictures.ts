// The pictures of the first page, from those of the documents: cut to one shape, small, as WebP.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';

const target = path.resolve(import.meta.dirname, '../../src/web/pictures');
const SIZE = { width: 640, height: 360 };
/** The picture of the documents that each is made from. */
const SOURCES = { console: 'console-sunlight-laptop', screen: 'screen-live', overlay: 'overlay-goal' } as const;

/** Makes those of the first page whose source in `folder` is one of `names`. */
export async function homePictures(browser: Browser, folder: string, names: ReadonlySet<string>): Promise<void> {
  const page = await browser.newPage();
  for (const [name, source] of Object.entries(SOURCES)) {
    if (!names.has(source)) continue;
    const picture = await readFile(path.join(folder, `${source}.png`));
    const options = { ...SIZE, address: `data:image/png;base64,${picture.toString('base64')}` };
    const webp = await page.evaluate(async ({ width, height, address }) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('The browser cannot draw.');
      // Fills the shape from the top; the foot of a higher picture is cut off.
      context.drawImage(image, 0, 0, image.width, (image.width * height) / width, 0, 0, width, height);
      return canvas.toDataURL('image/webp', 0.82).split(',')[1] ?? '';
    }, options);
    await writeFile(path.join(target, `${name}.webp`), Buffer.from(webp, 'base64'));
    process.stdout.write(`${name}.webp\n`);
  }
  await page.close();
}
