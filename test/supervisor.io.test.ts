// The number of workers while they are replaced, and how they end. The workers here only say that they serve.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { BEAT_MS } from '../src/cluster/worker-channel.ts';
import { createLogger } from '../src/ops/logger.ts';
import { openSupervisor } from '../src/supervisor.ts';
import { nextTurn } from './support/next-turn.ts';

const WORKER = `
import { appendFileSync, existsSync } from 'node:fs';
process.on('SIGTERM', () => {
  appendFileSync(process.env.SIGNALS, process.pid + '\\n');
  setInterval(() => {
    if (!existsSync(process.env.BUSY)) process.exit(0);
  }, 10);
});
appendFileSync(process.env.PIDS, process.pid + '\\n');
const serving = setInterval(() => {
  if (!existsSync(process.env.GATE)) return;
  clearInterval(serving);
  process.send({ kind: 'beat' });
  process.send({ kind: 'listening', url: 'http://127.0.0.1:1', port: 1 });
  setInterval(() => {
    process.send({ kind: 'beat' });
    appendFileSync(process.env.BEATS, process.pid + '\\n');
  }, 10);
}, 10);
process.on('message', ({ kind, id }) => {
  if (kind === 'measure') process.send({ kind: 'measured', id, text: '' });
});
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

/** A logger, and the messages that it has written. */
function openLog() {
  const messages: string[] = [];
  const write = (line: string): void => void messages.push((JSON.parse(line) as { msg: string }).msg);
  return { messages, logger: createLogger('info', { write }) };
}

/** Opens a supervisor of two workers. `serve`: new ones may serve. `busy`: those that are ended go on with their work. */
async function openTwo() {
  const folder = await mkdtemp(path.join(tmpdir(), 'touchline-'));
  const file = (name: string): string => path.join(folder, name);
  await writeFile(file('worker.mjs'), WORKER);
  process.argv[1] = file('worker.mjs');
  const serve = (): void => {
    writeFileSync(file('gate'), '');
  };
  serve();
  const files = { PIDS: file('pids'), GATE: file('gate'), SIGNALS: file('signals'), BUSY: file('busy') };
  const beats = file('beats');
  const { messages, logger } = openLog();
  const supervisor = await openSupervisor({
    workers: 2,
    host: '127.0.0.1',
    port: 0,
    logger,
    environmentOf: () => ({ ...process.env, ...files, BEATS: beats }),
  });
  const pidsIn = (name: string): number[] =>
    existsSync(name) ? readFileSync(name, 'utf8').trim().split('\n').map(Number) : [];
  return {
    supervisor,
    messages,
    serve,
    hold: () => rm(files.GATE),
    busy: () => writeFile(files.BUSY, ''),
    rest: () => rm(files.BUSY),
    started: () => pidsIn(files.PIDS),
    signalled: () => pidsIn(files.SIGNALS),
    /** Waits for some beats of a worker. What a frozen one had sent before has then arrived too. */
    async beaten(pid: number): Promise<void> {
      const count = (): number => pidsIn(beats).filter((of) => of === pid).length;
      const before = count();
      while (count() < before + 3) await nextTurn();
      await nextTurn();
    },
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

it('a stop while a worker is replaced does not signal it a second time', async () => {
  const { supervisor, signalled, busy, rest, remove } = await openTwo();
  await busy();
  const replaced = supervisor.replace();
  await vi.waitUntil(() => signalled().length === 1, { timeout: 20_000 });
  const closed = supervisor.close();
  await vi.waitUntil(() => new Set(signalled()).size === 3, { timeout: 20_000 });
  await rest();
  await Promise.all([closed, replaced]);
  expect(signalled()).toHaveLength(3);
  await remove();
});

it('a stop while workers are replaced says neither that it failed nor that it is done', async () => {
  const { supervisor, messages, hold, started, remove } = await openTwo();
  await hold();
  const replaced = supervisor.replace();
  await vi.waitUntil(() => started().length === 3, { timeout: 20_000 });
  await supervisor.close();
  await replaced;
  expect(messages).toEqual(['listening']);
  await remove();
});

it('a frozen worker is replaced', async () => {
  const { supervisor, started, signalled, remove } = await openTwo();
  const [first = 0, second = 0] = started();
  process.kill(first, 'SIGSTOP');
  onTestFinished(() => void (isAlive(first) && process.kill(first, 'SIGKILL')));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const replaced = supervisor.replace();
  while (isAlive(first)) {
    await vi.advanceTimersByTimeAsync(100);
    await nextTurn();
  }
  vi.useRealTimers();
  await replaced;
  expect(signalled()).toEqual([second]);
  expect(started().filter(isAlive)).toHaveLength(2);
  await supervisor.close();
  await remove();
});

it('rule OPS-31: a worker that is silent for 15 looks is killed and started again, and no other', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { supervisor, messages, started, beaten, remove } = await openTwo();
  const [first = 0, second = 0] = started();
  process.kill(first, 'SIGSTOP');
  onTestFinished(() => void (isAlive(first) && process.kill(first, 'SIGKILL')));
  for (const looks of [7, 7, 1]) {
    await beaten(second);
    expect(isAlive(first)).toBe(true);
    vi.advanceTimersByTime(looks * BEAT_MS);
  }
  vi.useRealTimers();
  await vi.waitUntil(() => started().length === 3, { timeout: 20_000 });
  expect(messages).toEqual(['listening', 'a worker did not answer for 15 seconds and was killed: it is started again']);
  expect(started().filter(isAlive)).toEqual([second, started()[2]]);
  await supervisor.close();
  await remove();
});
