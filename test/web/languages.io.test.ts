// Pages in the visitor's language, and errors as pages for browsers, on a real gateway.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { openVisitor, signIn } from '../support/visitor.ts';
import { TOKENS } from '../support/world/tokens.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway();
});
afterAll(() => gateway.close());

const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const asBrowser = (language = 'en'): Record<string, string> => ({ accept: HTML, 'accept-language': language });
async function ask(method: string, path: string, headers: Record<string, string>, body?: string) {
  const answer = await fetch(gateway.url + path, { method, headers, redirect: 'manual', ...(body && { body }) });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text(), answer };
}

describe('rule PAGE-20: an error outside of the API', () => {
  it.each([
    ['en', '<html lang="en" dir="ltr" ', 'There is no such page', 'Check the address'],
    ['de-AT', '<html lang="de" dir="ltr" ', 'Diese Seite gibt es nicht', 'Prüfen Sie die Adresse'],
    ['ar', '<html lang="ar" dir="rtl" ', 'هذه الصفحة غير موجودة', 'تحقق من كتابة العنوان'],
  ])('is a page for a browser: an unknown address in %s', async (language, tag, title, advice) => {
    const { status, type, text, answer } = await ask('GET', '/nowhere/at-all', asBrowser(language));
    expect([status, type]).toEqual([404, 'text/html; charset=utf-8']);
    for (const part of [tag, `<h1>${title}</h1>`, advice, 'href="/"', 'href="/api/docs"']) expect(text).toContain(part);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it.each([
    ['*/*', '/nowhere'],
    ['application/json', '/nowhere'],
    [HTML, '/api/v1'],
    [HTML, '/api/v1/nowhere'],
    [HTML, '/api/v1/clubs/riverside-fc'],
  ])('is the Error object for programs and below the API root: %s asks for %s', async (accept, path) => {
    const { type, text } = await ask('GET', path, { accept });
    expect(type).toBe('application/json; charset=utf-8');
    expect(JSON.parse(text)).toHaveProperty('error');
  });

  it.each([
    ['PUT', '/sign-in', 405, 'Das kann diese Adresse nicht'],
    ['DELETE', '/console', 405, 'Das kann diese Adresse nicht'],
    ['GET', '/console', 503, 'Der Server ist nicht bereit'],
    ['GET', '/api/auth/connect', 400, 'Diese App kann nicht verbunden werden'],
  ])('is a page that says what to do: %s %s is %i', async (method, path, status, title) => {
    const found = await ask(method, path, asBrowser('de'));
    expect([found.status, found.type]).toEqual([status, 'text/html; charset=utf-8']);
    expect(found.text).toContain(`<h1>${title}</h1>`);
    expect(found.text).toMatch(/<h1>.*<\/h1><p>[^<]{20,}<\/p>/);
  });

  it.each([
    ['a=b', 403, 'Dieses Formular ist veraltet'],
    ['x'.repeat(20_000), 413, 'Das Formular ist zu groß'],
  ])('is a page after a form that is refused', async (body, status, title) => {
    const form = { ...asBrowser('de'), 'content-type': 'application/x-www-form-urlencoded' };
    const found = await ask('POST', '/sign-in', form, body);
    expect(found.status).toBe(status);
    expect(found.text).toContain(`<h1>${title}</h1>`);
  });
});

describe('rule PAGE-21: the language of a page', () => {
  it('is the one in the address, then the remembered one, then the browser’s', async () => {
    const visitor = openVisitor(gateway);
    const langOf = async (path: string): Promise<string | undefined> =>
      /<html lang="(\w+)"/.exec((await visitor.get(path, { 'accept-language': 'fr, en;q=0.5' })).html)?.[1];
    expect(await langOf('/sign-in')).toBe('fr');
    expect(visitor.cookies.has('touchline_lang')).toBe(false);
    expect(await langOf('/sign-in?lang=de')).toBe('de');
    expect(visitor.cookies.get('touchline_lang')).toBe('de');
    expect(await langOf('/sign-in')).toBe('de');
    expect(await langOf('/sign-in?lang=xx')).toBe('de');
    expect(await langOf('/?lang=ar')).toBe('ar');
    expect(await langOf('/sign-in')).toBe('ar');
  });

  it('is chosen by links that keep the rest of the address', async () => {
    const { html } = await openVisitor(gateway).get('/sign-in?next=%2Fme%2Fapps%3Fa%3D%26');
    expect(html).toContain('href="/sign-in?next=%2Fme%2Fapps%3Fa%3D%26&amp;lang=de" lang="de" hreflang="de"');
  });

  it('rule LIMIT-21: does not repeat a long address in its links', async () => {
    const linkFor = async (address: string): Promise<string | undefined> =>
      /href="([^"]*)" lang="de"/.exec((await openVisitor(gateway).get(address, asBrowser('en'))).html)?.[1];
    expect(await linkFor(`/sign-in?lang=fr&${'a'.repeat(8_000)}`)).toBe(`/sign-in?${'a'.repeat(8_000)}=&amp;lang=de`);
    expect(await linkFor(`/sign-in?${'a&'.repeat(30_000)}`)).toBe('?lang=de');
    expect(await linkFor(`/${'a'.repeat(60_000)}`)).toBe('?lang=de');
  });

  it('is the language of the audit trail too: who acted, and which rows', async () => {
    const body = { title: 'Home, away match' };
    const made = await gateway.call('POST', 'clubs/riverside-fc/games', { token: TOKENS.club, body });
    expect(made.status).toBe(201);
    const visitor = await signIn(gateway);
    const page = '/clubs/riverside-fc/integrations';
    expect((await visitor.get(`${page}?lang=en`)).html).toMatch(/>API key<\/td>.*created: game Home, away match</);
    expect((await visitor.get(`${page}?lang=de`)).html).toMatch(
      />API-Schlüssel<\/td>.*hat angelegt: Spiel Home, away match</,
    );
    expect((await visitor.get(`${page}?lang=ar`)).html).toMatch(/>مفتاح API<\/td>.*أنشأ: مباراة Home, away match</);
  });

  it('is the language of what is wrong with a request to connect an app', async () => {
    const visitor = openVisitor(gateway);
    const address = '/api/auth/connect?app_name=Phone&redirect_uri=http://app.example/cb&state=a&state=b';
    const { html } = await visitor.get(`${address}&lang=de`);
    expect(html).toContain('Muss mit https:// beginnen');
    expect(html).toContain('Darf nur einmal in der Abfrage stehen.');
    expect((await visitor.get(`${address}&lang=ar`)).html).toContain('يجب أن يبدأ بـ \u2066https://\u2069');
  });
});
