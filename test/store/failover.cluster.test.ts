// PostgreSQL fails over to a standby that misses the last writes: they were shown and are lost. The gateway continues
// without a restart, and no screen keeps the lost writes.
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DownFrame } from '../../protocol/wire/down.ts';
import { findPostgresBinaries, type PrivatePostgres, startPostgres } from '../support/cluster/postgres.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { type FaultProxy, openProxy } from '../support/proxy.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { connect, type Subscriber } from '../support/subscriber.ts';

const binaries = findPostgresBinaries();
const token = TOKENS.club;

let primary: PrivatePostgres;
let standby: PrivatePostgres;
let proxy: FaultProxy;
let gateway: TestGateway;
/** The server behind the address that the gateway uses. */
const address = { host: '127.0.0.1', port: 0 };

beforeAll(async () => {
  if (binaries === null) return;
  primary = await startPostgres(binaries);
  standby = await startPostgres(binaries, { primary: primary.port });
  address.port = primary.port;
  proxy = await openProxy(address);
  gateway = await openTestGateway({ databaseUrl: primary.url(proxy.port) });
});
afterAll(async () => {
  if (binaries === null) return;
  await gateway.close();
  await proxy.close();
  await Promise.all([primary.close(), standby.close()]);
});

const post = () => {
  const body = { id: randomUUID(), timestamp: new Date().toISOString(), type: 'Goal', primary_player_pc_id: 1 };
  return gateway.call('POST', 'games/sunday-5s/marker', { token, body });
};
const seqOn = async (server: PrivatePostgres): Promise<number | undefined> => {
  const sql = postgres(server.url(), { max: 1 });
  try {
    const [row] = await sql<{ seq: number }[]>`select seq from match_position where ref = 'game:100'`;
    return row?.seq;
  } finally {
    await sql.end();
  }
};

/** The next matching frame; skips others. */
async function heard(screen: Subscriber, isWanted: (frame: DownFrame) => boolean): Promise<DownFrame> {
  for (;;) {
    const frame = await screen.take();
    if (isWanted(frame)) return frame;
  }
}

test.runIf(binaries !== null)('a failover that loses its tail gives a new epoch, and writes go on', async () => {
  const screen = await connect(gateway.liveUrl, token);
  const first = await screen.subscribe('game:100');
  for (let goal = 0; goal < 3; goal += 1) expect((await post()).status).toBe(201);
  await expect.poll(() => seqOn(standby)).toBe(first.seq + 3);

  await standby.stop();
  for (let goal = 0; goal < 2; goal += 1) expect((await post()).status).toBe(201);
  await heard(screen, (frame) => frame.type === 'delta' && frame.seq === first.seq + 5);
  await primary.kill();

  const began = performance.now();
  const refused = await post();
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(performance.now() - began).toBeLessThan(5_000);
  const shown = await gateway.call<{ seq: number }>('GET', 'live/game:100', { token });
  expect(shown.body.seq).toBe(first.seq + 5);
  expect((await gateway.call('GET', '/readyz')).status).toBe(503);

  await standby.start();
  const sql = postgres(standby.url(), { max: 1 });
  await sql`select pg_promote(true)`;
  await sql.end();
  address.port = standby.port;

  // The screen is updated without another write.
  const snapshot = await heard(screen, (frame) => frame.type === 'snapshot');
  expect(snapshot).toMatchObject({ seq: first.seq + 3, epoch: expect.not.stringMatching(first.epoch) as unknown });
  await expect.poll(async () => (await gateway.call('GET', '/readyz')).status).toBe(200);
  await expect.poll(async () => (await post()).status).toBe(201);
  await screen.close();
});
