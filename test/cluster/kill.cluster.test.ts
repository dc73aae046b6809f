// A process that is killed at any moment loses no acknowledged marker and counts none twice: writers repeat unanswered
// markers with the same id. (faults.cluster.test.ts does the same to nodes on PostgreSQL.)
import { randomInt, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createHome } from '../support/database.ts';
import { prepareEmbedded } from '../support/embedded-template.ts';
import { spawnGateway, type SpawnedGateway } from '../support/process.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';

/** Each takes five seconds of CPU: the embedded database checks itself. */
const KILLS = 10;
const WRITERS = 40;
const GAMES = 10;
const cleanUps: (() => Promise<unknown>)[] = [];

afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

describe('a gateway on the embedded database that is killed again and again', () => {
  it(`rules OPS-10, LIVE-1: keeps every acknowledged marker exactly once through ${KILLS} kills under ${WRITERS} writers`, async () => {
    const { home, remove } = await createHome();
    cleanUps.push(remove);
    const dataFile = path.join(home, 'data.json');
    await writeFile(dataFile, JSON.stringify(world({ moreGames: GAMES })));
    const env = { TOUCHLINE_HOME: path.join(home, 'touchline') };
    await prepareEmbedded(env.TOUCHLINE_HOME);

    let gateway: SpawnedGateway = await spawnGateway({ env, args: ['--data', dataFile] });
    let running: Promise<unknown> = Promise.resolve();
    cleanUps.push(() => gateway.kill());
    const acknowledged = new Map<string, Set<string>>();
    const stored = (): number => [...acknowledged.values()].reduce((sum, ids) => sum + ids.size, 0);
    let lostAnswers = 0;
    let stop = false;

    /** Posts one marker until it is acknowledged, also while the process is killed. */
    const postUntilAnswered = async (slug: string, id: string): Promise<void> => {
      const body = { id, timestamp: new Date().toISOString(), type: 'Goal', primary_player_pc_id: randomInt(1, 4) };
      for (;;) {
        try {
          const answer = await fetch(`${gateway.url}/api/v1/games/${slug}/marker`, {
            method: 'POST',
            headers: { authorization: `Bearer ${TOKENS.club}`, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          });
          await answer.arrayBuffer();
          if (answer.ok) return;
          expect(answer.status, 'a refusal that is not for want of the store').toBe(503);
        } catch (error) {
          // The process is down, or went down before it answered.
          if (!(error instanceof TypeError)) throw error;
        }
        lostAnswers += 1;
        await running;
      }
    };
    const writer = async (): Promise<void> => {
      while (!stop) {
        const slug = `extra-${randomInt(GAMES)}`;
        const id = randomUUID();
        await postUntilAnswered(slug, id);
        acknowledged.set(slug, (acknowledged.get(slug) ?? new Set()).add(id));
      }
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, writer));

    for (let kill = 0; kill < KILLS; kill += 1) {
      // Killed under load, after some more markers.
      const enough = stored() + randomInt(1, 80);
      await expect.poll(stored, { interval: 2 }).toBeGreaterThan(enough);
      running = gateway.kill().then(async () => (gateway = await spawnGateway({ env })));
      await running;
    }
    stop = true;
    await writers;
    expect(lostAnswers).toBeGreaterThan(KILLS);

    const get = async (address: string): Promise<unknown> => {
      const answer = await fetch(`${gateway.url}/api/v1/${address}`, {
        headers: { authorization: `Bearer ${TOKENS.club}` },
      });
      expect(answer.status).toBe(200);
      return answer.json();
    };
    for (let game = 0; game < GAMES; game += 1) {
      const slug = `extra-${game}`;
      const ids = [...(acknowledged.get(slug) ?? [])].sort();
      const { markers } = (await get(`games/${slug}/markers`)) as { markers: { id: string }[] };
      expect(markers.map((marker) => marker.id).sort()).toEqual(ids);
      const live = (await get(`live/game:${1_000 + game}`)) as {
        seq: number;
        state: { team_scores: Record<string, number>; goals: unknown[] };
      };
      expect(live.state.goals).toHaveLength(ids.length);
      expect(Object.values(live.state.team_scores).reduce((sum, goals) => sum + goals, 0)).toBe(ids.length);
      expect(live.seq, 'one step of the sequence for each marker').toBe(ids.length);
    }
  }, 1_200_000);
});
