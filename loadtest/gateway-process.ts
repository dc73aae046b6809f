// The gateway from its build, on a database of its own.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DataFile } from '../protocol/data-file.ts';
import { createDatabase } from '../test/support/database.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const start = path.resolve(import.meta.dirname, '../src/start.mjs');

/** Starts it with `data` in it; `stop` drops the database too. `cpuProfile` names a folder for V8's CPU profile. */
export async function startGateway(data: DataFile, cpuProfile: string | null): Promise<ServerProcess> {
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
    const server = await startServer([...profiling, start, 'main'], {
      PORT: '0',
      DATABASE_URL: database.url,
      TOUCHLINE_HOME: home,
      TOUCHLINE_DATA: file,
      LOG_LEVEL: 'info',
    });
    return {
      ...server,
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
