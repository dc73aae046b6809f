// The process: settings in, gateway up, signals honoured.
import { environment, loadConfig } from './config.ts';
import { openGateway } from './gateway.ts';
import { openLog } from './log.ts';
import { drainOnSignal, surviveStrayErrors } from './process.ts';

const config = loadConfig(environment(), process.argv.slice(2));
if ('problem' in config) {
  process.stderr.write(`${config.problem}\n`);
  process.exit(1);
}

const log = openLog(config.logLevel);
surviveStrayErrors(log);
try {
  const gateway = await openGateway(config, log);
  drainOnSignal(gateway, log);
  log.info({ url: gateway.url, pid: process.pid }, 'listening');
} catch (error) {
  log.fatal({ err: error }, error instanceof Error ? error.message : String(error));
  process.exit(1);
}
