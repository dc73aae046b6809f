// A folder in memory for what tests write: databases that are thrown away, homes of gateways, profiles of browsers.
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** A whole run has 0.4 GB there at once, and its processes take up to 7 GB of memory. */
const ROOM_BYTES = 2 * 2 ** 30;

const hasRoom = () => {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) >= ROOM_BYTES;
  } catch {
    return false;
  }
};

/** Makes it and removes it when this process ends. Null where there is no such memory or no room. */
export function memoryFolder() {
  if (!hasRoom()) return null;
  const folder = mkdtempSync(path.join(MEMORY, 'touchline-'));
  // As in /tmp: PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  // A server that ends at the same time may still write.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
