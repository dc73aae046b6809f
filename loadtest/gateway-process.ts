// Runs the built gateway on a database of its own.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DataFile } from '../protocol/data-file/data-file.ts';
import { createDatabase } from '../test/support/database.ts';
import { ADMIN_TOKEN } from '../test/support/world/tokens.ts';
import { TURN_PROBE } from './turn-times.ts';
import { type ServerOptions, type ServerProcess, startServer } from './server-process.ts';

const start = path.resolve(import.meta.dirname, '../src/start.mjs');

export type GatewayProcess = ServerProcess & {
  /** Sends SIGTERM, then starts another process on the same database at another port. */
  restart(): Promise<void>;
};

/** Starts it with `data`. `stop` drops the database too. `cpuProfile` names a folder for V8's CPU profile. */
export async function startGateway(
  data: DataFile,
  cpuProfile: string | null,
  options: ServerOptions = {},
): Promise<GatewayProcess> {
  const home = await mkdtemp(path.join(tmpdir(), 'touchline-load-'));
  const database = await createDatabase();
  const file = path.join(home, 'data.json');
  await writeFile(file, JSON.stringify(data));
  const clear = async (): Promise<void> => {
    await database.drop();
    await rm(home, { recursive: true, force: true });
  };
  const profiling = cpuProfile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${cpuProfile}`];
  try {
    const env = {
      PORT: '0',
      DATABASE_URL: database.url,
      TOUCHLINE_HOME: home,
      WORKERS: String(options.workers ?? 1),
      TOUCHLINE_ADMIN_TOKEN: ADMIN_TOKEN,
      LOG_LEVEL: 'info',
      // Every board has the same address here.
      MAX_CONNECTIONS_PER_ADDRESS: '0',
      ...(options.turnsFile === undefined ? {} : { TURNS_FILE: options.turnsFile }),
    };
    const args = [...profiling, ...(options.turnsFile === undefined ? [] : TURN_PROBE), start, 'main'];
    let server = await startServer(args, { ...env, TOUCHLINE_DATA: file }, options);
    return {
      get host() {
        return server.host;
      },
      get port() {
        return server.port;
      },
      cpuMs: () => server.cpuMs(),
      settled: () => server.settled(),
      memory: () => server.memory(),
      async restart() {
        await server.stop();
        server = await startServer(args, env, options);
      },
      async stop() {
        await server.stop();
        await clear();
      },
    };
  } catch (error) {
    await clear();
    throw error;
  }
}
