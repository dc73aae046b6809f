// The small parts of the pages that people use: cookies, where one goes on, and what the renderer makes of names.
import { describe, expect, test } from 'vitest';
import { cookieIn, cookieName, setCookie } from '../../src/http/core/cookies.ts';
import { errorPageAnswer } from '../../src/web/layout/html-answer.ts';
import { nextAddress, signInAddress } from '../../src/web/next-address.ts';
import { consentPage } from '../../src/web/connect.tsx';
import { invalid, unavailable } from '../../src/ops/problem.ts';

describe('a cookie', () => {
  test.each([
    ['a=1; b=2', 'b', '2'],
    ['b=2', 'b', '2'],
    ['ab=1; b=2', 'b', '2'],
    ['b=x=y', 'b', 'x=y'],
    ['  b = 2 ;', 'b', '2'],
    ['b', 'b', ''],
    ['', 'b', ''],
    ['__Host-b=1', 'b', ''],
  ])('in %j by the name %s is %j', (header, name, value) => {
    expect(cookieIn(header, name)).toBe(value);
  });

  test('is never for scripts, and over https never for anybody else', () => {
    expect(setCookie('a', 'b', { isSecure: false })).toBe('a=b; Path=/; HttpOnly; SameSite=Lax');
    const secure = setCookie(cookieName('a', true), 'b', { isSecure: true, maxAge: 0 });
    expect(secure).toBe('__Host-a=b; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0');
  });
});

test('where one goes on comes out of the address of the sign-in page as it went in', () => {
  const target = '/api/auth/connect?app_name=%C3%89&redirect_uri=https%3A%2F%2Fapp.example%2F%3Fa%3Db%26c&state=+%2B';
  expect(nextAddress(new URL(signInAddress(target), 'http://x').searchParams.get('next'))).toBe(target);
});

describe('a refusal for people', () => {
  test('says what to change, place by place, as text', () => {
    const { status, body } = errorPageAnswer(invalid([{ path: 'a<b', message: 'Must be <i>.' }]));
    expect(status).toBe(422);
    expect(body).toContain('<code>a&lt;b</code>');
    expect(body).toContain('Must be &lt;i>.');
  });

  test('does not talk about ids when it is our own fault', () => {
    const { more, body } = errorPageAnswer(unavailable());
    expect(more).toMatchObject({ 'retry-after': '2' });
    expect(body).toContain('Wait a moment, then try again.');
    expect(body).not.toContain('same id');
  });
});

test('an administrator is shown 50 clubs and told of the others', () => {
  const clubs = Array.from({ length: 60 }, (_, id) => ({ id, name: `Club <${id}>`, role: 'administrator' }));
  const asking = { appName: 'App', origin: 'https://app.example', action: '/x?a=b&c', csrf: 'token' };
  const html = consentPage({ ...asking, visitor: { name: 'Pia', csrf: 'token' }, clubs, tournaments: [] });
  expect(html.match(/Club &lt;\d+>/g)).toHaveLength(50);
  expect(html).toContain('and 10 more');
  expect(html).toContain('Clubs (60)');
  expect(html).not.toContain('Tournaments');
  expect(html).toContain('action="/x?a=b&amp;c"');
});
