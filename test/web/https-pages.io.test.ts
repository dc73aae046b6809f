// The pages of a service that is reached over https, as behind a proxy that ends TLS. PUBLIC_URL sets this.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { PASSWORD } from '../support/world/people.ts';
import { openVisitor } from '../support/visitor.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ config: { publicUrl: 'https://scores.example', isProduction: true } });
});
afterAll(() => gateway.close());

const connectTo = (redirect_uri: string): string =>
  `/api/auth/connect?${new URLSearchParams({ app_name: 'App', redirect_uri }).toString()}`;

test('cookies go over https only, and no other host can set one of their names', async () => {
  const visitor = openVisitor(gateway);
  const form = await visitor.get('/sign-in');
  expect(form.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-touchline_form=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
  ]);
  // The proxy passes on the Host of its own connection; the Origin is the browser's.
  const fields = { email: 'user1@example.org', password: PASSWORD };
  const strange = await visitor.post('/sign-in', fields, { origin: 'https://scores.example.evil.example' });
  expect(strange.status).toBe(403);
  const answer = await visitor.post('/sign-in', fields, { origin: 'https://scores.example' });
  expect(answer.status).toBe(303);
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-touchline_session=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=1209600$/,
    ),
    expect.stringMatching(
      /^__Host-touchline_browser=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=34560000$/,
    ),
  ]);
  // A cookie without the prefix, as a neighbouring host could set it, is ignored.
  const tossed = openVisitor(gateway);
  tossed.cookies.set('touchline_session', visitor.cookies.get('__Host-touchline_session') ?? '');
  expect((await tossed.get('/sign-out')).location).toBe('/sign-in');
});

test.each([
  ['https://app.example/cb', 303],
  ['https://SCORES.example.:8443/cb', 400],
  ['http://localhost:3000/cb', 400],
  ['http://app.example/cb', 400],
])('rules ACCESS-12, OPS-13: in production %s as redirect_uri is answered %i', async (redirect, status) => {
  expect((await openVisitor(gateway).get(connectTo(redirect))).status).toBe(status);
});

test('links in the documents use the public address', async () => {
  const document = await gateway.call<{ servers: unknown }>('GET', '/api/openapi.json');
  expect(document.body.servers).toEqual([{ url: 'https://scores.example' }]);
});
