// Keeps an export in a file until its reader has taken it: a slow reader must hold neither a transaction nor memory, and an export
// that fails is an error, not half a file.
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Problem } from '../ops/problem.ts';

/** A reader must begin within this time, ms. */
const BEGIN_MS = 30_000;
/** Text that is written at once, characters. */
const WRITE_CHARS = 1 << 20;

/** Throws Problem 503 in place of the error of a file. The log has its reason. */
async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new Problem(503, 'The export cannot be written to the folder for temporary files.', {
      hint: 'Make room there, or start the server with another folder in TMPDIR. The log says what is wrong.',
      headers: { 'retry-after': '60' },
      cause,
    });
  }
}

/**
 * Runs `fill`, then gives its text to be read once. The file has no name while it exists: it ends with the reader or the process.
 * It is in the system's folder for temporary files. Throws Problem 503 when it cannot be written there.
 */
export async function spooled(fill: (write: (text: string) => Promise<void>) => Promise<void>): Promise<Readable> {
  const folder = await onDisk(mkdtemp(path.join(tmpdir(), 'touchline-export-')));
  const file = await onDisk(open(path.join(folder, 'export.json'), 'wx+', 0o600));
  try {
    await rm(folder, { recursive: true });
    let waiting = '';
    await fill(async (text) => {
      waiting += text;
      if (waiting.length < WRITE_CHARS) return;
      await onDisk(file.appendFile(waiting));
      waiting = '';
    });
    await onDisk(file.appendFile(waiting));
  } catch (error) {
    await file.close();
    throw error;
  }
  const text = file.createReadStream({ start: 0, encoding: 'utf8' });
  setTimeout(() => {
    if (text.listenerCount('data') === 0) text.destroy();
  }, BEGIN_MS).unref();
  return text;
}
