// How many follow a channel, as `GET live/{channel}/viewers` returns it.
import { z } from 'zod';

export const viewersAnswer = z
  .object({
    channel: z.string(),
    /** Subscriptions over WebSockets and event streams. Clients that poll are not counted. */
    viewers: z.int().min(0),
    /** The nodes that are counted: this one, and those that announced their counts in the last 15 seconds. */
    nodes: z.int().min(1),
  })
  .meta({ id: 'Viewers' });
