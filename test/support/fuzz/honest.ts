// The honest client beside the fuzz: it asks for /healthz, posts a marker and waits for its delta on the live channel, again
// and again. Everything must come in time.
import { advance, connect, type Position, positionOf } from '../subscriber.ts';
import { pause } from '../cluster/processes.ts';
import { openRandom } from '../cluster/random.ts';
import { send } from './send.ts';
import { HONEST, type Target } from './target.ts';

export type Honest = {
  /** Ends the client after its round. Throws the first fault. */
  stop(): Promise<{ readonly rounds: number; readonly slowestMs: number }>;
  /** The first fault so far. */
  problem(): string | null;
  /** Runs `work` between two rounds: a garbage collection that the fuzz itself forces is no wait of a client. */
  between<Result>(work: () => Promise<Result>): Promise<Result>;
};

const PAUSE_MS = 100;
const random = openRandom(987_654);
/** They repeat, so that the game stays small: every round after the first of an id is an update. */
const IDS = Array.from({ length: 40 }, () => random.uuid());

/** `limitMs`: the longest that any of its steps may take. */
export async function openHonest(target: Target, limitMs: number): Promise<Honest> {
  const subscriber = await connect(`ws://${target.host}:${target.port}/api/v1/live`, HONEST.token);
  let position: Position = positionOf(await subscriber.subscribe(HONEST.channel));
  const headers = { authorization: `Bearer ${HONEST.token}`, 'content-type': 'application/json' };
  let rounds = 0;
  let slowestMs = 0;
  const ending = new AbortController();
  let problem: string | null = null;
  /** Work that runs before the next round. */
  const due: (() => Promise<void>)[] = [];

  async function timed<T>(what: string, work: Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await work;
    const ms = performance.now() - began;
    slowestMs = Math.max(slowestMs, ms);
    if (ms > limitMs) throw new Error(`The honest client waited ${Math.round(ms)} ms for ${what}.`);
    return result;
  }

  async function round(): Promise<void> {
    const health = await timed('/healthz', send(target, { method: 'GET', path: '/healthz', headers: {} }));
    if (health.status !== 200) throw new Error(`/healthz answered ${health.status} to the honest client.`);
    const body = JSON.stringify({
      id: IDS[rounds % IDS.length],
      timestamp: new Date().toISOString(),
      type: rounds % 3 === 0 ? 'Goal' : 'Shot',
      team: '1',
      label: `round ${rounds}`,
    });
    const delta = timed('the delta of its marker', subscriber.next('delta'));
    const posted = timed(
      'its marker',
      send(target, { method: 'POST', path: `/api/v1/games/${HONEST.slug}/marker`, headers, body }),
    );
    const [frame, answer] = await Promise.all([delta, posted]);
    if (answer.status !== 200 && answer.status !== 201)
      throw new Error(`The marker of the honest client was answered ${answer.status} ${answer.body}`);
    position = advance(position, frame);
  }

  const running = (async () => {
    while (!ending.signal.aborted) {
      await due.shift()?.();
      await round();
      rounds += 1;
      await pause(PAUSE_MS);
    }
  })().catch((error: unknown) => {
    problem = error instanceof Error ? error.message : String(error);
  });

  return {
    problem: () => problem,
    async between(work) {
      if (problem !== null) return work();
      return new Promise((resolve, reject) => {
        due.push(() => work().then(resolve, reject));
        // A fault ends the rounds: then the work need not wait for the next one.
        void running.then(() => due.shift()?.());
      });
    },
    async stop() {
      ending.abort();
      await running;
      subscriber.socket.terminate();
      return { rounds, slowestMs };
    },
  };
}
