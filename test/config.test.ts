import { trustNone } from '../src/ops/address.ts';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addressOf, loadClientSettings, loadConfig, workerEnvironment } from '../src/config.ts';
import type { Config, Environment } from '../src/config.ts';
import { productionWarning } from '../src/production-checks.ts';
import { settingsSchema } from '../src/settings.ts';
import { createLogger, redact } from '../src/ops/logger.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'touchline-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
const home = path.join(folder, 'home');
const file = path.join(folder, 'some.pem');
writeFileSync(file, 'pem');

const good = (env: Environment = {}, argv: readonly string[] = []): Config => {
  const config = loadConfig({ TOUCHLINE_HOME: home, ...env }, argv);
  if ('problem' in config) throw new Error(config.problem);
  return config;
};
const refused = (env: Environment, argv: readonly string[] = []): string => {
  const config = loadConfig({ TOUCHLINE_HOME: home, ...env }, argv);
  if (!('problem' in config)) throw new Error('It was accepted.');
  return config.problem;
};

test('without settings the documented defaults apply', () => {
  expect(good()).toEqual({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: null,
    databaseUrl: null,
    redisUrls: [],
    home,
    secrets: [expect.stringMatching(/^.{32,}$/)],
    adminToken: null,
    dataFile: null,
    tls: null,
    maxConnections: 100_000,
    isMaxConnectionsSet: false,
    maxConnectionsPerAddress: 10_000,
    workers: 1,
    retentionDays: null,
    traceEndpoint: null,
    isWorker: false,
    isTrustedProxy: trustNone,
    smtp: null,
    logLevel: 'info',
    isProduction: false,
  });
});

test.for<[string, string]>([
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['HOST', 'two words'],
  ['PUBLIC_URL', 'scores.example.org'],
  ['PUBLIC_URL', 'ftp://scores.example.org'],
  ['PUBLIC_URL', 'https://scores.example.org/?a=1'],
  ['PUBLIC_URL', 'https://example.org/scores'],
  ['PUBLIC_URL', 'https://ana:hunter2@scores.example.org/'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'nonsense'],
  ['DATABASE_URL', 'postgres://me:50%@db/touchline'],
  ['REDIS_URL', 'http://localhost'],
  ['REDIS_URL', 'redis://a:6379,http://b:6379'],
  ['REDIS_URL', 'redis://a:6379,'],
  ['REDIS_URL', 'redis://a:6379,two words'],
  ['REDIS_URL', 'redis://a:6379/2,b:6379'],
  ['REDIS_URL', 'redis://a:6379/name'],
  ['REDIS_URL', 'redis://:50%@a:6379'],
  ['TOUCHLINE_SECRET', 'x'.repeat(31)],
  ['TOUCHLINE_ADMIN_TOKEN', 'two words'],
  ['TOUCHLINE_DATA', '/no/such/file.json'],
  ['TOUCHLINE_DATA', folder],
  ['TLS_CERT_FILE', '/no/such/cert.pem'],
  ['TLS_KEY_FILE', '/no/such/key.pem'],
  ['MAX_CONNECTIONS', '-1'],
  ['MAX_CONNECTIONS_PER_ADDRESS', '1.5'],
  ['TRUSTED_PROXIES', 'proxy.example'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['MAX_CONNECTIONS', 'many'],
  ['LOG_LEVEL', 'loud'],
])('rule OPS-5: %s=%s is refused in one line that names it', ([name, value]) => {
  const problem = refused({ [name]: value });
  expect(problem).toMatch(new RegExp(`^${name} `));
  expect(problem).not.toContain('\n');
});

test('MAX_CONNECTIONS and MAX_CONNECTIONS_PER_ADDRESS take 0, which is no limit', () => {
  const config = good({ MAX_CONNECTIONS: '0', MAX_CONNECTIONS_PER_ADDRESS: '0' });
  expect([config.maxConnections, config.maxConnectionsPerAddress]).toEqual([0, 0]);
});

test('TRUSTED_PROXIES are addresses and ranges', () => {
  const { isTrustedProxy } = good({ TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7' });
  expect(['10.1.2.3', '192.0.2.7', '192.0.2.8'].map(isTrustedProxy)).toEqual([true, true, false]);
});

test('every setting and its default stand in docs/settings.md', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../docs/settings.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, name = '']) => name);
  expect(rows.sort()).toEqual(Object.keys(settingsSchema.shape).sort());
  expect(page).toMatch(/`MAX_CONNECTIONS` +\| `100000`/);
  expect(page).toMatch(/`MAX_CONNECTIONS_PER_ADDRESS` +\| `10000`/);
});

