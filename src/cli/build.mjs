// The build: TypeScript and pages into dist/<hash of the sources>/, made once and used by every later start.
//
// Several processes may start from one checkout at once. Each builds into its own folder and renames it to the final name.
// A process that finds the name taken uses that build.
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const entries = [
  'main',
  'cli/import',
  'cli/replay/replay',
  'cli/demo/demo',
  'cli/set-password',
  'cli/password-link',
  'cli/erase-user',
  'cli/backup',
  'cli/restore',
  'store/driver/embedded-worker',
  'web/docs/build-documents',
];
/** Unused builds that are kept: enough to switch between a few branches. */
const keptBuilds = 3;
/** Codes of files that this user must not change. */
export const READ_ONLY = ['EROFS', 'EACCES', 'EPERM'];
const abandonedAfterMs = 60 * 60 * 1_000;

const listFiles = async (folder) => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
};

/** The data file to start from, which a running server serves. */
const exampleOf = (root) => path.join(root, 'examples', 'club.json');

/** Hashes every file that affects the build. */
const hashOfSources = async (root) => {
  const files = [...(await listFiles(path.join(root, 'src'))), ...(await listFiles(path.join(root, 'protocol')))]
    .concat(path.join(root, 'package-lock.json'), path.join(root, 'tsconfig.json'), exampleOf(root))
    .filter((file) => existsSync(file))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(`${path.relative(root, file)}\0`);
    hash.update(await readFile(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
};

const isComplete = (folder) => existsSync(path.join(folder, 'pages', 'manifest.json'));

const buildServer = (esbuild, root, folder) =>
  esbuild.build({
    entryPoints: entries
      .filter((entry) => existsSync(path.join(root, 'src', `${entry}.ts`)))
      .map((entry) => ({ in: path.join(root, 'src', `${entry}.ts`), out: path.basename(entry) })),
    outdir: folder,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
  });

const buildInto = async (root, folder) => {
  // Imported only here: an image with a finished build needs no esbuild.
  const esbuild = await import('esbuild');
  await buildServer(esbuild, root, folder);
  await cp(path.join(root, 'src', 'store', 'schema'), path.join(folder, 'schema'), {
    recursive: true,
    filter: (file) => !file.endsWith('.ts'),
  });
  // Threads that Node runs as they are.
  for (const thread of [path.join('public', 'picture-thread.mjs'), path.join('manage', 'squad', 'table-thread.mjs')]) {
    const source = path.join(root, 'src', 'web', thread);
    if (existsSync(source)) await cp(source, path.join(folder, path.basename(thread)));
  }
  // The texts of the documentation lie beside the bundle that reads them.
  const texts = path.join(root, 'src', 'web', 'docs');
  if (existsSync(texts)) await cp(texts, folder, { recursive: true, filter: (file) => !/\.tsx?$/.test(file) });
  const documents = path.join(folder, 'build-documents.js');
  if (existsSync(documents)) await promisify(execFile)(process.execPath, [documents]);
  const pictures = path.join(root, 'src', 'web', 'pictures');
  if (existsSync(pictures)) await cp(pictures, path.join(folder, 'pictures'), { recursive: true });
  if (existsSync(exampleOf(root))) await cp(exampleOf(root), path.join(folder, 'club.json'));
  const { buildInfoOf } = await import('./build-info.mjs');
  await writeFile(path.join(folder, 'build.json'), JSON.stringify(await buildInfoOf(root)));
  if (existsSync(path.join(root, 'protocol', 'client'))) {
    const { buildClient } = await import('./build-client.mjs');
    await buildClient(esbuild, root, path.join(folder, 'pages', 'client'), 'v1');
  }
  // The pages come last: their manifest marks a complete build.
  const { buildPages } = await import('./build-pages.mjs');
  await buildPages(esbuild, root, path.join(folder, 'pages'));
};

/** Renames a finished build, or deletes it if another process was first. */
const publish = async (unfinished, folder) => {
  try {
    await rename(unfinished, folder);
  } catch (error) {
    if (!['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(error.code) || !isComplete(folder)) throw error;
    await rm(unfinished, { recursive: true, force: true });
  }
};

const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const isInUse = async (folder) => {
  const users = existsSync(path.join(folder, 'in-use')) ? await readdir(path.join(folder, 'in-use')) : [];
  return users.some((pid) => isRunning(Number(pid)));
};

/** Deletes unused builds, except the newest three, and the remains of killed builds. */
const removeOldBuilds = async (dist) => {
  const builds = [];
  for (const name of await readdir(dist)) {
    const folder = path.join(dist, name);
    const { mtimeMs } = await stat(folder);
    if (/^[0-9a-f]{16}$/.test(name)) builds.push({ folder, mtimeMs });
    else if (name.startsWith('.') && Date.now() - mtimeMs > abandonedAfterMs)
      await rm(folder, { recursive: true, force: true });
  }
  builds.sort((a, b) => b.mtimeMs - a.mtimeMs);
  for (const { folder } of builds.slice(keptBuilds)) {
    if (await isInUse(folder)) continue;
    const aside = path.join(dist, `.old-${randomUUID()}`);
    await rename(folder, aside);
    await rm(aside, { recursive: true, force: true });
  }
};

/** An image contains no sources, only the build made for it. */
const shippedBuild = async (dist) => {
  const name = (await readdir(dist)).find((entry) => /^[0-9a-f]{16}$/.test(entry));
  if (name === undefined) throw new Error('This folder has neither sources nor a build.');
  return path.join(dist, name);
};

/** Keeps the build among the newest. A build of another user, or on a read-only disk, stays as it is. */
const noteUse = async (folder) => {
  const now = new Date();
  try {
    await utimes(folder, now, now);
  } catch (error) {
    if (!READ_ONLY.includes(error.code)) throw error;
  }
};

/**
 * Builds the current sources if needed and returns the folder of the build: `main.js`, `demo.js` …, `embedded-worker.js`,
 * `schema/`, the texts of the documentation, and `pages/` with `manifest.json`, `assets/` and `client/`.
 */
export const ensureBuilt = async (root = checkout) => {
  const dist = path.join(root, 'dist');
  if (!existsSync(path.join(root, 'src', 'main.ts'))) return shippedBuild(dist);
  const folder = path.join(dist, await hashOfSources(root));
  if (isComplete(folder)) {
    await noteUse(folder);
    return folder;
  }
  const unfinished = path.join(dist, `.new-${randomUUID()}`);
  await mkdir(unfinished, { recursive: true });
  try {
    await buildInto(root, unfinished);
    await publish(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  try {
    await removeOldBuilds(dist);
  } catch (error) {
    // Another process may be deleting the same folder; the next start deletes the rest.
    if (error.code !== 'ENOENT') throw error;
  }
  return folder;
};

/** Marks the build as used by this process, so that it is not deleted. */
export const markInUse = async (folder) => {
  const users = path.join(folder, 'in-use');
  try {
    // Not recursive: on a read-only disk Node.js would then say ENOENT.
    await mkdir(users).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await writeFile(path.join(users, String(process.pid)), '');
  } catch (error) {
    // In a read-only image no build is deleted.
    if (!READ_ONLY.includes(error.code)) throw error;
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const began = performance.now();
  const folder = await ensureBuilt();
  process.stderr.write(
    `${path.relative(process.cwd(), folder)} is ready (${Math.round(performance.now() - began)} ms)\n`,
  );
}
