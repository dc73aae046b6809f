// `npm run loadtest -- steady`: many matches with some boards each, at a fixed rate of markers. Measures the delay of a delivery
// and its CPU, compared with uWebSockets.js publishing as many bytes at the same rate.
import { setTimeout as sleep } from 'node:timers/promises';
import { openCompetition } from './competition.ts';
import { type Crowd, openCrowd } from './crowd.ts';
import { COST_COLUMNS, costOf, type DeliveryCost } from './delivery-cost.ts';
import type { DeliveryServer } from './delivery-server.ts';
import { figure } from './figures.ts';
import { gamesFixture } from './many-games.ts';
import type { Options } from './options.ts';
import { interleave, medianOf, report, type Result } from './result.ts';

const GOAL = { atMost: 10 };
/** Markers to each match before the first measurement, which load it and start it. */
const LOADING = 2;
const LOADED_AT_ONCE = 32;

/** ms from the time an update is due to a board; `rate` updates a second were sent. */
export type Steady = DeliveryCost & {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly rate: number;
  /** µs of the server's CPU for each update. */
  readonly cpuOfUpdate: number;
};

const COLUMNS = { p50: 'p50 ms', p95: 'p95 ms', p99: 'p99 ms', rate: 'updates/s', ...COST_COLUMNS };

export async function steady(options: Options): Promise<void> {
  const { rounds, subscribers, matches, rate, seconds, peers } = options;
  const names = peers ? (['raw', 'ws', 'Socket.IO'] as const) : (['raw'] as const);
  const { gateway, baselines, close } = await openCompetition(options, gamesFixture, matches, names);
  try {
    const all = Array.from({ length: matches }, (_, match) => match);
    await loadMatches(gateway, all);
    const servers: readonly DeliveryServer[] = [...baselines, gateway];
    const measured = await interleave(
      rounds,
      Object.fromEntries(
        servers.map((server) => [
          server.name,
          () => measureSteady(server, { subscribers, matches: all, rate, seconds }),
        ]),
      ),
      (round, name, { p50, p99 }) =>
        console.log(`round ${round}  ${name}: p50 ${figure(p50)} ms, p99 ${figure(p99)} ms`),
    );
    const result: Result = {
      scenario: 'steady',
      setting: `${matches} matches, ${subscribers} boards, ${rate} updates/s, ${seconds} s, ${rounds} rounds`,
      rounds: measured,
      ratios: [
        {
          what: 'of raw uWebSockets.js, p99 of a delivery',
          value: medianOf(measured, 'gateway', 'p99') / medianOf(measured, 'raw', 'p99'),
          goal: GOAL,
        },
        {
          what: 'of raw uWebSockets.js, CPU of a delivery',
          value: medianOf(measured, 'gateway', 'cpu') / medianOf(measured, 'raw', 'cpu'),
        },
      ],
    };
    await report(options, result, COLUMNS);
  } finally {
    await close();
  }
}

/** Brings matches into memory. */
export async function loadMatches(server: DeliveryServer, matches: readonly number[]): Promise<void> {
  for (let round = 0; round < LOADING; round += 1) {
    for (let first = 0; first < matches.length; first += LOADED_AT_ONCE)
      await server.publish(matches.slice(first, first + LOADED_AT_ONCE).map((match) => ({ match, seq: 0 })));
  }
}

type SteadyLoad = {
  readonly subscribers: number;
  readonly matches: readonly number[];
  readonly rate: number;
  readonly seconds: number;
};

/** Connects the boards, sends at the rate, and closes. */
export async function measureSteady(server: DeliveryServer, load: SteadyLoad): Promise<Steady> {
  const { subscribers, matches, rate, seconds } = load;
  const crowd = await openCrowd(server, subscribers, matches);
  const { audience } = crowd;
  try {
    // Before the clock starts.
    await sendSteadily(server, crowd, matches, rate, 1);
    audience.resetLatencies();
    const before = audience.frames();
    const began = performance.now();
    let sentMs = 0;
    let deliveries = 0;
    const cost = await costOf(
      server.process,
      crowd,
      () => deliveries,
      async () => {
        await sendSteadily(server, crowd, matches, rate, seconds);
        deliveries = Math.max(1, audience.frames() - before);
        sentMs = performance.now() - began;
      },
    );
    const latencies = audience.latencies();
    const percentile = (share: number): number => latencies.percentile(share);
    return {
      p50: percentile(0.5),
      p95: percentile(0.95),
      p99: percentile(0.99),
      rate: (rate * seconds * 1_000) / sentMs,
      cpuOfUpdate: (cost.cpu * deliveries) / (rate * seconds),
      ...cost,
    };
  } finally {
    await crowd.close();
  }
}

/** Sends each update when it is due, whether the ones before have arrived or not. Resolves when all have arrived. */
async function sendSteadily(
  server: DeliveryServer,
  { audience }: Crowd,
  matches: readonly number[],
  rate: number,
  seconds: number,
): Promise<void> {
  const began = performance.now();
  const sending: Promise<void>[] = [];
  const failures: unknown[] = [];
  const failed = (error: unknown): void => {
    failures.push(error);
  };
  for (let nth = 0; nth < rate * seconds; nth += 1) {
    const dueAt = began + (nth * 1_000) / rate;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const place = nth % matches.length;
    const seq = audience.expect(place, dueAt);
    sending.push(server.publish([{ match: matches[place] ?? 0, seq }]).catch(failed));
  }
  await Promise.all(sending);
  if (failures.length > 0) throw new Error(`${failures.length} updates were not taken.`, { cause: failures[0] });
  await audience.delivered();
}
