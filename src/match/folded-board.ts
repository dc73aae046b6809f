// The board of one pairing in the live state. It has all members of a board, but makes its events into one object only when
// they are read, for a snapshot or a hash: most states of a match are never read whole.
import type { Board, BoardEvent } from '../../protocol/wire/board.ts';
import { patchBetween } from '../../protocol/wire/merge-patch.ts';
import type { Block } from './log-blocks.ts';
import { shareStructure } from './structural-sharing.ts';

type Events = Readonly<Record<string, BoardEvent>>;

/** How an event is shown: with all names, or as the policy of the club or tournament has it. */
export type Show = (event: BoardEvent) => BoardEvent;
const asItIs: Show = (event) => event;

/** A board without its events. */
export type Head<T extends Board = Board> = Omit<T, 'events'>;

/** The board of these blocks. `before`: an earlier board; parts that are equal keep their reference, and so does a whole board. */
export function foldedBoard<T extends Board>(head: Head<T>, blocks: readonly Block[], before?: T, show = asItIs): T {
  if (!(before instanceof FoldedBoard)) return new FoldedBoard(head, blocks, show) as unknown as T;
  const old = headOf(before);
  const shared = shareStructure(old, head);
  return shared === old && before.isOf(blocks, show) ? before : (new FoldedBoard(shared, blocks, show) as unknown as T);
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
      this.#events ??= eventsOf(flat(this.#blocks), this.#show);
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
  eventsPatch(before: FoldedBoard): Record<string, unknown> {
    if (before.#show !== this.#show) {
      return patchBetween(eventsOf(flat(before.#blocks), before.#show), eventsOf(flat(this.#blocks), this.#show));
    }
    const [old, now] = differing(before.#blocks, this.#blocks, (a, b) => a.events === b.events);
    const [gone, come] = differing(flat(old), flat(now), (a, b) => a.event === b.event);
    return patchBetween(eventsOf(gone, this.#show), eventsOf(come, this.#show));
  }
}

type Entry = { readonly id: string; readonly event: BoardEvent };

const flat = (blocks: readonly Block[]): Entry[] =>
  blocks.flatMap(({ markers, events }) => events.map((event, index) => ({ id: markers[index]?.id ?? '', event })));

/** It has no prototype, so V8 makes it a hash table at once: any other object with ids as keys would get a shape of its own. */
function eventsOf(entries: readonly Entry[], show: Show): Events {
  const events = Object.create(null) as Record<string, BoardEvent>;
  for (const { id, event } of entries) events[id] = show(event);
  return events;
}

const isAlike = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a === b || (a.length === b.length && a.every((item, index) => item === b[index]));

/** Both lists without what they have in common at the beginning and at the end. */
function differing<T>(a: readonly T[], b: readonly T[], isSame: (a: T, b: T) => boolean): [readonly T[], readonly T[]] {
  const shorter = Math.min(a.length, b.length);
  let from = 0;
  let behind = 0;
  const same = (left: T | undefined, right: T | undefined): boolean =>
    left !== undefined && right !== undefined && isSame(left, right);
  while (from < shorter && same(a[from], b[from])) from += 1;
  while (behind < shorter - from && same(a.at(-1 - behind), b.at(-1 - behind))) behind += 1;
  return [a.slice(from, a.length - behind), b.slice(from, b.length - behind)];
}
