// Data that the server wrote into the page: facts, and the channel's state with its last seconds. The page draws from
// it before it is connected.
import { type AnyUpdate, stepDelta } from '../../../protocol/client/channel.ts';
import type { DeltaFrame, SnapshotFrame } from '../../../protocol/wire/down.ts';
import { type Facts, NO_FACTS } from '../../../protocol/rest/facts.ts';
import type { AirUpdate, StateUpdate } from './follow.ts';

type Frames = readonly (SnapshotFrame | DeltaFrame)[];
type PageData = {
  /** The server's time when it wrote the page, ms since 1970. */
  readonly now: number;
  readonly facts: Facts;
  /** A snapshot and the deltas after it; empty when the server wrote none. */
  readonly frames: Frames;
  /** The same of what is on air; empty for a feed. */
  readonly air: Frames;
};

/** Reads the page's data; empty facts and no frames when the page has none. */
export function readPageData(page: Document): PageData {
  const text = page.getElementById('page-data')?.textContent ?? '';
  // The server that served this script wrote this JSON, so it is not checked again.
  return text === '' ? { now: Date.now(), facts: NO_FACTS, frames: [], air: [] } : (JSON.parse(text) as PageData);
}

/** The states that the frames of a game, match or feed describe, oldest first. */
export const updatesOf = (channel: string, frames: Frames): readonly StateUpdate[] =>
  statesOf(channel, frames).flatMap(({ state, ...update }) => (state.kind === 'air' ? [] : [{ ...update, state }]));

/** The states that the frames of an `air:` channel describe, oldest first. */
export const airUpdatesOf = (channel: string, frames: Frames): readonly AirUpdate[] =>
  statesOf(channel, frames).flatMap(({ state, ...update }) => (state.kind === 'air' ? [{ ...update, state }] : []));

type AnyStateUpdate = Extract<AnyUpdate, { kind: 'state' }>;

function statesOf(channel: string, frames: Frames): readonly AnyStateUpdate[] {
  const updates: AnyStateUpdate[] = [];
  for (const frame of frames) {
    if (frame.type === 'snapshot') {
      const { epoch, seq, at, state } = frame;
      updates.push({ kind: 'state', channel, epoch, seq, at, state, cause: [] });
      continue;
    }
    const last = updates.at(-1);
    const step = last && stepDelta(last, frame);
    if (!last || step === undefined || step === 'old' || step === 'gap') return updates;
    updates.push({ ...last, seq: step.next.seq, state: step.next.state, at: frame.at, cause: frame.cause });
  }
  return updates;
}
