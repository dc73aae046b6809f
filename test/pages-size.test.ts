// What a browser has to load of each page.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ensureBuilt } from '../src/build.mjs';

const LIMIT = 60 * 1_024;

test('the JavaScript of each page is below 60 KB, gzipped', async () => {
  const pages = path.join(await ensureBuilt(), 'pages');
  const manifest = JSON.parse(await readFile(path.join(pages, 'manifest.json'), 'utf8')) as Record<
    string,
    { js: string }
  >;
  const sizes = await Promise.all(
    Object.entries(manifest).map(async ([name, { js }]): Promise<[string, number]> => {
      return [name, gzipSync(await readFile(path.join(pages, js))).byteLength];
    }),
  );
  expect(sizes.map(([name]) => name)).toContain('screen');
  expect(sizes.filter(([, bytes]) => bytes >= LIMIT)).toEqual([]);
});
