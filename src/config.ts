// All settings, checked before anything starts. The only reader of process.env.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import type { SmtpSettings } from './mail/smtp-settings.ts';
import { type IsTrusted, trustNone } from './ops/address.ts';
import type { LogLevel } from './ops/logger.ts';
import { makeFile } from './ops/make-file.ts';
import { makeFolder } from './ops/make-folder.ts';
import { productionProblem, secretMinLength } from './production-checks.ts';
import { orUnset, type Settings, settingsSchema, tokenSchema } from './settings.ts';

const MAX_CONNECTIONS_DEFAULT = 100_000;

export type Config = {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Without a trailing slash. Null: `http(s)://HOST:PORT`, known once the server listens. */
  readonly publicUrl: string | null;
  /** Null: the embedded database in `home`. */
  readonly databaseUrl: string | null;
  /** One Redis, or some nodes of a Redis Cluster. Empty: nodes poll the database for each other's writes. */
  readonly redisUrls: readonly string[];
  readonly home: string;
  /** The secrets that sign sessions and view tokens, newest first. The newest signs; all are accepted. */
  readonly secrets: readonly [string, ...string[]];
  /** Null: the admin endpoints answer 401. */
  readonly adminToken: string | null;
  /** A data file that is applied before the server listens. */
  readonly dataFile: string | null;
  /** Paths of PEM files. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Maximum number of live connections. 0: no limit. */
  readonly maxConnections: number;
  /** Whether the environment sets `maxConnections`. The default is more than many systems allow. */
  readonly isMaxConnectionsSet: boolean;
  /** Maximum number of live connections of one address. 0: no limit. */
  readonly maxConnectionsPerAddress: number;
  /** Number of processes that serve the port. */
  readonly workers: number;
  /** Days for which the history of completed matches and the audit trail are kept. Null: without end. */
  readonly retentionDays: number | null;
  /** Where traces are sent (OTLP over HTTP), without `/v1/traces`. Null: none are made. */
  readonly traceEndpoint: string | null;
  /** Set in a process that a supervisor has started. */
  readonly isWorker: boolean;
  /** Whether an address is a proxy whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. */
  readonly isTrustedProxy: IsTrusted;
  /** Null: the server sends no mail. */
  readonly smtp: SmtpSettings | null;
  readonly logLevel: LogLevel;
  readonly isProduction: boolean;
};

/** One line that names the setting and its valid values. */
type ConfigProblem = { readonly problem: string };

export type Environment = Readonly<Record<string, string | undefined>>;

const flags = {
  data: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
} as const;
const settingOfFlag = { data: 'TOUCHLINE_DATA', port: 'PORT', host: 'HOST' } as const;

type Flags = Partial<Record<keyof typeof flags, string>>;

/** What `--help` says of the options that all servers have. */
export const listenOptionsHelp = `  --port N     the port (PORT, default 8080); 0 takes a free one
  --host H     the address to listen on (HOST, default 127.0.0.1: this machine only)`;

/** The message of a `parseArgs` error names the option; only its first sentence is useful. */
export const firstSentence = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split(/\.(?:\s|$)|\n/)[0] ?? '';

const readFlags = (argv: readonly string[]): Flags | ConfigProblem => {
  try {
    return parseArgs({ args: [...argv], options: flags, strict: true, allowPositionals: false }).values;
  } catch (error) {
    return {
      problem: `${firstSentence(error)}. The options are --data FILE, --port N, --host H, --version and --help.`,
    };
  }
};

