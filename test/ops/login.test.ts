// Logins in the addresses of settings.
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { hasReadableLogin } from '../../src/ops/login.ts';

test.for<[string, string]>([
  ['DATABASE_URL', 'postgres://me:hunter/2@db/touchline'],
  ['DATABASE_URL', 'postgres://me:hunter#2@db/touchline'],
  ['DATABASE_URL', 'postgres://me:hunter%2@db/touchline'],
  ['REDIS_URL', 'redis://:hunter/2@a:6379'],
  ['REDIS_URL', 'redis://:hunter%2@a:6379,b:6379'],
  ['SMTP_URL', 'smtp://me:hunter/2@mail.example.org?from=a@b.c'],
  ['SMTP_URL', 'smtp://me:hunter%2@mail.example.org?from=a@b.c'],
])('%s=%s is told that its password needs percent-encoding', ([name, value]) => {
  expect(loadConfig({ [name]: value }, [])).toEqual({
    problem: `${name} must have a user name and a password in percent-encoding, for example %2F in place of /.`,
  });
});

test.each([
  'postgres://me:hunter%2F%25%232@db/touchline',
  'postgres://db/touchline',
  'redis://a:6379',
  'smtp://mail.example.org:587?from=a@b.c',
])('%s has nothing to encode', (address) => {
  expect(hasReadableLogin(address)).toBe(true);
});
