// A real gateway with the world as its data, on a separate database and port, and its REST interface for tests.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { API_ROOT } from '../../protocol/wire/version.ts';
import type { Config } from '../../src/config.ts';
import { openGateway } from '../../src/gateway.ts';
import type { Timing } from '../../src/live/timing.ts';
import type { WebhookTiming } from '../../src/webhooks/worker.ts';
import type { RelayTiming } from '../../src/cluster/relay.ts';
import { trustNone } from '../../src/ops/address.ts';
import { type Logger, createLogger } from '../../src/ops/logger.ts';
import { bestDatabase, createDatabase, createHome, type DatabaseKind } from './database.ts';
import { prepareEmbedded } from './embedded-template.ts';
import { hold } from './hold.ts';
import { openLogCheck, rememberSecret } from './log-secrets.ts';
import { quickRequest } from './quick-request.ts';
import { PASSWORD_COST } from './world/people.ts';
import { ADMIN_TOKEN } from './world/tokens.ts';
import { world } from './world/world.ts';

/** At least 32 characters. */
export const TEST_SECRET = 'a secret for tests, 32 characters or more';

/** `body` is the parsed JSON; undefined when there was none. */
export type Answer<T> = { readonly status: number; readonly headers: Headers; readonly body: T };

export type CallOptions = {
  /** Goes into the Authorization header. */
  readonly token?: string | undefined;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export type TestGateway = {
  readonly url: string;
  /** Address of the live channel. */
  readonly liveUrl: string;
  readonly config: Config;
  /** One request; `address` begins with a slash, or is relative to the API root. */
  call<T = unknown>(method: string, address: string, options?: CallOptions): Promise<Answer<T>>;
  /** Makes a view token of these channels with the token, and gives its secret. */
  viewToken(token: string, ...channels: readonly string[]): Promise<string>;
  /** Applies a data file by the admin endpoint. */
  import(data: object): Promise<void>;
  /** Stops it as a deploy does, does the work, and starts it again on the same database, on another port. */
  restart(stopped?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

export type GatewayOptions = {
  readonly kind?: DatabaseKind;
  /** The data file at the start; `world()` when left out. Null: none, as for a second node. */
  readonly data?: object | null;
  /** Shorter waits. */
  readonly timing?: Partial<Timing & WebhookTiming>;
  /** Folder of built pages; none when left out. */
  readonly pages?: string;
  readonly logger?: Logger;
  /** Live connections at once. */
  readonly maxConnections?: number;
  /** A database that the test creates and drops. */
  readonly databaseUrl?: string;
  /** Empty: the node polls the database for the writes of other nodes. */
  readonly redisUrls?: readonly string[];
  /** Shorter waits for Redis. */
  readonly relay?: Partial<RelayTiming>;
  /** Cost of password hashes. Default: the low cost of the test world. */
  readonly passwordCost?: number;
  /** Other settings. */
  readonly config?: Partial<
    Pick<
      Config,
      | 'secrets'
      | 'publicUrl'
      | 'isProduction'
      | 'adminToken'
      | 'maxConnectionsPerAddress'
      | 'isTrustedProxy'
      | 'retentionDays'
      | 'traceEndpoint'
      | 'smtp'
      | 'port'
    >
  >;
};

/** The settings of a gateway on a free port, with its own folder. */
export const testConfig = (home: string, more: Partial<Config>): Config => ({
  host: '127.0.0.1',
  port: 0,
  publicUrl: null,
  databaseUrl: null,
  redisUrls: [],
  home,
  secrets: [TEST_SECRET],
  adminToken: ADMIN_TOKEN,
  dataFile: null,
  tls: null,
  maxConnections: 100_000,
  isMaxConnectionsSet: true,
  maxConnectionsPerAddress: 10_000,
  workers: 1,
  retentionDays: null,
  traceEndpoint: null,
  isWorker: false,
  isTrustedProxy: trustNone,
  smtp: null,
  logLevel: 'silent',
  isProduction: false,
  ...more,
});

/** Opens a gateway; `close` stops it and drops its database. */
export async function openTestGateway(options: GatewayOptions = {}): Promise<TestGateway> {
  const { home, remove } = await createHome();
  const { databaseUrl: given, data = world() } = options;
  const isOwn = given === undefined && (options.kind ?? (await bestDatabase())) === 'postgres';
  const database = isOwn ? await createDatabase() : null;
  if (!isOwn && given === undefined) await prepareEmbedded(home);
  const dataFile = path.join(home, 'data.json');
  await writeFile(dataFile, JSON.stringify(data));
  const config = testConfig(home, {
    databaseUrl: given ?? database?.url ?? null,
    redisUrls: options.redisUrls ?? [],
    dataFile: data === null ? null : dataFile,
    maxConnections: options.maxConnections ?? 100_000,
    ...options.config,
  });
  const logCheck = openLogCheck();
  const logger = options.logger ?? createLogger('debug', logCheck);
  const start = (of: Config) =>
    openGateway(of, logger, {
      // All clients on one machine get the close at once.
      timing: { lingerMs: 50, ...options.timing },
      relay: options.relay ?? {},
      passwordCost: options.passwordCost ?? PASSWORD_COST,
      ...(options.pages === undefined ? {} : { pages: options.pages }),
    });
  const removeAll = async (): Promise<void> => {
    await database?.drop();
    await remove();
  };
  let gateway = await start(config).catch(async (error: unknown) => {
    await removeAll();
    throw error;
  });

  async function call<T>(
    method: string,
    address: string,
    { token, body, headers }: CallOptions = {},
  ): Promise<Answer<T>> {
    rememberSecret(token);
    const url = gateway.url + (address.startsWith('/') ? address : `${API_ROOT}/${address}`);
    const answer = await quickRequest(url, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    // The test names the expected type T and checks the values itself.
    const parsed = (answer.text === '' ? undefined : JSON.parse(answer.text)) as T;
    await hold(method, url, answer.status, () => parsed);
    return { status: answer.status, headers: answer.headers, body: parsed };
  }

  return {
    get url() {
      return gateway.url;
    },
    get liveUrl() {
      return `${gateway.url.replace(/^http/, 'ws')}${API_ROOT}/live`;
    },
    config,
    call,
    async viewToken(token, ...channels) {
      const made = await call<{ token: string }>('POST', 'view_tokens', { token, body: { channels } });
      if (made.status !== 201) throw new Error(`The view token was refused: ${JSON.stringify(made.body)}`);
      return made.body.token;
    },
    async import(data) {
      const answer = await call('POST', '/api/admin/import', { token: ADMIN_TOKEN, body: data });
      if (answer.status !== 200) throw new Error(`The import was refused: ${JSON.stringify(answer.body)}`);
    },
    async restart(stopped = () => Promise.resolve()) {
      await gateway.close();
      await stopped();
      gateway = await start({ ...config, dataFile: null });
    },
    async close() {
      await gateway.close();
      await removeAll();
      logCheck.done();
    },
  };
}
