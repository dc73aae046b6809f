// TOUCHLINE_SECRET changes. While the old secret stands behind the new one, users stay signed in, screens stay on, and apps
// get the same token again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { openVisitor, signIn, type Visitor } from '../support/visitor.ts';

const OLD = 'the old secret, which is 32 or more long';
const NEW = 'the new secret, which is 32 or more long';

let database: Awaited<ReturnType<typeof createDatabase>>;
let before: TestGateway;
beforeAll(async () => {
  database = await createDatabase();
  before = await openTestGateway({ databaseUrl: database.url, config: { secrets: [OLD] } });
});
afterAll(async () => {
  await before.close();
  await database.drop();
});

const address = `/api/auth/connect?${new URLSearchParams({
  app_name: 'Score Phone',
  redirect_uri: 'https://app.example/cb',
}).toString()}`;
async function connect(visitor: Visitor): Promise<string | null> {
  await visitor.get(address);
  const { location } = await visitor.post(address, { decision: 'connect' });
  return new URL(location).searchParams.get('api_key');
}

/** The same browser at a node with other secrets. */
async function at<T>(secrets: readonly [string, ...string[]], work: (node: TestGateway) => Promise<T>): Promise<T> {
  const node = await openTestGateway({ databaseUrl: database.url, data: null, config: { secrets } });
  try {
    return await work(node);
  } finally {
    await node.close();
  }
}
const sameBrowser = (visitor: Visitor, node: TestGateway): Visitor => {
  const other = openVisitor(node);
  for (const [name, value] of visitor.cookies) other.cookies.set(name, value);
  return other;
};

test('rules OPS-11, ACCESS-15: sessions, forms, view tokens and app tokens of an older secret keep working; those of an unknown secret do not', async () => {
  const ana = await signIn(before);
  const key = await connect(ana);
  const { html } = await ana.get('/sign-out');
  const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const rui = await signIn(before, 'user2@example.org');
  const token = await before.viewToken(TOKENS.club, 'game:100');
  const view = { token };

  const [eva, keyOfEva] = await at([NEW, OLD], async (node) => {
    expect((await sameBrowser(ana, node).get('/sign-out')).html).toContain('signed in as Ana Silva');
    expect((await node.call('GET', 'live/game:100', view)).status).toBe(200);
    expect(await connect(sameBrowser(ana, node))).toBe(key);
    // A form that was opened before the change.
    const open = sameBrowser(rui, node);
    expect((await open.post('/sign-out', { csrf })).status).toBe(403);
    expect((await sameBrowser(ana, node).post('/sign-out', { csrf })).status).toBe(303);
    const other = await signIn(node, 'user3@example.org');
    return [other, await connect(other)] as const;
  });

  // A node that does not sign with the new secret yet accepts tokens that other nodes signed with it.
  await at([OLD, NEW], async (node) => {
    expect((await sameBrowser(eva, node).get('/sign-out')).html).toContain('signed in as Eva Lopes');
    expect(await connect(sameBrowser(eva, node))).toBe(keyOfEva);
  });

  await at([NEW], async (node) => {
    expect((await sameBrowser(rui, node).get('/sign-out')).location).toBe('/sign-in');
    expect((await node.call('GET', 'live/game:100', view)).status).toBe(401);
    expect((await node.call('GET', 'resources', { token: key ?? '' })).status).toBe(200);
    // It was asked for while both secrets were set, so it is stored under the new one.
    expect(await connect(await signIn(node))).toBe(key);
  });

  await at(['a third secret, which is 32 or more long'], async (node) => {
    // This node remembers the session, and still ends it at once.
    expect((await node.call('GET', 'resources', { token: key ?? '' })).status).toBe(200);
    const fresh = await connect(await signIn(node));
    expect(fresh).toMatch(/^tlk_/);
    expect(fresh).not.toBe(key);
    expect((await node.call('GET', 'resources', { token: key ?? '' })).status).toBe(401);
  });
});
