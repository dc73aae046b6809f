// The example frames in the documents. A test checks each against its schema.
import { airSnapshot, goalMarker, snapshot } from './example-resources.ts';

const { channel, epoch, at } = snapshot;

export const frameExamples: Readonly<Record<string, readonly unknown[] | undefined>> = {
  auth: [{ type: 'auth', token: 'a-key-that-nobody-can-guess-0123456789' }],
  subscribe: [
    { type: 'subscribe', channel, ref: 1 },
    { type: 'subscribe', channel, ref: 2, since: { epoch, seq: 2 } },
  ],
  unsubscribe: [{ type: 'unsubscribe', channel, ref: 3 }],
  ping: [{ type: 'ping', t: 1024 }],
  welcome: [
    {
      type: 'welcome',
      protocol: 'touchline.v1',
      server_time: at,
      heartbeat_ms: 5_000,
      session: '5f0d8a4e',
    },
  ],
  snapshot: [{ ...snapshot, ref: 1 }, airSnapshot],
  resumed: [{ type: 'resumed', channel, ref: 2, epoch, seq: 2 }],
  delta: [
    {
      type: 'delta',
      channel,
      seq: 3,
      at: at + 60_000,
      cause: [{ action: 'deleted', marker_id: goalMarker.id, type: 'Goal' }],
      patch: {
        matches: {
          '701': { score: { home: 0 }, stats: { home: { shots_on_target: 0 } }, events: { [goalMarker.id]: null } },
        },
      },
    },
  ],
  heartbeat: [{ type: 'heartbeat', channel, epoch, seq: 3, hash: 'a81f0c2d9be47e55', at: at + 65_000 }],
  unsubscribed: [
    { type: 'unsubscribed', channel, ref: 3 },
    { type: 'unsubscribed', channel, reason: 'forbidden' },
  ],
  pong: [{ type: 'pong', t: 1024, server_time: at }],
  error: [
    {
      type: 'error',
      ref: 4,
      channel: 'match:702',
      code: 'forbidden',
      error: 'This token may not read match:702.',
      hint: 'Use a token with access to the club or tournament of this channel, or a view token for this channel.',
    },
  ],
  closing: [{ type: 'closing', reason: 'shutdown', retry_after_ms: 1_200 }],
};
