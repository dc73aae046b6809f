// The thread that draws pictures: SVG in, PNG out. Drawing takes about a tenth of a second, which sockets must not wait for.
// A file that Node runs as it is: it is a thread of its own, from the sources and from a build.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

const { resolve } = createRequire(import.meta.url);

// One font for Latin, Greek, Cyrillic and Arabic: the library looks for no second one.
const font = await readFile(resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'));
await initWasm(await readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')));

const options = {
  font: { fontBuffers: [font], loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans Condensed' },
};

/** Takes `{id, svg}`, sends `{id, png}` or `{id, failed}`. */
parentPort.on('message', ({ id, svg }) => {
  try {
    const drawing = new Resvg(svg, options);
    const png = drawing.render().asPng();
    drawing.free();
    parentPort.postMessage({ id, png });
  } catch (error) {
    parentPort.postMessage({ id, failed: String(error) });
  }
});
