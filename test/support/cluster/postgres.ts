// A private PostgreSQL from the binaries of this machine, which tests kill, restart and freeze.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { freePort } from '../free-port.ts';
import { childrenOf, eventually, gone, pause, signal, signalAll } from './processes.ts';

export type PrivatePostgres = {
  readonly port: number;
  /** The address with this port, its own or a proxy's. */
  url(port?: number): string;
  /** SIGKILL of all its processes; writes that are not durable are lost. */
  kill(): Promise<void>;
  /** Orderly, cutting connections. */
  stop(): Promise<void>;
  /** Starts it again and resolves when it takes connections. */
  start(): Promise<void>;
  /** SIGSTOP of all its processes. */
  freeze(): void;
  thaw(): void;
  /** Ends it and removes its files. */
  close(): Promise<void>;
};

/** Folder of `initdb` and `postgres`: in the PATH, as pg_config says, or where Debian has them. Null when nowhere. */
export function findPostgresBinaries(): string | null {
  const inPath = (process.env['PATH'] ?? '').split(path.delimiter);
  const holds = (folder: string): boolean =>
    ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name)));
  return [...inPath, ...pgConfig(), ...debian()].find(holds) ?? null;
}

/** The newest first. */
function debian(): string[] {
  const folder = '/usr/lib/postgresql';
  if (!existsSync(folder)) return [];
  const versions = readdirSync(folder).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => path.join(folder, version, 'bin'));
}

function pgConfig(): string[] {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()];
  } catch (error) {
    if (error instanceof Error) return [];
    throw error;
  }
}

/** initdb refuses root: then it all runs as the user that packages make for it. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const of = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  try {
    return { uid: of('-u'), gid: of('-g') };
  } catch (error) {
    throw new Error('PostgreSQL does not run as root: make a user named postgres, or run the tests as another user.', {
      cause: error,
    });
  }
}

const LINES_KEPT = 40;

/**
 * `primary`: the port of another one, of which this becomes a standby that takes its changes as they come. `connections`: how many it
 * takes.
 */
export async function startPostgres(
  binaries: string,
  { primary = null, connections = 60 }: { readonly primary?: number | null; readonly connections?: number } = {},
): Promise<PrivatePostgres> {
  const who = account();
  const folder = mkdtempSync(path.join(tmpdir(), 'touchline-postgres-'));
  if (who.uid !== undefined && who.gid !== undefined) chownSync(folder, who.uid, who.gid);
  const data = path.join(folder, 'data');
  const port = await freePort();
  let child: ChildProcess | null = null;
  const printed: string[] = [];

  const url = (at = port): string => `postgres://postgres@127.0.0.1:${at}/postgres`;
  // A folder that its user may read, which the checkout need not be.
  const run = (name: string, args: readonly string[], from = binaries): ChildProcess =>
    spawn(path.join(from, name), args, {
      ...who,
      cwd: folder,
      env: { LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const listen = (to: ChildProcess): void => {
    for (const stream of [to.stdout, to.stderr]) {
      stream?.on('data', (text: Buffer) => {
        printed.push(text.toString());
        printed.splice(0, printed.length - LINES_KEPT);
      });
    }
  };

  const made =
    primary === null
      ? run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'])
      : // Where the others may be links to, it stands itself.
        run(
          'pg_basebackup',
          ['-D', data, '-R', '-h', '127.0.0.1', '-p', `${primary}`, '-U', 'postgres', '-c', 'fast'],
          path.dirname(realpathSync(path.join(binaries, 'postgres'))),
        );
  listen(made);
  await gone(made);
  if (made.exitCode !== 0) throw new Error(`The data folder could not be made: ${printed.join('')}`);

  async function start(): Promise<void> {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`];
    settings.push(`max_connections=${connections}`);
    // Durable as in production: that is what a kill is about.
    settings.push('fsync=on', 'synchronous_commit=on', 'shared_buffers=32MB', 'log_min_messages=warning');
    await eventually(
      async () => {
        child = run('postgres', ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]);
        listen(child);
        await accepting(child);
      },
      60_000,
      'PostgreSQL of the test does not start',
    );
  }

  /** Resolves when it takes connections; throws when it ended, for it may still be cleaning up after a kill. */
  async function accepting(server: ChildProcess): Promise<void> {
    const until = performance.now() + 40_000;
    const sql = postgres(url(), { max: 1, connect_timeout: 2, backoff: () => 0.02, onnotice: () => undefined });
    try {
      for (;;) {
        if (server.exitCode !== null || performance.now() > until) throw new Error(printed.join(''));
        const answered = await sql`select 1`.then(
          () => true,
          () => false,
        );
        if (answered) return;
        await pause(20);
      }
    } finally {
      await sql.end({ timeout: 0 });
    }
  }

  const pid = (): number => {
    if (child?.pid === undefined) throw new Error('PostgreSQL of the test is not running.');
    return child.pid;
  };
  async function end(name: NodeJS.Signals): Promise<void> {
    if (!child) return;
    const backends = childrenOf(pid());
    if (name === 'SIGKILL') signalAll(pid(), name);
    else signal(pid(), name);
    await gone(child);
    await eventually(async () => backends.forEach(refuseAlive), 40_000, 'backends of PostgreSQL do not end');
    child = null;
  }

  await start();
  return {
    port,
    url,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
    start,
    freeze: () => signalAll(pid(), 'SIGSTOP'),
    thaw: () => signalAll(pid(), 'SIGCONT'),
    async close() {
      await end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function refuseAlive(pid: number): void {
  if (existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))) {
    throw new Error(`${pid} is still there`);
  }
}
