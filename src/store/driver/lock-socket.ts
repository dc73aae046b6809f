// Shows that the holder of a locked folder lives. A container has process ids of its own, so a holder in another one seems dead; but the
// kernel answers at the socket of a living process for as long as it is open, and refuses at the socket of a dead one.
import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import path from 'node:path';

export type LockSocket = { readonly name: string; close(): Promise<void> };

/** The kernel truncates paths of sockets at 108 bytes. */
export const longestSocketPath = 100;

const NAME = /^holder\..+\.sock$/;

/** Calls `use` with a path of the file that is short enough for a socket. */
const withShortPath = async <Result>(
  folder: string,
  name: string,
  use: (file: string) => Promise<Result>,
): Promise<Result> => {
  const file = path.join(folder, name);
  if (Buffer.byteLength(file) <= longestSocketPath) return use(file);
  const opened = await open(folder);
  try {
    return await use(`/proc/self/fd/${opened.fd}/${name}`);
  } finally {
    await opened.close();
  }
};

/** Listens in the folder under a new name. No file has this name before it listens, so one that refuses is dead for good. */
export async function listenIn(folder: string): Promise<LockSocket> {
  const name = `holder.${randomUUID()}.sock`;
  const draft = `${name}.new`;
  const server = createServer((socket) => socket.destroy());
  await withShortPath(
    folder,
    draft,
    (file) =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(file, resolve);
      }),
  );
  server.removeAllListeners('error');
  // Without a file descriptor left, the process cannot accept; the kernel has answered before.
  server.on('error', () => undefined);
  server.unref();
  await rename(path.join(folder, draft), path.join(folder, name));
  return {
    name,
    async close() {
      await new Promise((resolve) => server.close(resolve));
      await rm(path.join(folder, name), { force: true });
    },
  };
}

/** Whether a process listens at this socket of the folder. */
export const answers = async (folder: string, name: string): Promise<boolean> => {
  const failed = await withShortPath(
    folder,
    name,
    (file) =>
      new Promise<Error | null>((resolve) => {
        const socket = connect(file);
        socket.once('error', resolve);
        socket.once('connect', () => {
          socket.destroy();
          resolve(null);
        });
      }),
  );
  // Any other error comes from a socket that is open: its queue is full, or connections between these containers are not allowed.
  return failed === null || !('code' in failed && (failed.code === 'ECONNREFUSED' || failed.code === 'ENOENT'));
};

/** Deletes the sockets of dead processes. */
export async function sweepSockets(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (NAME.test(name) && !(await answers(folder, name))) await rm(path.join(folder, name), { force: true });
}
