// The frame of a change, as subscribers get it.
import type { Cause } from '../../protocol/wire/down.ts';
import type { AnyChannel } from '../../protocol/wire/ids.ts';
import { statePatch } from '../match/state-patch.ts';
import type { Moment } from './kept-blocks.ts';

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
