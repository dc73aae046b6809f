// Data that the server wrote into the page: facts, and the channel's state with its last seconds. The page draws from
// it before it is connected.
import { stepDelta } from '../../../protocol/client/channel.ts';
import type { DeltaFrame, SnapshotFrame } from '../../../protocol/wire/down.ts';
import { type Facts, NO_FACTS } from '../../../protocol/rest/facts.ts';
import type { StateUpdate } from './follow.ts';

export type PageData = {
  /** The server's time when it wrote the page, ms since 1970. */
  readonly now: number;
  readonly facts: Facts;
  /** A snapshot and the deltas after it; empty when the server wrote none. */
  readonly frames: readonly (SnapshotFrame | DeltaFrame)[];
};

/** Reads the page's data; empty facts and no frames when the page has none. */
export function readPageData(page: Document): PageData {
  const text = page.getElementById('page-data')?.textContent ?? '';
  // The server that served this script wrote this JSON, so it is not checked again.
  return text === '' ? { now: Date.now(), facts: NO_FACTS, frames: [] } : (JSON.parse(text) as PageData);
}

/** The states that the frames describe, oldest first. */
export function updatesOf(channel: string, frames: PageData['frames']): readonly StateUpdate[] {
  const updates: StateUpdate[] = [];
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
