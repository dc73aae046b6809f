// The Error object (rule REQ-6).
import { z } from 'zod';

const detailSchema = z.object({ path: z.string(), message: z.string() });
export type Detail = z.infer<typeof detailSchema>;

export const problemBodySchema = z
  .object({
    error: z.string(),
    hint: z.string().optional(),
    /** Every 422 has it: the exact places, for example `goals[0].team`. */
    details: z.array(detailSchema).optional(),
  })
  .meta({ id: 'Error' });
export type ProblemBody = z.infer<typeof problemBodySchema>;
