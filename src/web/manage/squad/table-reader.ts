// Reads a table, pasted or in a file, in a thread of its own within limits of size, memory and time (rule SQUAD-7).
import { Worker } from 'node:worker_threads';
import { type FairQueueLimits, openFairQueue } from '../../../ops/fair-queue.ts';
import { Problem } from '../../../ops/problem.ts';
import {
  CELL_MAX,
  CHARACTERS_MAX,
  COLUMNS_MAX,
  decodeText,
  ROWS_MAX,
  type TableFault,
  tableOf,
  type TableRead,
} from './table-cells.ts';

/** Bytes of a file. */
export const FILE_BYTES_MAX = 1_048_576;
/** Bytes of the parts of a workbook when they are unpacked. A sheet of 1,000 rows has less than 1 MB. */
export const UNPACKED_MAX = 16 * 1_048_576;
/** The thread is ended after this time, ms. A full table takes less than a second. */
const DEADLINE_MS = 5_000;
/** Megabytes of the memory of a thread. */
const MEMORY_MB = 128;
/** Tables that are read at the same time, and that wait: one person does not use up the threads of all. */
export const TABLE_QUEUE: FairQueueLimits = { atOnce: 2, waiting: 20, waitingOfOne: 5, waitMs: 15_000 };

/** As the thread sends it. */
type Sent =
  { readonly rows: readonly (readonly string[])[]; readonly hasMoreSheets: boolean } | { readonly fault: TableFault };
type Source = { readonly text: string; readonly bytes: null } | { readonly text: null; readonly bytes: Uint8Array };

/** `by`: the id of the user. Both throw Problem 503 while too many tables wait. */
export type TableReader = {
  /** Reads text with commas, semicolons, tabs or bars between its cells. */
  readonly readText: (text: string, by: number) => Promise<TableRead>;
  /** Reads a file by its first bytes: a workbook, or text. */
  readonly readFile: (bytes: Uint8Array, by: number) => Promise<TableRead>;
};

export function openTableReader(): TableReader {
  const queue = openFairQueue(TABLE_QUEUE, tooManyTables);
  const inTurn = (source: Source, by: number): Promise<TableRead> => queue.run(String(by), () => readInThread(source));

  const readText = (text: string, by: number): Promise<TableRead> => inTurn({ text, bytes: null }, by);
  return {
    readText,
    async readFile(bytes, by) {
      if (bytes.length > FILE_BYTES_MAX) return { fault: 'large_file' };
      if (begins(bytes, OLD_WORKBOOK)) return { fault: 'old_workbook' };
      if (begins(bytes, ZIP)) return inTurn({ text: null, bytes }, by);
      const text = decodeText(bytes);
      return text === null ? { fault: 'no_text' } : readText(text, by);
    },
  };
}

const ZIP = [0x50, 0x4b, 0x03, 0x04] as const;
/** The older format of Excel, and of documents with a password. */
const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0] as const;

const begins = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, place) => bytes[place] === byte);

function readInThread(source: Source): Promise<TableRead> {
  // One row and one column more than allowed tell a table that is too large.
  const limits = {
    unpackedMax: UNPACKED_MAX,
    rowsMax: ROWS_MAX + 2,
    columnsMax: COLUMNS_MAX + 1,
    cellMax: CELL_MAX,
    charactersMax: CHARACTERS_MAX,
  };
  const thread = new Worker(new URL('./table-thread.mjs', import.meta.url), {
    workerData: { ...source, ...limits },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16 },
  });
  thread.unref();
  return new Promise((resolve) => {
    const end = (read: TableRead): void => {
      clearTimeout(deadline);
      void thread.terminate();
      resolve(read);
    };
    const deadline = setTimeout(() => end({ fault: 'slow_table' }), DEADLINE_MS);
    thread.on('message', (sent: Sent) => end('rows' in sent ? readOf(sent) : sent));
    // Out of memory: a small file may name cells far apart.
    thread.on('error', () => end({ fault: source.bytes === null ? 'large_table' : 'large_workbook' }));
    thread.on('exit', () => end({ fault: 'no_workbook' }));
  });
}

function readOf({ rows, hasMoreSheets }: Extract<Sent, { rows: unknown }>): TableRead {
  const read = tableOf(rows);
  if (!hasMoreSheets) return read;
  if ('cells' in read) return { ...read, hasMoreSheets };
  return read.fault === 'empty' ? { fault: 'empty_sheet' } : read;
}

const tooManyTables = (): Problem =>
  new Problem(503, 'Too many tables are being read.', {
    code: 'busy',
    hint: 'Send the table again after Retry-After seconds.',
    headers: { 'retry-after': '2' },
  });
