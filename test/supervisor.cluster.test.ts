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
        ...{ TOUCHLINE_HOME: home, DATABASE_URL: url, TOUCHLINE_ADMIN_TOKEN: ADMIN_TOKEN },
        ...{ WORKERS: '3', PORT: '0', NODE_ENV: 'test' },
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
    process.kill(victim ?? 0, 'SIGKILL');
    await expect.poll(() => workers().filter((pid) => !others.includes(pid) && pid !== victim).length).toBe(1);
    const before = await seqNow();
    expect((await post()).status).toBe(201);
    await expect.poll(seqNow).toBe(before + 1);
  });

  it('are replaced one by one on SIGHUP: each screen is told when to come back', async () => {
    const old = workers();
    const screens = await Promise.all(Array.from({ length: 6 }, () => connect(liveUrl(), TOKENS.club)));
    process.kill(gateway.pid, 'SIGHUP');
    expect((await Promise.all(screens.map(({ closed }) => closed))).map(({ code }) => code)).toEqual(
      screens.map(() => 1012),
    );
    await expect.poll(() => gateway.lines.some((line) => line.includes('all workers are replaced'))).toBe(true);
    expect(workers()).toHaveLength(3);
    expect(workers().filter((pid) => old.includes(pid))).toEqual([]);
    expect((await post()).status).toBe(201);
  });

  it('end with the supervisor', async () => {
    const all = workers();
    expect(await gateway.stop()).toBe(0);
    for (const pid of all) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
