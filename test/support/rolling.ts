// Two nodes behind nginx, by the sample of docs/deploy, that are replaced one after the other under writers and screens.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { connect as follow } from '../../protocol/client/client.ts';
import type { BoardState } from '../../protocol/wire/board.ts';
import { createDatabase, createHome } from './database.ts';
import { freePort } from './free-port.ts';
import { TEST_SECRET } from './gateway.ts';
import { fetchFrom, nginxPorts, openNginx } from './nginx.ts';
import { type SpawnedGateway, spawnGateway } from './process.ts';
import { startRedis } from './redis.ts';
import { TEST_CERT } from './tls.ts';
import { TOKENS } from './world/tokens.ts';

export const WRITERS = 4;
const SCREENS = 10;
const CHANNEL = 'match:701';
const MARKERS = '/api/v1/tournaments/autumn-cup/matches/701/markers';
const patient = { timeout: 60_000 };

/** A WebSocket that trusts the certificate of the tests. */
class Trusting extends WebSocket {
  constructor(url: string, protocols: string | string[]) {
    super(url, protocols, { ca: TEST_CERT } satisfies ClientOptions);
  }
}

const shown = (state: BoardState | null): string[] =>
  Object.keys(Object.values(state?.matches ?? {})[0]?.events ?? {}).sort();
const authorization = `Bearer ${TOKENS.tournament}`;

type Replacement = {
  /** A data file with match 701 of the world. */
  readonly data: object;
  /** The checkout that runs first; default: this one, which replaces it in any case. */
  readonly before?: string;
  readonly hasRedis?: boolean;
};

/**
 * Replaces the nodes, and checks that writers needed no more than repeats, and that every acknowledged marker is there once: on all
 * screens, on both nodes and in the list. Resolves to the nodes of the end.
 */
export async function replaceNodes({ data, before, hasRedis = false }: Replacement): Promise<SpawnedGateway[]> {
  const [{ home, remove }, database, ports] = await Promise.all([
    createHome(),
    createDatabase({ hasSchema: false }),
    nginxPorts(),
  ]);
  onTestFinished(async () => {
    await database.drop();
    await remove();
  });
  const redis = hasRedis ? await startRedis() : null;
  onTestFinished(() => redis?.close());
  const dataFile = path.join(home, 'data.json');
  await writeFile(dataFile, JSON.stringify(data));
  const shared = {
    DATABASE_URL: database.url,
    TOUCHLINE_SECRET: TEST_SECRET,
    PUBLIC_URL: `https://127.0.0.1:${ports.https}`,
    TRUSTED_PROXIES: '127.0.0.1',
    ...(redis === null ? {} : { REDIS_URL: redis.url }),
  };
  const nodePorts = [await freePort(), await freePort()] as const;
  const start = async (port: number, checkout: string | undefined, ...args: string[]): Promise<SpawnedGateway> => {
    const env = { ...shared, PORT: String(port), TOUCHLINE_HOME: path.join(home, String(port)) };
    const node = await spawnGateway({ env, args, ...(checkout === undefined ? {} : { checkout }) });
    onTestFinished(() => node.kill());
    return node;
  };
  const nodes = [await start(nodePorts[0], before, '--data', dataFile), await start(nodePorts[1], before)];
  const nginx = await openNginx(ports, ...nodePorts);
  onTestFinished(() => nginx.close());

  const states = Array.from({ length: SCREENS }, (): BoardState | null => null);
  for (const index of states.keys()) {
    const screen = follow({
      url: `${nginx.url.replace('http', 'ws')}/api/v1/live`,
      token: TOKENS.tournament,
      WebSocket: Trusting,
      fallback: false,
    });
    onTestFinished(() => screen.close());
    screen.subscribe(CHANNEL, (update) => {
      if (update.kind === 'state') states[index] = update.state as BoardState;
    });
  }
  await expect.poll(() => states.filter((state) => state !== null).length, patient).toBe(SCREENS);

  const acknowledged = new Set<string>();
  const statuses = new Map<number, number>();
  let isOver = false;
  const send = fetchFrom('127.0.0.1');
  /** Whether the marker is acknowledged. A scorekeeper's app repeats it with the same id otherwise. */
  const post = async (id: string): Promise<boolean> => {
    const answer = await send(nginx.url + MARKERS, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ id, type: 'Event', timestamp: new Date().toISOString() }),
    });
    await answer.arrayBuffer();
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    return answer.ok;
  };
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!isOver) {
      const id = randomUUID();
      await expect.poll(() => post(id), { ...patient, interval: 50 }).toBe(true);
      acknowledged.add(id);
      // Thousands of markers in one match would only slow the screens down.
      await expect.poll(() => shown(states[0] ?? null), { ...patient, interval: 40 }).toContain(id);
    }
  });
  const progress = async (): Promise<void> => {
    const enough = acknowledged.size + WRITERS * 3;
    await expect.poll(() => acknowledged.size, patient).toBeGreaterThan(enough);
  };

  await progress();
  for (const [index, port] of nodePorts.entries()) {
    const stopped = nodes[index];
    // The drain has its full time, and writers go on meanwhile.
    expect(await stopped?.stop()).toBe(0);
    expect(stopped?.lines.some((line) => line.includes('the shutdown did not finish in time'))).toBe(false);
    await progress();
    nodes[index] = await start(port, undefined);
    await progress();
  }
  isOver = true;
  await Promise.all(writers);

  // A node that stops answers 503, nginx 502 where its connection to the node ends: both are repeated.
  expect([...statuses.keys()].filter((status) => ![200, 201, 502, 503].includes(status))).toEqual([]);
  const expected = [...acknowledged].sort();
  await expect
    .poll(() => states.filter((state) => shown(state).length === expected.length).length, patient)
    .toBe(SCREENS);
  for (const state of states) expect(shown(state)).toEqual(expected);
  for (const { url } of nodes) {
    const live = await fetch(`${url}/api/v1/live/${CHANNEL}`, { headers: { authorization } });
    expect(shown(((await live.json()) as { state: BoardState }).state)).toEqual(expected);
    const list = await fetch(url + MARKERS, { headers: { authorization } });
    expect(((await list.json()) as { markers: { id: string }[] }).markers.map(({ id }) => id).sort()).toEqual(expected);
  }
  return nodes;
}
