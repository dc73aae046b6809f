// The subscriber client as JavaScript modules, for the package @touchline/client and for pages without a bundler.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

/** The modules, by name. The client loads `fallback` when it needs it; `clock` is for pages that show a running clock. */
const modules = {
  client: 'protocol/client/client.ts',
  fallback: 'protocol/client/fallback.ts',
  clock: 'protocol/wire/clock.ts',
};

/** Leaves the import of the fallback in the client, under the name of its file. */
const loadLater = (fallbackFile) => ({
  name: 'load-later',
  setup: (build) =>
    build.onResolve({ filter: /\/fallback\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: `./${fallbackFile}.js`, external: true } : undefined,
    ),
});

/**
 * Builds each module as one file, named `PREFIX.js` for the client and `PREFIX-NAME.js` for the others in
 * `folder`, or `NAME.js` without a prefix.
 */
export const buildClient = async (esbuild, root, folder, prefix = '') => {
  const nameOf = (name) => (name === 'client' && prefix !== '' ? prefix : `${prefix && `${prefix}-`}${name}`);
  await mkdir(folder, { recursive: true });
  await esbuild.build({
    entryPoints: Object.entries(modules).map(([name, file]) => ({ in: path.join(root, file), out: nameOf(name) })),
    outdir: folder,
    bundle: true,
    minify: true,
    platform: 'neutral',
    // Streaming software shows overlays in its built-in Chromium, which can be years old.
    target: ['es2022', 'chrome103', 'node20'],
    format: 'esm',
    plugins: [loadLater(nameOf('fallback'))],
    logLevel: 'warning',
  });
};
