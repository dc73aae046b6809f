// The markers of a pairing that count, in match order, in blocks. Later markers depend on the status, the clock, the keepers and
// the booked players before them; everything else only adds up. So each block counts for itself, and a late marker folds its
// own block again, and those behind it only while they begin with something else than before.
import type { BoardEvent } from '../../protocol/wire/board.ts';
import type { StoredMarker } from './command.ts';
import { step } from './fold.ts';
import { byTime } from './order.ts';
import { appended } from './persistent-list.ts';
import type { Sides } from './sides.ts';
import { shareStructure } from './structural-sharing.ts';
import { continuesAlike, type Tally, totalOf, withoutCounts } from './tally.ts';

export type Block = {
  /** Before the first marker, without counts. */
  readonly start: Tally;
  readonly markers: readonly StoredMarker[];
  /** The event of each marker. */
  readonly events: readonly BoardEvent[];
  /** After the last marker, with the counts of this block alone. */
  readonly end: Tally;
};

/** `tally`: after the last block, with the counts of all. */
type Folded = { readonly blocks: readonly Block[]; readonly tally: Tally };

/** Markers to fold, with what is known of them. */
type Unfolded = {
  readonly markers: readonly StoredMarker[];
  /** The same markers before the change. */
  readonly before: readonly (StoredMarker | undefined)[];
  /** Their events before the change. */
  readonly events: readonly (BoardEvent | undefined)[];
};

/** A newest marker copies one block at most. */
const BLOCK_MARKERS = 64;
/** Late markers may make a block larger, up to this number. */
const BLOCK_MARKERS_MAX = 2 * BLOCK_MARKERS;

/** Adds a marker that comes after all others. */
export function withNewest(sides: Sides, { blocks, tally }: Folded, marker: StoredMarker): Folded {
  const { tally: total, event } = step(sides, tally, marker);
  const last = blocks.at(-1);
  const isFull = last === undefined || last.markers.length >= BLOCK_MARKERS;
  // Before the first block nothing is counted.
  const block = isFull ? emptyBlock(last === undefined ? tally : withoutCounts(tally)) : last;
  const grown = {
    start: block.start,
    markers: appended(block.markers, marker),
    events: appended(block.events, event),
    // The only block counts all.
    end: block.end === tally ? total : step(sides, block.end, marker, event).tally,
  };
  return { blocks: isFull ? [...blocks, grown] : blocks.with(-1, grown), tally: total };
}

const emptyBlock = (start: Tally): Block => ({ start, markers: [], events: [], end: start });

/** Removes `out`, adds `put`, or both (an edit). */
export function withChanged(
  sides: Sides,
  { blocks, tally }: Folded,
  out: StoredMarker | undefined,
  put: StoredMarker | undefined,
): Folded {
  const places = [out, put].flatMap((marker) => (marker === undefined ? [] : [placeOf(blocks, marker)]));
  const [from, until] = [Math.min(...places), Math.max(...places) + 1];
  const start = blocks[from]?.start ?? withoutCounts(tally);
  const again = foldBlocks(sides, start, spliced(blocks.slice(from, until), out, put));
  const behind = blocks.slice(until);
  for (;;) {
    const [next] = behind;
    const end = again.at(-1)?.end ?? start;
    if (next === undefined || continuesAlike(end, next.start)) break;
    again.push(...foldBlocks(sides, withoutCounts(end), [asBefore(next)]));
    behind.shift();
  }
  return folded(start, [...blocks.slice(0, from), ...again, ...behind]);
}

function folded(start: Tally, blocks: readonly Block[]): Folded {
  const ends = blocks.map(({ end }) => end);
  const [only] = ends;
  return { blocks, tally: only !== undefined && ends.length === 1 ? only : totalOf(start, ends) };
}