test('REDIS_URL is one address, or several hosts of a cluster that share the rest of the address', () => {
  const urls = (text: string) => good({ REDIS_URL: text }).redisUrls;
  expect(good({}).redisUrls).toEqual([]);
  expect(urls('redis://localhost')).toEqual(['redis://localhost']);
  expect(urls('rediss://me:p%40ss@redis.example.org:6380/3')).toEqual(['rediss://me:p%40ss@redis.example.org:6380/3']);
  expect(urls('rediss://me:p%40ss@a:7000, b:7001,[::1]:7002')).toEqual([
    'rediss://me:p%40ss@a:7000',
    'rediss://me:p%40ss@b:7001',
    'rediss://me:p%40ss@[::1]:7002',
  ]);
  expect(urls('redis://a,redis://b:1/0')).toEqual(['redis://a', 'redis://b:1/0']);
});

test('rule OPS-5: an error never contains a secret', () => {
  expect(refused({ TOUCHLINE_SECRET: 'hunter2' })).not.toContain('hunter2');
  expect(refused({ TOUCHLINE_ADMIN_TOKEN: 'hunter 2' })).not.toContain('hunter');
  expect(refused({ DATABASE_URL: 'mysql://me:hunter2@localhost/x' })).not.toContain('hunter2');
  expect(refused({ REDIS_URL: 'redis://me:hunter2@a,redis://me:hunter2@b/1' })).not.toContain('hunter2');
});

test('options override the environment, and the error names a wrong one', () => {
  const config = good({ PORT: '1', HOST: '::1' }, ['--port', '0', '--host', '0.0.0.0', '--data', file]);
  expect(config).toMatchObject({ port: 0, host: '0.0.0.0', dataFile: file });
  expect(refused({}, ['--port', 'x'])).toMatch(/^--port \(PORT\) must be a number/);
  expect(refused({}, ['--data='])).toMatch(/^--data \(TOUCHLINE_DATA\)/);
  expect(refused({}, ['--prot', '1'])).toContain('--prot');
  expect(refused({}, ['stray'])).toContain('stray');
});

test('an empty variable counts as not set', () => {
  expect(good({ PORT: '', DATABASE_URL: '', TOUCHLINE_SECRET: '', LOG_LEVEL: '' })).toEqual(good());
});

test('the public address loses its trailing slash; by default it is the address of the server', () => {
  expect(good({ PUBLIC_URL: 'https://scores.example.org/' }).publicUrl).toBe('https://scores.example.org');
  expect(addressOf({ host: '127.0.0.1', tls: null }, 8080)).toBe('http://127.0.0.1:8080');
  expect(addressOf({ host: '::1', tls: { cert: '', key: '' } }, 443)).toBe('https://[::1]:443');
});

test('rule OPS-11: several secrets are used newest first, and a comma inside a secret does not split it', () => {
  const [a, b] = ['a'.repeat(32), 'b'.repeat(40)];
  expect(good({ TOUCHLINE_SECRET: `${a}, ${b}` }).secrets).toEqual([a, b]);
  expect(good({ TOUCHLINE_SECRET: `short,${b}` }).secrets).toEqual([`short,${b}`]);
});

test('rule OPS-13: production needs a configured secret', () => {
  expect(good({ NODE_ENV: 'staging' }).isProduction).toBe(false);
  for (const NODE_ENV of ['prod', 'Production', 'prodution', ' production', 'production '])
    expect(refused({ NODE_ENV })).toMatch(/^NODE_ENV must be production, in small letters/);
  expect(refused({ NODE_ENV: 'production' })).toMatch(/^TOUCHLINE_SECRET must be set/);
  expect(good({ NODE_ENV: 'production', TOUCHLINE_SECRET: 's'.repeat(32) }).isProduction).toBe(true);
});

test('production on the embedded database is told', () => {
  expect(productionWarning(true, null)).toContain('DATABASE_URL');
  expect(productionWarning(true, 'postgres://db/touchline')).toBeNull();
  expect(productionWarning(false, null)).toBeNull();
});

test('rule OPS-13: production needs a public address on https or of this machine', () => {
  const production = { NODE_ENV: 'production', TOUCHLINE_SECRET: 's'.repeat(32) };
  for (const url of [
    'https://scores.example',
    'http://127.0.0.1:8080',
    'http://localhost',
    'http://[::1]:80',
    'http://127.1.2.3',
  ])
    expect(good({ ...production, PUBLIC_URL: url }).isProduction).toBe(true);
  for (const url of [
    'http://scores.example',
    'http://10.0.0.1',
    'http://127.0.0.1.evil.example',
    'http://localhost.example',
    'http://0.0.0.0:8080',
  ]) {
    expect(refused({ ...production, PUBLIC_URL: url })).toMatch(
      /^PUBLIC_URL must be an https or a loopback address .*; it is http:.*\.$/,
    );
    expect(good({ ...production, NODE_ENV: '', PUBLIC_URL: url }).publicUrl).toBe(url);
  }
  // The default address is made from HOST and PORT.
  expect(good({ ...production, HOST: '127.0.0.1' }).isProduction).toBe(true);
  expect(refused({ ...production, HOST: '0.0.0.0' })).toMatch(
    /^PUBLIC_URL .*not set, and its default is http:\/\/0\.0\.0\.0:8080\.$/,
  );
  expect(good({ ...production, HOST: '0.0.0.0', TLS_CERT_FILE: file, TLS_KEY_FILE: file }).isProduction).toBe(true);
});

