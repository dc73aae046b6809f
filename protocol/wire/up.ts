// Frames from the client (PROTOCOL.md, "Frames").
import { z } from 'zod';

export const refSchema = z.union([z.number().int(), z.string()]);
export const sinceSchema = z.object({ epoch: z.string(), seq: z.number().int().min(0) });

export const authFrameSchema = z.object({ type: z.literal('auth'), token: z.string(), ref: refSchema.optional() });
export const subscribeFrameSchema = z.object({
  type: z.literal('subscribe'),
  channel: z.string(),
  ref: refSchema.optional(),
  since: sinceSchema.nullish(),
});
export const unsubscribeFrameSchema = z.object({
  type: z.literal('unsubscribe'),
  channel: z.string(),
  ref: refSchema.optional(),
});
export const pingFrameSchema = z.object({
  type: z.literal('ping'),
  t: z.number().optional(),
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
