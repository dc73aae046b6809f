// P5 while the database is slow: only a database behind a network can be held.
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { testDatabases } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { createProxiedDatabase, type ProxiedDatabase } from '../support/proxied-database.ts';
import { nextTurn } from '../support/next-turn.ts';
import { openRaw } from '../support/raw-http.ts';
import { stall } from '../support/stall.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { connect, connectRaw, Refused, type Subscriber } from '../support/subscriber.ts';

const CONNECTIONS = 6;
const hasPostgres = (await testDatabases()).includes('postgres');

const handshakeWith = (token: string): string =>
  `GET /api/v1/live HTTP/1.1\r\nHost: t\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
  `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer ${token}\r\n\r\n`;

describe.skipIf(!hasPostgres)('P5: an auth frame in time, whose credential is checked for longer', () => {
  let gateway: TestGateway;
  let database: ProxiedDatabase;

  beforeAll(async () => {
    database = await createProxiedDatabase();
    const config = { maxConnectionsPerAddress: CONNECTIONS };
    gateway = await openTestGateway({ databaseUrl: database.url, timing: { authMs: 400 }, config });
  });
  afterEach(() => {
    database.proxy.set('pass');
  });
  afterAll(async () => {
    await gateway.close();
    await database.close();
  });

  /** Sends the token while the database gives no answer. Resolves when the time for an auth frame is over. */
  async function authWhileHeld(token: string): Promise<Subscriber> {
    database.proxy.set('hold');
    const subscriber = await connectRaw(gateway.liveUrl);
    subscriber.send({ type: 'auth', token, ref: 'mine' });
    // Its time began later.
    const silent = await connectRaw(gateway.liveUrl);
    expect((await silent.closed).code).toBe(4408);
    return subscriber;
  }

  it('P5 is answered with welcome when the credential is valid', async () => {
    const subscriber = await authWhileHeld(TOKENS.club);
    database.proxy.set('pass');
    await subscriber.next('welcome');
    await subscriber.subscribe('game:100');
    await subscriber.close();
  });

  it('P5 is answered with welcome when the node stands still until its time is over', async () => {
    const subscriber = await connectRaw(gateway.liveUrl);
    subscriber.send({ type: 'auth', token: TOKENS.club });
    stall(500);
    await subscriber.next('welcome');
    await subscriber.close();
  });

  it('P5 P6 is answered with 4401 when it is not', async () => {
    const subscriber = await authWhileHeld('unknown-0123456789');
    database.proxy.set('pass');
    expect(await subscriber.next('error')).toMatchObject({ code: 'unauthorized', ref: 'mine' });
    expect((await subscriber.closed).code).toBe(4401);
  });

  it('P5 P23 is answered with `unavailable` when the database is away, then closed with 4408', async () => {
    const subscriber = await authWhileHeld(TOKENS.otherClub);
    database.proxy.set('refuse');
    expect(await subscriber.next('error')).toMatchObject({ code: 'unavailable', ref: 'mine' });
    expect((await subscriber.closed).code).toBe(4408);
  });

  it.each([
    ['a good one', TOKENS.tournament],
    ['a bad one', 'unknown-9876543210'],
  ])('a client that goes before %s is answered gives its place back, and nothing is sent to it', async (_, token) => {
    database.proxy.set('hold');
    const { port } = new URL(gateway.url);
    const inHandshake = await Promise.all(Array.from({ length: CONNECTIONS - 1 }, () => openRaw(Number(port))));
    for (const { write } of inHandshake) write(handshakeWith(token));
    const inFrame = await connectRaw(gateway.liveUrl);
    inFrame.send({ type: 'auth', token });
    await expect.poll(() => connectRaw(gateway.liveUrl).catch(() => 'full')).toBe('full');
    for (const { socket } of inHandshake) socket.destroy();
    await inFrame.close();
    // While nothing is answered, all places are free again.
    const others = await Promise.all(Array.from({ length: CONNECTIONS }, () => connected()));
    for (const other of others) await other.close();
    database.proxy.set('pass');
    const next = await connected();
    next.send({ type: 'auth', token: TOKENS.club });
    await next.next('welcome');
    await next.close();
  });

  /** A new connection as soon as there is a place for it. */
  async function connected(): Promise<Subscriber> {
    for (;;) {
      try {
        return await connectRaw(gateway.liveUrl);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        await nextTurn();
      }
    }
  }
});

it.skipIf(!hasPostgres)(
  'rule OPS-8: a handshake whose credential is checked when the shutdown begins is refused',
  async () => {
    const database = await createProxiedDatabase();
    onTestFinished(() => database.close());
    const gateway = await openTestGateway({ databaseUrl: database.url });
    const watching = await connect(gateway.liveUrl, TOKENS.club);
    database.proxy.set('hold');
    const late = await openRaw(Number(new URL(gateway.url).port));
    late.write(handshakeWith(TOKENS.otherClub));
    await gateway.call('GET', '/healthz');
    const closed = gateway.close();
    await watching.next('closing');
    database.proxy.set('pass');
    const { status, headers } = await late.answer();
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    await closed;
  },
);
