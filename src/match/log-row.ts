// A row of the log: one commit. And what the log adds to a checkpoint. Pure.
import type { StoredMatch } from './apply.ts';
import type { Change, StoredMarker } from './command.ts';
import type { Edit } from './replay.ts';

/** `token`: the id of the token that caused the change. */
export type StoredChange = (Change | Edit) & { readonly token?: number | undefined };

/** Consecutive changes that were committed together, oldest first. */
export type LogRow = {
  /** Of the last change. */
  readonly seq: number;
  /** Server time of the commit, ms since 1970. */
  readonly at: number;
  readonly changes: readonly StoredChange[];
};

type Checkpoint = Pick<StoredMatch, 'seq' | 'hand' | 'markers'>;

/** The match after the rows that follow its checkpoint (null: there are none). The checkpoint's other fields stay. */
export function completed<T extends Checkpoint>(checkpoint: T, tail: readonly LogRow[] | null): T {
  if (tail === null) return checkpoint;
  const markers = new Map(checkpoint.markers.map((marker): [string, StoredMarker] => [marker.key, marker]));
  let { seq, hand } = checkpoint;
  for (const row of tail) {
    seq = row.seq;
    for (const change of row.changes) {
      hand = change.hand ?? hand;
      if ('edited' in change) continue;
      for (const key of change.drop ?? []) markers.delete(key);
      for (const marker of change.put ?? []) markers.set(marker.key, marker);
    }
  }
  return { ...checkpoint, seq, hand, markers: [...markers.values()] };
}
