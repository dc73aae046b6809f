// A root of Debian 13 with Node.js 24, as test/support/node24.sh makes it, for programs that run as they are deployed.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { linesOf } from './process-lines.ts';
import { hasSandbox, type Sandbox, startInSandbox } from './sandbox.ts';

const checkout = path.resolve(import.meta.dirname, '../..');

/** Its folder. `prepareDebian13` makes it. */
export const debian13 = path.join(process.env['NODE24_FOLDER'] ?? '/var/tmp/touchline-node24', 'root');
/** Whether this machine can make it. */
export const hasDebian13 = hasSandbox && spawnSync('apt-get', ['--version']).status === 0;

export function prepareDebian13(): void {
  const { status, stderr } = spawnSync('bash', ['test/support/node24.sh', '--prepare'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
}

/** Makes a layer with npm in `folder`, and with the names of the network. `npmBinds` belong to it. */
export async function npmLayer(folder: string): Promise<string> {
  const layer = path.join(folder, 'npm');
  const inLayer = (...names: readonly string[]): string => path.join(layer, ...names);
  for (const name of ['usr/local/bin', 'usr/local/lib/node_modules', 'root/.npm', 'etc'])
    await mkdir(inLayer(name), { recursive: true });
  const found = spawnSync('npm', ['root', '--global'], { encoding: 'utf8' }).stdout.trim();
  await cp(path.join(found, 'npm'), inLayer('usr/local/lib/node_modules/npm'), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', inLayer('usr/local/bin/npm'));
  for (const file of ['resolv.conf', 'hosts']) await cp(path.join('/etc', file), inLayer('etc', file));
  return layer;
}

/** The cache of npm, so that nothing is fetched twice, and the certificates of this machine. */
export const npmBinds = { '/root/.npm': path.join(homedir(), '.npm'), '/etc/ssl/certs': '/etc/ssl/certs' };

/** Starts a server until the test ends. `stop` resolves to its exit code and how many seconds it took. */
export async function startServer(sandbox: Sandbox, command: readonly string[]) {
  const { child, removeScratch } = await startInSandbox(sandbox, command);
  const closed = once(child, 'close') as Promise<[number | null]>;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
    await removeScratch();
  });
  await linesOf(child)(/"msg":"listening"/);
  return {
    async stop() {
      const began = performance.now();
      child.kill('SIGTERM');
      const [code] = await closed;
      return { code, seconds: (performance.now() - began) / 1_000 };
    },
  };
}
