// The thread that reads one table, as text or as a workbook (XLSX), and ends. A table can be made to need much more memory and
// time than its size tells: here that costs no more than this thread, which has limits of both. A file that Node runs as it is: it
// is a thread of its own, from the sources and from a build.
import { parentPort, workerData } from 'node:worker_threads';

const { text, bytes, unpackedMax, rowsMax, columnsMax, cellMax, charactersMax } = workerData;

/** The parts of a workbook that say what its cells show: no pictures, no macros. */
const PART = /^(?:\[Content_Types\]\.xml|(?:_rels|xl)\/[\w/.-]{1,100}\.(?:xml|rels))$/;

/** Unpacks to the size that the archive announces, and no further: the library gets what fitted. */
function unpacked({ unzipSync }) {
  let total = 0;
  return unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!PART.test(name)) return false;
      total += originalSize;
      if (total > unpackedMax) throw new RangeError('large_workbook');
      return true;
    },
  });
}

/** Whether a reader sees more sheets than the first one. */
function hasMoreSheets(parts, { strFromU8 }) {
  const tags = strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array()).split('<');
  const sheets = tags.filter((tag) => /^(?:\w+:)?sheet\s/.test(tag));
  return sheets.slice(1).some((sheet) => !/\sstate="(?:very)?hidden"/i.test(sheet));
}

function cellText(value) {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}

async function workbookRows() {
  const { readSheet } = await import('read-excel-file/universal');
  const zip = await import('fflate');
  try {
    const parts = unpacked(zip);
    const rows = await readSheet(zip.zipSync(parts, { level: 0 }).buffer);
    return { rows: rows.map((row) => row.map(cellText)), hasMoreSheets: hasMoreSheets(parts, zip) };
  } catch (error) {
    const isLarge = error instanceof RangeError && error.message === 'large_workbook';
    return { fault: isLarge ? 'large_workbook' : 'no_workbook' };
  }
}

/** Some programs say in a first line what stands between the cells. */
const SEPARATOR_LINE = /^sep=([,;\t|])\r?\n/i;

/** What may stand between the cells. A comma may stand in a cell too, as in `Müller, Hans;7`. */
const SEPARATORS = ['\t', ';', '|', ','];

async function textRows() {
  const { default: Papa } = await import('papaparse');
  const [line = '', named = ''] = SEPARATOR_LINE.exec(text) ?? [];
  const table = text.slice(line.length);
  // Empty lines are rows, but they do not say what stands between the cells.
  const { delimiter } = Papa.parse(table, {
    delimiter: named,
    delimitersToGuess: SEPARATORS,
    preview: 1,
    skipEmptyLines: 'greedy',
  }).meta;
  const { data, errors } = Papa.parse(table, { delimiter, preview: rowsMax });
  return errors.some(({ type }) => type === 'Quotes') ? { fault: 'bad_quotes' } : { rows: data };
}

/** The rows as they are sent: cut to the limits. A text that many cells of a workbook share is sent with each of them. */
function trimmed({ rows, hasMoreSheets: hasMore = false }) {
  let characters = 0;
  const kept = rows.slice(0, rowsMax).map((row) =>
    row.slice(0, columnsMax).map((cell) => {
      const short = cell.slice(0, cellMax);
      characters += short.length;
      return short;
    }),
  );
  return characters > charactersMax ? { fault: 'large_table' } : { rows: kept, hasMoreSheets: hasMore };
}

/** Sends `{rows, hasMoreSheets}` or `{fault}`. */
const read = await (bytes === null ? textRows() : workbookRows());
parentPort.postMessage(read.rows === undefined ? read : trimmed(read));
