// A worker's side of the channel to its supervisor: the relay between the workers of one machine, and their metrics.
import { withDeadline } from '../ops/deadline.ts';
import type { Link, LinkDeps } from './redis-link.ts';
import { supervisorMessageSchema, type WorkerMessage } from './worker-messages.ts';

/** The part of `process` that a worker uses. */
type ParentProcess = Pick<NodeJS.Process, 'on' | 'off' | 'send'>;

/** A worker that does not answer within this time is left out of the metrics, ms. */
export const MEASURE_MS = 2_000;

/** How often a worker tells the supervisor that its event loop runs, ms. */
export const BEAT_MS = 1_000;

export type WorkerChannel = ReturnType<typeof openWorkerChannel>;

/** Opens the channel. Throws an Error if this process has no parent that listens. */
export function openWorkerChannel(parent: ParentProcess) {
  const { send } = parent;
  if (!send) throw new Error('A worker is started by its supervisor: set WORKERS instead.');
  const links = new Set<LinkDeps['receive']>();
  const asked = new Map<number, (texts: readonly string[]) => void>();
  let measure: () => Promise<string> = () => Promise.resolve('');
  let lastId = 0;

  const tell = (message: WorkerMessage): Promise<void> =>
    new Promise((resolve, reject) => {
      send.call(parent, message, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });

  async function answerMeasure(id: number): Promise<void> {
    await tell({ kind: 'measured', id, text: await measure() });
  }

  parent.on('message', (received: unknown) => {
    const parsed = supervisorMessageSchema.safeParse(received);
    if (!parsed.success) return;
    const message = parsed.data;
    switch (message.kind) {
      case 'message':
        for (const receive of links) receive(message.channel, message.text);
        return;
      case 'measure':
        // The supervisor leaves a worker out that does not answer.
        answerMeasure(message.id).catch(() => undefined);
        return;
      case 'metrics':
        asked.get(message.id)?.(message.texts);
        asked.delete(message.id);
    }
  });

  return {
    /** Tells the supervisor that this worker serves, and from now on that it runs. */
    async listening(url: string, port: number): Promise<void> {
      await tell({ kind: 'listening', url, port });
      // Without its supervisor a worker ends.
      const beat = (): void => void tell({ kind: 'beat' }).catch(() => undefined);
      beat();
      setInterval(beat, BEAT_MS).unref();
    },
    /** `own`: this worker's metrics, in the text format of Prometheus. */
    measuredBy(own: () => Promise<string>): void {
      measure = own;
    },
    /** The metrics of all workers that answer. */
    async metrics(): Promise<readonly string[]> {
      lastId += 1;
      const id = lastId;
      const texts = new Promise<readonly string[]>((resolve) => asked.set(id, resolve));
      await tell({ kind: 'askMetrics', id });
      return withDeadline(texts, MEASURE_MS * 2, async () => {
        asked.delete(id);
        return [await measure()];
      });
    },
    /** The relay's link over this channel, in place of one to Redis. */
    openLink({ receive, ended }: LinkDeps): Link {
      links.add(receive);
      const gone = (): void => {
        ended('the supervisor has ended');
      };
      parent.on('disconnect', gone);
      return {
        hashTags: 1,
        open: () => Promise.resolve(),
        publish: (channel, text) => tell({ kind: 'publish', channel, text }),
        subscribe: (channels) => tell({ kind: 'subscribe', channels: [...channels] }),
        unsubscribe: (channel) => tell({ kind: 'unsubscribe', channel }),
        close() {
          links.delete(receive);
          parent.off('disconnect', gone);
        },
      };
    },
  };
}
