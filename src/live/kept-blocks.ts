// Blocks of recent deltas (kept-deltas.ts). While a match is dormant, they are sealed: texts and states are compressed. A block
// stays sealed until a subscriber needs one of its positions.
import type { AnyState } from '../../protocol/wire/air.ts';
import type { Cause, DeltaFrame } from '../../protocol/wire/down.ts';
import { eventCountOf } from '../match/folded-board.ts';
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

/** `text` is empty while the delta is pending. Both are empty while it is sealed. */
export type KeptDelta = Pick<Step, 'seq' | 'at'> & { text: string; cause: readonly Cause[] };

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
/** Fewer bytes of texts are not sealed: compressing them saves nothing. */
const SEALED_MIN = 2_048;

export const blockFrom = ({ seq, at, state }: Moment): Block => ({
  ...{ seq, at, state },
  deltas: [],
  sealed: [],
  sealedDeltas: 0,
  size: 0,
  bytes: weightOf(state),
  jump: null,
  states: new Map(),
});

/** States share their entries. A state that was read whole, for a snapshot, has maps of its own: each counts as one. */
export function weightOf(state: AnyState): number {
  if (state.kind === 'air') return ENTRY_BYTES;
  const boards = Object.values<object>(state.matches);
  const entries = boards.map(eventCountOf);
  return ENTRY_BYTES * entries.reduce((sum, size) => sum + size, boards.length);
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

/** The start of the block. Opens the block if it is sealed. */
export function startOf(block: Block): Moment {
  const { seq, at } = block;
  block.state ??= open(block);
  return { seq, at, state: block.state };
}

function open(block: Block): AnyState {
  const [state = '', ...texts] = block.sealed.flatMap(unpackLines);
  const start = JSON.parse(state) as AnyState;
  for (const [index, text] of texts.entries()) {
    const { cause } = JSON.parse(text) as DeltaFrame;
    Object.assign(block.deltas[index] ?? {}, { text, cause });
  }
  block.sealed = [];
  block.sealedDeltas = 0;
  return start;
}
