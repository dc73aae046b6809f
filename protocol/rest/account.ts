// What a connected app may reach (`GET /resources`).
import { z } from 'zod';

const reached = { id: z.int(), name: z.string(), slug: z.string() };

export const resourcesAnswer = z.object({
  /** `email` is empty for a user who has none. */
  user: z.object({ id: z.int(), name: z.string(), email: z.string() }),
  /** An administrator reaches what he has no role in. */
  clubs: z.array(z.object({ ...reached, role: z.enum(['owner', 'moderator', 'administrator']) })),
  /** `organizer`, else the role in the host club. */
  tournaments: z.array(
    z.object({
      ...reached,
      status: z.string(),
      role: z.enum(['organizer', 'owner', 'moderator', 'administrator']),
    }),
  ),
});
export type Resources = z.infer<typeof resourcesAnswer>;
