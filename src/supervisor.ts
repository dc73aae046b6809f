// Several full nodes on one port of one machine (`WORKERS`): starts them, passes their messages on, adds up their metrics, starts
// one again that has died or is frozen, and ends or replaces them one by one. The system spreads the connections over them
// (SO_REUSEPORT).
import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:net';
import { BEAT_MS, MEASURE_MS } from './cluster/worker-channel.ts';
import { type SupervisorMessage, type WorkerMessage, workerMessageSchema } from './cluster/worker-messages.ts';
import { addedMetrics, countersOf } from './ops/added-metrics.ts';
import { cannotListen } from './ops/cannot-listen.ts';
import { withDeadline } from './ops/deadline.ts';
import { readBuildInfo } from './ops/build-info.ts';
import { type Logger, logListening } from './ops/logger.ts';

type SupervisorDeps = {
  readonly workers: number;
  readonly host: string;
  readonly port: number;
  /** The environment of a worker. `isFirst`: it applies the data file. */
  readonly environmentOf: (isFirst: boolean, port: number) => NodeJS.ProcessEnv;
  readonly logger: Logger;
};

/** The first wait before a worker that has died is started again; it doubles up to the second, ms. */
const [RETRY_MS, RETRY_MAX_MS] = [500, 30_000];
/** A worker has this long to drain, a little less than the supervisor: a frozen one would outlive it and keep the port, ms. */
const DRAIN_MS = 8_500;
/** A worker that has served for this long starts again at once, ms. */
const STABLE_MS = 60_000;
/** A worker is frozen when so many looks in a row, one each `BEAT_MS`, find no message of it. */
const SILENT_LOOKS = 15;

type Worker = {
  readonly child: ChildProcess;
  readonly channels: Set<string>;
  readonly exited: Promise<number | null>;
  /** Resolves with its URL when it serves. */
  readonly serves: Promise<string>;
  isEnding: boolean;
  /** Looks since its last message. Null before its first beat: workers of an earlier version have none. */
  silentLooks: number | null;
  /** Its metrics when it last answered; only its counters, if it does not answer now. */
  measured: string;
};

