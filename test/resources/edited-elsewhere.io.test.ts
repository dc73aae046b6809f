// Screens read their facts again when a match was edited: on another node, which no message tells, they get the new ones.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Facts } from '../../protocol/rest/facts.ts';
import { createDatabase, testDatabases } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { connect } from '../support/subscriber.ts';
import { TOKENS } from '../support/world/tokens.ts';

const token = TOKENS.club;

describe.skipIf(!(await testDatabases()).includes('postgres'))('two nodes without Redis', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let first: TestGateway;
  let second: TestGateway;
  beforeAll(async () => {
    database = await createDatabase();
    first = await openTestGateway({ databaseUrl: database.url });
    second = await openTestGateway({ databaseUrl: database.url, data: null, timing: { pollMs: 20 } });
  });
  afterAll(async () => {
    await second.close();
    await first.close();
    await database.drop();
  });

  it('rule LIVE-7: facts that are read at the delta of an edit have the edit', async () => {
    const numbers = async () => {
      const { body } = await second.call<Facts>('GET', `/screen/game:100/facts?token=${token}`);
      return body.lineups['100_0']?.home.starters.map(({ number }) => number);
    };
    const subscriber = await connect(second.liveUrl, token);
    await subscriber.subscribe('game:100');
    expect(await numbers()).toEqual([9, 7]);
    const body = { jersey_number: 99 };
    expect((await first.call('PATCH', 'clubs/riverside-fc/members/1', { token, body })).status).toBe(200);
    expect(await subscriber.next('delta')).toMatchObject({ cause: [{ action: 'edited' }] });
    expect(await numbers()).toEqual([99, 7]);
    await subscriber.close();
  });
});
