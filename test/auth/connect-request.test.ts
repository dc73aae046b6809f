// The checks of GET /api/auth/connect: hostile redirects and names, one by one.
import { describe, expect, test } from 'vitest';
import { APP_NAME_MAX, REDIRECT_URI_MAX, STATE_MAX } from '../../protocol/rest/connect.ts';
import { readConnectRequest } from '../../src/auth/connect-request.ts';
import { type OwnAddress, readRedirect, withQuery } from '../../src/auth/redirect-uri.ts';
import { pageLanguages } from '../../src/browser/shared/page-languages.ts';

const own: OwnAddress = { urls: ['https://touchline.example', 'http://127.0.0.1:8080'], isProduction: true };
const dev: OwnAddress = { urls: ['http://127.0.0.1:8080'], isProduction: false };
const onAddress: OwnAddress = { urls: ['http://192.168.1.5:8080'], isProduction: false };
const foreignName: OwnAddress = { urls: ['https://xn--mller-kva.example'], isProduction: true };

/** What the page says about a redirect in a language; null for one that is taken. */
function saidOf(uri: string, place: OwnAddress, language: keyof typeof pageLanguages = 'en'): string | null {
  const found = readRedirect(uri, place);
  return 'kind' in found ? pageLanguages[language].connect.faults[found.kind](found.about) : null;
}

describe('a redirect_uri', () => {
  test.each<[string, OwnAddress]>([
    // the service itself
    ['https://touchline.example/', own],
    ['https://TOUCHLINE.Example/cb', own],
    ['https://touchline.example./cb', own],
    ['https://touchline.example../cb', own],
    ['https://touchline.example:443/cb', own],
    ['https://touchline.example:8443/cb', own],
    ['HTTPS://touchline.example', own],
    ['https://touchline.example?x=1', own],
    ['https://touchline.example#https://app.example', own],
    ['https://tou%63hline.example/', own],
    ['https://touchline%2eexample/', own],
    ['https://ｔouchline.example/', own],
    ['https://touchline。example/', own],
    ['https://touch\u00adline.example/', own],
    ['https://touch\tline.example/', own],
    ['https:\n//touchline.example/', own],
    ['https:/\\touchline.example/', own],
    ['https:\\\\touchline.example/', own],
    ['https://app.example\\@touchline.example/', own],
    ['https://app.example@touchline.example/', own],
    ['https://user:pass@app.example/', own],
    ['https://@app.example/', own],
    ['https://touchline.example:443@app.example/', own],
    ['https://m\u00fcller.example/', foreignName],
    ['https://XN--MLLER-KVA.example/', foreignName],
    ['https://192.168.1.5/', onAddress],
    ['https://3232235781/', onAddress],
    ['https://0xc0.0xa8.1.5/', onAddress],
    ['https://192.168.261/', onAddress],
    ['https://[::ffff:192.168.1.5]/', onAddress],
    ['https://[::ffff:c0a8:105]/', onAddress],
    ['http://127.0.0.1:8080/', dev],
    ['http://localhost:8080/', dev],
    ['http://[::1]:8080/', dev],
    ['https://0.0.0.0:8080/', dev],
    ['https://127.1:8080/', dev],
    ['https://[::ffff:127.0.0.1]:8080/', dev],
    ['https://[::]:8080/', dev],
    ['https://a.localhost.:8080/', dev],
    // not https
    ['http://app.example/cb', own],
    ['http://app.example/cb', dev],
    ['http://localhost:3000/cb', own],
    ['http://localhost.app.example/cb', dev],
    ['http://127.0.0.1.app.example/cb', dev],
    ['http://0.0.0.0:3000/', dev],
    // other schemes
    ['javascript:alert(document.domain)', own],
    ['data:text/html,<script>alert(1)</script>', own],
    ['ftp://app.example/', own],
    ['blob:https://app.example/1', own],
    ['file:///etc/passwd', own],
    ['view-source:https://app.example/', own],
    ['com.example.app:/cb', own],
    // not absolute
    ['', own],
    ['/cb', own],
    ['//app.example/cb', own],
    ['https:app.example/cb', own],
    ['https:/app.example/cb', own],
    ['https:///app.example/cb', own],
    ['https://', own],
    ['https://?a=b', own],
    ['https://[::1', own],
    ['https://app.example:99999/', own],
    ['https://app.example:/', own],
    ['https://1.2.3.4.5.6/', own],
    // characters that end a header or a policy
    ['https://app.example/\r\nSet-Cookie: a=b', own],
    ['https://app.example;script-src/', own],
    ["https://app.example'unsafe-inline'/", own],
    ['https://app.example,evil.example/', own],
    ['https://*/', own],
    ['https://app.example/ cb', own],
    [' https://app.example/cb', own],
    ['https://app.example/\u202ecb', own],
    [`https://app.example/${'a'.repeat(REDIRECT_URI_MAX)}`, own],
  ])('rule ACCESS-12: %j is refused with a sentence', (uri, place) => {
    expect(saidOf(uri, place)).toMatch(/^Must .+\.$/);
  });

  test.each<[string, OwnAddress, string]>([
    ['https://app.example', own, 'https://app.example'],
    ['https://App.Example:443/cb?a=b&c', own, 'https://app.example'],
    ['https://app.example:8443/cb#/route', own, 'https://app.example:8443'],
    ['https://touchline.example.app.example/', own, 'https://touchline.example.app.example'],
    ['https://app.example/@touchline.example', own, 'https://app.example'],
    ['https://app.example/?u=https://touchline.example/', own, 'https://app.example'],
    ['https://xn--mller-kva.example/', own, 'https://xn--mller-kva.example'],
    ['https://score_board.example/', own, 'https://score_board.example'],
    ['https://[2001:db8::1]:8443/cb', own, 'https://[2001:db8::1]:8443'],
    ['http://localhost:3000/cb', dev, 'http://localhost:3000'],
    ['http://127.0.0.1:3000/cb', dev, 'http://127.0.0.1:3000'],
    ['http://[::1]:3000/cb', dev, 'http://[::1]:3000'],
    ['https://192.168.1.6/', onAddress, 'https://192.168.1.6'],
  ])('rule ACCESS-12: %j is taken', (uri, place, origin) => {
    expect(readRedirect(uri, place)).toEqual({ uri, origin });
  });
});

