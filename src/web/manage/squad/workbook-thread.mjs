// The thread that reads one workbook (XLSX) and ends. A file can be made to need much more memory and time than its size tells:
// here that costs no more than this thread, which has limits of both. A file that Node runs as it is: it is a thread of its own,
// from the sources and from a build.
import { parentPort, workerData } from 'node:worker_threads';
import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';

const { bytes, unpackedMax, rowsMax, columnsMax } = workerData;

/** The parts of a workbook that say what its cells show: no pictures, no macros. */
const PART = /^(?:\[Content_Types\]\.xml|(?:_rels|xl)\/[\w/.-]{1,100}\.(?:xml|rels))$/;

/** Unpacks to the size that the archive announces, and no further: the library gets what fitted. */
function unpacked() {
  let total = 0;
  const parts = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!PART.test(name)) return false;
      total += originalSize;
      if (total > unpackedMax) throw new RangeError('large_workbook');
      return true;
    },
  });
  return zipSync(parts, { level: 0 });
}

function textOf(value) {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}

/** Sends `{rows}`, the texts of the first sheet, or `{fault}`. */
try {
  const { buffer } = unpacked();
  const rows = await readSheet(buffer);
  parentPort.postMessage({ rows: rows.slice(0, rowsMax).map((row) => row.slice(0, columnsMax).map(textOf)) });
} catch (error) {
  parentPort.postMessage({
    fault: error instanceof RangeError && error.message === 'large_workbook' ? 'large' : 'broken',
  });
}
