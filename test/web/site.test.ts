// The small parts of the pages that people use: cookies, the next address, and escaped names.
import { createElement, type VNode } from 'preact';
import { describe, expect, test } from 'vitest';
import { cookieIn, cookieName, setCookie } from '../../src/http/core/cookies.ts';
import { errorPageAnswer } from '../../src/web/layout/html-answer.ts';
import { nextAddress, signInAddress } from '../../src/web/next-address.ts';
import { ConsentPage } from '../../src/web/connect.tsx';
import { pageLanguage } from '../../src/web/layout/words.tsx';
import { pageHtml } from '../../src/web/layout/layout.tsx';
import { invalid, storeAway } from '../../src/ops/problem.ts';

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

  test('is never readable by scripts, and over https never by another host', () => {
    expect(setCookie('a', 'b', { isSecure: false })).toBe('a=b; Path=/; HttpOnly; SameSite=Lax');
    const secure = setCookie(cookieName('a', true), 'b', { isSecure: true, maxAge: 0 });
    expect(secure).toBe('__Host-a=b; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0');
  });
});

test('the next address passes through the sign-in page unchanged', () => {
  const target = '/api/auth/connect?app_name=%C3%89&redirect_uri=https%3A%2F%2Fapp.example%2F%3Fa%3Db%26c&state=+%2B';
  expect(nextAddress(new URL(signInAddress(target), 'http://x').searchParams.get('next'))).toBe(target);
});

describe('an error page', () => {
  test('lists each field to change, as escaped text', () => {
    const { status, body } = errorPageAnswer(
      invalid([{ path: 'a<b', message: 'Must be <i>.' }]),
      pageLanguage('en', '/x'),
      true,
    );
    expect(status).toBe(422);
    expect(body).toContain('<code>a&lt;b</code>');
    expect(body).toContain('Must be &lt;i>.');
  });

  test('shows no ids when the server failed', () => {
    const { more, body } = errorPageAnswer(storeAway(), pageLanguage('en', '/x'), true);
    expect(more).toMatchObject({ 'retry-after': '2' });
    expect(body).toContain('Wait a moment, then try again.');
    expect(body).not.toContain('same id');
  });
});

test('an administrator sees 50 clubs and the number of the others', () => {
  const clubs = Array.from({ length: 60 }, (_, id) => ({ id, name: `Club <${id}>`, role: 'administrator' as const }));
  const asking = { appName: 'App', origin: 'https://app.example', action: '/x?a=b&c', csrf: 'token' };
  const visitor = { name: 'Pia', csrf: 'token' };
  const page = createElement(ConsentPage, { ...asking, visitor, clubs, tournaments: [] }) as VNode;
  const html = pageHtml(page);
  expect(html.match(/Club &lt;\d+>/g)).toHaveLength(50);
  expect(html).toContain('and 10 more');
  expect(html).toContain('Clubs (60)');
  expect(html).not.toContain('Tournaments');
  expect(html).toContain('action="/x?a=b&amp;c"');
});
