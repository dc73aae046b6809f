// View tokens (`POST view_tokens`).
import { z } from 'zod';
import { boundedList } from './bounds.ts';
import { channelSchema } from '../wire/ids.ts';

/** Body of `POST view_tokens` (P48); `expires_in` in seconds. */
export const viewTokenBody = z.object({
  channels: boundedList(channelSchema, 100, 1),
  expires_in: z.number().int().min(60).max(31_536_000).default(86_400),
});

export const viewTokenAnswer = z.object({ token: z.string(), expires_at: z.string(), channels: z.array(z.string()) });
