// Runs the embedded PostgreSQL in a thread of its own, so that a heavy query does not block the sockets.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { dataDir as freshDatabase } from '@electric-sql/pglite-prepopulatedfs';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { parseTarGzip } from 'nanotar';

export type WorkerOptions = {
  readonly folder: string;
  /** Path of a unix socket; null on platforms without them: a free port of 127.0.0.1 is used. */
  readonly socketPath: string | null;
};
/** Sent by the thread: its address, or the reason for the failure. */
export type WorkerMessage = { readonly address: string } | { readonly failed: string };

/** PostgreSQL fills its buffers with zeros at each start: 128 MB, its default, take half a second of a processor. */
const MEMORY = ['-c', 'shared_buffers=16MB'];

const freshFiles = async () => parseTarGzip(await (await freshDatabase()).arrayBuffer());

/**
 * Unpacks a new database next to its final folder and renames it, so that a killed process leaves no half-made database.
 * Unpacking a prepared database takes a tenth of the time of `initdb`.
 */
const createOnce = async (folder: string): Promise<void> => {
  if (existsSync(path.join(folder, 'PG_VERSION'))) return;
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  try {
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    for (const { name, type, data } of await freshFiles()) {
      const target = path.join(unfinished, name);
      if (type === 'directory') await mkdir(target, { recursive: true, mode: 0o700 });
      else await writeFile(target, data ?? '', { mode: 0o600 });
    }
    await rename(unfinished, folder);
  } catch (error) {
    // A full disk needs the room.
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
};

const serve = async ({ folder, socketPath }: WorkerOptions): Promise<void> => {
  await createOnce(folder);
  const database = await PGlite.create({ dataDir: folder, startParams: [...PGlite.defaultStartParams, ...MEMORY] });
  endAfterPanic(database);
  const server = new PGLiteSocketServer({
    db: database,
    ...(socketPath === null ? { host: '127.0.0.1', port: 0 } : { path: socketPath }),
    // The pool uses one connection; the rest covers connections that close while their successor opens.
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

/** The beginning of an error of the kind PANIC. No row has these bytes: texts have no NUL. */
const PANIC = Buffer.from('SPANIC\0VPANIC\0');

/**
 * Ends the thread after such an error, as when a full disk has no room for the log of PostgreSQL. A server would end its process. PGlite
 * goes on broken, and its client waits for the end of the connection. The thread that follows recovers what was stored.
 */
const endAfterPanic = (database: PGlite): void => {
  const execute = database.execProtocolRawStream.bind(database);
  /** The last bytes of the answer so far: the error may begin in one part of it and end in the next. */
  let last = Buffer.alloc(0);
  database.execProtocolRawStream = (message, options) =>
    execute(message, {
      ...options,
      onRawData(data) {
        options.onRawData(data);
        const bytes = Buffer.concat([last, data]);
        last = Buffer.from(bytes.subarray(-PANIC.length));
        if (!bytes.includes(PANIC)) return;
        const reason = /\0M([^\0]*)/.exec(bytes.toString('utf8', bytes.indexOf(PANIC)))?.[1];
        // After the answer is sent.
        setImmediate(() => {
          throw new Error(reason ?? 'PostgreSQL gave no reason.');
        });
      },
    });
};

const say = (message: WorkerMessage): void => parentPort?.postMessage(message);

/** PostgreSQL makes files of 16 MB for its log. PGlite does not say why it cannot start. */
const ROOM_MB = 32;

const lackOfRoom = async (folder: string): Promise<string> => {
  const { bavail, bsize } = await statfs(path.dirname(folder));
  const freeMb = Math.floor((bavail * bsize) / 1_048_576);
  return freeMb < ROOM_MB ? `. Its disk has ${freeMb} MB left: make room for ${ROOM_MB} MB` : '';
};

/** What may be wrong with the files of the database, and what to do. */
const faultOf = async (folder: string): Promise<string> => {
  const version = (await readFile(path.join(folder, 'PG_VERSION'), 'utf8')).trim();
  const needed = (await freshFiles()).find(({ name }) => name === 'PG_VERSION')?.text.trim();
  return version === needed
    ? `. Its files may be damaged: keep them, and restore a backup into another TOUCHLINE_HOME`
    : `. Its files are those of PostgreSQL ${version}, and this version of Touchline has ${needed ?? 'another one'}: export the data with the version of Touchline that made them, and import it into another TOUCHLINE_HOME`;
};

const options = workerData as WorkerOptions;
serve(options).catch(async (error: unknown) => {
  const room = await lackOfRoom(options.folder).catch(() => '');
  // An error of the system has a code and says what is wrong.
  const isUnclear = room === '' && !(error instanceof Error && 'code' in error);
  const fault = isUnclear ? await faultOf(options.folder).catch(() => '') : '';
  say({ failed: (error instanceof Error ? error.message : String(error)) + room + fault });
  process.exit(1);
});
