// `npm run loadtest -- workers`: a page of a node, and of two workers on one port. The page has all components of the site and is made for
// each request. That costs the server much more than the client, so the client bounds neither.
import { figure } from './figures.ts';
import { type GatewayProcess, startGateway } from './gateway-process.ts';
import { getRequest, openLightHttp } from './light-http.ts';
import { manyGames } from './many-games.ts';
import type { Options } from './options.ts';
import { interleave, medianOf, report } from './result.ts';

const CLIENTS = 64;
const PAGE = '/design';

/** `cpu`: µs of all processes of the gateway for an answer. `clientShare`: CPU of the load client, in percent of one core. */
type Measured = {
  readonly perSecond: number;
  readonly cpu: number;
  readonly client: number;
  readonly clientShare: number;
};

const COLUMNS = {
  perSecond: 'per second',
  cpu: 'CPU µs each',
  client: 'client µs each',
  clientShare: 'client %',
};

export async function workers(options: Options): Promise<void> {
  const { rounds, seconds, cpuProfile } = options;
  const gateways: GatewayProcess[] = [];
  try {
    for (const count of [1, 2]) gateways.push(await startGateway(manyGames(1), cpuProfile, { workers: count }));
    const measured = await interleave<Measured>(
      rounds,
      Object.fromEntries(
        gateways.map((gateway, index) => [index === 0 ? 'one' : 'two workers', () => measure(gateway, seconds)]),
      ),
      (round, name, one) =>
        console.log(`round ${round}  ${name}: ${figure(one.perSecond)}/s, ${figure(one.cpu)} µs of CPU each`),
    );
    const ratio = (field: keyof Measured): number =>
      medianOf(measured, 'two workers', field) / medianOf(measured, 'one', field);
    await report(
      options,
      {
        scenario: 'workers',
        setting: `${CLIENTS} clients, ${PAGE}, ${seconds} s, ${rounds} rounds`,
        rounds: measured,
        ratios: [
          { what: 'of one worker, pages per second of two', value: ratio('perSecond'), goal: { atLeast: 1.7 } },
          { what: 'of one worker, CPU of a page of two', value: ratio('cpu') },
        ],
      },
      COLUMNS,
    );
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
  }
}

/** New connections each time: the system spreads them over the workers. */
async function measure(gateway: GatewayProcess, seconds: number): Promise<Measured> {
  const readers = Array.from({ length: CLIENTS }, () => openLightHttp(gateway.host, gateway.port));
  const request = getRequest(gateway.host, PAGE, '', null);
  const [cpuBefore, ownBefore, began] = [gateway.cpuMs(), process.cpuUsage(), performance.now()];
  const until = began + seconds * 1_000;
  let count = 0;
  await Promise.all(
    readers.map(async (reader) => {
      while (performance.now() < until) {
        const status = await reader.send(request);
        if (status !== 200) throw new Error(`A page was answered ${status}.`);
        count += 1;
      }
    }),
  );
  const tookMs = performance.now() - began;
  const { user, system } = process.cpuUsage(ownBefore);
  for (const reader of readers) reader.close();
  return {
    perSecond: (count * 1_000) / tookMs,
    cpu: ((gateway.cpuMs() - cpuBefore) * 1_000) / count,
    client: (user + system) / count,
    clientShare: (user + system) / 10 / tookMs,
  };
}
