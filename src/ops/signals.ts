// How the process ends, and what does not end it.
import { readFileSync } from 'node:fs';
import type { Logger } from './logger.ts';

/** After this the process goes, whatever hangs: a supervisor would kill it at 10 seconds anyway. */
const drainLimitMs = 9_000;

/**
 * SIGTERM and SIGINT drain: `close` runs (readiness off, writes in flight finished, subscribers told when to come back),
 * then exit 0. Set up before anything else opens: process 1 of a container would not hear a signal that nobody awaits.
 * A second signal is the wish of someone at the terminal not to wait.
 */
export const drainOnSignal = (close: () => Promise<void>, log: Logger): void => {
  const drain = async (signal: NodeJS.Signals): Promise<void> => {
    log.info({ signal }, 'draining');
    const impatience = setTimeout(() => {
      log.warn('not everything ended in time');
      process.exit(0);
    }, drainLimitMs);
    try {
      await close();
    } catch (error) {
      log.error({ err: error }, 'draining failed');
    }
    clearTimeout(impatience);
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(0));
      void drain(signal);
    });
  }
};

/**
 * An error thrown inside a callback of uWebSockets.js, or a rejection nobody awaited, concerns one request or one
 * socket: it is logged and the others go on. State is safe, because nothing is shown that is not committed.
 */
export const surviveStrayErrors = (log: Logger): void => {
  process.on('uncaughtException', (error) => log.error({ err: error }, 'an error nobody caught'));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a rejection nobody awaited'));
};

/** Files that are open besides live connections: the database's, Redis', plain requests. */
const otherFiles = 500;

/** How many files this process may have open; null where the system does not say. */
export const openFilesMax = (): number | null => {
  if (process.platform !== 'linux') return null;
  const line = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
  return line === null ? null : Number(line[1]);
};

/**
 * How many of the wanted connections fit under the limit of open files: past it the system refuses every connection, those
 * of the health checks too. Says so when they are fewer.
 */
export const fittingConnections = (wanted: number, openFiles: number | null, log: Logger): number => {
  if (openFiles === null || openFiles - otherFiles >= wanted) return wanted;
  const fitting = Math.max(1, openFiles - otherFiles);
  const hint = `Raise the limit (ulimit -n ${wanted + otherFiles}), or set MAX_CONNECTIONS to ${fitting} or less.`;
  log.warn({ openFiles, wanted, fitting, hint }, 'the limit of open files allows fewer live connections');
  return fitting;
};
