// The recent deltas of a channel, for subscribers that come back and for delayed pages. Each delta is computed once and kept as
// text. States are kept only at the start of each block of deltas. So repeated requests cost no computing. While a match is
// small, its states take less memory than the texts: then the texts are made when they are first needed, and most matches of a
// node are followed by no one.
import { atOnce } from '../match/match.ts';
import type { AnyChannel } from '../../protocol/wire/ids.ts';
import {
  type Block,
  blockFrom,
  deltasOf,
  ENTRY_BYTES,
  type KeptDelta,
  type Moment,
  seal,
  startOf,
  stateAfter,
  type Step,
  textsOf,
  unseal,
  weightOf,
} from './kept-blocks.ts';
import { deltaFrame } from './delta-frame.ts';
import { placeAt, placeOf, textsFrom } from './kept-places.ts';

export type { Moment, Step } from './kept-blocks.ts';

export type KeptDeltas = {
  /** Keeps the next step. */
  push(step: Step): void;
  /** The delta frame of the newest step; empty before the first one. */
  newest(): string;
  /** The delta frames after `seq`, in order, up to the newest; null when that position is not kept. Call it after `open`. */
  after(seq: number): readonly string[] | null;
  /** Prepares `after` in pieces: it yields after each. */
  open(seq: number): Generator<void, void>;
  /**
   * The newest position at `at` or before it (ms since 1970), or the oldest one that is kept for pages: its state as JSON, and the
   * delta frames after it. Call it after `openAt`.
   */
  since(at: number): {
    readonly seq: number;
    readonly at: number;
    readonly state: string;
    readonly deltas: readonly string[];
  };
  /** Prepares `since` in pieces: it yields after each. */
  openAt(at: number): Generator<void, void>;
  /** Estimate of the bytes kept, without the states that wait for their text. */
  bytes(): number;
  /** The newest position and its state. */
  moment(): Moment;
  /** Compresses texts and states, in pieces: it yields after each, and ends when a step came meanwhile. */
  seal(): Generator<void, void>;
  /** What stays of it while the match is dormant: all but the newest state. Call it after `seal`. */
  sealed(): SealedDeltas;
};

/** With the newest state it opens again as it was. */
export type SealedDeltas = {
  readonly blocks: readonly Block[];
  readonly passed: number;
  readonly count: number;
  readonly isLarge: boolean;
};

/**
 * Deltas sent one by one to a subscriber that comes back, and their bytes. More are sent with a jump over whole blocks, where that
 * is possible.
 */
export const ONE_BY_ONE_MAX = 100;
const ONE_BY_ONE_BYTES = 128 * 1_024;
/**
 * A block has at most this many deltas, and about this many bytes of them. Two halves of a block and a jump are at most 99
 * frames.
 */
const BLOCK_DELTAS = 50;
const BLOCK_BYTES = 512 * 1_024;
/** A state up to this size stays until its text is needed. From about 30 entries on a text takes less memory. */
const PENDING_BYTES = 48 * ENTRY_BYTES;

export type KeepLimits = { readonly deltas: number; readonly ms: number; readonly bytes: number };

