// A database that comes back older than the shown state, after a restored backup or a failover that lost writes. Every node
// notices it, also without writes. All nodes agree on one new epoch and show the stored state.
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FeedState, GameState } from '../../protocol/wire/board.ts';
import { backupOf } from '../support/backup-of.ts';
import { createDatabase, testDatabases } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { testRedis } from '../support/redis.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';
import { connect, type Subscriber } from '../support/subscriber.ts';

const redisUrl = await testRedis();
const hasPostgres = (await testDatabases()).includes('postgres');
const token = TOKENS.club;

describe.skipIf(!hasPostgres).each(redisUrl === null ? [[]] : [[], [redisUrl]])(
  'two nodes whose database went back, Redis: %s',
  (...urls) => {
    let database: Awaited<ReturnType<typeof createDatabase>>;
    let sql: postgres.Sql;
    let nodes: readonly [TestGateway, TestGateway];
    let game = 1_000;
    let screens: Subscriber[] = [];

    beforeAll(async () => {
      database = await createDatabase();
      sql = postgres(database.url, { max: 1 });
      const options = { databaseUrl: database.url, redisUrls: urls, timing: { pollMs: 100, pollWithRedisMs: 300 } };
      nodes = [
        await openTestGateway({ ...options, data: world({ moreGames: 10 }) }),
        await openTestGateway({ ...options, data: null }),
      ];
    });
    beforeEach(() => {
      game += 1;
      screens = [];
    });
    afterEach(async () => {
      for (const screen of screens) await screen.close();
    });
    afterAll(async () => {
      for (const node of nodes) await node.close();
      await sql.end();
      await database.drop();
    });

    const ref = () => `game:${game}`;
    const post = async (node: TestGateway) => {
      const body = { id: randomUUID(), timestamp: new Date().toISOString(), type: 'Goal', primary_player_pc_id: 1 };
      const answer = await node.call('POST', `games/extra-${game - 1_000}/marker`, { token, body });
      expect(answer.status).toBe(201);
      return body;
    };
    const live = async (node: TestGateway) =>
      (await node.call<{ seq: number; epoch: string; state: GameState }>('GET', `live/${ref()}`, { token })).body;
    const stored = async () =>
      (await sql<{ seq: number; epoch: string }[]>`select seq, epoch from match_position where ref = ${ref()}`)[0];
    const agree = (seq: number) =>
      expect
        .poll(async () => (await Promise.all(nodes.map(live))).map((one) => one.seq), { timeout: 5_000 })
        .toEqual([seq, seq]);
    const watch = async (node: TestGateway, channel = ref()) => {
      const screen = await connect(node.liveUrl, token);
      screens.push(screen);
      return { screen, first: await screen.subscribe(channel) };
    };
    /** The next snapshot; skips deltas. */
    const nextSnapshot = async (screen: Subscriber) => {
      for (;;) {
        const frame = await screen.take();
        if (frame.type === 'snapshot') return frame;
      }
    };

    /** Backs up the match; the result restores it. */
    const backup = (of: string = ref()): Promise<() => Promise<void>> => backupOf(sql, of);

    it('rule LIVE-4: gives every subscriber on every node a snapshot with one new epoch, also without writes', async () => {
      const [near, far] = nodes;
      await post(near);
      const restore = await backup();
      await post(far);
      await post(near);
      await agree(3);
      const watching = await Promise.all(nodes.map((node) => watch(node)));
      const feed = await watch(far, 'club:riverside-fc');
      const list = async () => (await far.call('GET', 'club/upcoming_games', { token })).body;
      const listed = JSON.stringify(await list());
      await restore();
      const snapshots = await Promise.all(watching.map(({ screen }) => nextSnapshot(screen)));
      const [one, two] = snapshots;
      expect(one?.epoch).toBe(two?.epoch);
      expect(one?.state).toEqual(two?.state);
      for (const [n, snapshot] of snapshots.entries()) {
        expect(snapshot.epoch).not.toBe(watching[n]?.first.epoch);
        expect(snapshot).toMatchObject({ seq: 1, epoch: (await stored())?.epoch });
        expect((snapshot.state as GameState).goals).toHaveLength(1);
      }
      const shown = await nextSnapshot(feed.screen);
      expect(shown.epoch).not.toBe(feed.first.epoch);
      expect((shown.state as FeedState).matches[`${game}_0`]?.score.home).toBe(1);
      await expect.poll(async () => JSON.stringify(await list()), { timeout: 3_000 }).not.toBe(listed);
      // Both nodes continue from there.
      await post(near);
      await post(far);
      await agree(3);
      const [last, other] = await Promise.all(nodes.map(live));
      expect(last).toEqual(other);
      expect(last?.epoch).toBe(one?.epoch);
      expect((await stored())?.epoch).toBe(one?.epoch);
    });

    it('rule LIVE-4: is noticed also when the new history is as long as the lost one, or longer', async () => {
      const [near] = nodes;
      for (const extra of [2, 3]) {
        const restore = await backup();
        const before = await live(near);
        await post(near);
        await post(near);
        await agree(before.seq + 2);
        const { screen, first } = await watch(near);
        // A third node, which has not shown the match, takes writes at once.
        const third = await openTestGateway({ databaseUrl: database.url, data: null });
        await restore();
        for (let n = 0; n < extra; n += 1) await post(third);
        const truth = await live(third);
        expect(truth.seq).toBe(before.seq + extra);
        await expect
          .poll(async () => (await Promise.all(nodes.map(live))).map(({ state }) => state), { timeout: 5_000 })
          .toEqual([truth.state, truth.state]);
        expect((await nextSnapshot(screen)).epoch).not.toBe(first.epoch);
        await third.close();
      }
    });

    it('rule LIVE-4: is noticed also when the new history becomes longer while a node loads the match', async () => {
      const third = await openTestGateway({ databaseUrl: database.url, data: null, timing: { pollMs: 600_000 } });
      const restore = await backup();
      await live(third);
      await post(nodes[0]);
      await post(nodes[0]);
      await agree(2);
      const watching = await Promise.all(nodes.map((node) => watch(node)));
      const loading = async () =>
        (await sql`select from pg_locks where relation = 'game_matchup'::regclass and not granted`).length;
      const holder = postgres(database.url, { max: 1 });
      // Only the load of a game reads this table: the nodes have seen the shorter history, and load the longer one.
      const release = await new Promise<() => void>((resolve, reject) => {
        holder
          .begin(async (tx) => {
            await tx`lock table game_matchup in access exclusive mode`;
            await new Promise<void>((done) => resolve(done));
          })
          .catch(reject);
      });
      await restore();
      await expect.poll(loading).toBe(2);
      for (let n = 0; n < 3; n += 1) await post(third);
      release();
      await holder.end();
      const snapshots = await Promise.all(watching.map(({ screen }) => nextSnapshot(screen)));
      const truth = await live(third);
      for (const [n, snapshot] of snapshots.entries()) {
        expect(snapshot.epoch).not.toBe(watching[n]?.first.epoch);
        expect(snapshot).toMatchObject({ seq: 3, epoch: (await stored())?.epoch, state: truth.state });
      }
      await third.close();
    });

    it.each([
      ['a club', () => [ref(), `games/extra-${game - 1_000}/marker`, 'club/upcoming_games', TOKENS.club, '1'] as const],
      [
        'a tournament',
        () =>
          [
            'match:702',
            'tournaments/autumn-cup/matches/702/markers',
            'tournament/matches',
            TOKENS.tournament,
            'home',
          ] as const,
      ],
    ])(
      'rule LIVE-4: a list of %s that nobody read meanwhile has the new history, as long as the lost one',
      async (_, of) => {
        const [stored, markers, list, by, side] = of();
        const options = { databaseUrl: database.url, data: null };
        // It has the list, and not the match.
        const reader = await openTestGateway(options);
        const read = async (node: TestGateway) =>
          JSON.stringify((await node.call('GET', list, { token: by })).body).replaceAll(node.url, '');
        const write = async (node: TestGateway, type: string) => {
          const body = { id: randomUUID(), timestamp: new Date().toISOString(), type, team: side };
          const { status } = await node.call('POST', markers, { token: by, body });
          expect(status).toBe(201);
        };
        const restore = await backup(stored);
        const lost = await openTestGateway(options);
        await write(lost, 'Goal');
        await lost.close();
        const before = await read(reader);
        await restore();
        const writer = await openTestGateway(options);
        await write(writer, 'Event');
        expect(await read(writer)).not.toEqual(before);
        await expect.poll(() => read(reader), { timeout: 5_000 }).toEqual(await read(writer));
        await writer.close();
        await reader.close();
      },
    );

    it('never returns to an earlier epoch, and a write notices it at once', async () => {
      const [near, far] = nodes;
      await post(near);
      const restore = await backup();
      const epochs = new Set<string>();
      for (let time = 0; time < 3; time += 1) {
        await post(near);
        await agree(2);
        epochs.add((await live(near)).epoch);
        await restore();
        // On either node: decided from the lost state, refused by the store, decided again.
        await Promise.all([post(near), post(far)]);
        await agree(3);
        const [one, two] = await Promise.all(nodes.map(live));
        expect(one).toEqual(two);
        epochs.add(one?.epoch ?? '');
        expect(one?.state.goals).toHaveLength(3);
        await restore();
        await agree(1);
      }
      // No epoch came twice, so each state that was shown stays true for its epoch.
      expect(epochs.size).toBeGreaterThanOrEqual(4);
    });

    it('unsubscribes the subscribers of a match that is no longer in the database', async () => {
      const restore = await backup();
      await post(nodes[0]);
      await agree(1);
      const { screen } = await watch(nodes[1]);
      await sql`delete from live_match where ref = ${ref()}`;
      await expect
        .poll(async () => (await nodes[1].call('GET', `live/${ref()}`, { token })).status, { timeout: 5_000 })
        .toBe(403);
      expect(await screen.next('unsubscribed')).toMatchObject({ reason: 'forbidden' });
      await restore();
      expect((await live(nodes[1])).seq).toBe(0);
    });
  },
);
