// Frames from the server (PROTOCOL.md, "Frames").
import { z } from 'zod';
import { anyStateSchema } from './air.ts';
import { markerTypeSchema } from './marker.ts';
import { refSchema } from './up.ts';
import { LIVE_PROTOCOL } from './version.ts';

export const CAUSE_ACTIONS = ['recorded', 'updated', 'deleted', 'reset', 'scores', 'goals', 'edited'] as const;
export const causeSchema = z
  .object({
    action: z.enum(CAUSE_ACTIONS),
    marker_id: z.string().optional(),
    type: markerTypeSchema.optional(),
  })
  .meta({ id: 'Cause' });
/** What happened, so that a client can animate it. */
export type Cause = z.infer<typeof causeSchema>;

export const welcomeFrameSchema = z.object({
  type: z.literal('welcome'),
  protocol: z.literal(LIVE_PROTOCOL),
  server_time: z.number(),
  heartbeat_ms: z.number().int(),
  session: z.string(),
});
export const snapshotFrameSchema = z
  .object({
    type: z.literal('snapshot'),
    channel: z.string(),
    ref: refSchema.optional(),
    epoch: z.string(),
    seq: z.number().int(),
    at: z.number(),
    state: anyStateSchema,
  })
  .meta({ id: 'Snapshot' });
export const resumedFrameSchema = z.object({
  type: z.literal('resumed'),
  channel: z.string(),
  ref: refSchema.optional(),
  epoch: z.string(),
  seq: z.number().int(),
});
export const deltaFrameSchema = z.object({
  type: z.literal('delta'),
  channel: z.string(),
  seq: z.number().int(),
  from: z.number().int().optional(),
  at: z.number(),
  cause: z.array(causeSchema),
  /** JSON Merge Patch (RFC 7396). */
  patch: z.record(z.string(), z.unknown()),
});
export const heartbeatFrameSchema = z.object({
  type: z.literal('heartbeat'),
  channel: z.string(),
  epoch: z.string(),
  seq: z.number().int(),
  /** First 16 hex digits of the SHA-256 of the state in canonical JSON. Feeds have no hash. */
  hash: z.string().length(16).optional(),
  at: z.number(),
});
export const unsubscribedFrameSchema = z.object({
  type: z.literal('unsubscribed'),
  channel: z.string(),
  ref: refSchema.optional(),
  reason: z.literal('forbidden').optional(),
});
export const pongFrameSchema = z.object({
  type: z.literal('pong'),
  t: z.number().optional(),
  ref: refSchema.optional(),
  server_time: z.number(),
});
export const errorFrameSchema = z.object({
  type: z.literal('error'),
  ref: refSchema.optional(),
  channel: z.string().optional(),
  code: z.enum(['invalid', 'unauthorized', 'forbidden', 'limit', 'unavailable']),
  error: z.string(),
  hint: z.string().optional(),
});
export const closingFrameSchema = z.object({
  type: z.literal('closing'),
  reason: z.enum(['shutdown', 'revoked', 'expired', 'idle', 'policy']),
  retry_after_ms: z.number().int().optional(),
});

export const downFrameSchema = z.discriminatedUnion('type', [
  welcomeFrameSchema,
  snapshotFrameSchema,
  resumedFrameSchema,
  deltaFrameSchema,
  heartbeatFrameSchema,
  unsubscribedFrameSchema,
  pongFrameSchema,
  errorFrameSchema,
  closingFrameSchema,
]);
export type DownFrame = z.infer<typeof downFrameSchema>;
export type SnapshotFrame = z.infer<typeof snapshotFrameSchema>;
export type DeltaFrame = z.infer<typeof deltaFrameSchema>;
export type HeartbeatFrame = z.infer<typeof heartbeatFrameSchema>;
