// The recent deltas of a channel, for subscribers that come back and for delayed pages. Each delta is computed once and kept as
// text. States are kept only at the start of each block of deltas. So repeated requests cost no computing. While a match is
// small, its states take less memory than the texts: then the texts are made when they are first needed, and most matches of a
// node are followed by no one.
import { eventCountOf } from '../match/folded-board.ts';
import { statePatch } from '../match/state-patch.ts';
import { applyPatches } from './apply-patches.ts';
import type { AnyState } from '../../protocol/wire/air.ts';
import type { Cause } from '../../protocol/wire/down.ts';
import type { AnyChannel } from '../../protocol/wire/ids.ts';

/** A state and the change that led to it. */
export type Step = {
  readonly seq: number;
  /** Server time of the commit, ms since 1970. */
  readonly at: number;
  readonly cause: readonly Cause[];
  readonly state: AnyState;
};

/** A position and its state, as a step without its cause. */
export type Moment = Omit<Step, 'cause'>;

/** `text` is empty while the delta is pending. */
type KeptDelta = Omit<Step, 'state'> & { text: string };

type Block = {
  readonly start: Moment;
  readonly deltas: KeptDelta[];
  /** Bytes of the deltas. */
  size: number;
  /** Estimate of all that is kept for this block. */
  bytes: number;
  /** One delta from the start of this block to the start of a later one, for long absences. */
  jump: { readonly to: number; readonly text: string } | null;
  /** States inside the block that a delayed page asked for, as JSON, by their number of deltas. */
  readonly states: Map<number, string>;
};

export type KeptDeltas = {
  /** Keeps the next step. */
  push(step: Step): void;
  /** The delta frame of the newest step; empty before the first one. */
  newest(): string;
  /** The delta frames after `seq`, in order, up to the newest; null when that position is not kept. */
  after(seq: number): readonly string[] | null;
  /**
   * The newest position at `at` or before it (ms since 1970), or the oldest one that is kept: its state as JSON, and the
   * delta frames after it.
   */
  since(at: number): {
    readonly seq: number;
    readonly at: number;
    readonly state: string;
    readonly deltas: readonly string[];
  };
  /** Estimate of the bytes kept. */
  bytes(): number;
};

/** Deltas sent one by one to a subscriber that comes back. More are sent with a jump over whole blocks. */
export const ONE_BY_ONE_MAX = 100;
/**
 * A block has at most this many deltas, and about this many bytes of them. Two halves of a block and a jump are at most 99
 * frames.
 */
const BLOCK_DELTAS = 50;
const BLOCK_BYTES = 512 * 1_024;
/** Bytes of an entry of a copied map whose value is shared. */
const ENTRY_BYTES = 64;
/** A state up to this size stays until its text is needed. From about 30 entries on a text takes less memory. */
const PENDING_BYTES = 48 * ENTRY_BYTES;

export type KeepLimits = { readonly deltas: number; readonly ms: number; readonly bytes: number };

/** The delta frame from one state to a later one. */
export function deltaFrame(channel: AnyChannel, from: Moment, to: Moment, cause: readonly Cause[]): string {
  return JSON.stringify({
    type: 'delta',
    channel,
    seq: to.seq,
    ...(from.seq === to.seq - 1 ? {} : { from: from.seq }),
    at: to.at,
    cause,
    patch: statePatch(from.state, to.state),
  });
}

