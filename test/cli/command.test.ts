// What the commands share: a mistake in the command line is told in one sentence.
import { expect, test } from 'vitest';
import { parseOptions, UsageError } from '../../src/cli/command.ts';
import { loadClientSettings } from '../../src/config.ts';

test.for([
  [['--wrong'], "Unknown option '--wrong'."],
  [['--url'], "Option '--url <value>' argument missing."],
  [['--url', '--token'], "Option '--url' argument is ambiguous."],
] as const)('%j is told in one sentence', ([argv, message]) => {
  expect(() => parseOptions(argv, { url: { type: 'string' } })).toThrow(new UsageError(message));
});

test('a server with a certificate is called by https', () => {
  expect(loadClientSettings({ PORT: '9000' })).toMatchObject({ url: 'http://127.0.0.1:9000' });
  expect(loadClientSettings({ PORT: '9000', TLS_CERT_FILE: '/c.pem' })).toMatchObject({
    url: 'https://127.0.0.1:9000',
  });
});
