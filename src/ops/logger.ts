// Structured logs: JSON lines on standard output. They contain no credentials.
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Places of credentials in text: an Authorization value, a query parameter, a password in an address, our own prefixes. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[\w~+/.=-]+/gi, '$1 [redacted]'],
  [/([?&;](?:token|access_token|password|secret|code)=)[^&#\s"'\\]*/gi, '$1[redacted]'],
  [/\b(?:tl[kvcsl]|touchline)_[\w-]{40,}(?:\.[\w-]+)*|\btl[vc]_eyJ[\w.-]+|\bwhsec_[\w+/=]+/g, '[redacted]'],
  // Linear time: an attempt ends at the next scheme or `//`, where the next attempt may begin.
  [/((?<![\w+.-])[a-z][\w+.-]*:\/\/[^\s:/@"\\]*:)(?:[^\s/@"\\]|\/(?!\/))+@/gi, '$1[redacted]@'],
];

/** The text without credentials. */
export const redact = (text: string): string =>
  secrets.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);

/**
 * The logger of a process. Every complete line is searched for credentials, so that no call site can forget it. Lines are
 * few (a successful request writes none), and a leaked credential cannot be taken back.
 */
export const createLogger = (level: LogLevel, destination: DestinationStream = process.stdout): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: ['authorization', 'token', 'password', 'secret', '*.authorization', '*.token', '*.password', '*.secret'],
        censor: '[redacted]',
      },
    },
    { write: (line) => destination.write(redact(line)) },
  );

/** A function that writes warnings, at most one a minute: a wrong setting fails with each request. */
export function openRareWarning(logger: Pick<Logger, 'warn'>): (message: string) => void {
  let warnedAt = -Infinity;
  return (message) => {
    const now = performance.now();
    if (now - warnedAt < 60_000) return;
    warnedAt = now;
    logger.warn(message);
  };
}

/**
 * The line that tells where a server listens. It is written at each level but `silent`: with `PORT=0` nothing else tells it
 * (rule OPS-7).
 */
export function logListening(logger: Logger, fields: object): void {
  const isHidden = logger.level !== 'silent' && !logger.isLevelEnabled('info');
  (isHidden ? logger.child({}, { level: 'info' }) : logger).info(fields, 'listening');
}
