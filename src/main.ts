// The process: reads the settings, starts the gateway, handles the signals.
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
// Until the gateway is open there is nothing to drain, so any step of the start may be interrupted.
drainOnSignal(async () => gateway?.close(), log);
// Installed first: the process must survive a database that goes away during the start.
surviveStrayErrors(log);
try {
  const maxConnections = fittingConnections(config.maxConnections, openFilesMax(), log);
  gateway = await openGateway({ ...config, maxConnections }, log);
  // The local address, which may differ from `PUBLIC_URL`.
  log.info({ url: addressOf(config, gateway.port) }, 'listening');
} catch (error) {
  log.fatal(error instanceof Error ? error.message : String(error));
  log.debug({ err: error }, 'the start failed');
  process.exit(1);
}
