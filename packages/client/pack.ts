// `npm run pack:client [FOLDER]`: builds @touchline/client from protocol/client and packs it. Prints the path of the tarball.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import { wireDeclarations } from '../../protocol/documents/typescript.ts';
import { buildClient } from '../../src/cli/build-client.mjs';

const run = promisify(execFile);
const here = import.meta.dirname;
const root = path.resolve(here, '../..');

/** The modules of the wire whose types come from schemas. One printed module takes their place. */
const FROM_SCHEMAS = /'(?:\.|\.\.\/wire)\/(?:air|board|down|marker|up)\.ts'/g;
const ENTRIES = ['client/client', 'wire/clock'];

/** Packs the package into `target` and returns the path of the tarball. Throws what a tool says when it fails. */
export async function packClient(target: string): Promise<string> {
  const staging = await mkdtemp(path.join(tmpdir(), 'touchline-client-'));
  try {
    await copyFile(path.join(root, 'LICENSE'), path.join(staging, 'LICENSE'));
    for (const file of ['package.json', 'README.md']) await copyFile(path.join(here, file), path.join(staging, file));
    await buildClient(esbuild, root, path.join(staging, 'dist'));
    await writeTypes(path.join(staging, 'dist/types'));
    await mkdir(target, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', target], {
      cwd: staging,
    });
    const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[];
    if (packed === undefined) throw new Error(`npm pack made no tarball: ${stdout}`);
    return path.join(target, packed.filename);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Writes the declarations that the entries need, and no others. */
async function writeTypes(folder: string): Promise<void> {
  const emitted = await mkdtemp(path.join(tmpdir(), 'touchline-types-'));
  try {
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [tsc, '-p', here, '--outDir', emitted]);
    const written = new Set(ENTRIES);
    for (const name of written) {
      const text = (await readFile(path.join(emitted, `${name}.d.ts`), 'utf8')).replace(FROM_SCHEMAS, "'../wire.ts'");
      for (const [, imported = ''] of text.matchAll(/'(\.[^']+)\.ts'/g)) {
        const needed = path.join(path.dirname(name), imported);
        if (needed !== 'wire') written.add(needed);
      }
      await writeDeclaration(path.join(folder, `${name}.d.ts`), text.replaceAll(/'(\.[^']+)\.ts'/g, "'$1.js'"));
    }
    await writeDeclaration(path.join(folder, 'wire.d.ts'), wireDeclarations());
  } finally {
    await rm(emitted, { recursive: true, force: true });
  }
}

async function writeDeclaration(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const target = process.argv[2] ?? path.join(root, 'dist');
  process.stdout.write(`${path.relative(process.cwd(), await packClient(path.resolve(target)))}\n`);
}
