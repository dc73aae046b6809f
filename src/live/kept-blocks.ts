// Blocks of recent deltas (kept-deltas.ts). While a match is dormant, they are sealed: texts and states are compressed. A block
// stays sealed until a subscriber needs one of its positions.
import type { AnyState } from '../../protocol/wire/air.ts';
import type { Cause, DeltaFrame } from '../../protocol/wire/down.ts';
import { eventCountOf } from '../match/folded-board.ts';
import { applyPatches } from './apply-patches.ts';
import { packLines, unpackLines } from './packed-lines.ts';

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

/**
 * `text` is empty while the delta is pending. Both are empty while it is sealed. `keptAt`: when it came, in whole ms on the clock of
 * `performance.now()`. The wall clock may be set meanwhile, and other nodes have other ones.
 */
export type KeptDelta = Pick<Step, 'seq' | 'at'> & {
  readonly keptAt: number;
  text: string;
  cause: readonly Cause[];
};

export type Block = {
  readonly seq: number;
  readonly at: number;
  /** At the start of the block; null while it is sealed. */
  state: AnyState | null;
  readonly deltas: KeptDelta[];
  /** The state, and the texts of the first deltas. */
  sealed: Buffer[];
  sealedDeltas: number;
  /** Bytes of the deltas. */
  size: number;
  /** Estimate of all that is kept for this block, unsealed. */
  bytes: number;
  /** One delta from the start of this block to the start of a later one, for long absences. */
  jump: { readonly to: number; readonly text: string } | null;
  /** States inside the block that a delayed page asked for, as JSON, by their number of deltas. */
  readonly states: Map<number, string>;
};

/** Bytes of an entry of a copied map whose value is shared. */
export const ENTRY_BYTES = 64;
/** Bytes of deltas that are read in a piece. */
const PIECE_BYTES = 32 * 1_024;
/** Fewer bytes of texts are not sealed: compressing them saves nothing. */
const SEALED_MIN = 2_048;

export const blockFrom = ({ seq, at, state }: Moment): Block => ({
  seq,
  at,
  state,
  deltas: [],
  sealed: [],
  sealedDeltas: 0,
  size: 0,
  bytes: weightOf(state),
  jump: null,
  states: new Map(),
});

/**
 * States share their entries. A state that was read whole, for a snapshot, has maps of its own: each counts as one. A list of goals is
 * another one after each change of it.
 */
export function weightOf(state: AnyState): number {
  if (state.kind === 'air') return ENTRY_BYTES;
  const boards = Object.values<object>(state.matches);
  const entries = boards.map(eventCountOf);
  const goals = state.kind === 'game' ? state.goals.length : 0;
  return ENTRY_BYTES * entries.reduce((sum, size) => sum + size, boards.length + goals);
}

/** Compresses the texts that are not compressed yet. All texts of the block exist by then. */
export function seal(block: Block): void {
  const { state, deltas, sealed } = block;
  const fresh = deltas.slice(block.sealedDeltas);
  if (state === null && fresh.reduce((sum, { text }) => sum + text.length, 0) < SEALED_MIN) return;
  const texts = fresh.map(({ text }) => text);
  sealed.push(packLines(state === null ? texts : [JSON.stringify(state), ...texts]));
  block.state = null;
  block.sealedDeltas = deltas.length;
  for (const delta of fresh) Object.assign(delta, { text: '', cause: NO_CAUSE });
}

const NO_CAUSE: readonly Cause[] = [];

/** What stands before and after the cause in a delta frame (`deltaFrame`). */
const [CAUSE, PATCH] = ['"cause":', ',"patch":'] as const;

/** The cause of a delta frame, without reading its patch, which may be long. It comes before, and has ids and types only. */
function causeIn(text: string): DeltaFrame['cause'] {
  const from = text.indexOf(CAUSE) + CAUSE.length;
  return JSON.parse(text.slice(from, text.indexOf(PATCH, from))) as DeltaFrame['cause'];
}

/** The start of the block. Opens the block if it is sealed. */
export function startOf(block: Block): Moment {
  const { seq, at } = block;
  block.state ??= open(block);
  return { seq, at, state: block.state };
}

function open(block: Block): AnyState {
  const [state = '', ...texts] = block.sealed.flatMap(unpackLines);
  const start = JSON.parse(state) as AnyState;
  for (const [index, text] of texts.entries()) Object.assign(block.deltas[index] ?? {}, { text, cause: causeIn(text) });
  block.sealed = [];
  block.sealedDeltas = 0;
  return start;
}

/** Opens the sealed ones of these blocks, in pieces: it yields after each. */
export function* unseal(blocks: readonly Block[]): Generator<void, void> {
  for (const block of blocks) {
    if (block.sealed.length === 0) continue;
    startOf(block);
    yield;
  }
}

/** Opens the block if it is sealed. */
export function deltasOf(block: Block): readonly KeptDelta[] {
  startOf(block);
  return block.deltas;
}

export const textsOf = (block: Block): string[] => deltasOf(block).map(({ text }) => text);

/** The state after the first `done` deltas of a block, as JSON. In pieces: it yields after each. */
export function* stateAfter(block: Block, done: number): Generator<void, string> {
  const { state } = startOf(block);
  const patches: unknown[] = [];
  let unread = PIECE_BYTES;
  for (const text of textsOf(block).slice(0, done)) {
    patches.push((JSON.parse(text) as Pick<DeltaFrame, 'patch'>).patch);
    unread -= text.length;
    if (unread > 0) continue;
    unread = PIECE_BYTES;
    yield;
  }
  return JSON.stringify(applyPatches(state, patches));
}