describe('the redirect back', () => {
  test.each([
    ['https://app.example', 'https://app.example?a=1&b=%C3%A9%20%26'],
    ['https://app.example/cb?', 'https://app.example/cb?a=1&b=%C3%A9%20%26'],
    ['https://app.example/cb?x=%2f&&y', 'https://app.example/cb?x=%2f&&y&a=1&b=%C3%A9%20%26'],
    ['https://app.example/cb?x=1&', 'https://app.example/cb?x=1&a=1&b=%C3%A9%20%26'],
    ['https://app.example/#/cb?x=1', 'https://app.example/?a=1&b=%C3%A9%20%26#/cb?x=1'],
    ['https://app.example/?x#f', 'https://app.example/?x&a=1&b=%C3%A9%20%26#f'],
  ])('is appended to %s', (uri, expected) => {
    expect(withQuery(uri, { a: '1', b: 'é &' })).toBe(expected);
  });
});

const read = (query: string | Record<string, string>) => readConnectRequest(new URLSearchParams(query), own);
describe('the query of a redirect_uri', () => {
  const own = { urls: ['https://scores.example'], isProduction: true };
  const names = ['api_key', 'resource_type', 'user_name', 'club_count', 'tournament_count', 'state', 'error'];

  test.each(names)('rule ACCESS-12: holds no %s, however it is written', (name) => {
    const encoded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
    for (const query of [`${name}=1`, name, `a=1&${name}=`, `${encoded}=1`, `a=1;${name}=1`])
      expect(saidOf(`https://app.example/cb?${query}#top`, own)).toContain(`the parameter ${name} `);
  });

  test('may hold every other name, and ours elsewhere', () => {
    for (const rest of ['?next=api_key', '?states=1&my_error=2&API_KEY=3', '/state?x=error', '?a=1#state=2', '?', '?%'])
      expect(readRedirect(`https://app.example/cb${rest}`, own)).toMatchObject({ origin: 'https://app.example' });
  });
});

const good = { app_name: 'Score Phone', redirect_uri: 'https://app.example/cb' };
const faultsOf = (query: string | Record<string, string>): string[] => {
  const request = read(query);
  return 'redirect' in request ? [] : request.map(({ path }) => path);
};

describe('an app_name', () => {
  test.each([
    '',
    ' ',
    '\u3000',
    'a\0b',
    'a\nb',
    'a\tb',
    'a\u001b[31m',
    'Bank\u202egnp',
    '\u2066Score\u2069',
    'Score\u200bPhone',
    'Score\u200dPhone',
    'Score\ufeffPhone',
    'Sco\u00adre',
    '\u3164',
    '\u2800',
    'Score\u2028Phone',
    'Score\ue000',
    'Score\ufffd',
    '\u0301',
    'a'.repeat(APP_NAME_MAX + 1),
  ])('%j is refused', (app_name) => {
    expect(faultsOf({ ...good, app_name })).toEqual(['app_name']);
  });

  test.each([
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['  Placar \u00a0 ao   vivo ', 'Placar ao vivo'],
    ['Cafe\u0301', 'Caf\u00e9'],
    ['スコア ⚽', 'スコア ⚽'],
    ['لوحة النتائج', 'لوحة النتائج'],
    ['a'.repeat(APP_NAME_MAX), 'a'.repeat(APP_NAME_MAX)],
  ])('%j is taken as text', (app_name, appName) => {
    expect(read({ ...good, app_name })).toMatchObject({ appName });
  });
});

test('all errors are reported at once, including a repeated parameter', () => {
  expect(faultsOf('')).toEqual(['app_name', 'redirect_uri']);
  expect(faultsOf(`app_name=A&app_name=B&redirect_uri=x&state=1&state=2`)).toEqual([
    'app_name',
    'redirect_uri',
    'state',
  ]);
  expect(faultsOf({ ...good, state: 'a'.repeat(STATE_MAX + 1) })).toEqual(['state']);
  expect(faultsOf('app_name=A&redirect_uri=https%3A%2F%2Fapp.example&state=%ff')).toEqual(['state']);
});

test('rule ACCESS-11: a state stays as the app sent it, also if it is empty', () => {
  const state = 'a b+c&d=é\r\n"<';
  expect(read({ ...good, state })).toMatchObject({ state });
  expect(read({ ...good, state: '' })).toMatchObject({ state: '' });
  expect(read(good)).toMatchObject({ state: null });
});
