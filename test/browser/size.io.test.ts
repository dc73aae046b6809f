// The size of each page's script, and the browser features that it needs.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ensureBuilt } from '../../src/cli/build.mjs';

const LIMIT = 60 * 1_024;

const pages = async (): Promise<string> => path.join(await ensureBuilt(), 'pages');
const scriptsOf = async (): Promise<readonly (readonly [name: string, script: Buffer])[]> => {
  const folder = await pages();
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as Record<
    string,
    { js: string }
  >;
  return Promise.all(
    Object.entries(manifest).map(async ([name, { js }]) => [name, await readFile(path.join(folder, js))] as const),
  );
};

test('rule PAGE-11: the JavaScript of each page is below 60 KB, gzipped', async () => {
  const sizes = (await scriptsOf()).map(([name, script]): [string, number] => [name, gzipSync(script).byteLength]);
  expect(sizes.map(([name]) => name)).toContain('screen');
  expect(sizes.filter(([, bytes]) => bytes >= LIMIT)).toEqual([]);
});

test('screen, overlay, retry page and what loads them again use no function that old browsers lack', async () => {
  // Chromium 103 has none of these, and the pages have no polyfills.
  const newer = /\.(toReversed|toSorted|toSpliced|isWellFormed|withResolvers|groupBy)\(|\bURL\.canParse\b/g;
  const old = (await scriptsOf()).filter(([name]) => ['screen', 'overlay', 'retry', 'reload'].includes(name));
  expect(old).toHaveLength(4);
  expect(
    old.flatMap(([name, script]) => (script.toString().match(newer) ?? []).map((found) => `${name}: ${found}`)),
  ).toEqual([]);
});
