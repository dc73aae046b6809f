// The binary of uWebSockets.js: a file that differs from its pin is never loaded.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  binaryName,
  binaryProblem,
  deleteOtherBinaries,
  loadBinary,
  pinBinaries,
} from '../../../src/cli/supply-chain/native-binary.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const installed = path.join(root, 'node_modules/uWebSockets.js');
const pinsFile = path.join(root, 'src/cli/supply-chain/uwebsockets-binaries.json');
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const pinned = async (): Promise<Record<string, string>> =>
  JSON.parse(await readFile(pinsFile, 'utf8')) as Record<string, string>;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'touchline-binary-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the pins', () => {
  test('name every supported system, and are those of the installed package', async () => {
    const pins = await pinned();
    expect(Object.keys(pins)).toHaveLength(20);
    expect(pins[binaryName()]).toBeDefined();
    for (const [name, expected] of Object.entries(pins))
      expect(sha256(await readFile(path.join(installed, name))), name).toBe(expected);
  });

  test('are made by the command that docs/supply-chain.md names', async () => {
    const file = path.join(folder, 'pins.json');
    expect(await pinBinaries(installed, file)).toEqual([]);
    expect(await readFile(file, 'utf8')).toBe(await readFile(pinsFile, 'utf8'));
  });

  test('leave out what a package does not have, and say so', async () => {
    await writeFile(path.join(folder, 'uws_linux_x64_115.node'), 'one');
    const file = path.join(folder, 'pins.json');
    const missing = await pinBinaries(folder, file);
    expect(missing).toHaveLength(19);
    expect(missing).not.toContain('uws_linux_x64_115.node');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ 'uws_linux_x64_115.node': sha256('one') });
    await rm(path.join(folder, 'uws_linux_x64_115.node'));
    await expect(pinBinaries(folder, file)).rejects.toThrow('has no binaries');
  });
});

describe('the check', () => {
  test('passes the installed binary and loads it', async () => {
    expect(await binaryProblem(installed)).toBeNull();
    expect(await loadBinary()).toBeNull();
  });

  test('rule OPS-15: refuses one changed byte with one line that says what to do', async () => {
    const name = binaryName();
    const bytes = await readFile(path.join(installed, name));
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
    await writeFile(path.join(folder, name), bytes);
    const problem = await loadBinary(folder);
    expect(problem).toContain(`expected ${(await pinned())[name] ?? ''}`);
    expect(problem).toContain(sha256(bytes));
    expect(problem).toContain('npm ci');
    expect(problem).toContain('docs/supply-chain.md');
    expect(problem).not.toContain('\n');
  });

  test('rule OPS-24: says in one line that a system has no checked binary, or that the file is missing', async () => {
    const name = binaryName({ platform: 'linux', arch: 'riscv64', versions: { modules: '115' } });
    const problem = await binaryProblem(folder, { name });
    expect(problem).toContain('uws_linux_riscv64_115.node');
    expect(problem).toContain('Use Node.js 20, 22, 24 or 25 on Linux with glibc');
    expect(problem).not.toContain('\n');
    expect(await binaryProblem(folder)).toMatch(/^The binary of uWebSockets\.js is missing: .*Run "npm ci"\.$/);
  });
});

test('an image keeps the binary of its system only', async () => {
  for (const name of [binaryName(), 'uws_other_x64_1.node', 'uws.js']) await writeFile(path.join(folder, name), '');
  await deleteOtherBinaries(folder);
  expect((await readdir(folder)).sort()).toEqual(['uws.js', binaryName()].sort());
});

describe('npm start with another binary', () => {
  const run = (args: readonly string[]): Promise<{ code: number; out: string; err: string }> =>
    new Promise((resolve) => {
      const [script = '', ...others] = args;
      execFile(process.execPath, [path.join(folder, script), ...others], (error, out, err) => {
        resolve({ code: Number(error?.code ?? 0), out, err });
      });
    });

  beforeEach(async () => {
    await mkdir(path.join(folder, 'node_modules/uWebSockets.js'), { recursive: true });
    await cp(path.join(root, 'src/cli/supply-chain'), path.join(folder, 'src/cli/supply-chain'), { recursive: true });
    await cp(path.join(root, 'src/cli/build.mjs'), path.join(folder, 'src/cli/build.mjs'));
    await cp(path.join(root, 'src/start.mjs'), path.join(folder, 'src/start.mjs'));
    const inPackage = (name: string, text: string): Promise<void> =>
      writeFile(path.join(folder, 'node_modules/uWebSockets.js', name), text);
    await inPackage('package.json', '{"name":"uWebSockets.js","version":"0.0.0","main":"uws.js"}');
    // It tells whether it was loaded.
    await inPackage('uws.js', `require('node:fs').writeFileSync(__dirname + '/loaded', '')`);
    await inPackage(binaryName(), 'something else');
  });

  test('rule OPS-15: is refused with one line and exit code 1, before anything of the package is loaded', async () => {
    const { code, out, err } = await run(['src/start.mjs']);
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(err).toContain(sha256('something else'));
    expect(existsSync(path.join(folder, 'node_modules/uWebSockets.js/loaded'))).toBe(false);
  });

  test('rule OPS-15: an image for another architecture gets the pinned binary of that one', async () => {
    const arch = process.arch === 'x64' ? 'arm64' : 'x64';
    const name = binaryName({ platform: process.platform, arch, versions: process.versions });
    const inPackage = path.join(folder, 'node_modules/uWebSockets.js');
    const build = (of: string) => run(['src/cli/supply-chain/prepare-image.mjs', of]);
    expect((await build('riscv64')).err).toBe('There is no image for riscv64. Build one for amd64 or arm64.\n');
    await cp(path.join(installed, name), path.join(inPackage, name));
    expect(await build(arch === 'x64' ? 'amd64' : arch)).toEqual({ code: 0, out: '', err: '' });
    expect((await readdir(inPackage)).filter((file) => file.endsWith('.node'))).toEqual([name]);
    await writeFile(path.join(inPackage, name), 'something else');
    expect(await build(arch === 'x64' ? 'amd64' : arch)).toMatchObject({ code: 1 });
  });

  test('rule OPS-15: is refused by the image build too', async () => {
    const { code, err } = await run(['src/cli/supply-chain/prepare-image.mjs']);
    expect(code).toBe(1);
    expect(err).toContain(sha256('something else'));
    const dockerfile = await readFile(path.join(root, 'Dockerfile'), 'utf8');
    expect(dockerfile).toContain('RUN node src/cli/supply-chain/prepare-image.mjs');
    // What start.mjs imports is in the image.
    for (const file of ['native-binary.mjs', 'uwebsockets-binaries.json'])
      expect(dockerfile).toContain(`/app/src/cli/supply-chain/${file}`);
  });
});
