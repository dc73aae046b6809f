// Settings as they come out of environment files: with commas, spaces, line ends and quotes that do not belong there.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Config, type Environment, loadConfig } from '../src/config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'touchline-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));
const load = (env: Environment) => loadConfig({ TOUCHLINE_HOME: path.join(folder, 'home'), ...env }, []);
const good = (env: Environment): Config => {
  const config = load(env);
  if ('problem' in config) throw new Error(config.problem);
  return config;
};
const refused = (env: Environment): string => {
  const config = load(env);
  if (!('problem' in config)) throw new Error('It was accepted.');
  return config.problem;
};

const [a, b] = ['a'.repeat(32), 'b'.repeat(40)];
test.each<readonly [text: string, secrets: readonly string[]]>([
  // The text as it stands was the secret once, and comes last.
  [`${a},`, [a, `${a},`]],
  [`,${a}`, [a, `,${a}`]],
  [`${a} , `, [a, `${a} , `]],
  [`${a},,${b},`, [a, b, `${a},,${b},`]],
  [`${a}\r`, [a]],
  // A comma inside of a secret.
  [`${b},short`, [`${b},short`]],
])('rule OPS-11: TOUCHLINE_SECRET=%j: a comma too many changes no secret', (text, secrets) => {
  expect(good({ TOUCHLINE_SECRET: text }).secrets).toEqual(secrets);
});

test.each([','.repeat(40), ' '.repeat(40), ' , '.repeat(20)])('TOUCHLINE_SECRET=%j is no secret', (text) => {
  expect(refused({ TOUCHLINE_SECRET: text })).toMatch(/^TOUCHLINE_SECRET must be at least 32 characters long/);
});

test('spaces, line ends and commas around a setting do not count', () => {
  const proxies = ['10.0.0.1,', ' 10.0.0.1 , ', '10.0.0.1\r'].map((text) => good({ TRUSTED_PROXIES: text }));
  for (const { isTrustedProxy } of proxies) expect(isTrustedProxy('10.0.0.1')).toBe(true);
  const databaseUrl = 'postgres://me@127.0.0.1/x';
  expect(good({ DATABASE_URL: ` ${databaseUrl}\r` })).toMatchObject({ databaseUrl });
  expect(good({ REDIS_URL: ' redis://a:1 , b:2\r' }).redisUrls).toEqual(['redis://a:1', 'redis://b:2']);
  const traceEndpoint = 'http://a:4318';
  expect(good({ OTEL_EXPORTER_OTLP_ENDPOINT: ` ${traceEndpoint} ` })).toMatchObject({ traceEndpoint });
  expect(good({ SMTP_URL: ' smtp://h?from=a@example.org\r' }).smtp?.from).toBe('a@example.org');
});

test.each([
  ['HOST', '"127.0.0.1"'],
  ['PORT', '"8080"'],
  ['PUBLIC_URL', '"https://scores.example.org"'],
  ['DATABASE_URL', "'postgres://me@127.0.0.1/x'"],
  ['REDIS_URL', '"redis://a:1"'],
  ['TOUCHLINE_HOME', '"/var/lib/touchline"'],
  ['TOUCHLINE_DATA', '"/etc/hosts"'],
  ['MAX_CONNECTIONS', '"10"'],
  ['WORKERS', "'2'"],
  ['TRUSTED_PROXIES', '"10.0.0.1"'],
  ['SMTP_URL', '"smtp://h?from=a@example.org"'],
  ['LOG_LEVEL', '"info"'],
  ['NODE_ENV', '"production"'],
  ['NODE_ENV', "'Production'"],
])('rule OPS-5: %s=%s is refused with a word about the quotes', (name, text) => {
  expect(refused({ [name]: text })).toMatch(new RegExp(`^${name} must .*Leave out the quotes around it\\.$`));
});

test('rule OPS-5: DATABASE_URL with several hosts, or with a bad port, is refused with what is wrong', () => {
  for (const hosts of ['a:5432,b:5432', 'me:p%2Cw@a:1,b:2', '[::1]:1,[::1]:2', 'a,b:1,c', 'a,b', 'me:pw@a,b'])
    expect(refused({ DATABASE_URL: `postgres://${hosts}/touchline?application_name=x` })).toMatch(
      /^DATABASE_URL must name one host: .* leads to the primary/,
    );
  for (const host of ['a:65536', 'me:p,w@a:65536', 'a:b'])
    expect(refused({ DATABASE_URL: `postgres://${host}/touchline` })).toBe(
      'DATABASE_URL must be an address with a valid host and a port up to 65535.',
    );
  expect(good({ DATABASE_URL: 'postgres://me:p,w@a:1/touchline' }).databaseUrl).toContain('p,w@a:1');
  expect(refused({ DATABASE_URL: 'postgres://db/touchline?sslmode=required' })).toBe(
    'DATABASE_URL must have a sslmode of disable, allow, prefer, require, verify-ca, verify-full.',
  );
  expect(good({ DATABASE_URL: 'postgres://db/touchline?sslmode=verify-full' }).databaseUrl).toContain('verify-full');
});

test('rule OPS-5: an address with a bad port, or without slashes, is refused with what is wrong', () => {
  const valid = 'must be an address with a valid host and a port up to 65535';
  expect(refused({ SMTP_URL: 'smtp://h:70000?from=a@b.c' })).toBe(`SMTP_URL ${valid}.`);
  for (const url of ['redis://a:70000', 'redis://a:x', 'redis://', 'redis://a:1,b:70000'])
    expect(refused({ REDIS_URL: url })).toBe(
      `REDIS_URL ${valid}, or several of one Redis Cluster, separated by commas.`,
    );
  const begins = 'must be an address that begins with';
  expect(refused({ DATABASE_URL: 'postgres:touchline' })).toBe(`DATABASE_URL ${begins} postgres:// or postgresql://.`);
  expect(refused({ PUBLIC_URL: 'https:example.org' })).toBe(`PUBLIC_URL ${begins} http:// or https://.`);
  expect(good({ PUBLIC_URL: 'HTTPS://Example.org' }).publicUrl).toBe('https://example.org');
});

test.each(['/var/lib/touchline ', ' /var/lib/touchline', ' ', '/var/lib/touchline\r'])(
  'rule OPS-5: TOUCHLINE_HOME=%j makes no folder of this name',
  (text) => {
    expect(refused({ TOUCHLINE_HOME: text })).toMatch(/^TOUCHLINE_HOME must be a folder, without spaces or quotes/);
    expect(good({ TOUCHLINE_HOME: path.join(folder, 'with a space') }).home).toBe(path.join(folder, 'with a space'));
    expect(readdirSync(folder).filter((name) => name.trim() !== name)).toEqual([]);
  },
);
