// The subscriber client behind a real nginx that gets in its way: without Upgrade, with a buffer, or cutting streams.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Client, connect } from '../../protocol/client/client.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { freePort } from '../support/free-port.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { skipsNginx, startNginx } from '../support/nginx.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { streamFetch } from '../support/stream-fetch.ts';
import { TOKENS } from '../support/world/tokens.ts';

const GOALS = 12;
const COMMENT_MS = 300;
const TIMING = {
  backoffBaseMs: 20,
  backoffMaxMs: 100,
  connectMs: 2_000,
  steadyMs: 1_000,
  pollMs: 100,
  quietMs: 400,
  deadMs: 700,
  checkMs: 50,
  provenMs: 250,
  betterMs: 200,
  betterMaxMs: 400,
};

let gateway: TestGateway;
let nginx: { close(): Promise<void> };
let folder: string;
let ports: Readonly<Record<'plain' | 'buffering' | 'cutting', number>>;
let client: Client | null = null;
const warnings: string[] = [];

/** While this file exists, the first server passes Upgrade on. */
const gate = (): string => path.join(folder, 'passes-upgrade');

const serverBlock = (port: number, more: string): string => `
server {
  listen 127.0.0.1:${port};
  location / {
    set $up "";
    set $hop "";
    ${more}
    proxy_pass http://127.0.0.1:${new URL(gateway.url).port};
    proxy_http_version 1.1;
    proxy_set_header Upgrade $up;
    proxy_set_header Connection $hop;
  }
}`;

beforeAll(async () => {
  if (skipsNginx) return undefined;
  folder = await mkdtemp(path.join(tmpdir(), 'touchline-gate-'));
  gateway = await openTestGateway({
    timing: { commentMs: COMMENT_MS },
    logger: createLogger('warn', { write: (line) => void warnings.push(line) }),
  });
  ports = { plain: await freePort(), buffering: await freePort(), cutting: await freePort() };
  nginx = await startNginx(ports.plain, () =>
    [
      serverBlock(ports.plain, `if (-f ${gate()}) { set $up $http_upgrade; set $hop upgrade; }`),
      serverBlock(
        ports.buffering,
        'proxy_ignore_headers X-Accel-Buffering; gzip on; gzip_min_length 0; gzip_types text/event-stream;',
      ),
      serverBlock(ports.cutting, `proxy_read_timeout ${COMMENT_MS / 3}ms;`),
    ].join('\n'),
  );
  return undefined;
});
afterAll(async () => {
  if (skipsNginx) return;
  await nginx.close();
  await gateway.close();
  await rm(folder, { recursive: true });
});
afterEach(() => client?.close());

/**
 * Follows a match through this server while goals come, calls `before` before each, and expects all of them once and in
 * order.
 */
async function followGoals(port: number, matchId: number, before: (goal: number) => Promise<void>): Promise<void> {
  const seqs: number[] = [];
  const goals: string[] = [];
  let score = 0;
  client = connect({
    url: `ws://127.0.0.1:${port}/api/v1/live`,
    token: TOKENS.tournament,
    WebSocket,
    fetch: streamFetch,
    timing: TIMING,
  });
  client.subscribe(`match:${matchId}`, (update) => {
    if (update.kind === 'refused') throw new Error(update.message);
    seqs.push(update.seq);
    score = Object.values(update.state.matches)[0]?.score.home ?? 0;
    for (const { action, type, marker_id: id } of update.cause) {
      if (action === 'recorded' && type === 'Goal') goals.push(id ?? '');
    }
  });
  await expect.poll(() => seqs.length).toBe(1);
  const [keeper, scored] = [matchKeeper(gateway, matchId), score];
  if (scored === 0) await keeper.post('Start');
  const posted: string[] = [];
  for (let goal = 0; goal < GOALS; goal += 1) {
    await before(goal);
    posted.push(await keeper.post('Goal', { team: 'home' }));
  }
  await expect.poll(() => score).toBe(scored + GOALS);
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
  expect(goals.sort()).toEqual(posted.sort());
}

async function comesBy(transport: string): Promise<void> {
  await expect.poll(() => client?.transport()).toBe(transport);
}

describe.skipIf(skipsNginx)('behind nginx', () => {
  it('a handshake that lost its Upgrade is told what the proxy has to do, and the log too, once', async () => {
    for (let time = 0; time < 2; time += 1) {
      const socket = new WebSocket(`ws://127.0.0.1:${ports.cutting}/api/v1/live`);
      socket.on('error', () => undefined);
      const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
      expect(answer.statusCode).toBe(400);
      expect(await json(answer)).toMatchObject({ hint: expect.stringContaining('must pass on Upgrade') });
      socket.terminate();
    }
    expect(warnings.filter((line) => line.includes('without Upgrade'))).toHaveLength(1);
  });

  it('P56 without Upgrade the client reads events, and moves to a WebSocket when one passes', async () => {
    await followGoals(ports.plain, 701, async (goal) => {
      if (goal === 1) await comesBy('events');
      if (goal !== GOALS / 2) return;
      await writeFile(gate(), '');
      await comesBy('websocket');
    });
    expect(client?.status()).toEqual({ state: 'live' });
  });

  it('P56 with a buffer around streams too, it polls', async () => {
    await followGoals(ports.buffering, 702, async (goal) => {
      if (goal === 1) await comesBy('polling');
    });
  });

  it('P56 with streams that are cut too, it polls', async () => {
    await followGoals(ports.cutting, 701, async (goal) => {
      if (goal === GOALS / 2) await comesBy('polling');
    });
  });
});
