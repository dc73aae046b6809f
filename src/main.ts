// The process: settings in, gateway up, signals honoured.
import { addressOf, environment, loadConfig } from './config.ts';
import { openGateway } from './gateway.ts';
import type { Gateway } from './gateway.ts';
import { createLogger } from './ops/logger.ts';
import { drainOnSignal, fittingConnections, openFilesMax, surviveStrayErrors } from './ops/signals.ts';

const config = loadConfig(environment(), process.argv.slice(2));
if ('problem' in config) {
  process.stderr.write(`${config.problem}\n`);
  process.exit(1);
}

const log = createLogger(config.logLevel);
let gateway: Gateway | null = null;
// Before it is open there is nothing to drain: every step of the start may be cut off.
drainOnSignal(async () => gateway?.close(), log);
// From the beginning: a database that goes away while the start waits for it is no reason to end.
surviveStrayErrors(log);
try {
  const maxConnections = fittingConnections(config.maxConnections, openFilesMax(), log);
  gateway = await openGateway({ ...config, maxConnections }, log);
  // Where it listens, whatever the world calls it (`PUBLIC_URL`).
  log.info({ url: addressOf(config, gateway.port) }, 'listening');
} catch (error) {
  log.fatal(error instanceof Error ? error.message : String(error));
  log.debug({ err: error }, 'why it did not start');
  process.exit(1);
}
