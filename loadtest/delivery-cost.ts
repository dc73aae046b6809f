// What deliveries cost while some work runs: CPU of the server and of the load client.
import { MISTAKE_COLUMNS, type Mistakes } from './audience.ts';
import type { Crowd } from './crowd.ts';
import type { ServerProcess } from './server-process.ts';

export type DeliveryCost = Mistakes & {
  /** Seconds of the server's CPU for a million deliveries (µs for one). */
  readonly cpu: number;
  /** The same of the load client. Below the server's, the client is not the bottleneck. */
  readonly client: number;
  /** CPU of the load client, in percent of one core. */
  readonly clientShare: number;
};

/** The heads of these figures in a table. */
export const COST_COLUMNS = {
  cpu: 'CPU s/million',
  client: 'client s/million',
  clientShare: 'client %',
  ...MISTAKE_COLUMNS,
};

/** Runs `work`, which makes `deliveries` deliveries. */
export async function costOf(
  server: ServerProcess,
  { audience }: Crowd,
  deliveries: () => number,
  work: () => Promise<void>,
): Promise<DeliveryCost> {
  const began = performance.now();
  const ownBefore = process.cpuUsage();
  const before = server.cpuMs();
  await work();
  const cpuMs = server.cpuMs() - before;
  const { user, system } = process.cpuUsage(ownBefore);
  const tookMs = performance.now() - began;
  return {
    cpu: (cpuMs * 1_000) / deliveries(),
    client: (user + system) / deliveries(),
    clientShare: (user + system) / 10 / tookMs,
    ...audience.mistakes(),
  };
}
