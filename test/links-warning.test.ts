// Without PUBLIC_URL the links of pages and mails begin with HOST, which may be an address that no device can go to.
import { expect, test } from 'vitest';
import { linksWarning } from '../src/config.ts';

const config = { tls: null, publicUrl: null };

test.for<[string, string]>([
  ['0.0.0.0', 'http://0.0.0.0:8080'],
  ['::', 'http://[::]:8080'],
])('links to %s are told, with an address to set', ([host, links]) => {
  const warning = linksWarning({ ...config, host }, 8080, '192.168.1.7');
  expect(warning).toContain(`begin with ${links},`);
  expect(warning).toMatch(/^PUBLIC_URL .* http:\/\/192\.168\.1\.7:8080$/);
});

test('links that a device can open are not told', () => {
  for (const host of ['127.0.0.1', '192.168.1.7', 'scores.example.org'])
    expect(linksWarning({ ...config, host }, 8080, '192.168.1.7')).toBeNull();
  expect(
    linksWarning({ ...config, host: '0.0.0.0', publicUrl: 'https://scores.example.org' }, 8080, '10.0.0.1'),
  ).toBeNull();
});
