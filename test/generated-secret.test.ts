// The secret in TOUCHLINE_HOME, made by the first start.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '../src/config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'touchline-secret-'));
afterAll(() => rmSync(folder, { recursive: true }));

const secretOf = (TOUCHLINE_HOME: string): string => {
  const config = loadConfig({ TOUCHLINE_HOME }, []);
  if ('problem' in config) throw new Error(config.problem);
  expect(config.secrets).toHaveLength(1);
  return config.secrets[0];
};
const refused = (TOUCHLINE_HOME: string): string => {
  const config = loadConfig({ TOUCHLINE_HOME }, []);
  if (!('problem' in config)) throw new Error('It was accepted.');
  return config.problem;
};

test('a secret is made once, kept, and readable by this user only', () => {
  const fresh = path.join(folder, 'fresh');
  const secret = secretOf(fresh);
  expect(secretOf(fresh)).toBe(secret);
  expect(readFileSync(path.join(fresh, 'secret'), 'utf8')).toBe(secret);
  expect(statSync(path.join(fresh, 'secret')).mode & 0o777).toBe(0o600);
  expect(statSync(fresh).mode & 0o777).toBe(0o700);
});

test('rule OPS-5: a secret that cannot be read is refused in one line that names the setting', () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  const unreadable = path.join(folder, 'unreadable');
  mkdirSync(path.join(unreadable, 'secret'), { recursive: true });
  for (const home of [file, unreadable])
    expect(refused(home)).toMatch(/^TOUCHLINE_HOME must be a folder whose secret can be read: E[^\n]+$/);
});

test.each([
  ['short', 'is too short'],
  ['', 'is empty'],
])('a kept secret that is "%s" is not used', (text, what) => {
  const cut = path.join(folder, 'cut');
  secretOf(cut);
  writeFileSync(path.join(cut, 'secret'), text);
  const action = 'Restore the file from a backup, or delete it: the next start makes a new one.';
  expect(refused(cut)).toBe(`TOUCHLINE_SECRET in ${cut}/secret ${what}. ${action}`);
  rmSync(cut, { recursive: true });
});
