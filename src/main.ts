// The process: reads the settings, starts the gateway or its workers, handles the signals.
import { openWorkerChannel } from './cluster/worker-channel.ts';
import { addressOf, type Config, environment, loadConfig, workerEnvironment } from './config.ts';
import { openGateway } from './gateway.ts';
import { readBuildInfo, versionText } from './ops/build-info.ts';
import { createLogger } from './ops/logger.ts';
import { drainOnSignal, fittingConnections, onHangUp, openFilesMax, surviveStrayErrors } from './ops/signals.ts';
import { productionWarning } from './production-checks.ts';
import { openSupervisor, type Supervisor } from './supervisor.ts';

const build = readBuildInfo();
if (process.argv.includes('--version')) {
  process.stdout.write(`${versionText(build)}\n`);
  process.exit(0);
}
const config = loadConfig(environment(), process.argv.slice(2));
if ('problem' in config) {
  process.stderr.write(`${config.problem}\n`);
  process.exit(1);
}

const logger = createLogger(config.logLevel);
const warning = productionWarning(config.production, config.databaseUrl);
if (warning !== null) logger.warn(warning);
let running: { close(): Promise<void> } | null = null;
// Until the gateway is open there is nothing to drain, so any step of the start may be interrupted.
drainOnSignal(async () => running?.close(), logger);
// Installed first: the process must survive a database that goes away during the start.
surviveStrayErrors(logger);
try {
  running = await (config.workers > 1 && !config.isWorker ? supervise(config) : serve(config));
} catch (error) {
  logger.fatal(error instanceof Error ? error.message : String(error));
  logger.debug({ err: error }, 'the start failed');
  process.exit(1);
}

async function serve(of: Config) {
  const channel = of.isWorker ? openWorkerChannel(process) : undefined;
  // A worker whose supervisor is gone ends itself.
  if (channel) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  const maxConnections = fittingConnections(of.maxConnections, openFilesMax(), logger, of.isMaxConnectionsSet);
  const gateway = await openGateway({ ...of, maxConnections }, logger, channel ? { channel } : {});
  // The local address, which may differ from `PUBLIC_URL`.
  const url = addressOf(of, gateway.port);
  if (channel) await channel.listening(url, gateway.port);
  else logger.info({ url, ...build }, 'listening');
  return gateway;
}

async function supervise({ workers, host, port }: Config) {
  const environmentOf = (first: boolean, at: number) => workerEnvironment(environment(), first, at);
  let supervisor: Supervisor | null = null;
  // Before the start: without a listener the signal ends the process. Workers that are starting need not be replaced.
  onHangUp(() => void supervisor?.replace());
  supervisor = await openSupervisor({ workers, host, port, environmentOf, logger });
  return supervisor;
}
