// Finds a port for the demo.
import { createServer } from 'node:net';

/** `wanted` if it is free, else 0: any free port. */
export function portOrFree(host: string, wanted: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen({ host, port: wanted, exclusive: true }, () => probe.close(() => resolve(wanted)));
  });
}
