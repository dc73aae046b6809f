// The messages between the worker processes of one machine and their supervisor, over the channel of Node.js.
import { z } from 'zod';

/** From a worker. */
export const workerMessageSchema = z.discriminatedUnion('kind', [
  /** It serves. */
  z.object({ kind: z.literal('listening'), url: z.string(), port: z.int() }),
  /** Its event loop runs. */
  z.object({ kind: z.literal('beat') }),
  z.object({ kind: z.literal('subscribe'), channels: z.array(z.string()) }),
  z.object({ kind: z.literal('unsubscribe'), channel: z.string() }),
  /** A text for all workers that have subscribed to the channel. */
  z.object({ kind: z.literal('publish'), channel: z.string(), text: z.string() }),
  /** It asks for the metrics of all workers. */
  z.object({ kind: z.literal('askMetrics'), id: z.int() }),
  /** Its own metrics, as asked by `measure`. */
  z.object({ kind: z.literal('measured'), id: z.int(), text: z.string() }),
]);
export type WorkerMessage = z.infer<typeof workerMessageSchema>;

/** From the supervisor. */
export const supervisorMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), channel: z.string(), text: z.string() }),
  /** It asks for the metrics of this worker. */
  z.object({ kind: z.literal('measure'), id: z.int() }),
  /** The metrics of all workers, as asked by `askMetrics`. */
  z.object({ kind: z.literal('metrics'), id: z.int(), texts: z.array(z.string()) }),
]);
export type SupervisorMessage = z.infer<typeof supervisorMessageSchema>;
