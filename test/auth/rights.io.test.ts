// Requests, /resources and open connections follow the current rights, after a data file and after a change by hand in the
// database.
import type postgres from 'postgres';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Resources } from '../../protocol/rest/account.ts';
import { testDatabases } from '../support/database.ts';
import { clubFile, cupFile } from '../support/data-file.ts';
import { openGatewayWithSql } from '../support/gateway-with-sql.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { connect } from '../support/subscriber.ts';

const ana = (more: object) => clubFile({ members: [{ user_id: 1, ...more }] });

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

/** A subscriber with all channels of Ana's app. */
async function watch(gateway: TestGateway) {
  const subscriber = await connect(gateway.liveUrl, TOKENS.app);
  for (const channel of ['game:100', 'club:riverside-fc', 'match:702', 'tournament:autumn-cup']) {
    await subscriber.subscribe(channel);
  }
  return subscriber;
}

const everything = { resources: ['riverside-fc', 'autumn-cup'], club: 200, cup: 200 };

describe('rights that a data file takes away end at once', () => {
  let gateway: TestGateway;
  beforeEach(async () => {
    // The timer is too slow to help: only the import can end the rights.
    gateway = await openTestGateway({ timing: { recheckMs: 3_600_000 } });
    return () => gateway.close();
  });

  it.each([
    [
      'the owner who becomes a former member',
      ana({ role: 'Owner', status: 'former' }),
      ['game:100', 'club:riverside-fc'],
    ],
    ['the owner who becomes pending', ana({ role: 'Owner', status: 'pending' }), ['game:100', 'club:riverside-fc']],
    ['the owner who becomes a plain member', ana({ role: 'Member' }), ['game:100', 'club:riverside-fc']],
  ])('rules ACCESS-3, ACCESS-4: %s keeps the tournament that she organizes', async (_who, file, lost) => {
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

  it('rule ACCESS-3: an organizer loses the tournament when she is removed and her club stops hosting it', async () => {
    const subscriber = await watch(gateway);
    await gateway.import(cupFile({ organizer_ids: [2] }));
    expect(await reach(gateway), 'still on the staff of the host club').toEqual(everything);
    await gateway.import(cupFile({ organizer_ids: [2], host_club: 'hilltop' }));
    expect(await reach(gateway)).toEqual({ resources: ['riverside-fc'], club: 200, cup: 403 });
    const left = [(await subscriber.next('unsubscribed')).channel, (await subscriber.next('unsubscribed')).channel];
    expect(new Set(left)).toEqual(new Set(['match:702', 'tournament:autumn-cup']));
    await subscriber.close();
  });

  it('rule ACCESS-3: an administrator loses every club with the role; is_private changes nothing', async () => {
    const read = async () => (await gateway.call('GET', 'clubs/hilltop', { token: TOKENS.adminApp })).status;
    await gateway.import(clubFile({ is_private: true }));
    expect([await read(), (await reach(gateway)).club]).toEqual([200, 200]);
    const pia = { id: 5, slug: 'pia-admin', name: 'Pia Admin', is_admin: false };
    await gateway.import({ touchline_data: 1, users: [pia] });
    expect(await read()).toBe(403);
  });
});

describe.skipIf(!(await testDatabases()).includes('postgres'))(
  'rights that are deleted in the database end within 5 seconds',
  () => {
    let gateway: TestGateway;
    let sql: postgres.Sql;
    beforeEach(async () => {
      const opened = await openGatewayWithSql({ timing: { recheckMs: 100 } });
      ({ gateway, sql } = opened);
      return opened.close;
    });

    it('rule ACCESS-4: a deleted membership ends the channels', async () => {
      const subscriber = await watch(gateway);
      await sql`delete from club_member where user_id = 1 and club_id = 10`;
      const left = [(await subscriber.next('unsubscribed')).channel, (await subscriber.next('unsubscribed')).channel];
      expect(new Set(left)).toEqual(new Set(['game:100', 'club:riverside-fc']));
      const expected = { resources: ['autumn-cup'], club: 403, cup: 200 };
      await expect.poll(() => reach(gateway), { timeout: 5_500 }).toEqual(expected);
      await subscriber.close();
    });

    it('a deleted user ends the connections of the apps of that user with 4401', async () => {
      const subscriber = await connect(gateway.liveUrl, TOKENS.memberApp);
      const other = await connect(gateway.liveUrl, TOKENS.app);
      await sql`delete from game_participant where player_id = 4`;
      await sql`delete from app_user where id = 4`;
      expect((await subscriber.next('closing')).reason).toBe('revoked');
      expect((await subscriber.closed).code).toBe(4401);
      const resources = async () => (await gateway.call('GET', 'resources', { token: TOKENS.memberApp })).status;
      await expect.poll(resources, { timeout: 5_500 }).toBe(401);
      expect((await reach(gateway)).resources, 'other users keep their rights').toEqual(everything.resources);
      await other.close();
    });
  },
);
