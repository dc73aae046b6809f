// A port for a demo that should just start.
import { createServer } from 'node:net';

/** `wanted` when nothing listens there, else 0: any free one. */
export function portOrFree(host: string, wanted: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen({ host, port: wanted, exclusive: true }, () => probe.close(() => resolve(wanted)));
  });
}
