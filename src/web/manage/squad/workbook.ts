// Reads the first sheet of a workbook (XLSX) in a thread of its own, within limits of size, memory and time (rule SQUAD-7).
import { Worker } from 'node:worker_threads';
import { Problem } from '../../../ops/problem.ts';
import { COLUMNS_MAX, decodeText, readText, ROWS_MAX, tableOf, type TableRead } from './table-cells.ts';

/** Bytes of a file. */
export const FILE_BYTES_MAX = 1_048_576;
/** Bytes of its parts when they are unpacked. A sheet of 1,000 rows has less than 1 MB. */
export const UNPACKED_MAX = 16 * 1_048_576;
/** The thread is ended after this time, ms. A full table takes less than a second. */
const DEADLINE_MS = 5_000;
/** Megabytes of the memory of a thread. */
const MEMORY_MB = 128;
/** Workbooks that are read at the same time. */
const AT_ONCE_MAX = 2;

/** As the thread sends it. */
type Sent = { readonly rows: readonly (readonly string[])[] } | { readonly fault: 'large' | 'broken' };

const FAULTS = { large: 'large_workbook', broken: 'no_workbook' } as const;

export type ReadFile = (bytes: Uint8Array) => Promise<TableRead>;

/** Reads a file by its first bytes: a workbook, or text. Throws Problem 503 while too many are being read. */
export function openFileReader(): ReadFile {
  let reading = 0;
  return async (bytes) => {
    if (bytes.length > FILE_BYTES_MAX) return { fault: 'large_file' };
    if (begins(bytes, OLD_WORKBOOK)) return { fault: 'old_workbook' };
    if (!begins(bytes, ZIP)) {
      const text = decodeText(bytes);
      return text === null ? { fault: 'no_text' } : readText(text);
    }
    if (reading >= AT_ONCE_MAX) throw tooManyFiles();
    reading += 1;
    try {
      return await readWorkbook(bytes);
    } finally {
      reading -= 1;
    }
  };
}

const ZIP = [0x50, 0x4b, 0x03, 0x04] as const;
/** The older format of Excel, and of documents with a password. */
const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0] as const;

const begins = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, place) => bytes[place] === byte);

function readWorkbook(bytes: Uint8Array): Promise<TableRead> {
  const limits = { unpackedMax: UNPACKED_MAX, rowsMax: ROWS_MAX + 2, columnsMax: COLUMNS_MAX + 1 };
  const thread = new Worker(new URL('./workbook-thread.mjs', import.meta.url), {
    workerData: { bytes, ...limits },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16 },
  });
  thread.unref();
  return new Promise((resolve) => {
    const end = (read: TableRead): void => {
      clearTimeout(deadline);
      void thread.terminate();
      resolve(read);
    };
    const deadline = setTimeout(() => end({ fault: 'slow_workbook' }), DEADLINE_MS);
    thread.on('message', (sent: Sent) => end('rows' in sent ? tableOf(sent.rows) : { fault: FAULTS[sent.fault] }));
    // Out of memory: a small file may name cells far apart.
    thread.on('error', () => end({ fault: 'large_workbook' }));
    thread.on('exit', () => end({ fault: 'no_workbook' }));
  });
}

const tooManyFiles = (): Problem =>
  new Problem(503, 'Too many files are being read.', {
    code: 'busy',
    hint: 'Send the file again after Retry-After seconds.',
    headers: { 'retry-after': '2' },
  });
