// P23 and P46: the live channel while the database is away. Only a database behind a network can be away.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { createProxiedDatabase, type ProxiedDatabase } from '../support/proxied-database.ts';
import type { FaultProxy } from '../support/proxy.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { connect } from '../support/subscriber.ts';

const hasPostgres = (await testDatabases()).includes('postgres');

describe.skipIf(!hasPostgres)('while the store is away', () => {
  let gateway: TestGateway;
  let proxy: FaultProxy;
  let database: ProxiedDatabase;

  beforeAll(async () => {
    database = await createProxiedDatabase();
    proxy = database.proxy;
    gateway = await openTestGateway({ databaseUrl: database.url, timing: { recheckMs: 50 } });
  });
  afterAll(async () => {
    await gateway.close();
    await database.close();
  });

  it('P23 P46 serves held channels to known callers, answers unavailable to others, and recovers (rule OPS-2)', async () => {
    const keeper = matchKeeper(gateway, 701);
    const watcher = await connect(gateway.liveUrl, TOKENS.tournament);
    const { seq } = await watcher.subscribe('match:701');
    await keeper.post('Start');
    await watcher.next('delta');

    proxy.set('refuse');
    const refused = await gateway.call('POST', 'tournaments/autumn-cup/matches/701/markers', {
      token: TOKENS.tournament,
      body: { id: '5e0c9a52-1f7e-4f5e-9f63-000000000001', type: 'Goal', timestamp: new Date().toISOString() },
    });
    expect(refused.status, 'a write').toBe(503);
    expect((await gateway.call('GET', 'live/match:701', { token: TOKENS.tournament })).status, 'a read').toBe(200);

    const newcomer = await connect(gateway.liveUrl, TOKENS.tournament);
    expect((await newcomer.subscribe('match:701')).seq, 'P46: a held channel').toBe(seq + 1);
    newcomer.send({ type: 'subscribe', channel: 'match:702', ref: 'not held' });
    const error = await newcomer.next('error');
    expect(error, 'P23: a channel that is not held').toMatchObject({ code: 'unavailable', ref: 'not held' });
    expect(error.hint).toEqual(expect.any(String));
    await expect(connect(gateway.liveUrl, TOKENS.otherClub), 'a credential it does not know').rejects.toMatchObject({
      status: 503,
    });
    expect(await watcher.unread(), 'P46: subscribers stay, with nothing that is not stored').toEqual([]);

    proxy.set('pass');
    await keeper.post('Goal', { team: 'home' });
    expect((await watcher.next('delta')).seq).toBe(seq + 2);
    expect((await newcomer.next('delta')).seq).toBe(seq + 2);
    await newcomer.subscribe('match:702');
    await Promise.all([watcher.close(), newcomer.close()]);
  });
});