test('rule OPS-13: production needs an admin token of 32 characters, or none', () => {
  const production = { NODE_ENV: 'production', TOUCHLINE_SECRET: 's'.repeat(32) };
  for (const token of ['a', 'x'.repeat(31)]) {
    expect(refused({ ...production, TOUCHLINE_ADMIN_TOKEN: token })).toMatch(
      /^TOUCHLINE_ADMIN_TOKEN must be at least 32 characters long /,
    );
    expect(good({ TOUCHLINE_ADMIN_TOKEN: token }).adminToken).toBe(token);
  }
  expect(refused({ ...production, TOUCHLINE_ADMIN_TOKEN: 'hunter2' })).not.toContain('hunter2');
  expect(good({ ...production, TOUCHLINE_ADMIN_TOKEN: 'x'.repeat(32) }).adminToken).toBe('x'.repeat(32));
});

test('a certificate needs its key, and a key its certificate', () => {
  expect(good({ TLS_CERT_FILE: file, TLS_KEY_FILE: file }).tls).toEqual({ cert: file, key: file });
  expect(refused({ TLS_CERT_FILE: file })).toMatch(/^TLS_KEY_FILE must be set too/);
  expect(refused({ TLS_KEY_FILE: file })).toMatch(/^TLS_CERT_FILE must be set too/);
});

test('the command-line tools find a running server with the same variables', () => {
  expect(loadClientSettings({ PORT: '9000' })).toEqual({
    url: 'http://127.0.0.1:9000',
    adminToken: null,
    token: null,
  });
  expect(
    loadClientSettings({ PUBLIC_URL: 'https://a.example/', TOUCHLINE_ADMIN_TOKEN: 't', TOUCHLINE_TOKEN: 'u' }),
  ).toEqual({
    url: 'https://a.example',
    adminToken: 't',
    token: 'u',
  });
  expect(loadClientSettings({ PORT: 'x' })).toEqual({ problem: expect.stringMatching(/^PORT /) });
});

test('rule OPS-6: the log hides credentials at any place of a line', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(line) });
  const secret = 'sk-Very.Secret_1~2+3/4==';
  logger.info({ headers: { authorization: `Bearer ${secret}` } }, `GET /live?token=${secret}&x=1`);
  logger.info({ token: secret, err: new Error(`bearer ${secret} was refused`) });
  logger.info({
    url: `wss://a.example/api/v1/live?x=1&token=${secret}`,
    body: JSON.stringify({ a: `Bearer ${secret}` }),
  });
  logger.warn({ url: 'postgres://me:hunter2@db/touchline' });
  expect(lines).toHaveLength(4);
  expect(lines.join('')).not.toContain('Very.Secret');
  expect(lines.join('')).not.toContain('hunter2');
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), time: expect.any(String) });
});

test('other text stays readable in the log', () => {
  for (const text of ['listening at http://127.0.0.1:8080', 'the bearer', 'a token is missing', '/clubs?page=2'])
    expect(redact(text)).toBe(text);
});

test('RETENTION_DAYS is a number of days', () => {
  expect(good({ RETENTION_DAYS: '365' }).retentionDays).toBe(365);
  expect(good({ RETENTION_DAYS: '' }).retentionDays).toBeNull();
  for (const RETENTION_DAYS of ['0', '-1', '1.5', '100000', 'all'])
    expect(refused({ RETENTION_DAYS })).toMatch(/^RETENTION_DAYS must be a whole number of days/);
});

test('WORKERS is a number of processes on PostgreSQL', () => {
  const env = { DATABASE_URL: 'postgres://db/touchline', TOUCHLINE_DATA: file };
  expect(good({ ...env, WORKERS: '4' })).toMatchObject({ workers: 4, isWorker: false, dataFile: file });
  expect(refused({ WORKERS: '2' })).toMatch(/^WORKERS needs DATABASE_URL/);
  for (const WORKERS of ['0', '65', 'all', '-1']) expect(refused({ ...env, WORKERS })).toMatch(/^WORKERS must be/);
  const first = good(workerEnvironment({ ...env, WORKERS: '4', TOUCHLINE_HOME: home }, true, 9_000));
  expect(first).toMatchObject({ isWorker: true, port: 9_000, dataFile: file });
  const other = good(workerEnvironment({ ...env, WORKERS: '4', TOUCHLINE_HOME: home }, false, 9_000));
  expect(other).toMatchObject({ isWorker: true, port: 9_000, dataFile: null });
  // They get the options of their supervisor too.
  const free = good(workerEnvironment({ ...env, WORKERS: '4' }, false, 9_000), ['--port', '0', '--host', '::1']);
  expect(free).toMatchObject({ port: 9_000, host: '::1' });
});