export type Supervisor = {
  /** Where the workers listen. */
  readonly port: number;
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
  /** The counters of the workers that have ended. Without them each end would look like a restart of all, and raise every rate. */
  let ended = '';
  let lastId = 0;
  let isClosed = false;
  let replacing: Promise<void> = Promise.resolve();
  const port = await freePort(deps.host, deps.port);

  function start(isFirst: boolean): Worker {
    const child = fork(process.argv[1] ?? '', ['main', ...process.argv.slice(2)], {
      env: deps.environmentOf(isFirst, port),
      // Ctrl-C of a terminal reaches all processes of its group: the supervisor alone passes the end on.
      detached: true,
    });
    const channels = new Set<string>();
    const exited = new Promise<number | null>((resolve) => {
      child.once('exit', resolve);
    });
    const serves = new Promise<string>((resolve) => {
      child.on('message', (received: unknown) => {
        const parsed = workerMessageSchema.safeParse(received);
        if (!parsed.success) return;
        if (worker.silentLooks !== null || parsed.data.kind === 'beat') worker.silentLooks = 0;
        if (parsed.data.kind === 'listening') resolve(parsed.data.url);
        else take(worker, parsed.data);
      });
    });
    child.on('error', (error) => {
      logger.error({ worker: child.pid, err: error }, 'a worker could not be reached');
    });
    const worker: Worker = { child, channels, exited, serves, isEnding: false, silentLooks: null, measured: '' };
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
        return;
      case 'beat':
    }
  }

  function tell({ child }: Worker, message: SupervisorMessage): void {
    // A worker that ends meanwhile misses nothing: the others have its changes in the database.
    if (child.connected) child.send(message, () => undefined);
  }

  async function measureAll(): Promise<string[]> {
    await Promise.all([...running].map(measure));
    // One that has ended meanwhile is among the ended ones.
    return [ended, ...[...running].map(({ measured }) => measured)].filter((text) => text !== '');
  }

  async function measure(worker: Worker): Promise<void> {
    lastId += 1;
    const id = lastId;
    const text = new Promise<string>((resolve) => measuring.set(id, resolve));
    tell(worker, { kind: 'measure', id });
    const silent = (): string => countersOf(worker.measured);
    try {
      worker.measured = await withDeadline(Promise.race([text, worker.exited.then(silent)]), MEASURE_MS, silent);
    } finally {
      measuring.delete(id);
    }
  }

  function forget(worker: Worker): void {
    if (running.delete(worker)) ended = addedMetrics([ended, countersOf(worker.measured)]);
  }

  /** Waits until it serves. Returns its URL. Throws an Error if it ends before. */
  async function serving(worker: Worker): Promise<string> {
    const ended = worker.exited.then((code) => {
      forget(worker);
      throw new Error(`A worker ended with ${code ?? 'a signal'} before it served.`);
    });
    return Promise.race([worker.serves, ended]);
  }

  const isFrozen = ({ silentLooks }: Worker): boolean => silentLooks !== null && silentLooks >= SILENT_LOOKS;

  /**
   * Kills the workers that are frozen. It counts its looks and not the time: while the machine sleeps, or this process is stopped,
   * there are none.
   */
  function look(): void {
    for (const worker of running) {
      if (worker.silentLooks === null || worker.isEnding) continue;
      worker.silentLooks += 1;
      if (isFrozen(worker)) worker.child.kill('SIGKILL');
    }
  }

  /** Starts another one when it dies. */
  async function watch(worker: Worker, failures: number): Promise<void> {
    const began = performance.now();
    const code = await worker.exited;
    forget(worker);
    if (worker.isEnding || isClosed) return;
    const before = performance.now() - began > STABLE_MS ? 0 : failures;
    const waitMs = Math.min(RETRY_MS * 2 ** before, RETRY_MAX_MS);
    const silentS = (SILENT_LOOKS * BEAT_MS) / 1_000;
    const what = isFrozen(worker) ? `did not answer for ${silentS} seconds and was killed` : 'has died';
    logger.error(
      { worker: worker.child.pid, code, signal: worker.child.signalCode, waitMs },
      `a worker ${what}: it is started again`,
    );
    setTimeout(() => {
      if (!isClosed) void watch(start(false), before + 1);
    }, waitMs);
  }

  async function end(worker: Worker): Promise<void> {
    // A second signal would cut off a worker that drains already.
    if (!worker.isEnding) worker.child.kill('SIGTERM');
    worker.isEnding = true;
    await withDeadline(worker.exited, DRAIN_MS, () => {
      worker.child.kill('SIGKILL');
      return worker.exited;
    });
    forget(worker);
  }

  async function replaceAll(): Promise<void> {
    for (const old of [...running]) {
      // In place of one that has died, another one is started anyway.
      if (isClosed || old.isEnding || !running.has(old)) continue;
      const next = start(false);
      await serving(next);
      // What it has counted since it was last asked.
      await measure(old);
      if (running.has(old)) {
        void watch(next, 0);
        await end(old);
      } else await end(next);
    }
    if (!isClosed) logger.info('all workers are replaced');
  }

  const looking = setInterval(look, BEAT_MS).unref();
  // The first one brings the database up to date and applies the data file.
  const first = start(true);
  const url = await serving(first);
  void watch(first, 0);
  const others = Array.from({ length: deps.workers - 1 }, () => start(false));
  for (const worker of others) {
    await serving(worker);
    void watch(worker, 0);
  }
  logListening(logger, { url, workers: deps.workers, ...readBuildInfo() });

  return {
    port,
    async close() {
      isClosed = true;
      clearInterval(looking);
      await Promise.all([...running].map(end));
    },
    replace() {
      replacing = replacing.then(replaceAll).catch((error: unknown) => {
        // A worker that is ended before it serves has not failed.
        if (!isClosed) logger.error({ err: error }, 'the workers could not be replaced: the old ones serve on');
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
      reject(cannotListen(host, port));
    });
    probe.listen({ host, port, exclusive: true }, () => {
      const bound = probe.address();
      probe.close(() => {
        resolve(bound !== null && typeof bound === 'object' ? bound.port : port);
      });
    });
  });
}
