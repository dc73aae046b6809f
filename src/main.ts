// The process: reads the settings, starts the gateway or its workers, handles the signals.
import { networkInterfaces } from 'node:os';
import { openWorkerChannel } from './cluster/worker-channel.ts';
import {
  addressOf,
  type Config,
  environment,
  linksWarning,
  listenOptionsHelp,
  loadConfig,
  workerEnvironment,
} from './config.ts';
import { openGateway } from './gateway.ts';
import { readBuildInfo, versionText } from './ops/build-info.ts';
import { createLogger, logListening } from './ops/logger.ts';
import { drainOnSignal, fittingConnections, onHangUp, openFilesMax, surviveStrayErrors } from './ops/signals.ts';
import { productionWarning } from './production-checks.ts';
import { openSupervisor, type Supervisor } from './supervisor.ts';

const USAGE = `Usage: npm start -- [OPTIONS]

Starts the server.

  --data FILE  a data file to apply before listening (TOUCHLINE_DATA)
${listenOptionsHelp}
  --version    prints the version

The other settings come from the environment: docs/settings.md lists them.`;

const build = readBuildInfo();
if (process.argv.includes('--version')) {
  process.stdout.write(`${versionText(build)}\n`);
  process.exit(0);
}
if (process.argv.includes('--help')) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}
const config = loadConfig(environment(), process.argv.slice(2));
if ('problem' in config) {
  process.stderr.write(`${config.problem}\n`);
  process.exit(1);
}

// Workers write to one log: a line names its process (rule OPS-31).
const logger = createLogger(config.logLevel).child(config.isWorker ? { worker: process.pid } : {});
warn(productionWarning(config.isProduction, config.databaseUrl));
let running: { readonly port: number; close(): Promise<void> } | null = null;
// Until the gateway is open there is nothing to drain, so any step of the start may be interrupted.
drainOnSignal(async () => running?.close(), logger);
// Installed first: the process must survive a database that goes away during the start.
surviveStrayErrors(logger);
try {
  running = await (config.workers > 1 && !config.isWorker ? supervise(config) : serve(config));
  if (!config.isWorker) warn(linksWarning(config, running.port, ownAddress()));
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  logger.fatal(reason);
  // Without a log the reason of a failed start must not be lost (rule OPS-5).
  if (config.logLevel === 'silent') process.stderr.write(`${reason}\n`);
  logger.debug({ err: error }, 'the start failed');
  process.exit(1);
}

function warn(warning: string | null): void {
  if (warning !== null) logger.warn(warning);
}

/** The address of this machine in its first network. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '192.168.1.20';
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
  else logListening(logger, { url, ...build });
  return gateway;
}

async function supervise({ workers, host, port }: Config) {
  const environmentOf = (isFirst: boolean, at: number) => workerEnvironment(environment(), isFirst, at);
  let supervisor: Supervisor | null = null;
  // Before the start: without a listener the signal ends the process. Workers that are starting need not be replaced.
  onHangUp(() => void supervisor?.replace());
  supervisor = await openSupervisor({ workers, host, port, environmentOf, logger });
  return supervisor;
}
