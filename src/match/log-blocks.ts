// The markers of a pairing that count, in match order, in blocks. A block keeps the tally before its first marker: a late
// marker is folded from the start of its block on. A change makes new blocks only where something differs, so two states
// differ only in blocks that are not the same object.
import type { BoardEvent } from '../../protocol/wire/board.ts';
import type { StoredMarker } from './command.ts';
import { step } from './fold.ts';
import { byTime } from './order.ts';
import type { Sides } from './sides.ts';
import { shareStructure } from './structural-sharing.ts';
import type { Tally } from './tally.ts';

export type Block = {
  /** The tally before the first marker. */
  readonly start: Tally;
  readonly markers: readonly StoredMarker[];
  /** The event of each marker. */
  readonly events: readonly BoardEvent[];
};

export type Folded = { readonly blocks: readonly Block[]; readonly tally: Tally };

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
/** A late marker may make a block larger, up to this number. */
const BLOCK_MARKERS_MAX = 2 * BLOCK_MARKERS;

/** Adds a marker that comes after all others. */
export function withNewest(sides: Sides, { blocks, tally }: Folded, marker: StoredMarker): Folded {
  const next = step(sides, tally, marker);
  const last = blocks.at(-1);
  if (last === undefined || last.markers.length >= BLOCK_MARKERS) {
    return { blocks: [...blocks, { start: tally, markers: [marker], events: [next.event] }], tally: next.tally };
  }
  const { start, markers, events } = last;
  const grown = { start, markers: [...markers, marker], events: [...events, next.event] };
  return { blocks: blocks.with(-1, grown), tally: next.tally };
}

/** Removes `out`, adds `put`, or both (an edit), and folds again from the first block that changed. */
export function withChanged(
  sides: Sides,
  folded: Folded,
  out: StoredMarker | undefined,
  put: StoredMarker | undefined,
): Folded {
  const { blocks } = folded;
  const places = [out, put].flatMap((marker) => (marker === undefined ? [] : [placeOf(blocks, marker)]));
  const [from, until] = [Math.min(...places), Math.max(...places) + 1];
  const changed = spliced(blocks.slice(from, until), out, put);
  const start = blocks[from]?.start ?? folded.tally;
  const again = foldBlocks(sides, start, changed);
  const rest = blocks.slice(until);
  // Without an effect on the tally, the blocks behind stay as they are.
  const end = rest[0]?.start ?? folded.tally;
  const behind: Folded =
    shareStructure(end, again.tally) === end
      ? { blocks: rest, tally: folded.tally }
      : foldBlocks(sides, again.tally, rest.map(asBefore));
  return { blocks: [...blocks.slice(0, from), ...again.blocks, ...behind.blocks], tally: behind.tally };
}

/** Folds a complete log. `before`: an earlier fold, to share what is equal. */
export function foldLog(
  sides: Sides,
  start: Tally,
  log: readonly StoredMarker[],
  before?: { readonly sides: Sides; readonly blocks: readonly Block[] },
): Folded {
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
  const parts: Unfolded[] = [];
  for (let at = 0; at < log.length; at += BLOCK_MARKERS) {
    const part = log.slice(at, at + BLOCK_MARKERS);
    parts.push(events.size === 0 ? { ...NOTHING, markers: part } : partOf(part, markers, events));
  }
  return foldBlocks(sides, start, parts);
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

function foldBlocks(sides: Sides, start: Tally, parts: readonly Unfolded[]): Folded {
  const blocks: Block[] = [];
  let tally = start;
  for (const part of parts) {
    const events: BoardEvent[] = [];
    const from = tally;
    for (const [index, marker] of part.markers.entries()) {
      const known = part.events[index];
      const next = step(sides, tally, marker, part.before[index] === marker ? known : undefined);
      tally = next.tally;
      events.push(known === undefined ? next.event : shareStructure(known, next.event));
    }
    const isSame = events.every((event, index) => event === part.events[index]);
    // The array of before: a patch then leaves the block out.
    blocks.push({
      start: from,
      markers: part.markers,
      events: isSame ? (part.events as readonly BoardEvent[]) : events,
    });
  }
  return { blocks, tally };
}