/** Folds a complete log, block by block. `before`: an earlier fold, to share what is equal. */
export function* foldLog(
  sides: Sides,
  start: Tally,
  log: readonly StoredMarker[],
  before?: { readonly sides: Sides; readonly blocks: readonly Block[] },
): Generator<void, Folded> {
  const markers = new Map<string, StoredMarker>();
  const events = new Map<string, BoardEvent>();
  for (const block of before?.blocks ?? []) {
    for (const [index, marker] of block.markers.entries()) {
      const event = block.events[index];
      if (event !== undefined) events.set(marker.key, event);
      // With other sides, the same marker may give another event.
      if (before?.sides === sides) markers.set(marker.key, marker);
    }
  }
  const blocks: Block[] = [];
  for (let at = 0; at < log.length; at += BLOCK_MARKERS) {
    const part = log.slice(at, at + BLOCK_MARKERS);
    const known = events.size === 0 ? { ...NOTHING, markers: part } : partOf(part, markers, events);
    blocks.push(foldBlock(sides, withoutCounts(blocks.at(-1)?.end ?? start), known));
    yield;
  }
  return folded(start, blocks);
}

const partOf = (
  markers: readonly StoredMarker[],
  known: ReadonlyMap<string, StoredMarker>,
  events: ReadonlyMap<string, BoardEvent>,
): Unfolded => ({
  markers,
  before: markers.map(({ key }) => known.get(key)),
  events: markers.map(({ key }) => events.get(key)),
});

/** The block of a marker's place: the last one that begins before it, or the first. */
const placeOf = (blocks: readonly Block[], marker: StoredMarker): number =>
  Math.max(
    0,
    blocks.findLastIndex(({ markers: [first] }) => first !== undefined && byTime(first, marker) <= 0),
  );

const asBefore = ({ markers, events }: Block): Unfolded => ({ markers, before: markers, events });

/** These consecutive blocks without `out` and with `put`, which may be the same marker edited. */
function spliced(blocks: readonly Block[], out: StoredMarker | undefined, put: StoredMarker | undefined): Unfolded[] {
  const parts = blocks.length === 0 ? [NOTHING] : blocks.map(asBefore);
  let event: BoardEvent | undefined;
  if (out !== undefined) {
    const place = placeOf(blocks, out);
    const part = parts[place] ?? NOTHING;
    const at = part.markers.findIndex(({ key }) => key === out.key);
    event = part.events[at];
    parts[place] = {
      markers: part.markers.toSpliced(at, 1),
      before: part.before.toSpliced(at, 1),
      events: part.events.toSpliced(at, 1),
    };
  }
  if (put !== undefined) {
    const place = placeOf(blocks, put);
    const part = parts[place] ?? NOTHING;
    const later = part.markers.findIndex((marker) => byTime(marker, put) > 0);
    const at = later < 0 ? part.markers.length : later;
    parts[place] = {
      markers: part.markers.toSpliced(at, 0, put),
      before: part.before.toSpliced(at, 0, out),
      events: part.events.toSpliced(at, 0, event),
    };
  }
  return parts.filter(({ markers }) => markers.length > 0).flatMap(split);
}

const NOTHING: Unfolded = { markers: [], before: [], events: [] };

function split(part: Unfolded): Unfolded[] {
  if (part.markers.length <= BLOCK_MARKERS_MAX) return [part];
  return [slice(part, 0, BLOCK_MARKERS), slice(part, BLOCK_MARKERS)];
}

const slice = ({ markers, before, events }: Unfolded, from: number, until?: number): Unfolded => ({
  markers: markers.slice(from, until),
  before: before.slice(from, until),
  events: events.slice(from, until),
});

function foldBlocks(sides: Sides, start: Tally, parts: readonly Unfolded[]): Block[] {
  const blocks: Block[] = [];
  let end = start;
  for (const part of parts) {
    const block = foldBlock(sides, withoutCounts(end), part);
    blocks.push(block);
    end = block.end;
  }
  return blocks;
}

function foldBlock(sides: Sides, start: Tally, { markers, before, events: known }: Unfolded): Block {
  const events: BoardEvent[] = [];
  let end = start;
  for (const [index, marker] of markers.entries()) {
    const event = known[index];
    const next = step(sides, end, marker, before[index] === marker ? event : undefined);
    end = next.tally;
    events.push(event === undefined ? next.event : shareStructure(event, next.event));
  }
  const isSame = events.every((event, index) => event === known[index]);
  // With the array of before, a patch leaves the block out.
  return { start, markers, events: isSame ? (known as readonly BoardEvent[]) : events, end };
}
