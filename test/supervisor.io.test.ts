// The number of workers while they are replaced. The workers here only say that they serve.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
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

it('a worker that dies while it is replaced has one worker in its place', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'touchline-'));
  const file = (name: string): string => path.join(folder, name);
  await writeFile(file('worker.mjs'), WORKER);
  process.argv[1] = file('worker.mjs');
  const started = (): number[] =>
    existsSync(file('pids')) ? readFileSync(file('pids'), 'utf8').trim().split('\n').map(Number) : [];
  writeFileSync(file('gate'), '');
  const supervisor = await openSupervisor({
    ...{ workers: 2, host: '127.0.0.1', port: 0, logger: createLogger('silent') },
    environmentOf: () => ({ ...process.env, PIDS: file('pids'), GATE: file('gate') }),
  });
  await rm(file('gate'));
  const replaced = supervisor.replace();
  await vi.waitUntil(() => started().length === 3, { timeout: 20_000 });
  const [first = 0] = started();
  process.kill(first, 'SIGKILL');
  // Another one is started in its place.
  await vi.waitUntil(() => started().length === 4, { timeout: 20_000 });
  writeFileSync(file('gate'), '');
  await replaced;
  expect(started().filter(isAlive)).toHaveLength(2);
  await supervisor.close();
  await rm(folder, { recursive: true });
});
