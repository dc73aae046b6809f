// Which addresses the script of a page may call (rule PAGE-12).
import { expect, it } from 'vitest';
import { connectSource } from '../../src/web/layout/connect-source.ts';

const sourceOf = (host: string, baseUrl: string): string =>
  `connect-src ${connectSource({ header: () => host }, baseUrl)}`;

it.each([
  ['scores.example', 'https://scores.example', "connect-src 'self' wss://scores.example"],
  ['SCORES.example', 'https://scores.example/live', "connect-src 'self' wss://scores.example"],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080', "connect-src 'self' ws://127.0.0.1:8080"],
  // By another name than PUBLIC_URL, as in the hall's own network.
  [
    '10.0.0.7:8080',
    'https://scores.example',
    "connect-src 'self' wss://scores.example ws://10.0.0.7:8080 wss://10.0.0.7:8080",
  ],
  ['[::1]:8080', 'https://a.example', "connect-src 'self' wss://a.example ws://[::1]:8080 wss://[::1]:8080"],
  // A value that is not a host is left out.
  ['', 'https://a.example', "connect-src 'self' wss://a.example"],
  ['*', 'https://a.example', "connect-src 'self' wss://a.example"],
  ["evil.example 'unsafe-inline'", 'https://a.example', "connect-src 'self' wss://a.example"],
  ['evil.example;script-src', 'https://a.example', "connect-src 'self' wss://a.example"],
])('rule PAGE-12: a page visited at %j of %s may call its own origin only', (host, baseUrl, policy) => {
  expect(sourceOf(host, baseUrl)).toBe(policy);
});
