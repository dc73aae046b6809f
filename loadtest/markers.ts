// `npm run loadtest -- markers`: 64 scorekeepers post durable markers to 500 games, compared with pgbench inserting single
// rows with 64 clients into the same PostgreSQL.
import { figure, median, openLatencies, printTable } from './figures.ts';
import { startGateway } from './gateway-process.ts';
import { type LightHttp, openLightHttp } from './light-http.ts';
import { manyGames, markerRequest } from './many-games.ts';
import type { Options } from './options.ts';
import { openPgbench } from './pgbench.ts';
import type { ServerProcess } from './server-process.ts';

const CLIENTS = 64;
const GAMES = 500;

/** `perSecond` markers answered 201; `p50`, `p99` in ms; `cpu` µs of the gateway's CPU per marker. */
type Measured = { perSecond: number; p50: number; p99: number; cpu: number };

export async function markers({ rounds, seconds, cpuProfile }: Options): Promise<void> {
  // Each round has new games, so that none grows far beyond a real one.
  const gateway = await startGateway(manyGames(GAMES * (rounds + 1)), cpuProfile);
  const pgbench = await openPgbench();
  const posters = Array.from({ length: CLIENTS }, () => openLightHttp(gateway.host, gateway.port));
  const measured: Measured[] = [];
  const baseline: number[] = [];
  try {
    await measure(gateway, posters, 0, 2);
    for (let round = 1; round <= rounds; round += 1) {
      const inserts = await pgbench.insertsPerSecond(CLIENTS, seconds);
      const ours = await measure(gateway, posters, round * GAMES, seconds);
      baseline.push(inserts);
      measured.push(ours);
      console.log(
        `round ${round}  pgbench ${figure(inserts)}/s, gateway ${figure(ours.perSecond)}/s, p99 ${figure(ours.p99)} ms`,
      );
    }
  } finally {
    for (const poster of posters) poster.close();
    await Promise.all([gateway.stop(), pgbench.close()]);
  }
  const of = (field: keyof Measured): number => median(measured.map((one) => one[field]));
  console.log(`\nmarkers: ${CLIENTS} clients, ${GAMES} games, ${seconds} s, ${rounds} rounds, medians\n`);
  console.log(`${figure(of('perSecond') / median(baseline))} of pgbench, in durable writes per second\n`);
  printTable([
    ['', 'per second', 'p50 ms', 'p99 ms', 'CPU µs each'],
    ['pgbench, single-row insert', figure(median(baseline)), '', '', ''],
    ['gateway, POST marker', ...(['perSecond', 'p50', 'p99', 'cpu'] as const).map((field) => figure(of(field)))],
  ]);
}

/** Posts to games `first` to `first + GAMES - 1` for the given time, after one marker to each to load it. */
async function measure(
  gateway: ServerProcess,
  posters: readonly LightHttp[],
  first: number,
  seconds: number,
): Promise<Measured> {
  let next = 0;
  const postOne = async (poster: LightHttp): Promise<void> => {
    const nth = next;
    next += 1;
    const status = await poster.send(markerRequest(gateway.host, first + (nth % GAMES), Math.floor(nth / GAMES)));
    if (status !== 201) throw new Error(`A marker was answered ${status}.`);
  };
  await Promise.all(
    posters.map(async (poster) => {
      while (next < GAMES) await postOne(poster);
    }),
  );

  const latencies = openLatencies();
  const cpuBefore = gateway.cpuMs();
  const began = performance.now();
  const until = began + seconds * 1_000;
  let count = 0;
  await Promise.all(
    posters.map(async (poster) => {
      for (let now = performance.now(); now < until;) {
        await postOne(poster);
        const after = performance.now();
        latencies.add(after - now);
        now = after;
        count += 1;
      }
    }),
  );
  const tookMs = performance.now() - began;
  return {
    perSecond: (count * 1_000) / tookMs,
    p50: latencies.percentile(0.5),
    p99: latencies.percentile(0.99),
    cpu: ((gateway.cpuMs() - cpuBefore) * 1_000) / count,
  };
}
