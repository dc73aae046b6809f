import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureBuilt, markInUse } from '../../src/cli/build.mjs';

const buildModule = new URL('../../src/cli/build.mjs', import.meta.url).href;
let root = '';

const put = async (file: string, text: string): Promise<void> => {
  const full = path.join(root, file);
  await mkdir(path.dirname(full), { recursive: true });
  await writeFile(full, text);
};

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'touchline-build-'));
  await put('package-lock.json', '{}');
  await put('tsconfig.json', '{}');
  await put('package.json', '{"version":"1.2.3"}');
  await put('.commit', 'abc1234\n');
  await put('protocol/word.ts', `export const word: string = 'ready';`);
  await put('src/main.ts', `import { word } from '../protocol/word.ts'; process.stdout.write(word);`);
  await put('src/store/driver/embedded-worker.ts', `export {};`);
  await put('src/store/schema/001_one.sql', 'select 1;');
  await put('src/browser/screen/main.tsx', `import './screen.css'; document.title = 'Score';`);
  await put('src/browser/screen/screen.css', `body { color: red; }`);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const run = async (script: string): Promise<{ code: number | null; out: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    let out = '';
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    child.stderr.on('data', (part: Buffer) => (out += part.toString()));
    child.on('close', (code) => resolve({ code, out }));
  });

const builds = async (): Promise<string[]> => (await readdir(path.join(root, 'dist'))).sort();

test('a build has the program, the schema and the pages under names that change with their content', async () => {
  const folder = await ensureBuilt(root);
  expect(await readFile(path.join(folder, 'schema', '001_one.sql'), 'utf8')).toBe('select 1;');
  expect(existsSync(path.join(folder, 'embedded-worker.js'))).toBe(true);
  const build = JSON.parse(await readFile(path.join(folder, 'build.json'), 'utf8')) as unknown;
  expect(build).toEqual({ version: '1.2.3', commit: 'abc1234' });
  const manifest = JSON.parse(await readFile(path.join(folder, 'pages', 'manifest.json'), 'utf8'));
  expect(manifest).toEqual({
    screen: {
      js: expect.stringMatching(/^\/assets\/screen-[A-Z0-9]{8}\.js$/),
      css: expect.stringMatching(/^\/assets\/screen-[A-Z0-9]{8}\.css$/),
    },
  });
  for (const address of Object.values<string>(manifest.screen))
    expect(existsSync(path.join(folder, 'pages', address))).toBe(true);
  expect(await run(`await import('${path.join(folder, 'main.js')}')`)).toEqual({ code: 0, out: 'ready' });
});

test('without installed packages each command says in one line what to do', async () => {
  await cp(fileURLToPath(new URL('../../src', import.meta.url)), path.join(root, 'src'), { recursive: true });
  for (const program of ['main', 'demo', 'import']) {
    const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'src/start.mjs'), program], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      'The packages are not installed. Run "npm ci" in the folder of this checkout.\n',
    ]);
  }
});

test('unchanged sources are not built again; changed ones get another folder', async () => {
  const first = await ensureBuilt(root);
  expect(await ensureBuilt(root)).toBe(first);
  await put('protocol/word.ts', `export const word: string = 'steady';`);
  const second = await ensureBuilt(root);
  expect(second).not.toBe(first);
  expect(await builds()).toEqual([path.basename(first), path.basename(second)].sort());
});

test('rule OPS-12: several processes that build one checkout at once all get the same complete build', async () => {
  const script = `import { ensureBuilt } from '${buildModule}';
    const folder = await ensureBuilt('${root}'); await import(folder + '/main.js');`;
  const runs = await Promise.all([run(script), run(script), run(script)]);
  expect(runs).toEqual(Array.from({ length: 3 }, () => ({ code: 0, out: 'ready' })));
  expect(await builds()).toHaveLength(1);
});

test('a failed build says why and leaves nothing behind', async () => {
  await put('src/main.ts', `import './missing.ts';`);
  const { code, out } = await run(`import { ensureBuilt } from '${buildModule}'; await ensureBuilt('${root}')`);
  expect(code).toBe(1);
  expect(out).toContain('Could not resolve "./missing.ts"');
  expect(await builds()).toEqual([]);
});

test('the newest unused builds stay, and every build that a running process uses', async () => {
  const first = await ensureBuilt(root);
  await markInUse(first);
  const made = [first];
  for (let version = 1; version <= 4; version++) {
    await put('protocol/word.ts', `export const word: string = '${version}';`);
    made.push(await ensureBuilt(root));
    const then = new Date(Date.now() - (10 - version) * 1_000);
    await utimes(made.at(-1) ?? '', then, then);
    await utimes(first, new Date(0), new Date(0));
  }
  const left = await builds();
  expect(left).toContain(path.basename(first));
  expect(left).not.toContain(path.basename(made[1] ?? ''));
  expect(left).toHaveLength(4);
});

test('without sources, the shipped build is used', async () => {
  const folder = await ensureBuilt(root);
  await rm(path.join(root, 'src'), { recursive: true });
  expect(await ensureBuilt(root)).toBe(folder);
});

test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'rule OPS-24: a build on a read-only disk is used, as in an image (needs root on Linux)',
  async () => {
    const folder = await ensureBuilt(root);
    const script = `import { ensureBuilt, markInUse } from '${buildModule}';
      await markInUse(await ensureBuilt('${root}')); await import('${path.join(folder, 'main.js')}');`;
    // The mount is that of this process only.
    const steps = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"';
    const node = [process.execPath, '--input-type=module', '-e', script];
    const started = spawnSync(
      'unshare',
      ['--mount', '--propagation', 'private', 'sh', '-c', steps, 'sh', root, ...node],
      { encoding: 'utf8' },
    );
    expect([started.status, started.stdout, started.stderr]).toEqual([0, 'ready', '']);
    expect(existsSync(path.join(folder, 'in-use'))).toBe(false);
  },
);

// Root may write everywhere, so another user runs the start.
test.skipIf(process.getuid?.() !== 0)(
  'rule OPS-24: a build of root serves another user, who cannot write; without one, the reason is one line',
  async () => {
    const nobody = 65_534;
    const copied = ['src/start.mjs', 'src/cli/build.mjs', 'src/cli/supply-chain/native-binary.mjs'];
    for (const file of copied)
      await put(file, await readFile(path.resolve(import.meta.dirname, '../..', file), 'utf8'));
    await put('src/cli/import.ts', `process.stdout.write('imported');`);
    await chmod(root, 0o755);
    const start = (): Promise<{ code: number | null; out: string }> =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, [path.join(root, 'src/start.mjs'), 'import'], {
          uid: nobody,
          gid: nobody,
        });
        let out = '';
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (part: Buffer) => (out += part.toString()));
        child.on('close', (code) => resolve({ code, out }));
      });
    const refused = await start();
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/^The build failed: EACCES.*run "npm run build" as the owner of the checkout.*\n$/);
    await ensureBuilt(root);
    expect(await start()).toEqual({ code: 0, out: 'imported' });
  },
);
