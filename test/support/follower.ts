// A client that follows one channel of a scripted server, and the frames such a server sends.
import { createHash } from 'node:crypto';
import { WebSocket } from 'ws';
import { expect } from 'vitest';
import { canonicalJson } from '../../protocol/wire/canonical-json.ts';
import { type ChannelUpdate, type Client, type ClientOptions, connect } from '../../protocol/client/client.ts';
import { collect } from './collect.ts';
import { type Peer, type ScriptedServer, scriptedServer } from './scripted-server.ts';

export const CHANNEL = 'match:701';
export const state = (home: number, more: object = {}): object => ({ kind: 'match', score: { home }, ...more });
export const hashOf = (value: object): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);
/** The first frame of a server. */
export const WELCOME = { type: 'welcome', protocol: 'touchline.v1', server_time: 1, heartbeat_ms: 5_000, session: 's' };
export const snapshot = (seq: number, value: object, more: object = {}): object => ({
  type: 'snapshot',
  channel: CHANNEL,
  epoch: 'e1',
  seq,
  at: 1_000 + seq,
  state: value,
  ...more,
});
export const delta = (seq: number, patch: object, more: object = {}): object => ({
  type: 'delta',
  channel: CHANNEL,
  seq,
  at: 1_000 + seq,
  cause: [{ action: 'recorded', marker_id: `m${seq}`, type: 'Goal' }],
  patch,
  ...more,
});
export const heartbeat = (seq: number, hash: string, epoch = 'e1'): object => ({
  type: 'heartbeat',
  channel: CHANNEL,
  epoch,
  seq,
  hash,
  at: 5_000,
});

export type Follower = {
  readonly server: ScriptedServer;
  readonly client: Client;
  /** The client's connection, seen from the server. */
  readonly peer: Peer;
  readonly updates: ReturnType<typeof collect<ChannelUpdate>>;
  /** Ends the subscription. */
  leave(): void;
  /** The next update, which must be a state. */
  shown(): Promise<{ seq: number; state: unknown }>;
  /** Makes a gap at this position and expects the subscribe for it as the client's next frame. */
  expectOnlyGapAt(seq: number): Promise<void>;
  stop(): Promise<void>;
};

/** Connects, subscribes, and is answered by `first`; with null the subscribe is left to the test. */
export async function openFollower(first: object | null, more: Partial<ClientOptions> = {}): Promise<Follower> {
  const server = await scriptedServer();
  const updates = collect<ChannelUpdate>();
  const timing = { reachMs: 30, answerMs: 5_000, backoffBaseMs: 10, backoffMaxMs: 50, burstPings: 1, ...more.timing };
  const client = connect({ url: server.url, token: 't', WebSocket, random: () => 0, ...more, timing });
  const leave = client.subscribe(CHANNEL, updates.put);
  const peer = await server.peer();
  expect(await peer.heard()).toEqual({ type: 'auth', token: 't' });
  peer.welcome();
  if (first !== null) {
    const { ref } = await peer.expect('subscribe');
    peer.send({ ...first, ref });
    await updates.next();
  }
  return {
    server,
    client,
    peer,
    updates,
    leave,
    async shown() {
      const update = await updates.next();
      if (update.kind !== 'state') throw new Error(`refused: ${update.message}`);
      return { seq: update.seq, state: update.state };
    },
    async expectOnlyGapAt(seq) {
      peer.send(delta(seq + 2, {}));
      expect(await peer.heard()).toMatchObject({ type: 'subscribe', since: { epoch: 'e1', seq } });
    },
    async stop() {
      client.close();
      await server.stop();
    },
  };
}
