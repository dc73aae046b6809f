// The board of one pairing in the live state. It has all members of a board, but makes its events into one object only when
// they are read, for a snapshot or a hash: most states of a match are never read whole.
import type { Board, BoardEvent } from '../../protocol/wire/board.ts';
import { patchBetween } from '../../protocol/wire/merge-patch.ts';
import type { Block } from './log-blocks.ts';
import { type Members, shareMembers } from './structural-sharing.ts';

type Events = Readonly<Record<string, BoardEvent>>;

/** How an event is shown: with all names, or as the policy of the club or tournament has it. */
export type Show = (event: BoardEvent) => BoardEvent;
const asItIs: Show = (event) => event;

/** A board without its events. */
export type Head<T extends Board = Board> = Omit<T, 'events'>;

/** The board of these blocks. `before`: an earlier board; parts that are equal keep their reference, and so does a whole board. */
export function foldedBoard<T extends Board>(head: Head<T>, blocks: readonly Block[], before?: T, show = asItIs): T {
  if (!(before instanceof FoldedBoard)) return new FoldedBoard(head, blocks, show) as unknown as T;
  const shared: object = shareMembers(before as unknown as Members, head, 'events');
  if (shared !== before) return new FoldedBoard(shared, blocks, show) as unknown as T;
  return before.isOf(blocks, show) ? before : (new FoldedBoard(headOf(before), blocks, show) as unknown as T);
}

/** All members but the events, which stay unread. */
export function headOf<T extends object>(board: T): Omit<T, 'events'> {
  const head: Partial<T> = {};
  for (const key in board) if (key !== 'events') head[key] = board[key];
  return head as Omit<T, 'events'>;
}

/** The number of events of a board, without reading them; 0 for an entry of a feed. */
export function eventCountOf(board: object): number {
  if (board instanceof FoldedBoard) return board.countEvents();
  return 'events' in board ? Object.keys(board.events as object).length : 0;
}

export class FoldedBoard {
  readonly #blocks: readonly Block[];
  readonly #show: Show;
  #events: Events | null = null;

  constructor(head: object, blocks: readonly Block[], show: Show) {
    this.#blocks = blocks;
    this.#show = show;
    Object.assign(this, head);
    // An own member, as in any board. All boards have this one descriptor, so that they have one shape.
    Object.defineProperty(this, 'events', FoldedBoard.#descriptor);
  }

  static readonly #descriptor: PropertyDescriptor = {
    enumerable: true,
    get(this: FoldedBoard): Events {
      this.#events ??= eventsOf(joined(this.#blocks), this.#show);
      return this.#events;
    },
  };

  isOf(blocks: readonly Block[], show: Show): boolean {
    if (this.#show !== show || this.#blocks.length !== blocks.length) return false;
    return this.#blocks.every((block, index) => isAlike(block.events, blocks[index]?.events ?? []));
  }

  countEvents(): number {
    return this.#blocks.reduce((sum, { events }) => sum + events.length, 0);
  }

  /** The merge patch of the events since an earlier board. It visits only blocks that the fold made anew. */
  eventsPatch(before: FoldedBoard): Readonly<Record<string, unknown>> {
    if (before.#show !== this.#show) {
      return patchBetween(eventsOf(joined(before.#blocks), before.#show), eventsOf(joined(this.#blocks), this.#show));
    }
    const isSame = (a: Block, b: Block): boolean => a.events === b.events;
    const changed = differing(before.#blocks, this.#blocks, isSame);
    const old = joined(before.#blocks.slice(changed.from, changed.until));
    const now = joined(this.#blocks.slice(changed.from, changed.nextUntil));
    const { from, until, nextUntil } = differing(old.events, now.events, Object.is);
    const added = eventsOf(now, this.#show, from, nextUntil);
    // Nearly every change adds one event: then the patch is that event.
    return from === until ? added : patchBetween(eventsOf(old, this.#show, from, until), added);
  }
}

/** Markers, each with its event at the same place. */
type Log = Pick<Block, 'markers' | 'events'>;

function joined(blocks: readonly Block[]): Log {
  const [only] = blocks;
  if (only !== undefined && blocks.length === 1) return only;
  return { markers: blocks.flatMap(({ markers }) => markers), events: blocks.flatMap(({ events }) => events) };
}

/** It has no prototype, so V8 makes it a hash table at once: any other object with ids as keys would get a shape of its own. */
function eventsOf({ markers, events }: Log, show: Show, from = 0, until = events.length): Events {
  const shown = Object.create(null) as Record<string, BoardEvent>;
  for (let at = from; at < until; at += 1) {
    const [marker, event] = [markers[at], events[at]];
    if (marker !== undefined && event !== undefined) shown[marker.id] = show(event);
  }
  return shown;
}

const isAlike = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a === b || (a.length === b.length && a.every((item, index) => item === b[index]));

/** Where two lists differ, without what they have in common at the beginning and at the end. */
function differing<T>(
  list: readonly T[],
  next: readonly T[],
  isSame: (a: T, b: T) => boolean,
): { readonly from: number; readonly until: number; readonly nextUntil: number } {
  const shorter = Math.min(list.length, next.length);
  let from = 0;
  let behind = 0;
  const same = (left: T | undefined, right: T | undefined): boolean =>
    left !== undefined && right !== undefined && isSame(left, right);
  while (from < shorter && same(list[from], next[from])) from += 1;
  while (behind < shorter - from && same(list.at(-1 - behind), next.at(-1 - behind))) behind += 1;
  return { from, until: list.length - behind, nextUntil: next.length - behind };
}
