// Several full nodes on one port of one machine (`WORKERS`): starts them, passes their messages on, adds up their metrics, starts
// one again that has died, and ends or replaces them one by one. The system spreads the connections over them (SO_REUSEPORT).
import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:net';
import { MEASURE_MS } from './cluster/worker-channel.ts';
import { type SupervisorMessage, type WorkerMessage, workerMessageSchema } from './cluster/worker-messages.ts';
import { withDeadline } from './ops/deadline.ts';
import { readBuildInfo } from './ops/build-info.ts';
import type { Logger } from './ops/logger.ts';

export type SupervisorDeps = {
  readonly workers: number;
  readonly host: string;
  readonly port: number;
  /** The environment of a worker. `first`: it applies the data file. */
  readonly environmentOf: (first: boolean, port: number) => NodeJS.ProcessEnv;
  readonly logger: Logger;
};

/** The first wait before a worker that has died is started again; it doubles up to the second, ms. */
const [RETRY_MS, RETRY_MAX_MS] = [500, 30_000];
/** A worker has this long to drain, a little less than the supervisor: a frozen one would outlive it and keep the port, ms. */
const DRAIN_MS = 8_500;
/** A worker that has served for this long starts again at once, ms. */
const STABLE_MS = 60_000;

type Worker = {
  readonly child: ChildProcess;
  readonly channels: Set<string>;
  readonly exited: Promise<number | null>;
  readonly serves: Promise<{ readonly url: string; readonly port: number }>;
  isEnding: boolean;
};

export type Supervisor = {
  /** Ends all workers: each drains. */
  close(): Promise<void>;
  /** Replaces the workers one by one: the new one serves before the old one drains. */
  replace(): Promise<void>;
};

/** Starts the workers. Resolves when all of them serve. Throws an Error with one line if the first one cannot. */
export async function openSupervisor(deps: SupervisorDeps): Promise<Supervisor> {
  const { logger } = deps;
  const running = new Set<Worker>();
  const measuring = new Map<number, (text: string) => void>();
  let lastId = 0;
  let isClosed = false;
  let replacing: Promise<void> = Promise.resolve();
  const port = await freePort(deps.host, deps.port);

  function start(first: boolean): Worker {
    const child = fork(process.argv[1] ?? '', ['main', ...process.argv.slice(2)], {
      env: deps.environmentOf(first, port),
      // Ctrl-C of a terminal reaches all processes of its group: the supervisor alone passes the end on.
      detached: true,
    });
    const channels = new Set<string>();
    const exited = new Promise<number | null>((resolve) => {
      child.once('exit', resolve);
    });
    const serves = new Promise<{ readonly url: string; readonly port: number }>((resolve) => {
      child.on('message', (received: unknown) => {
        const parsed = workerMessageSchema.safeParse(received);
        if (!parsed.success) return;
        if (parsed.data.kind === 'listening') resolve(parsed.data);
        else take(worker, parsed.data);
      });
    });
    child.on('error', (error) => {
      logger.error({ err: error }, 'a worker could not be reached');
    });
    const worker: Worker = { child, channels, exited, serves, isEnding: false };
    running.add(worker);
    return worker;
  }

  function take(from: Worker, message: Exclude<WorkerMessage, { kind: 'listening' }>): void {
    switch (message.kind) {
      case 'subscribe':
        for (const channel of message.channels) from.channels.add(channel);
        return;
      case 'unsubscribe':
        from.channels.delete(message.channel);
        return;
      case 'publish':
        for (const worker of running)
          if (worker.channels.has(message.channel)) tell(worker, { ...message, kind: 'message' });
        return;
      case 'askMetrics':
        void measureAll().then((texts) => {
          tell(from, { kind: 'metrics', id: message.id, texts });
        });
        return;
      case 'measured':
        measuring.get(message.id)?.(message.text);
    }
  }

  function tell({ child }: Worker, message: SupervisorMessage): void {
    // A worker that ends meanwhile misses nothing: the others have its changes in the database.
    if (child.connected) child.send(message, () => undefined);
  }

  const measureAll = async (): Promise<string[]> =>
    (await Promise.all([...running].map(measure))).filter((text) => text !== '');

  /** '' for a worker that does not answer in time. */
  async function measure(worker: Worker): Promise<string> {
    lastId += 1;
    const id = lastId;
    const text = new Promise<string>((resolve) => measuring.set(id, resolve));
    tell(worker, { kind: 'measure', id });
    try {
      return await withDeadline(Promise.race([text, worker.exited.then(() => '')]), MEASURE_MS, () => '');
    } finally {
      measuring.delete(id);
    }
  }

  /** Waits until it serves. Throws an Error if it ends before. */
  async function serving(worker: Worker): Promise<{ readonly url: string; readonly port: number }> {
    const ended = worker.exited.then((code) => {
      running.delete(worker);
      throw new Error(`A worker ended with ${code ?? 'a signal'} before it served.`);
    });
    return Promise.race([worker.serves, ended]);
  }

  /** Starts another one when it dies. */
  async function watch(worker: Worker, failures: number): Promise<void> {
    const began = performance.now();
    const code = await worker.exited;
    running.delete(worker);
    if (worker.isEnding || isClosed) return;
    const before = performance.now() - began > STABLE_MS ? 0 : failures;
    const waitMs = Math.min(RETRY_MS * 2 ** before, RETRY_MAX_MS);
    logger.error({ code, signal: worker.child.signalCode, waitMs }, 'a worker has died: it is started again');
    setTimeout(() => {
      if (!isClosed) void watch(start(false), before + 1);
    }, waitMs);
  }

  async function end(worker: Worker): Promise<void> {
    worker.isEnding = true;
    worker.child.kill('SIGTERM');
    await withDeadline(worker.exited, DRAIN_MS, () => {
      worker.child.kill('SIGKILL');
      return worker.exited;
    });
    running.delete(worker);
  }

  async function replaceAll(): Promise<void> {
    for (const old of [...running]) {
      // In place of one that has died, another one is started anyway.
      if (isClosed || old.isEnding || !running.has(old)) continue;
      const next = start(false);
      await serving(next);
      if (running.has(old)) {
        void watch(next, 0);
        await end(old);
      } else await end(next);
    }
    logger.info('all workers are replaced');
  }

  // The first one brings the database up to date and applies the data file.
  const first = start(true);
  const { url } = await serving(first);
  void watch(first, 0);
  const others = Array.from({ length: deps.workers - 1 }, () => start(false));
  for (const worker of others) {
    await serving(worker);
    void watch(worker, 0);
  }
  logger.info({ url, workers: deps.workers, ...readBuildInfo() }, 'listening');

  return {
    async close() {
      isClosed = true;
      await Promise.all([...running].map(end));
    },
    replace() {
      replacing = replacing.then(replaceAll).catch((error: unknown) => {
        logger.error({ err: error }, 'the workers could not be replaced: the old ones serve on');
      });
      return replacing;
    },
  };
}

/**
 * The port, or a free one for 0: a worker that takes any port cannot share it. The workers share it, so a foreign process on it would
 * go unnoticed. Throws an Error with one line.
 */
function freePort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => {
      reject(new Error(`Cannot listen on ${host}:${port}: the port is taken, or the address is not ours.`));
    });
    probe.listen({ host, port, exclusive: true }, () => {
      const bound = probe.address();
      probe.close(() => {
        resolve(bound !== null && typeof bound === 'object' ? bound.port : port);
      });
    });
  });
}
