// Makes the pictures of the first page from those of the documents: cut to one shape, small, as WebP.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { launchBrowser } from './browser.ts';

const root = path.resolve(import.meta.dirname, '../..');
const SIZE = { width: 640, height: 360 };
/** `from`: the picture in docs/screenshots; `cut`: the part of it that is shown, from its top left. */
const PICTURES = {
  console: { from: 'console-sunlight-laptop', cut: 1 },
  screen: { from: 'screen-live', cut: 1 },
  overlay: { from: 'overlay-goal', cut: 1 },
} as const;

const browser = await launchBrowser();
const page = await browser.newPage();
await mkdir(path.join(root, 'src/web/pictures'), { recursive: true });
for (const [name, { from, cut }] of Object.entries(PICTURES)) {
  const picture = await readFile(path.join(root, 'docs/screenshots', `${from}.png`));
  const options = { ...SIZE, cut, source: `data:image/png;base64,${picture.toString('base64')}` };
  const webp = await page.evaluate(async ({ width, height, cut: share, source }) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('The browser cannot draw.');
    const part = image.width * share;
    // Fills the shape from the top; the foot of a higher picture is cut off.
    context.drawImage(image, 0, 0, part, (part * height) / width, 0, 0, width, height);
    return canvas.toDataURL('image/webp', 0.82).split(',')[1] ?? '';
  }, options);
  await writeFile(path.join(root, 'src/web/pictures', `${name}.webp`), Buffer.from(webp, 'base64'));
}
await browser.close();
