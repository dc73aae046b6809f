// Builds what runs in browsers: a script and a style sheet for each page, with the fonts, icons and languages that they name.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packFiles } from './pack-files.mjs';

/** A page that works offline has a service worker. */
const workersOf = (pages, name) => {
  const worker = path.join(pages, name, 'worker.ts');
  return existsSync(worker) ? [{ in: worker, out: `${name}-worker` }] : [];
};

/** Copies the icons of an installable page under names with a hash of their content. */
const copyIcons = async (page, folder) => {
  const from = path.join(page, 'icons');
  if (!existsSync(from)) return {};
  const icons = {};
  for (const file of (await readdir(from)).sort()) {
    const content = await readFile(path.join(from, file));
    const { name, ext } = path.parse(file);
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8).toUpperCase();
    await writeFile(path.join(folder, 'assets', `${name}-${hash}${ext}`), content);
    icons[file] = `/assets/${name}-${hash}${ext}`;
  }
  return { icons };
};

/** The Latin letters of a face: nearly every text needs them, so a page asks for them at once. */
const isLatinFace = (file) => /-latin-wght-normal-[0-9A-Z]{8}\.woff2$/.test(file);

/** The languages of a page that has one script for each: those of its tables, besides English. */
const languagesOf = async (pages, name) => {
  const tables = path.join(pages, 'shared', 'lang', name);
  if (!existsSync(tables)) return [];
  return (await readdir(tables)).map((file) => path.parse(file).name).filter((language) => language !== 'en');
};

/** Puts the tables of a language in place of the English ones. Names of places stay: a stored name may be in any language. */
const inLanguage = (language) => ({
  name: 'language',
  setup(build) {
    build.onLoad({ filter: /[/\\]shared[/\\]lang[/\\](?:[a-z]+[/\\])?en\.ts$/ }, ({ path: file }) => {
      if (path.basename(path.dirname(file)) === 'places') return undefined;
      return {
        contents: `export { ${language} as en } from './${language}.ts';`,
        resolveDir: path.dirname(file),
      };
    });
  },
});

/** Classic scripts in the pages of other sites: as one function, so that they leave no names there. */
const scriptsOfOtherSites = new Set(['embed']);

/** One bundle per folder of src/browser with a main.tsx, named by its content so that browsers can cache it for ever. */
export const buildPages = async (esbuild, root, folder) => {
  const pages = path.join(root, 'src', 'browser');
  const names = (existsSync(pages) ? await readdir(pages) : [])
    .filter((name) => existsSync(path.join(pages, name, 'main.tsx')))
    .sort();
  const build = (format, entryPoints, plugins = []) =>
    esbuild.build({
      entryPoints,
      format,
      plugins,
      outdir: path.join(folder, 'assets'),
      entryNames: '[name]-[hash]',
      assetNames: '[name]-[hash]',
      bundle: true,
      minify: true,
      platform: 'browser',
      // Streaming software shows overlays in its built-in Chromium, which can be years old.
      target: ['es2022', 'chrome103'],
      jsx: 'automatic',
      jsxImportSource: 'preact',
      publicPath: '/assets',
      loader: { '.svg': 'file', '.woff2': 'file', '.png': 'file' },
      sourcemap: true,
      metafile: true,
      logLevel: 'warning',
    });
  const pageOf = (name) => ({ in: path.join(pages, name, 'main.tsx'), out: name });
  const entriesOf = (of) => of.flatMap((name) => [pageOf(name), ...workersOf(pages, name)]);
  // Pages made on the server name this file by an address that stays the same.
  const siteStyle = path.join(root, 'src', 'web', 'layout', 'site.css');
  const siteEntries = existsSync(siteStyle) ? [{ in: siteStyle, out: 'site' }] : [];
  const results = await Promise.all([
    build('esm', [...entriesOf(names.filter((name) => !scriptsOfOtherSites.has(name))), ...siteEntries]),
    build('iife', entriesOf(names.filter((name) => scriptsOfOtherSites.has(name)))),
  ]);
  const manifest = {};
  const address = (file) => `/assets/${path.basename(file)}`;
  const outputs = Object.fromEntries(results.flatMap(({ metafile }) => Object.entries(metafile.outputs)));
  const fontsOf = (css) => outputs[css].imports.map(({ path: file }) => address(file)).filter(isLatinFace);
  const cssOf = ({ cssBundle }) => {
    if (cssBundle === undefined) return {};
    const fonts = fontsOf(cssBundle);
    return { css: address(cssBundle), ...(fonts.length > 0 && { fonts }) };
  };
  for (const [file, output] of Object.entries(outputs)) {
    if (output.entryPoint === undefined || !file.endsWith('.js')) continue;
    const name = path.basename(path.dirname(output.entryPoint));
    const isWorker = path.basename(output.entryPoint) === 'worker.ts';
    manifest[name] = {
      ...manifest[name],
      [isWorker ? 'worker' : 'js']: address(file),
      ...cssOf(output),
    };
  }
  for (const name of names) {
    Object.assign(manifest[name], await copyIcons(path.join(pages, name), folder));
    for (const language of await languagesOf(pages, name)) {
      const { metafile } = await build('esm', [pageOf(name)], [inLanguage(language)]);
      const script = Object.keys(metafile.outputs).find((file) => file.endsWith('.js'));
      manifest[name].scripts = { ...manifest[name].scripts, [language]: address(script) };
    }
  }
  await mkdir(path.join(folder, 'assets'), { recursive: true });
  await packFiles(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2));
};
