// Compresses the files of the pages once, in the build: it takes seconds, which a start would wait for.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Source maps are left as they are: only the tools of developers load them. Pictures and fonts are small already. */
const PACKED = new Set(['.js', '.css', '.json', '.svg']);

/** By the ending of the packed file. web/built-files.ts reads them. */
const packers = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** Puts `NAME.br` and `NAME.gz` beside each file of the folder that they make smaller. */
export const packFiles = async (folder) => {
  const files = (await readdir(folder)).filter((name) => PACKED.has(path.extname(name)));
  // One file after the other: packed all at once they take half a gigabyte.
  for (const name of files) {
    const plain = await readFile(path.join(folder, name));
    await Promise.all(
      Object.entries(packers).map(async ([ending, pack]) => {
        const packed = await pack(plain);
        if (packed.length < plain.length) await writeFile(path.join(folder, `${name}.${ending}`), packed);
      }),
    );
  }
};
