// SIGTERM, as in a deploy, to a process under load and to a process where everything hangs.
import { randomUUID } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { BoardState } from '../../protocol/wire/board.ts';
import { connect as follow } from '../../protocol/client/client.ts';
import { createDatabase, createHome, testDatabases } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { spawnGateway } from '../support/process.ts';
import { openProxy } from '../support/proxy.ts';
import { openRaw } from '../support/raw-http.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';
import { connect } from '../support/subscriber.ts';
import { nextTurn } from '../support/next-turn.ts';

const WRITERS = 8;
const SUBSCRIBERS = 40;
const CHANNEL = 'match:701';
const MARKERS = '/api/v1/tournaments/autumn-cup/matches/701/markers';
/** A supervisor kills the process after this time. */
const LIMIT_MS = 10_000;
const patient = { timeout: 20_000 };
/** Time for several process starts on a busy machine. */
const TEST_MS = 90_000;
const hasPostgres = (await testDatabases()).includes('postgres');

async function ownPlace(): Promise<{ env: Record<string, string>; dataFile: string; databaseUrl: URL }> {
  const [{ home, remove }, database] = await Promise.all([createHome(), createDatabase()]);
  onTestFinished(async () => {
    await database.drop();
    await remove();
  });
  const dataFile = path.join(home, 'data.json');
  await writeFile(dataFile, JSON.stringify(world()));
  const env = { TOUCHLINE_HOME: home, DATABASE_URL: database.url };
  return { env, dataFile, databaseUrl: new URL(database.url) };
}

const authorized = { authorization: `Bearer ${TOKENS.tournament}`, 'content-type': 'application/json' };
const event = (id: string) => JSON.stringify({ id, type: 'Event', timestamp: new Date().toISOString() });

