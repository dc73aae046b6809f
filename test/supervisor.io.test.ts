// The number of workers while they are replaced. The workers here only say that they serve.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { createLogger } from '../src/ops/logger.ts';
import { openSupervisor } from '../src/supervisor.ts';

const WORKER = `
import { appendFileSync, existsSync } from 'node:fs';
process.on('SIGTERM', () => process.exit(0));
appendFileSync(process.env.PIDS, process.pid + '\\n');
const serving = setInterval(() => {
  if (!existsSync(process.env.GATE)) return;
  clearInterval(serving);
  process.send({ kind: 'listening', url: 'http://127.0.0.1:1', port: 1 });
}, 10);
process.on('disconnect', () => process.exit(0));
`;

const [, script = ''] = process.argv;
afterEach(() => {
  process.argv[1] = script;
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Opens a supervisor of two workers. `serve`: new ones may serve. */
async function openTwo() {
  const folder = await mkdtemp(path.join(tmpdir(), 'touchline-'));
  const file = (name: string): string => path.join(folder, name);
  await writeFile(file('worker.mjs'), WORKER);
  process.argv[1] = file('worker.mjs');
  const serve = (): void => {
    writeFileSync(file('gate'), '');
  };
  serve();
  const supervisor = await openSupervisor({
    ...{ workers: 2, host: '127.0.0.1', port: 0, logger: createLogger('silent') },
    environmentOf: () => ({ ...process.env, PIDS: file('pids'), GATE: file('gate') }),
  });
  return {
    ...{ supervisor, serve },
    hold: () => rm(file('gate')),
    started: (): number[] =>
      existsSync(file('pids')) ? readFileSync(file('pids'), 'utf8').trim().split('\n').map(Number) : [],
    remove: () => rm(folder, { recursive: true }),
  };
}

it('a worker that dies while it is replaced has one worker in its place', async () => {
  const { supervisor, serve, hold, started, remove } = await openTwo();
  await hold();
  const replaced = supervisor.replace();
  await vi.waitUntil(() => started().length === 3, { timeout: 20_000 });
  const [first = 0] = started();
  process.kill(first, 'SIGKILL');
  // Another one is started in its place.
  await vi.waitUntil(() => started().length === 4, { timeout: 20_000 });
  serve();
  await replaced;
  expect(started().filter(isAlive)).toHaveLength(2);
  await supervisor.close();
  await remove();
});

it('a frozen worker does not stay behind with the port', async () => {
  const { supervisor, started, remove } = await openTwo();
  const [first = 0] = started();
  process.kill(first, 'SIGSTOP');
  onTestFinished(() => void (isAlive(first) && process.kill(first, 'SIGKILL')));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = supervisor.close();
  // Less than the 9 seconds after which the supervisor itself ends.
  await vi.advanceTimersByTimeAsync(8_999);
  vi.useRealTimers();
  await closed;
  expect(started().filter(isAlive)).toEqual([]);
  await remove();
});
