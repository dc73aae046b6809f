// The recent deltas of a channel, for subscribers that come back and for delayed pages. Each delta is computed once and kept as
// text. States are kept only at the start of each block of deltas. So repeated requests cost no computing. While a match is
// small, its states take less memory than the texts: then the texts are made when they are first needed, and most matches of a
// node are followed by no one.
import { statePatch } from '../match/state-patch.ts';
import { applyPatches } from './apply-patches.ts';
import type { Cause } from '../../protocol/wire/down.ts';
import type { AnyChannel } from '../../protocol/wire/ids.ts';
import {
  type Block,
  blockFrom,
  ENTRY_BYTES,
  type KeptDelta,
  type Moment,
  seal,
  startOf,
  type Step,
  weightOf,
} from './kept-blocks.ts';

export type { Moment, Step } from './kept-blocks.ts';

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

/** Deltas sent one by one to a subscriber that comes back. More are sent with a jump over whole blocks. */
export const ONE_BY_ONE_MAX = 100;
/**
 * A block has at most this many deltas, and about this many bytes of them. Two halves of a block and a jump are at most 99
 * frames.
 */
const BLOCK_DELTAS = 50;
const BLOCK_BYTES = 512 * 1_024;
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

/** `before`: the deltas that lead to `start`, from before the match was dormant. */
export function openKeptDeltas(
  channel: AnyChannel,
  start: Moment,
  limits: KeepLimits,
  before: SealedDeltas | null = null,
): KeptDeltas {
  let newest = start;
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
  let pendingBytes = 0;
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
    const index = blocks.findLastIndex((block) => block.seq <= seq);
    const block = blocks[index];
    if (!block) return null;
    const done = block.seq === seq ? 0 : block.deltas.findIndex((delta) => delta.seq === seq) + 1;
    if (done === 0 && block.seq !== seq) return null;
    return index === 0 && done < passed ? null : { index, done };
  }

  /** The texts of all deltas after a place. */
  const textsFrom = (index: number, done: number): string[] =>
    blocks.slice(index).flatMap((block, at) => textsOf(block).slice(at === 0 ? done : 0));

  function after(seq: number): readonly string[] | null {
    if (seq === newest.seq) return [];
    encode();
    const place = find(seq);
    if (!place) return null;
    const { index, done } = place;
    const next = blocks[index + 1];
    const missed = blocks.slice(index).reduce((sum, { deltas }) => sum + deltas.length, -done);
    if (missed <= ONE_BY_ONE_MAX || !next || next === last) return textsFrom(index, done);
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

  function since(time: number): ReturnType<KeptDeltas['since']> {
    encode();
    const { index, done } = placeAt(time);
    const block = blocks[index] ?? last;
    const { seq, at } = block.deltas[done - 1] ?? block;
    const deltas = textsFrom(index, done);
    return { seq, at, state: stateText(block, done), deltas };
  }

  /** The place of the newest position at `time` or before it, or of the oldest kept one. */
  function placeAt(time: number): { readonly index: number; readonly done: number } {
    for (let index = blocks.length - 1; index >= 0; index -= 1) {
      const block = blocks[index] ?? last;
      const done = block.deltas.findLastIndex(({ at }) => at <= time) + 1;
      if (done > 0 || block.at <= time) return { index, done: index === 0 ? Math.max(done, passed) : done };
    }
    return { index: 0, done: passed };
  }

  function stateText(block: Block, done: number): string {
    const known = block.states.get(done);
    if (known !== undefined) return known;
    const texts = textsOf(block).slice(0, done);
    const patches = texts.map((delta) => (JSON.parse(delta) as { patch: unknown }).patch);
    const text = JSON.stringify(applyPatches(startOf(block).state, patches));
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
    ...{ push, newest: newestText, after, since, sealed },
    moment: () => newest,
    bytes: () => bytes + pendingBytes,
    seal: sealAll,
  };
}

/** Opens the block if it is sealed. */
function deltasOf(block: Block): readonly KeptDelta[] {
  startOf(block);
  return block.deltas;
}

const textsOf = (block: Block): string[] => deltasOf(block).map(({ text }) => text);
