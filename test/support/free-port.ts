import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * A port that is free now, for a server that is to come back on it. One that was opened on port 0 cannot: the library
 * then leaves SO_REUSEADDR out, and connections that just ended keep the port for a minute.
 */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
