// A PostgreSQL for one `npm test`: starts it, says its address, and ends it when the standard input ends.
import { once } from 'node:events';
import { findPostgresBinaries, startPostgres } from './cluster/postgres.ts';

/** Every process that runs tests has some connections, and so has each of their gateways. */
const CONNECTIONS = 300;

const binaries = findPostgresBinaries();
if (binaries !== null) {
  const server = await startPostgres(binaries, { connections: CONNECTIONS });
  process.stdout.write(`${server.url()}\n`);
  await once(process.stdin.resume(), 'end');
  await server.stop();
  await server.close();
}
