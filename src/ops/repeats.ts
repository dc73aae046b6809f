// Logs errors that repeat: the first one with its stack, then once a minute how often it came again. A database that fails every
// write would otherwise fill the log with stacks.
import type { Logger } from './logger.ts';

/** Between two lines about the same error, ms. */
export const REPEAT_MS = 60_000;
/** Different errors that are remembered. With more, all are forgotten and logged again. */
export const REPEATS_MAX = 100;

/** Logs `error` under `message`, unless the same message and error were logged less than a minute ago. */
export type LogRepeats = (level: 'warn' | 'error', message: string, error: unknown, fields?: object) => void;

/** `now`: ms on any clock. */
export function openRepeats(logger: Logger, now: () => number = () => performance.now()): LogRepeats {
  const logged = new Map<string, { at: number; repeated: number }>();
  return (level, message, error, fields = {}) => {
    const reason = error instanceof Error ? error.message : String(error);
    const key = `${message}\n${reason}`;
    const before = logged.get(key);
    if (before !== undefined && now() - before.at < REPEAT_MS) {
      before.repeated += 1;
      return;
    }
    if (logged.size >= REPEATS_MAX && before === undefined) logged.clear();
    logged.set(key, { at: now(), repeated: 0 });
    const count = before?.repeated ?? 0;
    if (count === 0) logger[level]({ err: error, ...fields }, message);
    else logger[level]({ reason, count: count + 1, ...fields }, `${message}, again and again`);
  };
}