export function openKeptDeltas(channel: AnyChannel, start: Moment, limits: KeepLimits): KeptDeltas {
  let newest = start;
  const first = blockFrom(start);
  /** Consecutive; never empty. */
  const blocks: Block[] = [first];
  let last = first;
  /** Deltas of the first block whose positions do not count as kept any more. */
  let passed = 0;
  /** Deltas after the oldest kept position. */
  let count = 0;
  let bytes = first.bytes;
  /** The newest deltas of the last block, without their texts, and the states before and after each. */
  let pending: { readonly delta: KeptDelta; readonly from: Moment; readonly to: Moment }[] = [];
  let pendingBytes = 0;
  /** The states of the last block are too large to wait for their texts. */
  let isLarge = false;

  function push(step: Step): void {
    const { seq, at, cause } = step;
    if (last.deltas.length >= BLOCK_DELTAS || last.size >= BLOCK_BYTES) {
      encode();
      last = blockFrom(newest);
      isLarge = last.bytes > PENDING_BYTES;
      blocks.push(last);
      bytes += last.bytes;
    }
    const delta = { seq, at, cause, text: '' };
    last.deltas.push(delta);
    pending.push({ delta, from: newest, to: step });
    newest = step;
    if (!isLarge) {
      const weight = weightOf(step.state);
      pendingBytes += weight;
      isLarge = weight > PENDING_BYTES;
    }
    if (isLarge) encode();
    count += 1;
    forget();
  }

  /** Makes the texts of the pending deltas. */
  function encode(): void {
    for (const { delta, from, to } of pending) {
      delta.text = deltaFrame(channel, from, to, delta.cause);
      last.size += delta.text.length;
      add(last, delta.text.length);
    }
    pending = [];
    pendingBytes = 0;
  }

  function add(block: Block, size: number): void {
    block.bytes += size;
    bytes += size;
  }

  /** Forgets positions that are too many or too old, and whole blocks while all of it takes too many bytes. */
  function forget(): void {
    const oldest = newest.at - limits.ms;
    // A position is kept until the one after it is too old as well.
    while (count > limits.deltas || (blocks[0]?.deltas[passed]?.at ?? Infinity) < oldest) {
      passed += 1;
      count -= 1;
      if (passed === blocks[0]?.deltas.length && !dropFirst()) return;
    }
    while (bytes > limits.bytes && (dropState() || dropFirst()));
  }

  function dropFirst(): boolean {
    if (blocks.length === 1) return false;
    const [gone] = blocks.splice(0, 1);
    count -= (gone?.deltas.length ?? 0) - passed;
    bytes -= gone?.bytes ?? 0;
    passed = 0;
    return true;
  }

  /** Removes the state that was requested first, in the oldest block that has one. */
  function dropState(): boolean {
    const block = blocks.find(({ states }) => states.size > 0);
    const [oldest] = block?.states ?? [];
    if (!block || !oldest) return false;
    block.states.delete(oldest[0]);
    add(block, -oldest[1].length);
    return true;
  }

  /** The place of a position: its block, and the number of the block's deltas that lead to it. */
  function find(seq: number): { readonly index: number; readonly done: number } | null {
    const index = blocks.findLastIndex((block) => block.start.seq <= seq);
    const block = blocks[index];
    if (!block) return null;
    const done = block.start.seq === seq ? 0 : block.deltas.findIndex((delta) => delta.seq === seq) + 1;
    if (done === 0 && block.start.seq !== seq) return null;
    return index === 0 && done < passed ? null : { index, done };
  }

  /** The texts of all deltas after a place. */
  const textsFrom = (index: number, done: number): string[] =>
    blocks.slice(index).flatMap(({ deltas }, at) => deltas.slice(at === 0 ? done : 0).map(({ text }) => text));

  function after(seq: number): readonly string[] | null {
    if (seq === newest.seq) return [];
    encode();
    const place = find(seq);
    if (!place) return null;
    const { index, done } = place;
    const next = blocks[index + 1];
    const missed = blocks.slice(index).reduce((sum, { deltas }) => sum + deltas.length, -done);
    if (missed <= ONE_BY_ONE_MAX || !next || next === last) return textsFrom(index, done);
    const here = blocks[index]?.deltas.slice(done).map(({ text }) => text) ?? [];
    return [...here, jumpFrom(next, index + 1), ...last.deltas.map(({ text }) => text)];
  }

  /** One delta from the start of a block to the start of the last one, computed once for all that need it. */
  function jumpFrom(block: Block, index: number): string {
    if (block.jump?.to === last.start.seq) return block.jump.text;
    const cause = blocks.slice(index, -1).flatMap(({ deltas }) => deltas.flatMap((delta) => delta.cause));
    const text = deltaFrame(channel, block.start, last.start, cause);
    add(block, text.length - (block.jump?.text.length ?? 0));
    block.jump = { to: last.start.seq, text };
    forget();
    return text;
  }

  function since(time: number): ReturnType<KeptDeltas['since']> {
    encode();
    const { index, done } = placeAt(time);
    const block = blocks[index] ?? last;
    const { seq, at } = block.deltas[done - 1] ?? block.start;
    const deltas = textsFrom(index, done);
    return { seq, at, state: stateText(block, done), deltas };
  }

  /** The place of the newest position at `time` or before it, or of the oldest kept one. */
  function placeAt(time: number): { readonly index: number; readonly done: number } {
    for (let index = blocks.length - 1; index >= 0; index -= 1) {
      const block = blocks[index] ?? last;
      const done = block.deltas.findLastIndex(({ at }) => at <= time) + 1;
      if (done > 0 || block.start.at <= time) return { index, done: index === 0 ? Math.max(done, passed) : done };
    }
    return { index: 0, done: passed };
  }

  function stateText(block: Block, done: number): string {
    const known = block.states.get(done);
    if (known !== undefined) return known;
    const patches = block.deltas.slice(0, done).map(({ text }) => (JSON.parse(text) as { patch: unknown }).patch);
    const text = JSON.stringify(applyPatches(block.start.state, patches));
    block.states.set(done, text);
    add(block, text.length);
    forget();
    return text;
  }

  function newestText(): string {
    encode();
    return last.deltas.at(-1)?.text ?? '';
  }

  return { push, newest: newestText, after, since, bytes: () => bytes + pendingBytes };
}

const blockFrom = ({ seq, at, state }: Moment): Block => ({
  start: { seq, at, state },
  deltas: [],
  size: 0,
  bytes: weightOf(state),
  jump: null,
  states: new Map(),
});

/** States share their entries. A state that was read whole, for a snapshot, has maps of its own: each counts as one. */
function weightOf(state: AnyState): number {
  if (state.kind === 'air') return ENTRY_BYTES;
  const boards = Object.values<object>(state.matches);
  const entries = boards.map(eventCountOf);
  return ENTRY_BYTES * entries.reduce((sum, size) => sum + size, boards.length);
}
