// Splits a large data file into smaller ones that give the same when they are applied one after the other. Users, clubs and
// tournaments come before what refers to them, as in an export.
import { openSplitter, type Piece } from './split-json.ts';
import { addTo } from '../match/group-by.ts';

/** An item of a list of the file. `inner`: the items of its inner lists. */
type Entry = { readonly list: string; head: Readonly<Record<string, unknown>>; readonly inner: Map<string, string[]> };

/** What makes a club or tournament known again in a later part. */
const IDENTITY = ['id', 'slug', 'name'] as const;
/** View tokens name the token that made them by its id in the same file. */
const TOGETHER = ['tokens', 'view_tokens'];
/**
 * The matches of a tournament name each other by their ids, and a place waits for all matches of its group: a part grows for them up
 * to so many times its size.
 */
const MATCHES_TIMES = 3;
const HEAD = ['touchline_data', 'service_ids'];
const LISTS = ['users', 'juniors', 'clubs', 'tournaments', ...TOGETHER, 'audit'];

/** What each part says about the whole file. */
type PartHead = { readonly touchline_data: 1; readonly service_ids?: unknown };

/** The head of the file. Throws a SyntaxError for text that is not JSON, and an Error for a file that is no data file. */
export async function checkDataFile(text: AsyncIterable<string>): Promise<PartHead> {
  const splitter = openSplitter();
  for await (const part of text) for (const piece of splitter.take(part)) JSON.parse(piece.text);
  const file: unknown = JSON.parse(splitter.end());
  if (typeof file !== 'object' || file === null || !('touchline_data' in file) || file.touchline_data !== 1)
    throw new Error('"touchline_data" must be 1');
  const unknown = Object.keys(file).find((key) => !HEAD.includes(key) && !LISTS.includes(key));
  if (unknown !== undefined) throw new Error(`"${unknown}" is an unknown field`);
  return { touchline_data: 1, ...('service_ids' in file ? { service_ids: file.service_ids } : {}) };
}

/**
 * The parts of a checked file, each a data file of about `bytesMax` bytes; tokens and, if they are not too many, the matches
 * of a tournament stay in one part. Throws an Error for a club or tournament with larger lists before its id, slug and name.
 */
export async function* partsOf(text: AsyncIterable<string>, bytesMax: number, head: PartHead): AsyncGenerator<string> {
  const splitter = openSplitter();
  let entries: Entry[] = [];
  let bytes = 0;
  /** The club or tournament whose inner lists are being read. */
  let current: Entry | null = null;

  const add = (piece: Piece): void => {
    if (piece.kind === 'inner') {
      if (current === null) entries.push((current = { list: piece.list, head: headOf(piece.head), inner: new Map() }));
      addTo(current.inner, piece.inner, piece.text);
    } else if (current === null) entries.push({ list: piece.list, head: headOf(piece.text), inner: new Map() });
    else {
      current.head = headOf(piece.text);
      current = null;
    }
  };
  /** Whether it is a match of the tournament of which matches are in this part. */
  const isMatchOfCurrent = (piece: Piece): boolean =>
    piece.kind === 'inner' && piece.inner === 'matches' && current?.inner.has('matches') === true;
  const flush = (): string => {
    const text = textOf(head, entries);
    if (current !== null) {
      const { list, head: known } = current;
      if (IDENTITY.some((key) => known[key] === undefined))
        throw new Error(`an entry of "${list}" must have id, slug and name before its other fields`);
      current = { list, head: Object.fromEntries(IDENTITY.map((key) => [key, known[key]])), inner: new Map() };
    }
    entries = current === null ? [] : [current];
    bytes = 0;
    return text;
  };

  for await (const part of text) {
    for (const piece of splitter.take(part)) {
      const isTogether = TOGETHER.includes(piece.list) && entries.some(({ list }) => TOGETHER.includes(list));
      const most = isMatchOfCurrent(piece) ? MATCHES_TIMES * bytesMax : bytesMax;
      const size = Buffer.byteLength(piece.text);
      if (bytes > 0 && bytes + size > most && !isTogether) yield flush();
      add(piece);
      bytes += size;
    }
  }
  yield flush();
}

const headOf = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text) as Record<string, unknown>;

function textOf(partHead: PartHead, entries: readonly Entry[]): string {
  const byList = new Map<string, string[]>();
  for (const entry of entries) addTo(byList, entry.list, entryText(entry));
  const lists = [...byList].map(([list, items]) => `,"${list}":[${items.join(',')}]`);
  return `${JSON.stringify(partHead).slice(0, -1)}${lists.join('')}}`;
}

function entryText({ head, inner }: Entry): string {
  const others = Object.entries(head).filter(([key]) => !inner.has(key));
  const fields = others.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  const lists = [...inner].map(([key, items]) => `${JSON.stringify(key)}:[${items.join(',')}]`);
  return `{${[...fields, ...lists].join(',')}}`;
}