const describe = (error: z.ZodError, env: Environment, given: Flags = {}): string => {
  const [issue] = error.issues;
  const setting = String(issue?.path[0] ?? 'a setting');
  const flag = Object.entries(settingOfFlag).find(([name, of]) => of === setting && name in given)?.[0];
  // `docker run --env-file` and others take the quotes for a part of the value.
  const hint = /^["']/.test(env[setting] ?? '') ? ' Leave out the quotes around it.' : '';
  return `${flag === undefined ? setting : `--${flag} (${setting})`} ${issue?.message ?? 'is not valid'}.${hint}`;
};

/** The secret in `home`; it is created if missing. Two processes that create it at once get the same one. */
const generatedSecret = (home: string): string | ConfigProblem => {
  const file = path.join(home, 'secret');
  try {
    makeFolder(home);
    makeFile(file, `tls_${randomBytes(48).toString('base64url')}`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
      return { problem: `TOUCHLINE_HOME must be a folder where the secret can be stored: ${firstSentence(error)}.` };
  }
  let secret;
  try {
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    return { problem: `TOUCHLINE_HOME must be a folder whose secret can be read: ${firstSentence(error)}.` };
  }
  if (secret.length < secretMinLength) {
    const what = secret === '' ? 'empty' : 'too short';
    return {
      problem: `TOUCHLINE_SECRET in ${file} is ${what}. Restore the file from a backup, or delete it: the next start makes a new one.`,
    };
  }
  return secret;
};

const chooseSecrets = (settings: Settings, home: string, isProduction: boolean): Config['secrets'] | ConfigProblem => {
  const [newest, ...older] = settings.TOUCHLINE_SECRET ?? [];
  if (newest !== undefined) return [newest, ...older];
  if (isProduction)
    return {
      problem: 'TOUCHLINE_SECRET must be set when NODE_ENV is production; generate one with: openssl rand -base64 48.',
    };
  const secret = generatedSecret(home);
  return typeof secret === 'string' ? [secret] : secret;
};

const chooseTls = (settings: Settings): Config['tls'] | ConfigProblem => {
  const { TLS_CERT_FILE: cert, TLS_KEY_FILE: key } = settings;
  if (cert !== undefined && key !== undefined) return { cert, key };
  if (cert === undefined && key === undefined) return null;
  return {
    problem: `${cert === undefined ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE'} must be set too: a certificate needs its key.`,
  };
};

/**
 * The configuration from environment and command line (`--data`, `--port` and `--host` override variables), or one line
 * that names the mistake. Creates the secret in TOUCHLINE_HOME if none is set.
 */
export const loadConfig = (env: Environment, argv: readonly string[]): Config | ConfigProblem => {
  const given = readFlags(argv);
  if ('problem' in given) return given;
  const overlaid: Record<string, string | undefined> = { ...env };
  for (const flag of Object.keys(settingOfFlag) as (keyof typeof settingOfFlag)[]) {
    // The workers get the options of their supervisor, which has chosen their port.
    const value = flag === 'port' && env[WORKER] !== undefined ? undefined : given[flag];
    // An empty option is a mistake; an empty variable means "not set".
    if (value !== undefined) overlaid[settingOfFlag[flag]] = value === '' ? ' ' : value;
  }
  const checked = settingsSchema.safeParse(overlaid);
  if (!checked.success) return { problem: describe(checked.error, overlaid, given) };
  const settings = checked.data;
  const home = path.resolve(settings.TOUCHLINE_HOME);
  const isProduction = settings.NODE_ENV === 'production';
  const tls = chooseTls(settings);
  if (tls !== null && 'problem' in tls) return tls;
  const secrets = chooseSecrets(settings, home, isProduction);
  if ('problem' in secrets) return secrets;
  const config: Config = {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL ?? null,
    databaseUrl: settings.DATABASE_URL ?? null,
    redisUrls: settings.REDIS_URL,
    home,
    secrets,
    adminToken: settings.TOUCHLINE_ADMIN_TOKEN ?? null,
    // The first worker applies it.
    dataFile: env[WORKER] === 'other' ? null : (settings.TOUCHLINE_DATA ?? null),
    tls,
    maxConnections: settings.MAX_CONNECTIONS ?? MAX_CONNECTIONS_DEFAULT,
    isMaxConnectionsSet: settings.MAX_CONNECTIONS !== undefined,
    maxConnectionsPerAddress: settings.MAX_CONNECTIONS_PER_ADDRESS,
    workers: settings.WORKERS,
    retentionDays: settings.RETENTION_DAYS ?? null,
    traceEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    isWorker: env[WORKER] !== undefined,
    isTrustedProxy: settings.TRUSTED_PROXIES ?? trustNone,
    smtp: settings.SMTP_URL ?? null,
    logLevel: settings.LOG_LEVEL,
    isProduction,
  };
  if (config.workers > 1 && config.databaseUrl === null)
    return { problem: 'WORKERS needs DATABASE_URL: one process at a time uses the embedded database.' };
  const { adminToken, publicUrl } = config;
  const address = publicUrl ?? addressOf(config, config.port);
  const problem = isProduction ? productionProblem({ adminToken, publicUrl, address }) : null;
  return problem === null ? config : { problem };
};

/** `http(s)://HOST:PORT`: the default of `PUBLIC_URL`. */
export const addressOf = (config: { readonly host: string; readonly tls: object | null }, port: number): string =>
  `${config.tls === null ? 'http' : 'https'}://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;

/**
 * The warning that other devices cannot open the server's links; null when there is nothing to warn of. Without `PUBLIC_URL` the links
 * have `HOST`, and a browser cannot open 0.0.0.0. `port`: where the server listens. `own`: this machine's address in its network.
 */
export const linksWarning = (
  config: Pick<Config, 'host' | 'tls' | 'publicUrl'>,
  port: number,
  own: string,
): string | null =>
  config.publicUrl === null && ['0.0.0.0', '::'].includes(config.host)
    ? `PUBLIC_URL is not set: links and QR codes begin with ${addressOf(config, port)}, which other devices cannot open. ` +
      `Set it to the address that people use, for example ${addressOf({ ...config, host: own }, port)}`
    : null;

/** Settings of the command-line tools that call a running server. */
export type ClientSettings = {
  /** `PUBLIC_URL`; without it, made of `HOST` and `PORT` (https with a certificate). */
  readonly url: string;
  readonly adminToken: string | null;
  /** `TOUCHLINE_TOKEN`: the REST credential if the command line has none. */
  readonly token: string | null;
};

/** Reads the settings of the tools that call a running server. */
export const loadClientSettings = (env: Environment): ClientSettings | ConfigProblem => {
  const checked = settingsSchema
    .pick({ HOST: true, PORT: true, PUBLIC_URL: true, TOUCHLINE_ADMIN_TOKEN: true })
    .extend({ TOUCHLINE_TOKEN: orUnset(tokenSchema) })
    .safeParse(env);
  if (!checked.success) return { problem: describe(checked.error, env) };
  const { HOST: host, PORT: port, PUBLIC_URL, TOUCHLINE_ADMIN_TOKEN, TOUCHLINE_TOKEN } = checked.data;
  const url = PUBLIC_URL ?? addressOf({ host, tls: env['TLS_CERT_FILE'] ? {} : null }, port);
  return { url, adminToken: TOUCHLINE_ADMIN_TOKEN ?? null, token: TOUCHLINE_TOKEN ?? null };
};

/** Set by the supervisor in the environment of a worker: `first` or `other`. */
const WORKER = 'TOUCHLINE_WORKER';

/** The environment of a worker on `port`. */
export const workerEnvironment = (
  env: Environment,
  isFirst: boolean,
  port: number,
): Record<string, string | undefined> => ({
  ...env,
  PORT: String(port),
  [WORKER]: isFirst ? 'first' : 'other',
});

/** Reads the settings of the tools that open the database. */
export const loadStoreSettings = (env: Environment): Pick<Config, 'databaseUrl' | 'home'> | ConfigProblem => {
  const checked = settingsSchema.pick({ DATABASE_URL: true, TOUCHLINE_HOME: true }).safeParse(env);
  if (!checked.success) return { problem: describe(checked.error, env) };
  const { DATABASE_URL, TOUCHLINE_HOME } = checked.data;
  return { databaseUrl: DATABASE_URL ?? null, home: path.resolve(TOUCHLINE_HOME) };
};

/** The environment of this process. */
export const environment = (): Environment => process.env;
