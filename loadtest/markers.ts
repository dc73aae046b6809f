// `npm run loadtest -- markers`: 64 scorekeepers post durable markers to 500 games, compared with pgbench inserting single
// rows with 64 clients into the same PostgreSQL, with a bare grouped insert by 64 writers, with uWebSockets.js alone, which
// answers the same requests and stores nothing, and with uWebSockets.js, the schema and the commit without a match.
import path from 'node:path';
import { openGroupedInsert } from './baselines/grouped-insert.ts';
import { openPgbench } from './baselines/pgbench.ts';
import { figure, openLatencies, printTable } from './figures.ts';
import { startGateway } from './gateway-process.ts';
import { type LightHttp, openLightHttp } from './light-http.ts';
import { manyGames, markerRequest } from './many-games.ts';
import type { Options } from './options.ts';
import { medianOf, spread, writeResult } from './result.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const CLIENTS = 64;
const GAMES = 500;

/** `perSecond` markers answered 201; `p50`, `p99` in ms; `cpu` µs of the server's CPU per marker. */
type Measured = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpu: number;
};

export async function markers(options: Options): Promise<void> {
  const { rounds, seconds, cpuProfile } = options;
  // Each round has new games, so that none grows far beyond a real one.
  const gateway = await startGateway(manyGames(GAMES * (rounds + 1)), cpuProfile);
  const pgbench = await openPgbench();
  const grouped = await openGroupedInsert();
  const databaseUrl = process.env['DATABASE_URL'];
  const startBaseline = (file: string, ...args: string[]) =>
    startServer(
      ['--import', 'tsx', path.join(import.meta.dirname, 'baselines', file), ...args],
      databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl },
    );
  const raw = await startBaseline('raw-post-server.ts');
  const bare = await startBaseline('commit-server.ts', String(GAMES * (rounds + 1)));
  const measured: Measured[] = [];
  const answered: Measured[] = [];
  const committed: Measured[] = [];
  const baseline: number[] = [];
  const group: number[] = [];
  try {
    await measure(gateway, 0, 2);
    await measure(raw, 0, 2);
    await measure(bare, 0, 2);
    for (let round = 1; round <= rounds; round += 1) {
      const inserts = await pgbench.insertsPerSecond(CLIENTS, seconds);
      const rows = await grouped.rowsPerSecond(CLIENTS, seconds);
      answered.push(await measure(raw, round * GAMES, seconds));
      committed.push(await measure(bare, round * GAMES, seconds));
      const ours = await measure(gateway, round * GAMES, seconds);
      baseline.push(inserts);
      group.push(rows);
      measured.push(ours);
      console.log(
        `round ${round}  pgbench ${figure(inserts)}/s, gateway ${figure(ours.perSecond)}/s, p99 ${figure(ours.p99)} ms`,
      );
    }
  } finally {
    await Promise.all([gateway.stop(), raw.stop(), bare.stop(), pgbench.close(), grouped.close()]);
  }
  const result = {
    scenario: 'markers',
    setting: `${CLIENTS} clients, ${GAMES} games, ${seconds} s, ${rounds} rounds`,
    rounds: {
      pgbench: baseline.map((perSecond) => ({ perSecond })),
      'grouped insert': group.map((perSecond) => ({ perSecond })),
      raw: answered,
      commit: committed,
      gateway: measured,
    },
  };
  const row = (rows: readonly Measured[]): string[] =>
    (['perSecond', 'p50', 'p99', 'cpu'] as const).map((field) => spread(rows.map((one) => one[field])));
  const perSecond = (server: string): number => medianOf(result.rounds, server, 'perSecond');
  const ratios = [
    { what: 'of pgbench', value: perSecond('gateway') / perSecond('pgbench'), goal: { atLeast: 1 } },
    {
      what: 'of a bare grouped insert',
      value: perSecond('gateway') / perSecond('grouped insert'),
      goal: { atLeast: 0.85 },
    },
  ];
  console.log(`\nmarkers: ${result.setting}, medians\n`);
  for (const { what, value } of ratios) console.log(`${figure(value)} ${what}, in durable writes per second`);
  console.log('');
  printTable([
    ['', 'per second', 'p50 ms', 'p99 ms', 'CPU µs each'],
    ['pgbench, single-row insert', spread(baseline), '', '', ''],
    ['bare grouped insert', spread(group), '', '', ''],
    ['raw, answers and stores nothing', ...row(answered)],
    ['raw with schema and commit', ...row(committed)],
    ['gateway, POST marker', ...row(measured)],
  ]);
  await writeResult(options, { ...result, ratios });
}

/** Posts to games `first` to `first + GAMES - 1` for the given time, after one marker to each to load it. */
async function measure(gateway: ServerProcess, first: number, seconds: number): Promise<Measured> {
  // New connections: while the others are measured, the gateway closes idle ones.
  const posters = Array.from({ length: CLIENTS }, () => openLightHttp(gateway.host, gateway.port));
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
  for (const poster of posters) poster.close();
  return {
    perSecond: (count * 1_000) / tookMs,
    p50: latencies.percentile(0.5),
    p99: latencies.percentile(0.99),
    cpu: ((gateway.cpuMs() - cpuBefore) * 1_000) / count,
  };
}
