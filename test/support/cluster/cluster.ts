// Two nodes, a private PostgreSQL and Redis, and proxies between all of them.
import postgres from 'postgres';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import { loadMatch } from '../../../src/store/matches.ts';
import { readLog } from '../../../src/store/log/read.ts';
import type { Sql } from '../../../src/store/driver/sql.ts';
import { ADMIN_TOKEN } from '../world/tokens.ts';
import type { Position, Stored, StoredLog } from './history.ts';
import { type ClusterNode, openNode } from './node.ts';
import { eventually } from './processes.ts';
import { findPostgresBinaries, type PrivatePostgres, startPostgres } from './postgres.ts';
import { findRedisBinary, type PrivateRedis, startRedis } from './redis.ts';

export type Cluster = {
  readonly postgres: PrivatePostgres;
  readonly redis: PrivateRedis;
  readonly nodes: readonly [ClusterNode, ClusterNode];
  /** Applies a data file through the first node that accepts it. */
  importData(file: object): Promise<void>;
  /** The position of each match in the database, without its log. */
  positions(refs: readonly MatchRef[]): Promise<ReadonlyMap<string, number>>;
  stored(ref: MatchRef): Promise<Stored>;
  /** A node's answer about a channel; null without an answer. */
  ask(node: ClusterNode, channel: string, token: string): Promise<Position | null>;
  close(): Promise<void>;
};

/** The program that this machine lacks for a private cluster; null when it has all. */
export function missingForCluster(): string | null {
  const missing = [
    ...(findPostgresBinaries() === null ? ['initdb and postgres'] : []),
    ...(findRedisBinary() === null ? ['redis-server'] : []),
  ];
  return missing.length === 0 ? null : missing.join(', ');
}

export async function openCluster(): Promise<Cluster> {
  const binaries = findPostgresBinaries();
  const redisBinary = findRedisBinary();
  if (binaries === null || redisBinary === null) throw new Error(`Not found here: ${String(missingForCluster())}.`);
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const [database, redis] = await Promise.all([startPostgres(binaries), startRedis(redisBinary)]);
    closing.push(database.close, redis.close);
    const place = { databasePort: database.port, databaseUrl: database.url, redisPort: redis.port };
    const nodes = [await openNode('a', place), await openNode('b', place)] as const;
    for (const node of nodes) closing.push(node.close);
    for (const node of nodes) await node.start();
    // Directly to the database, so that faults of the nodes do not disturb these reads.
    const sql: Sql = postgres(database.url(), { max: 2, backoff: () => 0.05, onnotice: () => undefined });
    closing.push(() => sql.end({ timeout: 1 }));
    return { postgres: database, redis, nodes, close, ...looks(sql, nodes) };
  } catch (error) {
    await close();
    throw error;
  }
}

function looks(sql: Sql, nodes: readonly ClusterNode[]) {
  /** Safe to repeat, so it is: a node may close a connection that idled just when it is used again. */
  const importData = (file: object): Promise<void> =>
    eventually(
      async () => {
        const node = nodes.find((one) => one.url() !== null);
        const answer = await fetch(`${node?.url() ?? ''}/api/admin/import`, {
          method: 'POST',
          headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
          body: JSON.stringify(file),
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${answer.status} ${text}`);
      },
      40_000,
      'The data is imported',
    );

  async function positions(refs: readonly MatchRef[]): Promise<ReadonlyMap<string, number>> {
    const rows = await sql<
      { ref: string; seq: number }[]
    >`select ref, seq from match_position where ref = any(${[...refs]})`;
    return new Map(rows.map(({ ref, seq }) => [ref, seq]));
  }

  async function stored(ref: MatchRef): Promise<Stored> {
    const match = await loadMatch(sql, ref);
    if (!match) throw new Error(`${ref} is not stored.`);
    const log: StoredLog[] = [];
    for (const { seq, change } of await readLog(sql, ref, 0, 1_000_000)) {
      if (change === null) throw new Error(`${ref} was imported anew in the middle of a round.`);
      log.push({ seq, change });
    }
    const { fixture, epoch, seq, markers } = match;
    return { ref, epoch, seq, fixture, log, markers };
  }

  async function ask(node: ClusterNode, channel: string, token: string): Promise<Position | null> {
    const url = node.url();
    if (url === null) return null;
    const answer = await fetch(`${url}${API_ROOT}/live/${channel}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(5_000),
    });
    const text = await answer.text();
    return answer.ok ? (JSON.parse(text) as Position) : null;
  }

  return { importData, positions, stored, ask };
}
