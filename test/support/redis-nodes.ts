// Two nodes on one database that hear of each other's changes by Redis only, and a connection of the test to both.
import { Redis } from 'ioredis';
import postgres from 'postgres';
import { expect, vi } from 'vitest';
import type { Timing } from '../../src/live/timing.ts';
import { installationId } from '../../src/store/log/positions.ts';
import { createDatabase } from './database.ts';
import { openTestGateway, type TestGateway } from './gateway.ts';

/** Its type comes from here: to compare `Redis` with itself costs the compiler four seconds. */
const openRedis = (url: string) => new Redis(url);

export type RedisNodes = {
  readonly nodes: readonly [TestGateway, TestGateway];
  readonly sql: postgres.Sql;
  readonly redis: ReturnType<typeof openRedis>;
  /** The name of the installation in the topics of its messages. */
  readonly installation: string;
  close(): Promise<void>;
};

/** `data`: of both nodes; `world()` when left out. Resolves when both nodes are connected to Redis. */
export async function openRedisNodes(
  redisUrl: string,
  { data, timing }: { readonly data?: object; readonly timing?: Partial<Timing> } = {},
): Promise<RedisNodes> {
  const database = await createDatabase();
  const options = {
    databaseUrl: database.url,
    redisUrls: [redisUrl],
    relay: { heartbeatMs: 50 },
    // The poll of the database and the check of rights are too slow to show a change, or to repair the effect of a message.
    timing: { pollWithRedisMs: 600_000, recheckMs: 600_000, ...timing },
  };
  const first = await openTestGateway({ ...options, ...(data === undefined ? {} : { data }) });
  const nodes = [first, await openTestGateway({ ...options, data: null })] as const;
  const sql = postgres(database.url, { max: 1 });
  const redis = openRedis(redisUrl);
  const close = async (): Promise<void> => {
    redis.disconnect();
    await sql.end();
    await Promise.all(nodes.map((node) => node.close()));
    await database.drop();
  };
  for (const node of nodes)
    await vi.waitFor(
      async () => expect((await node.call<{ redis: string }>('GET', '/readyz')).body.redis).toBe('up'),
      40_000,
    );
  return { nodes, sql, redis, installation: await installationId(sql), close };
}
