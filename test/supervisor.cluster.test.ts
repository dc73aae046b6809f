// Several workers on one port: messages between them without Redis, metrics, a death, the replacement, the end.
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../src/cli/build.mjs';
import { createDatabase, createHome, testDatabases } from './support/database.ts';
import { follow } from './support/follow.ts';
import { goalBody } from './support/goal-body.ts';
import { type SpawnedGateway, spawnGateway } from './support/process.ts';
import { quickRequest } from './support/quick-request.ts';
import { scrape } from './support/scrape.ts';
import { connect } from './support/subscriber.ts';
import { ADMIN_TOKEN, TOKENS } from './support/world/tokens.ts';
import { world } from './support/world/world.ts';

const hasPostgres = (await testDatabases()).includes('postgres');

describe.skipIf(!hasPostgres)('three workers', () => {
  let gateway: SpawnedGateway;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    await ensureBuilt();
    const { home, remove } = await createHome();
    closing.push(remove);
    const { url, drop } = await createDatabase();
    closing.push(drop);
    const data = path.join(home, 'data.json');
    await writeFile(data, JSON.stringify(world()));
    gateway = await spawnGateway({
      args: ['--data', data],
      // A SIGHUP while they start does not end them.
      onLine(line, pid) {
        if (line.includes('data file applied')) process.kill(pid, 'SIGHUP');
      },
      env: {
        TOUCHLINE_HOME: home,
        DATABASE_URL: url,
        TOUCHLINE_ADMIN_TOKEN: ADMIN_TOKEN,
        WORKERS: '3',
        PORT: '0',
        NODE_ENV: 'test',
      },
    });
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  const workers = (): number[] => {
    const printed = execFileSync('ps', ['-o', 'pid=', '--ppid', String(gateway.pid)], { encoding: 'utf8' });
    return printed.split('\n').flatMap((line) => (line.trim() === '' ? [] : [Number(line)]));
  };
  const liveUrl = (): string => `${gateway.url.replace('http', 'ws')}/api/v1/live`;
  const post = () =>
    quickRequest(`${gateway.url}/api/v1/games/sunday-5s/marker`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKENS.club}`, 'content-type': 'application/json' },
      body: JSON.stringify(goalBody()),
    });
  const counted = async (): Promise<number> =>
    (await scrape(gateway.url)).get('touchline_request_seconds_count{route="postGameMarker",status="201"}') ?? 0;
  const seqNow = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${TOKENS.club}` };
    const answer = await fetch(`${gateway.url}/api/v1/live/game:100`, { headers });
    return ((await answer.json()) as { seq: number }).seq;
  };

  it('serve one port, show each other’s writes, and count as one server', async () => {
    expect(workers()).toHaveLength(3);
    const screens = await Promise.all(Array.from({ length: 24 }, () => follow(liveUrl(), 'game:100', TOKENS.club)));
    const posted = await Promise.all(Array.from({ length: 30 }, post));
    expect(posted.map(({ status }) => status)).toEqual(posted.map(() => 201));
    const states = await Promise.all(screens.map((screen) => screen.reach(30)));
    for (const state of states) expect(state).toEqual(states[0]);
    const metrics = await scrape(gateway.url);
    expect(metrics.get('touchline_live_connections')).toBe(24);
    expect(metrics.get('touchline_database_up')).toBe(1);
    expect(metrics.get('touchline_request_seconds_count{route="postGameMarker",status="201"}')).toBe(30);
    for (const screen of screens) screen.close();
  });

  it('go on when one dies, and another takes its place', async () => {
    const [victim, ...others] = workers();
    const countedBefore = await counted();
    process.kill(victim ?? 0, 'SIGKILL');
    await expect.poll(() => workers().filter((pid) => !others.includes(pid) && pid !== victim).length).toBe(1);
    const before = await seqNow();
    expect((await post()).status).toBe(201);
    await expect.poll(seqNow).toBe(before + 1);
    await expect.poll(counted, { message: 'a counter that falls looks like a restart of all' }).toBe(countedBefore + 1);
  });

  it('rule OPS-31: one that is frozen is killed and started again, and none while the supervisor is stopped', async () => {
    const all = workers();
    process.kill(gateway.pid, 'SIGSTOP');
    const stopped = performance.now();
    const servedFor = async (): Promise<number> => {
      expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
      return performance.now() - stopped;
    };
    await expect.poll(servedFor, { interval: 500 }).toBeGreaterThan(17_000);
    process.kill(gateway.pid, 'SIGCONT');
    expect((await scrape(gateway.url)).get('touchline_database_up'), 'the supervisor runs again').toBe(1);
    expect(workers()).toEqual(all);

    const [frozen = 0, ...others] = all;
    process.kill(frozen, 'SIGSTOP');
    await expect.poll(() => workers().includes(frozen)).toBe(false);
    await expect.poll(() => workers().length).toBe(3);
    expect(workers()).toEqual(expect.arrayContaining(others));
    const lines = gateway.lines.filter((line) => line.includes('a worker did not answer for 15 seconds'));
    expect(lines).toEqual([expect.stringContaining('"signal":"SIGKILL"')]);
    expect(lines[0]).toContain(`"worker":${frozen},`);
    expect((await post()).status).toBe(201);
  });

  it('are replaced one by one on SIGHUP: each screen is told when to come back', async () => {
    const old = workers();
    const countedBefore = await counted();
    expect((await post()).status, 'counted by a worker that is not asked for it before it ends').toBe(201);
    const screens = await Promise.all(Array.from({ length: 6 }, () => connect(liveUrl(), TOKENS.club)));
    process.kill(gateway.pid, 'SIGHUP');
    expect((await Promise.all(screens.map(({ closed }) => closed))).map(({ code }) => code)).toEqual(
      screens.map(() => 1012),
    );
    await expect.poll(() => gateway.lines.some((line) => line.includes('all workers are replaced'))).toBe(true);
    expect(workers()).toHaveLength(3);
    expect(workers().filter((pid) => old.includes(pid))).toEqual([]);
    expect((await post()).status).toBe(201);
    await expect.poll(counted).toBe(countedBefore + 2);
  });

  it('end with the supervisor, and rule OPS-31: the log says whose line it is', async () => {
    const all = workers();
    expect(await gateway.stop()).toBe(0);
    const stopped = gateway.lines.filter((line) => line.includes('"msg":"stopped"'));
    const writers = stopped.map((line) => (JSON.parse(line) as { worker?: number }).worker);
    expect(writers).toEqual(expect.arrayContaining([...all, undefined]));
    for (const pid of all) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
