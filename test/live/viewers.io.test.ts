// How many follow a channel, on one node and on several.
import { expect, onTestFinished, test } from 'vitest';
import type { AnyChannel } from '../../protocol/wire/ids.ts';
import type { LiveChannel } from '../../src/live/channel.ts';
import { ANNOUNCED_MAX, openViewers } from '../../src/live/viewers.ts';
import type { ViewerCounts } from '../../src/cluster/messages.ts';
import { createDatabase, testDatabases } from '../support/database.ts';
import { openEventStream } from '../support/event-stream.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { testRedis } from '../support/redis.ts';
import { connect } from '../support/subscriber.ts';
import { TOKENS } from '../support/world/tokens.ts';

const redisUrl = await testRedis();
const hasPostgres = (await testDatabases()).includes('postgres');
const token = TOKENS.tournament;
const viewersOn = async (node: TestGateway, channel = 'match:701'): Promise<unknown> =>
  (await node.call('GET', `live/${channel}/viewers`, { token })).body;

test.skipIf(!redisUrl || !hasPostgres)(
  'rule LIVE-11: the viewers of all nodes are added up, and forgotten with their node',
  async () => {
    const database = await createDatabase();
    onTestFinished(database.drop);
    const options = { databaseUrl: database.url, redisUrls: [redisUrl ?? ''], timing: { viewersMs: 60 } };
    const [node, other] = [await openTestGateway(options), await openTestGateway({ ...options, data: null })];
    const screens = [
      await connect(node.liveUrl, token),
      await connect(node.liveUrl, token),
      await connect(other.liveUrl, token),
    ];
    for (const screen of screens) await screen.subscribe('match:701');
    await screens[0]?.subscribe('tournament:autumn-cup');
    await expect.poll(() => viewersOn(node)).toEqual({ channel: 'match:701', viewers: 3, nodes: 2 });
    await expect.poll(() => viewersOn(other)).toEqual({ channel: 'match:701', viewers: 3, nodes: 2 });
    await expect.poll(() => viewersOn(other, 'tournament:autumn-cup')).toMatchObject({ viewers: 1 });
    await other.close();
    await expect.poll(() => viewersOn(node)).toEqual({ channel: 'match:701', viewers: 2, nodes: 1 });
    for (const screen of screens) await screen.close();
    await node.close();
  },
);

test('rule LIVE-11: event streams count, view tokens may not ask, and an unknown channel has its usual answer', async () => {
  const node = await openTestGateway();
  const stream = await openEventStream(`${node.liveUrl.replace(/^ws/, 'http')}/match:701/events`, { token });
  await stream.next();
  expect(await viewersOn(node)).toEqual({ channel: 'match:701', viewers: 1, nodes: 1 });
  const view = await node.viewToken(token, 'match:701');
  expect((await node.call('GET', 'live/match:701/viewers', { token: view })).status).toBe(403);
  expect((await node.call('GET', 'live/match:999/viewers', { token })).status).toBe(403);
  expect((await node.call('GET', 'live/nonsense/viewers', { token })).status).toBe(404);
  stream.close();
  await node.close();
});

test('rule LIVE-11: a node announces its channels with the most viewers, up to a limit', async () => {
  const channels = Array.from({ length: ANNOUNCED_MAX + 1 }, (_, at) => ({
    channel: { name: `game:${at}` as AnyChannel, subscribers: () => at + 1 } as LiveChannel,
    isLive: true,
  }));
  const announced = await new Promise<ViewerCounts>((resolve) => {
    const peers = { on: () => undefined, publishViewers: resolve };
    const viewers = openViewers({ sources: [{ watched: () => channels }], peers, timing: { viewersMs: 1 } });
    onTestFinished(viewers.close);
  });
  expect(Object.keys(announced.counts)).toHaveLength(ANNOUNCED_MAX);
  expect(announced.counts).not.toHaveProperty('game:0');
});
