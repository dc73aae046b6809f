// Follows one channel strictly: the snapshot, then every delta in order. Anything else fails.
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { canonicalJson } from '../../protocol/wire/canonical-json.ts';
import { mergePatch } from '../../protocol/wire/merge-patch.ts';

type Frame = {
  type: string;
  seq: number;
  from?: number;
  state?: unknown;
  patch?: unknown;
  hash?: string;
  cause?: { action: string; type?: string; marker_id?: string }[];
};

export type Follower = {
  /** The state once it is at `seq` or later. */
  reach(seq: number): Promise<unknown>;
  readonly causes: () => readonly { action: string; type?: string; marker_id?: string }[];
  /** Heartbeats whose hash was compared with the state held. */
  readonly compared: () => number;
  close(): void;
};

export async function follow(liveUrl: string, channel: string, token: string): Promise<Follower> {
  const socket = new WebSocket(liveUrl, { headers: { authorization: `Bearer ${token}` } });
  const causes: { action: string; type?: string; marker_id?: string }[] = [];
  let state: unknown;
  let seq = -1;
  let compared = 0;
  let failure: unknown;
  let wake: () => void = () => undefined;

  function take(frame: Frame): void {
    if (frame.type === 'welcome') socket.send(JSON.stringify({ type: 'subscribe', channel }));
    if (frame.type === 'snapshot') ({ state, seq } = { state: frame.state, seq: frame.seq });
    if (frame.type === 'delta') {
      expect(frame.from ?? frame.seq - 1, 'a delta begins where the last one ended').toBe(seq);
      state = mergePatch(state, frame.patch);
      seq = frame.seq;
      causes.push(...(frame.cause ?? []));
    }
    if (frame.type === 'heartbeat' && frame.hash !== undefined) {
      expect(frame.seq, 'a heartbeat names what was sent before it').toBe(seq);
      const own = createHash('sha256').update(canonicalJson(state)).digest('hex').slice(0, 16);
      expect(own, 'the hash of the state that the deltas led to').toBe(frame.hash);
      compared += 1;
    }
    if (frame.type === 'error') throw new Error(JSON.stringify(frame));
  }
  socket.on('message', (data: Buffer) => {
    try {
      take(JSON.parse(data.toString()) as Frame);
    } catch (error) {
      failure = error;
    }
    wake();
  });
  socket.on('error', (error) => {
    failure = error;
    wake();
  });

  const reach = async (wanted: number): Promise<unknown> => {
    while (seq < wanted && failure === undefined) await new Promise<void>((resolve) => (wake = resolve));
    if (failure !== undefined) throw failure instanceof Error ? failure : new Error(JSON.stringify(failure));
    return state;
  };
  await reach(0);
  return {
    reach,
    causes: () => causes,
    compared: () => compared,
    close: () => {
      socket.close();
    },
  };
}