describe.skipIf(!hasPostgres)('a gateway that is told to stop', () => {
  it(
    `rule OPS-8: loses nothing under ${WRITERS} writers, and each of ${SUBSCRIBERS} screens comes back once`,
    async () => {
      const { env, dataFile } = await ownPlace();
      const port = await freePort();
      const place = { env: { ...env, PORT: String(port) } };
      let gateway = await spawnGateway({ ...place, args: ['--data', dataFile] });
      onTestFinished(() => gateway.kill());
      const { url } = gateway;

      let opened = 0;
      class Counted extends WebSocket {
        constructor(...parts: ConstructorParameters<typeof WebSocket>) {
          super(...parts);
          this.on('open', () => (opened += 1));
        }
      }
      const states = Array.from({ length: SUBSCRIBERS }, (): BoardState | null => null);
      const clients = states.map((_, index) => {
        const client = follow({
          url: `${url.replace('http', 'ws')}/api/v1/live`,
          token: TOKENS.tournament,
          WebSocket: Counted,
          // While no process listens, the client would try event streams too.
          fallback: false,
        });
        client.subscribe(CHANNEL, (update) => {
          if (update.kind === 'state') states[index] = update.state as BoardState;
        });
        return client;
      });
      onTestFinished(() => {
        for (const client of clients) client.close();
      });
      await expect.poll(() => states.filter((state) => state !== null).length, patient).toBe(SUBSCRIBERS);
      expect(opened).toBe(SUBSCRIBERS);

      const acknowledged = new Set<string>();
      let isOver = false;
      const post = async (id: string): Promise<number | null> => {
        try {
          const answer = await fetch(url + MARKERS, { method: 'POST', headers: authorized, body: event(id) });
          await answer.arrayBuffer();
          return answer.status;
        } catch (error) {
          // Refused or cut: no process listens there now.
          if (!(error instanceof TypeError)) throw error;
          return null;
        }
      };
      const shown = (state: BoardState | null): string[] =>
        Object.keys(Object.values(state?.matches ?? {})[0]?.events ?? {}).sort();
      const statuses = new Set<number | null>();
      let restart = (): void => undefined;
      const restarted = new Promise<void>((resolve) => (restart = resolve));
      const writers = Array.from({ length: WRITERS }, async () => {
        while (!isOver) {
          const id = randomUUID();
          for (let status = await post(id); ; status = await post(id)) {
            statuses.add(status);
            if (status === 200 || status === 201) break;
            await restarted;
          }
          acknowledged.add(id);
          // Thousands of markers in one match would only slow the clients down.
          await expect.poll(() => shown(states[0] ?? null), { ...patient, interval: 40 }).toContain(id);
        }
      });
      await expect.poll(() => acknowledged.size, patient).toBeGreaterThan(WRITERS * 3);

      const asked = performance.now();
      expect(await gateway.stop()).toBe(0);
      expect(performance.now() - asked).toBeLessThan(LIMIT_MS);
      expect(gateway.lines.some((line) => line.includes('the shutdown did not finish in time'))).toBe(false);
      const before = acknowledged.size;
      gateway = await spawnGateway(place);
      restart();
      await expect.poll(() => acknowledged.size, patient).toBeGreaterThan(before + WRITERS * 3);
      isOver = true;
      await Promise.all(writers);
      // Every write got its result, or no answer because no process listened.
      expect([...statuses].filter((status) => status !== null && ![200, 201, 503].includes(status))).toEqual([]);

      const expected = [...acknowledged].sort();
      await expect
        .poll(() => states.filter((state) => shown(state).length === expected.length).length, patient)
        .toBe(SUBSCRIBERS);
      for (const state of states) expect(shown(state)).toEqual(expected);
      expect(opened, 'each came back once').toBe(2 * SUBSCRIBERS);
      expect(await gateway.stop()).toBe(0);
    },
    TEST_MS,
  );

  it(
    'rule OPS-8: ends with 0 in time while the database, a request body and a subscriber hang',
    async () => {
      const { env, dataFile, databaseUrl } = await ownPlace();
      const proxy = await openProxy({ host: databaseUrl.hostname, port: Number(databaseUrl.port || 5432) });
      onTestFinished(() => proxy.close());
      databaseUrl.host = `127.0.0.1:${proxy.port}`;
      const gateway = await spawnGateway({
        env: { ...env, DATABASE_URL: databaseUrl.href },
        args: ['--data', dataFile],
      });
      onTestFinished(() => gateway.kill());
      const port = Number(new URL(gateway.url).port);
      const send = (id: string): Promise<Response> =>
        fetch(gateway.url + MARKERS, { method: 'POST', headers: authorized, body: event(id) });
      expect((await send(randomUUID())).status).toBe(201);
      const stuck = await connect(`${gateway.url.replace('http', 'ws')}/api/v1/live`, TOKENS.tournament);
      await stuck.subscribe(CHANNEL);
      stuck.pause();
      // No request was sent on this connection.
      const silent = connectTcp(port, '127.0.0.1');
      onTestFinished(() => void silent.destroy());
      silent.on('error', () => undefined);
      const slow = await openRaw(port);
      slow.write(
        `POST ${MARKERS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKENS.tournament}\r\nContent-Length: 5000\r\n\r\n{`,
      );
      const drip = setInterval(() => slow.write(' '), 200);
      onTestFinished(() => {
        clearInterval(drip);
      });
      slow.socket.on('close', () => {
        clearInterval(drip);
      });

      proxy.set('freeze');
      const write = send(randomUUID());
      await nextTurn();
      const asked = performance.now();
      const stopped = gateway.stop();
      expect((await write).status, 'the write in flight').toBe(503);
      const { status, headers } = await slow.answer();
      expect([status, headers.get('retry-after')], 'the body that never ended').toEqual([503, '1']);
      expect(await stopped).toBe(0);
      expect(performance.now() - asked).toBeLessThan(LIMIT_MS);
    },
    TEST_MS,
  );
});
