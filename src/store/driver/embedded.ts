// Starts the embedded database: a private folder, a lock on it, and the thread that serves it.
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { withDeadline } from '../../ops/deadline.ts';
import type { Logger } from '../../ops/logger.ts';
import { makeFolder } from '../../ops/make-folder.ts';
import { openRepeats } from '../../ops/repeats.ts';
import type { WorkerMessage, WorkerOptions } from './embedded-worker.ts';
import { lockFolder, SOCKET_NAME } from './folder-lock.ts';
import { otherOwner } from './folder-owner.ts';
import { longestSocketPath } from './lock-socket.ts';

type Embedded = {
  /** Connection options for `postgres`. */
  readonly address: { readonly path: string } | { readonly host: string; readonly port: number };
  close(): Promise<void>;
};

/**
 * Bundles the source of the thread, for development and tests. A loader of TypeScript in the thread would take two seconds at
 * each start.
 */
const bundleThread = async (): Promise<URL> => {
  const { build } = await import('esbuild');
  const source = fileURLToPath(new URL('./embedded-worker.ts', import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const file = new URL('../../../.cache/embedded-worker.mjs', import.meta.url);
  // Several processes may do this at once: each puts a whole file in place.
  const own = `${fileURLToPath(file)}.${process.pid}`;
  await mkdir(path.dirname(own), { recursive: true });
  await writeFile(own, outputFiles[0]?.contents ?? '');
  await rename(own, file);
  return file;
};

/** The bundle of this process. */
let bundle: Promise<URL> | null = null;

/** The file of the thread: the built one, or the bundle where this is a source. */
const threadFile = async (): Promise<URL> =>
  import.meta.url.endsWith('.ts') ? (bundle ??= bundleThread()) : new URL('./embedded-worker.js', import.meta.url);

const startThread = async (data: WorkerOptions): Promise<Worker> =>
  new Worker(await threadFile(), { workerData: data });

/** Resolves with the address when the thread serves; rejects when it cannot start. */
const served = async (thread: Worker): Promise<string> =>
  new Promise((resolve, reject) => {
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`The embedded database ended with ${code}.`)));
    thread.once('message', (message: WorkerMessage) => {
      if ('address' in message) resolve(message.address);
      else reject(new Error(`The embedded database cannot start: ${message.failed}`));
    });
  });

const chooseSocketFolder = async (folder: string): Promise<string> =>
  Buffer.byteLength(path.join(folder, SOCKET_NAME)) <= longestSocketPath
    ? folder
    : mkdtemp(path.join(tmpdir(), 'touchline-'));

/**
 * Starts the embedded database of `home` and creates it if needed. It has no password: the socket's folder is private to
 * this user (0700).
 *
 * A thread that ends unexpectedly is started again and the client reconnects; queries in flight fail.
 */
export const openEmbedded = async (home: string, logger: Logger): Promise<Embedded> => {
  const folder = path.resolve(home, 'embedded');
  const owner = await otherOwner(folder);
  if (owner !== null)
    throw new Error(
      `The embedded database in ${folder} belongs to the user with the id ${owner.uid}. Run this as that user: files that root makes in it stop its server.`,
    );
  try {
    makeFolder(folder);
    await chmod(folder, 0o700);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `TOUCHLINE_HOME must be a folder where the embedded database can be stored, or set DATABASE_URL: ${reason}`,
    );
  }
  const unlock = await lockFolder(folder);
  const socketFolder = await chooseSocketFolder(folder);
  const socketPath = process.platform === 'win32' ? null : path.join(socketFolder, SOCKET_NAME);
  const isClosing = { now: false };

  const start = async (): Promise<{ thread: Worker; address: string }> => {
    if (socketPath !== null) await rm(socketPath, { force: true });
    const thread = await startThread({ folder: path.join(folder, 'database'), socketPath });
    return { thread, address: await served(thread) };
  };
  const release = async (): Promise<void> => {
    if (socketPath !== null) await rm(socketPath, { force: true });
    if (socketFolder !== folder) await rm(socketFolder, { recursive: true, force: true });
    await unlock();
  };

  const running = await start().catch(async (error: unknown) => {
    await release();
    throw error;
  });
  let { thread } = running;
  const logRepeats = openRepeats(logger);
  const restartWhenItEnds = (): void => {
    thread.removeAllListeners();
    thread.on('error', (error) => logger.error({ err: error }, 'the embedded database failed'));
    thread.once('exit', () => {
      if (isClosing.now) return;
      logger.error('the embedded database ended; restarting it');
      void again();
    });
  };
  const again = async (): Promise<void> => {
    try {
      ({ thread } = await start());
      restartWhenItEnds();
    } catch (error) {
      logRepeats('error', 'the embedded database does not start; trying again every second', error);
      setTimeout(() => void (isClosing.now || again()), 1_000);
    }
  };
  restartWhenItEnds();

  const close = async (): Promise<void> => {
    if (isClosing.now) return;
    isClosing.now = true;
    const ended = new Promise<unknown>((resolve) => thread.once('exit', resolve));
    thread.postMessage('stop');
    await withDeadline(ended, 5_000, () => thread.terminate());
    await release();
  };

  const address =
    socketPath === null ? { host: '127.0.0.1', port: Number(running.address.split(':').at(-1)) } : { path: socketPath };
  return { address, close };
};
