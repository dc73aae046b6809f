// An empty embedded database that has the schema. It is made once for each schema and copied for each test that needs one:
// that takes a tenth of the time of a new one and its migrations.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLogger } from '../../src/ops/logger.ts';
import { openStore } from '../../src/store/driver/open.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = path.join(root, '.cache');
const schema = path.join(root, 'src', 'store', 'schema');

/** Everything that the content of an empty database follows from. */
const sources = (): string[] => [
  ...readdirSync(schema).map((file) => path.join(schema, file)),
  path.join(root, 'src', 'store', 'driver', 'embedded-worker.ts'),
  path.join(root, 'package-lock.json'),
];

/** Names the content of an empty database. */
export function schemaHash(): string {
  const hash = createHash('sha256');
  for (const file of sources().sort()) hash.update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** Several processes may do this at once: the first one puts its whole folder in place. */
async function makeTemplate(folder: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const home = await mkdtemp(path.join(cache, 'new-database-'));
  try {
    const store = await openStore({ databaseUrl: null, home, logger: createLogger('silent') });
    await store.close();
    for (const old of readdirSync(cache).filter((name) => name.startsWith('database-')))
      if (path.join(cache, old) !== folder) await rm(path.join(cache, old), { recursive: true, force: true });
    await rename(path.join(home, 'embedded', 'database'), folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/**
 * The program of the embedded database. V8 shares the code of a program that is alive between threads: while this process holds
 * it, each database after the first has its code at once.
 */
let program: Promise<WebAssembly.Module> | null = null;

const loadProgram = async (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await readFile(path.join(root, 'node_modules/@electric-sql/pglite/dist/pglite.wasm')));

/** Puts an empty database with the schema below `home`, which has none. */
export async function prepareEmbedded(home: string): Promise<void> {
  await (program ??= loadProgram());
  const folder = path.join(cache, `database-${schemaHash()}`);
  if (!existsSync(folder)) await makeTemplate(folder);
  await mkdir(path.join(home, 'embedded'), { recursive: true, mode: 0o700 });
  await promisify(execFile)('cp', ['-R', folder, path.join(home, 'embedded', 'database')]);
}
