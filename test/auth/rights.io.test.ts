// Rights are those of now: whatever takes them away, a data file or a hand in the database, is felt by requests, by
// /resources and by open connections.
import postgres from 'postgres';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Resources } from '../../protocol/rest/account.ts';
import { createDatabase, testDatabases } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { sampleData, TOKENS } from '../support/sample.ts';
import { connect } from '../support/subscriber.ts';

const club = { id: 10, name: 'Riverside FC', slug: 'riverside-fc', created_at: '2024-01-05T10:00:00Z' };
const ana = (more: object) => ({ touchline_data: 1, clubs: [{ ...club, members: [{ user_id: 1, ...more }] }] });
const [cup] = sampleData().tournaments;

/** What Ana's app reaches: slugs by /resources, and the status of reading the club and the cup. */
async function reach(gateway: TestGateway) {
  const { status, body } = await gateway.call<Resources>('GET', 'resources', { token: TOKENS.app });
  const read = async (address: string) => (await gateway.call('GET', address, { token: TOKENS.app })).status;
  return {
    resources: status === 200 ? [...body.clubs, ...body.tournaments].map(({ slug }) => slug) : status,
    club: await read('clubs/riverside-fc'),
    cup: await read('tournaments/autumn-cup'),
  };
}

/** Everything that Ana's app watches, and what becomes of it. */
async function watch(gateway: TestGateway) {
  const subscriber = await connect(gateway.liveUrl, TOKENS.app);
  for (const channel of ['game:100', 'club:riverside-fc', 'match:702', 'tournament:autumn-cup']) {
    await subscriber.subscribe(channel);
  }
  return subscriber;
}

const everything = { resources: ['riverside-fc', 'autumn-cup'], club: 200, cup: 200 };

describe('by a data file, at once', () => {
  let gateway: TestGateway;
  beforeEach(async () => {
    // No timer helps: it is the import itself that tells.
    gateway = await openTestGateway({ timing: { recheckMs: 3_600_000 } });
    return () => gateway.close();
  });

  it.each([
    ['a former member', ana({ role: 'Owner', status: 'former' }), ['game:100', 'club:riverside-fc']],
    ['a pending one', ana({ role: 'Owner', status: 'pending' }), ['game:100', 'club:riverside-fc']],
    ['a plain member', ana({ role: 'Member' }), ['game:100', 'club:riverside-fc']],
  ])('%s keeps what she organizes', async (_who, file, lost) => {
    const subscriber = await watch(gateway);
    await gateway.import(file);
    expect(await reach(gateway)).toEqual({ resources: ['autumn-cup'], club: 403, cup: 200 });
    const left = new Set([
      (await subscriber.next('unsubscribed')).channel,
      (await subscriber.next('unsubscribed')).channel,
    ]);
    expect(left).toEqual(new Set(lost));
    await subscriber.close();
  });

  it('an organizer who is removed, and whose club is not the host any more', async () => {
    const subscriber = await watch(gateway);
    await gateway.import({ touchline_data: 1, tournaments: [{ ...cup, matches: [], organizer_ids: [2] }] });
    expect(await reach(gateway), 'still of the staff of the host club').toEqual(everything);
    await gateway.import({
      touchline_data: 1,
      tournaments: [{ ...cup, matches: [], organizer_ids: [2], host_club: 'hilltop' }],
    });
    expect(await reach(gateway)).toEqual({ resources: ['riverside-fc'], club: 200, cup: 403 });
    const left = [(await subscriber.next('unsubscribed')).channel, (await subscriber.next('unsubscribed')).channel];
    expect(new Set(left)).toEqual(new Set(['match:702', 'tournament:autumn-cup']));
    await subscriber.close();
  });

  it('an administrator who is none any more; a private club makes no difference', async () => {
    const read = async () => (await gateway.call('GET', 'clubs/hilltop', { token: TOKENS.adminApp })).status;
    await gateway.import({ touchline_data: 1, clubs: [{ ...club, is_private: true }] });
    expect([await read(), (await reach(gateway)).club]).toEqual([200, 200]);
    const pia = { id: 5, slug: 'pia-admin', name: 'Pia Admin', is_admin: false };
    await gateway.import({ touchline_data: 1, users: [pia] });
    expect(await read()).toBe(403);
  });
});

describe.skipIf(!(await testDatabases()).includes('postgres'))('by a hand in the database, within 5 seconds', () => {
  let gateway: TestGateway;
  let sql: postgres.Sql;
  beforeEach(async () => {
    const database = await createDatabase();
    gateway = await openTestGateway({ databaseUrl: database.url, timing: { recheckMs: 100 } });
    sql = postgres(database.url, { max: 1 });
    const opened = { gateway, sql };
    return async () => {
      await opened.gateway.close();
      await opened.sql.end();
      await database.drop();
    };
  });

  it('a membership that is deleted ends the channels', async () => {
    const subscriber = await watch(gateway);
    await sql`delete from club_member where user_id = 1 and club_id = 10`;
    const left = [(await subscriber.next('unsubscribed')).channel, (await subscriber.next('unsubscribed')).channel];
    expect(new Set(left)).toEqual(new Set(['game:100', 'club:riverside-fc']));
    const expected = { resources: ['autumn-cup'], club: 403, cup: 200 };
    await expect.poll(() => reach(gateway), { timeout: 5_500 }).toEqual(expected);
    await subscriber.close();
  });

  it('a user who is deleted ends the connections of his apps with 4401', async () => {
    const subscriber = await connect(gateway.liveUrl, TOKENS.memberApp);
    const other = await connect(gateway.liveUrl, TOKENS.app);
    await sql`delete from game_participant where player_id = 4`;
    await sql`delete from app_user where id = 4`;
    expect((await subscriber.next('closing')).reason).toBe('revoked');
    expect((await subscriber.closed).code).toBe(4401);
    const resources = async () => (await gateway.call('GET', 'resources', { token: TOKENS.memberApp })).status;
    await expect.poll(resources, { timeout: 5_500 }).toBe(401);
    expect((await reach(gateway)).resources, 'nobody else').toEqual(everything.resources);
    await other.close();
  });
});
