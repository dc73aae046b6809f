// The embedded PostgreSQL, in a thread of its own: a heavy query must not hold up the sockets of the scoreboards.
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { dataDir as freshDatabase } from '@electric-sql/pglite-prepopulatedfs';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { unpack } from '../unpack.ts';

export type WorkerOptions = {
  readonly folder: string;
  /** Path of a unix socket; null where there are none: then a free port of 127.0.0.1. */
  readonly socketPath: string | null;
};
/** What the thread says: where it listens, or why it does not. */
export type WorkerMessage = { readonly address: string } | { readonly failed: string };

/**
 * A new database is unpacked beside its place and renamed into it, so that a process killed half-way leaves nothing
 * that looks like a database. Unpacking a ready one takes a tenth of the time of `initdb`.
 */
const createOnce = async (folder: string): Promise<void> => {
  if (existsSync(path.join(folder, 'PG_VERSION'))) return;
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await unpack(new Uint8Array(await (await freshDatabase()).arrayBuffer()), unfinished);
  await rename(unfinished, folder);
};

const serve = async ({ folder, socketPath }: WorkerOptions): Promise<void> => {
  await createOnce(folder);
  const database = await PGlite.create({ dataDir: folder });
  const server = new PGLiteSocketServer({
    db: database,
    ...(socketPath === null ? { host: '127.0.0.1', port: 0 } : { path: socketPath }),
    // Ours is one; the rest is room for a connection that closes while its successor opens.
    maxConnections: 8,
  });
  await server.start();
  parentPort?.once('message', () => {
    void server
      .stop()
      .then(() => database.close())
      .finally(() => process.exit(0));
  });
  say({ address: server.getServerConn() });
};

const say = (message: WorkerMessage): void => parentPort?.postMessage(message);

serve(workerData as WorkerOptions).catch((error: unknown) => {
  say({ failed: error instanceof Error ? error.message : String(error) });
  process.exit(1);
});
