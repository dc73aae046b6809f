// The relay on a private Redis Cluster: topics on all its nodes, and a node that dies.
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Message } from '../../src/cluster/messages.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { openMessageSigning } from '../../src/auth/mac.ts';
import { openRelay } from '../../src/cluster/relay.ts';
import { hasRedisServer, type RedisServer, startRedis } from '../support/redis.ts';

const SLOTS = 16_384;
const NODES = 3;

describe.skipIf(!hasRedisServer)('the relay on a Redis Cluster', () => {
  let servers: readonly RedisServer[] = [];
  let admins: readonly Redis[] = [];

  beforeAll(async () => {
    const more = [
      '--cluster-enabled',
      'yes',
      '--cluster-node-timeout',
      '2000',
      '--cluster-require-full-coverage',
      'no',
    ];
    servers = await Promise.all(Array.from({ length: NODES }, () => startRedis(more)));
    admins = servers.map(({ url }) => new Redis(url).on('error', () => undefined));
    const share = Math.ceil(SLOTS / NODES);
    for (const [n, admin] of admins.entries()) {
      await admin.call('CLUSTER', 'ADDSLOTSRANGE', String(n * share), String(Math.min((n + 1) * share, SLOTS) - 1));
      await admin.call('CLUSTER', 'SET-CONFIG-EPOCH', String(n + 1));
    }
    for (const { port } of servers) await admins[0]?.call('CLUSTER', 'MEET', '127.0.0.1', String(port));
    const isWhole = async (admin: Redis) => {
      const info = String(await admin.call('CLUSTER', 'INFO'));
      return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${NODES}`);
    };
    const until = performance.now() + 20_000;
    for (const admin of admins) {
      while (!(await isWhole(admin))) {
        if (performance.now() > until) throw new Error('The cluster did not come together.');
        await new Promise(setImmediate);
      }
    }
  });
  afterAll(async () => {
    for (const admin of admins) admin.disconnect();
    for (const server of servers) await server.close();
  });

  function node(installation: string) {
    const heard: string[] = [];
    const relay = openRelay({
      urls: servers.map(({ url }) => url),
      installation,
      signing: openMessageSigning(['a secret of thirty-two characters']),
      dropped: () => undefined,
      receive: (message) => heard.push(message.kind === 'moved' ? message.ref : message.kind),
      changed: () => undefined,
      logger: createLogger('silent'),
      timing: { heartbeatMs: 100, silentMs: 1_500, retryMs: 50 },
    });
    onTestFinished(relay.close);
    return { ...relay, heard };
  }

  it('carries topics of all its nodes, each by the owner of its slot, and continues after a node dies and returns', async () => {
    const installation = randomUUID();
    const [one, two] = [node(installation), node(installation)];
    const up = () => expect.poll(() => one.isUp() && two.isUp()).toBe(true);
    await up();
    const refs = Array.from({ length: 60 }, (_, id) => `game:${id}` as const);
    const moved = (ref: MatchRef): Message => ({
      kind: 'moved',
      ref,
      epoch: 'e',
      seq: 1,
      at: 1,
      changes: null,
      after: { seq: 0, at: 0 },
    });
    for (const ref of refs) {
      // Sent in the same moment, a subscription must not leave on the connection that publishes.
      two.publish(ref, moved(ref));
      await two.follow(ref);
    }
    // Delivery is at most once: while slots are looked up a message may be lost, so it is sent again.
    const everythingHeard = () =>
      expect
        .poll(
          () => {
            for (const ref of refs) one.publish(ref, moved(ref));
            return new Set(two.heard).size;
          },
          { timeout: 10_000, interval: 100 },
        )
        .toBe(refs.length);
    await everythingHeard();
    // Sharded: every node has some topics, none has all.
    const counts = await Promise.all(
      admins.map(
        async (admin) => ((await admin.call('PUBSUB', 'SHARDCHANNELS', `*${installation}*:game:*`)) as string[]).length,
      ),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(refs.length);
    for (const count of counts) expect(count).toBeGreaterThan(0);

    await servers[1]?.kill();
    await expect.poll(() => one.isUp() || two.isUp()).toBe(false);
    await servers[1]?.start();
    await up();
    two.heard.length = 0;
    await everythingHeard();
  });
});