/** `before`: the deltas that lead to `start`, from before the match was dormant. */
export function openKeptDeltas(
  channel: AnyChannel,
  start: Moment,
  limits: KeepLimits,
  before: SealedDeltas | null = null,
): KeptDeltas {
  let newest = start;
  /** When the newest step came. */
  let keptAt = 0;
  /** Consecutive; never empty. */
  const blocks: Block[] = before === null ? [blockFrom(start)] : [...before.blocks];
  let last = blocks.at(-1) ?? blockFrom(start);
  if (last.deltas.length === 0) last.state = start.state;
  /** Deltas of the first block whose positions do not count as kept any more. */
  let passed = before?.passed ?? 0;
  /** Deltas after the oldest kept position. */
  let count = before?.count ?? 0;
  let bytes = blocks.reduce((sum, block) => sum + block.bytes, 0);
  /** The newest deltas of the last block, without their texts, and the states before and after each. */
  let pending: { readonly delta: KeptDelta; readonly from: Moment; readonly to: Moment }[] = [];
  /** The states of the last block are too large to wait for their texts. */
  let isLarge = before?.isLarge ?? false;

  function push(step: Step): void {
    const { seq, at, cause } = step;
    if (last.deltas.length >= BLOCK_DELTAS || last.size >= BLOCK_BYTES) {
      encode();
      last = blockFrom(newest);
      isLarge = last.bytes > PENDING_BYTES;
      blocks.push(last);
      bytes += last.bytes;
    }
    keptAt = Math.floor(performance.now());
    const delta = { seq, at, keptAt, cause, text: '' };
    last.deltas.push(delta);
    pending.push({ delta, from: newest, to: step });
    newest = step;
    isLarge ||= weightOf(step.state) > PENDING_BYTES;
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
  }

  function add(block: Block, size: number): void {
    block.bytes += size;
    bytes += size;
  }

  /** Forgets positions that are too many or too old, and whole blocks while all of it takes too many bytes. */
  function forget(): void {
    const oldest = keptAt - limits.ms;
    // A position is kept until the one after it is too old as well.
    while (count > limits.deltas || (blocks[0]?.deltas[passed]?.keptAt ?? Infinity) < oldest) {
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

  function after(seq: number): readonly string[] | null {
    if (seq === newest.seq) return [];
    encode();
    const place = placeOf(blocks, passed, seq);
    if (!place) return null;
    const { index, done } = place;
    const next = blocks[index + 1];
    const missed = blocks.slice(index).reduce((sum, { deltas }) => sum + deltas.length, -done);
    const bytes = blocks.slice(index).reduce((sum, { size }) => sum + size, 0);
    const isShort = missed <= ONE_BY_ONE_MAX && bytes <= ONE_BY_ONE_BYTES;
    if (isShort || !next || next === last) return textsFrom(blocks, place);
    const here = blocks[index] ? textsOf(blocks[index]).slice(done) : [];
    return [...here, jumpFrom(next, index + 1), ...textsOf(last)];
  }

  /** One delta from the start of a block to the start of the last one, computed once for all that need it. */
  function jumpFrom(block: Block, index: number): string {
    if (block.jump?.to === last.seq) return block.jump.text;
    const cause = blocks.slice(index, -1).flatMap((one) => deltasOf(one).flatMap((delta) => delta.cause));
    const text = deltaFrame(channel, startOf(block), startOf(last), cause);
    add(block, text.length - (block.jump?.text.length ?? 0));
    block.jump = { to: last.seq, text };
    forget();
    return text;
  }

  function* open(seq: number): Generator<void, void> {
    const place = placeOf(blocks, passed, seq);
    if (place) yield* unseal(blocks.slice(place.index));
  }

  function since(time: number): ReturnType<KeptDeltas['since']> {
    encode();
    const place = placeAt(blocks, passed, time);
    const { done } = place;
    const block = blocks[place.index] ?? last;
    const { seq, at } = block.deltas[done - 1] ?? block;
    const deltas = textsFrom(blocks, place);
    return { seq, at, state: atOnce(stateText(block, done)), deltas };
  }

  function* openAt(time: number): Generator<void, void> {
    encode();
    const { index, done } = placeAt(blocks, passed, time);
    const needed = blocks.slice(index);
    yield* unseal(needed);
    yield* stateText(needed[0] ?? last, done);
    yield;
  }

  /** The state after the first `done` deltas of a block, as JSON, computed once. In pieces: it yields after each. */
  function* stateText(block: Block, done: number): Generator<void, string> {
    const text = block.states.get(done) ?? (yield* stateAfter(block, done));
    // Meanwhile another reader may have computed it, or the block may be forgotten.
    if (block.states.has(done) || !blocks.includes(block)) return text;
    block.states.set(done, text);
    add(block, text.length);
    forget();
    return text;
  }

  function newestText(): string {
    encode();
    return last.deltas.at(-1)?.text ?? '';
  }

  function* sealAll(): Generator<void, void> {
    const { seq } = newest;
    encode();
    for (const block of blocks) {
      // A step that came after the last piece has no text yet.
      if (newest.seq !== seq) return;
      forgetCopies(block);
      // The newest state comes back by itself.
      if (block.deltas.length > 0) seal(block);
      yield;
    }
  }

  /** Forgets what can be computed again. */
  function forgetCopies(block: Block): void {
    for (const text of [...block.states.values(), block.jump?.text ?? '']) add(block, -text.length);
    block.states.clear();
    block.jump = null;
  }

  function sealed(): SealedDeltas {
    if (last.deltas.length === 0) last.state = null;
    return { blocks, passed, count, isLarge };
  }

  return {
    push,
    newest: newestText,
    after,
    open,
    since,
    openAt,
    sealed,
    moment: () => newest,
    bytes: () => bytes,
    seal: sealAll,
  };
}
