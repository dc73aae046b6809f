// Ends the process on signals, and keeps it running after stray errors.
import { readFileSync } from 'node:fs';
import { withDeadline } from './deadline.ts';
import type { Logger } from './logger.ts';

/** The process exits after this time in any case; supervisors usually kill it after 10 seconds. */
const drainLimitMs = 9_000;

/** A Ctrl-C reaches all processes of the terminal, and npm passes it on once more: a repeat within this time is the same one, ms. */
const sameSignalMs = 1_000;

/** Calls `act` for the first of the signals. Another one, more than a second later, ends the process at once with `exitCode`. */
export const onFirstSignal = (
  signals: readonly NodeJS.Signals[],
  exitCode: number,
  act: (signal: NodeJS.Signals) => void,
): void => {
  let firstAt: number | null = null;
  // The listeners stay: without one, a further signal would kill the process before its `exit` listeners have run.
  for (const signal of signals)
    process.on(signal, () => {
      if (firstAt === null) {
        firstAt = performance.now();
        act(signal);
      } else if (performance.now() - firstAt > sameSignalMs) process.exit(exitCode);
    });
};

/**
 * SIGTERM and SIGINT drain: `close` runs (readiness off, writes in flight finished, subscribers told when to reconnect),
 * then exit 0. Call it before anything else opens: process 1 of a container ignores signals without a handler.
 */
export const drainOnSignal = (close: () => Promise<void>, logger: Logger): void => {
  const drain = async (signal: NodeJS.Signals): Promise<void> => {
    logger.info({ signal }, 'draining');
    try {
      await withDeadline(close(), drainLimitMs, () => {
        logger.warn('the shutdown did not finish in time');
        process.exit(0);
      });
    } catch (error) {
      logger.error({ err: error }, 'draining failed');
    }
    logger.info('stopped');
    process.exit(0);
  };
  onFirstSignal(['SIGTERM', 'SIGINT'], 0, (signal) => void drain(signal));
};

/** SIGHUP calls `act`. */
export const onHangUp = (act: () => void): void => void process.on('SIGHUP', act);

/**
 * An error in a callback of uWebSockets.js or an unhandled rejection concerns one request or socket. It is logged and the
 * process continues. State is safe, because only committed changes are published. An error of standard output or standard
 * error (rule OPS-26: their reader ended, the disk is full) is not logged: the line about it would fail in the same way, and
 * bring the next line.
 */
export const surviveStrayErrors = (logger: Logger): void => {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  process.on('uncaughtException', (error) => logger.error({ err: error }, 'uncaught error'));
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'));
};

/** Open files besides live connections: database, Redis, plain requests. */
const otherFiles = 500;

/** This process's limit of open files; null if unknown. */
export const openFilesMax = (): number | null => {
  if (process.platform !== 'linux') return null;
  const line = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
  return line === null ? null : Number(line[1]);
};

/**
 * How many of the wanted connections fit under the limit of open files: beyond it the system refuses every connection, also the
 * ones of health checks. Warns when they do not all fit; `isAsked`: the operator set the number, it is no default.
 */
export const fittingConnections = (
  wanted: number,
  openFiles: number | null,
  logger: Logger,
  isAsked = true,
): number => {
  if (openFiles === null || openFiles - otherFiles >= wanted) return wanted;
  const fitting = Math.max(1, openFiles - otherFiles);
  const hint = `Raise the limit (ulimit -n ${wanted + otherFiles}), or set MAX_CONNECTIONS to ${fitting} or less.`;
  logger[isAsked ? 'warn' : 'debug'](
    { openFiles, wanted, fitting, hint },
    'the limit of open files allows fewer live connections',
  );
  return fitting;
};
