// The clubs and tournaments that a connected app may access (`GET /resources`).
import { z } from 'zod';

const reached = { id: z.int(), name: z.string(), slug: z.string() };

export const resourcesAnswer = z
  .object({
    /** `email` is empty for a user who has none. */
    user: z.object({ id: z.int(), name: z.string(), email: z.string() }),
    /** `administrator`: the user has no role in the club, but administrators may access every club. */
    clubs: z.array(z.object({ ...reached, role: z.enum(['owner', 'moderator', 'administrator']) })),
    /** `organizer`, otherwise the role in the host club. */
    tournaments: z.array(
      z.object({
        ...reached,
        status: z.string(),
        role: z.enum(['organizer', 'owner', 'moderator', 'administrator']),
      }),
    ),
  })
  .meta({ id: 'Resources' });
export type Resources = z.infer<typeof resourcesAnswer>;
