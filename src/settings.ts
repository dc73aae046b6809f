// The settings of the environment, each with its check.
import { accessSync, constants, statSync } from 'node:fs';
import { z } from 'zod';
import { parseRedisUrls } from './cluster/redis-urls.ts';
import { readSmtpUrl } from './mail/smtp-settings.ts';
import { type IsTrusted, parseTrustedProxies } from './ops/address.ts';
import { logLevels } from './ops/logger.ts';
import { hasReadableLogin, UNREADABLE_LOGIN } from './ops/login.ts';
import { addressProblem } from './ops/server-address.ts';
import { secretMinLength } from './production-checks.ts';

/** `NAME=` in an environment file means "not set". */
const unsetIfEmpty = (value: unknown): unknown => (value === '' ? undefined : value);
export const orUnset = <T extends z.ZodType>(schema: T) => z.preprocess(unsetIfEmpty, schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, value: z.core.util.NoUndefined<z.output<T>>) =>
  z.preprocess(unsetIfEmpty, schema.default(value));

const address = (schemes: readonly string[]) =>
  z
    .string()
    .trim()
    .superRefine((text, context) => {
      const message = addressProblem(text, schemes);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });

const isReadable = (file: string): boolean => {
  try {
    accessSync(file, constants.R_OK);
    return !statSync(file).isDirectory();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
};
const readableFile = z.string().refine(isReadable, {
  error: (issue) => `must be a readable file; ${String(issue.input)} is not`,
});

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
const portSchema = z.string().refine(isPort, { error: 'must be a number from 0 to 65535' }).transform(Number);

const countSchema = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,6})$/, { error: 'must be a whole number from 0 (no limit) to 9999999' })
  .transform(Number);

const daysSchema = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, { error: 'must be a whole number of days from 1 to 99999; without it everything is kept' })
  .transform(Number);

const workersSchema = z
  .string()
  .regex(/^(?:[1-9]|[1-5]\d|6[0-4])$/, { error: 'must be a whole number from 1 to 64' })
  .transform(Number);

/** HTTP header values end at spaces, so a token with a space could not be sent. */
export const tokenSchema = z.string().regex(/^[\x21-\x7e]+$/, { error: 'must be printable ASCII without spaces' });

/** It stands in every link, and in the line that refuses a start. */
const hasNoLogin = (text: string): boolean => {
  if (!URL.canParse(text)) return true;
  const { username, password } = new URL(text);
  return username === '' && password === '';
};

/** The pages link to addresses below the root of the host. */
const hasNoPath = (text: string): boolean => !URL.canParse(text) || /^\/+$/.test(new URL(text).pathname);

const publicUrlSchema = address(['http', 'https'])
  .refine((text) => !/[?#]/.test(text), { error: 'must have neither a query nor a fragment' })
  .refine(hasNoLogin, { error: 'must have neither a user name nor a password' })
  .refine(hasNoPath, { error: 'must have no path: give Touchline a host name of its own, such as scores.example.org' })
  .transform((text) => new URL(text).href.replace(/\/+$/, ''));

/**
 * One secret, or several separated by commas while a new one is introduced, newest first. A secret may contain a comma if
 * the parts beside it are too short to be secrets. Empty parts are none: a comma that stays when the older secret is removed
 * must not change the newer one.
 */
const secretsSchema = z.string().transform((text, context) => {
  const all = text.split(',').map((part) => part.trim());
  const parts = all.filter((part) => part !== '');
  if (parts.length > 0 && parts.every((part) => part.length >= secretMinLength)) {
    // Earlier versions took the commas for a part of the secret: what they signed and encrypted stays readable.
    return parts.length === all.length ? parts : [...parts, text];
  }
  if (parts.length > 0 && text.trim().length >= secretMinLength) return [text];
  context.addIssue({
    code: 'custom',
    message: `must be at least ${secretMinLength} characters long; generate one with: openssl rand -base64 48`,
  });
  return z.NEVER;
});

/** No comma after the login. Of a primary and its standby, half of the connections would take no writes. */
const hasOneHost = (text: string): boolean => !/^\s*\w+:\/\/(?:[^/?#]*@)?[^@/?#]*,[^@/?#]*(?:[/?#]|$)/.test(text);

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
/** The driver would take any other word for a wish for TLS. */
const hasKnownSslMode = (text: string): boolean =>
  !URL.canParse(text) || new URL(text).searchParams.getAll('sslmode').every((mode) => SSL_MODES.includes(mode));

const databaseUrlSchema = z
  .string()
  .refine(hasReadableLogin, { error: UNREADABLE_LOGIN })
  .refine(hasOneHost, {
    error:
      'must name one host: for several servers, one address that leads to the primary, such as the address of a proxy',
  })
  .refine(hasKnownSslMode, { error: `must have a sslmode of ${SSL_MODES.join(', ')}` })
  .pipe(address(['postgres', 'postgresql']));

/** A setting that `read` understands, or says what is wrong with. */
const readBy = <T extends object>(read: (text: string) => T | { readonly problem: string }) =>
  z.string().transform((text, context): T => {
    const value = read(text);
    if (!('problem' in value)) return value;
    context.addIssue({ code: 'custom', message: value.problem });
    return z.NEVER;
  });

const trustedProxiesSchema = z.string().transform((text, context): IsTrusted => {
  const isTrusted = parseTrustedProxies(text);
  if (isTrusted !== null) return isTrusted;
  const message = 'must be addresses or ranges such as 10.0.0.0/8, separated by commas';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** A misspelled `production` would leave its checks out without a word (rule OPS-13). */
const nodeEnvSchema = z.string().refine((text) => text === 'production' || !/^\W*prod/i.test(text), {
  error: 'must be production, in small letters and without spaces and quotes, to turn on its checks',
});

/** Another folder would be made, with a new secret and an empty database. */
const folderSchema = z.string().regex(/^[^\s"'](?:.*\S)?$/s, {
  error: 'must be a folder, without spaces or quotes around it',
});

/** The settings: at most 20 (see test/architecture.test.ts). */
export const settingsSchema = z.object({
  HOST: withDefault(z.string().regex(/^[\w.:-]+$/, { error: 'must be a host name or an IP address' }), '127.0.0.1'),
  PORT: withDefault(portSchema, 8080),
  PUBLIC_URL: orUnset(publicUrlSchema),
  DATABASE_URL: orUnset(databaseUrlSchema),
  REDIS_URL: withDefault(readBy(parseRedisUrls), []),
  TOUCHLINE_HOME: withDefault(folderSchema, '.touchline'),
  TOUCHLINE_SECRET: orUnset(secretsSchema),
  TOUCHLINE_ADMIN_TOKEN: orUnset(tokenSchema),
  TOUCHLINE_DATA: orUnset(readableFile),
  TLS_CERT_FILE: orUnset(readableFile),
  TLS_KEY_FILE: orUnset(readableFile),
  MAX_CONNECTIONS: orUnset(countSchema),
  MAX_CONNECTIONS_PER_ADDRESS: withDefault(countSchema, 10_000),
  WORKERS: withDefault(workersSchema, 1),
  RETENTION_DAYS: orUnset(daysSchema),
  OTEL_EXPORTER_OTLP_ENDPOINT: orUnset(address(['http', 'https'])),
  TRUSTED_PROXIES: orUnset(trustedProxiesSchema),
  SMTP_URL: orUnset(readBy(readSmtpUrl)),
  LOG_LEVEL: withDefault(z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }), 'info'),
  NODE_ENV: orUnset(nodeEnvSchema),
});
export type Settings = z.infer<typeof settingsSchema>;
