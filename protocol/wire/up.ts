// Frames from the client (PROTOCOL.md, "Frames").
import { z } from 'zod';

/** Client frames over this many bytes close with 1009 (P12). So no text of a frame has more characters. */
export const FRAME_MAX_BYTES = 4_096;
/** Any number is a clock: a client may count nanoseconds. */
const CLOCK_MAX = Number.MAX_VALUE;

/** A number is an integer that JavaScript holds exactly: only such a number comes back as it was sent. */
const refNumberSchema = z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
export const refSchema = z.union([refNumberSchema, z.string().max(FRAME_MAX_BYTES)]);
export const sinceSchema = z.object({
  epoch: z.string().max(FRAME_MAX_BYTES),
  seq: z.number().int().min(0),
});

export const authFrameSchema = z.object({
  type: z.literal('auth'),
  token: z.string().max(FRAME_MAX_BYTES),
  ref: refSchema.optional(),
});
export const subscribeFrameSchema = z.object({
  type: z.literal('subscribe'),
  channel: z.string().max(FRAME_MAX_BYTES),
  ref: refSchema.optional(),
  since: sinceSchema.nullish(),
});
export const unsubscribeFrameSchema = z.object({
  type: z.literal('unsubscribe'),
  channel: z.string().max(FRAME_MAX_BYTES),
  ref: refSchema.optional(),
});
export const pingFrameSchema = z.object({
  type: z.literal('ping'),
  t: z.number().min(-CLOCK_MAX).max(CLOCK_MAX).optional(),
  ref: refSchema.optional(),
});

export const upFrameSchema = z.discriminatedUnion('type', [
  authFrameSchema,
  subscribeFrameSchema,
  unsubscribeFrameSchema,
  pingFrameSchema,
]);
export type UpFrame = z.infer<typeof upFrameSchema>;
export type Ref = z.infer<typeof refSchema>;
export type Since = z.infer<typeof sinceSchema>;
