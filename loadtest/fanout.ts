// `npm run loadtest -- fanout`: one match, many boards. Measures the cost and the time of a delivery, compared
// with uWebSockets.js publishing as many bytes, with one update in flight and with eight.
import { checkMistakes } from './audience.ts';
import { openCompetition } from './competition.ts';
import { openCrowd } from './crowd.ts';
import { crowdedFixture } from './crowded-match.ts';
import { costOf, type DeliveryCost } from './delivery-cost.ts';
import type { DeliveryServer } from './delivery-server.ts';
import { figure } from './figures.ts';
import type { Options } from './options.ts';
import { interleave, medianOf, mistakesIn, printRounds, type Result, writeResult } from './result.ts';

/** Updates of a match: about as many as in a real one. */
const UPDATES = 240;
const FLIGHTS = [1, 8] as const;
/** Ratios to raw uWebSockets.js in deliveries per CPU-second, with one update in flight and with eight. */
const GOALS = { many: { 1: 0.95, 8: 0.9 }, few: { 1: 0.8, 8: 0.7 } } as const;
const MANY = 10_000;

/** One measurement. Times are ms from the sending of an update to a board. */
type Measured = DeliveryCost & { readonly p50: number; readonly p99: number; readonly framesPerUpdate: number };

const COLUMNS = {
  cpu: 'CPU µs/delivery',
  p50: 'p50 ms',
  p99: 'p99 ms',
  framesPerUpdate: 'frames/update',
  lost: 'gaps',
  repeated: 'repeated',
  disordered: 'disordered',
  client: 'client µs',
};

export async function fanout(options: Options): Promise<void> {
  const { rounds, subscribers, peers } = options;
  const names = peers ? (['raw', 'ws', 'Socket.IO'] as const) : (['raw'] as const);
  const matches = (rounds + 1) * FLIGHTS.length;
  const { gateway, baselines, deltaBytes, freeMatch, close } = await openCompetition(
    options,
    crowdedFixture,
    matches,
    names,
  );
  try {
    const measurements = FLIGHTS.flatMap((inFlight) =>
      [...baselines, gateway].map((server): [string, () => Promise<Measured>] => [
        `${server.name} ${inFlight}`,
        () => measure(server, inFlight, subscribers, freeMatch(server)),
      ]),
    );
    const measured = await interleave<Measured>(
      rounds,
      Object.fromEntries<() => Promise<Measured>>(measurements),
      (round, key, one) => console.log(`round ${round}  ${key}: ${figure(one.cpu)} µs, p99 ${figure(one.p99)} ms`),
    );
    const result: Result = {
      scenario: 'fanout',
      setting: `${subscribers} boards, ${UPDATES} updates, frames of ${deltaBytes} bytes, ${rounds} rounds`,
      rounds: Object.fromEntries(
        Object.entries(measured).map(([key, all]) => [key.replace(/ (?=\d)/, ', ').concat(' in flight'), all]),
      ),
      ratios: FLIGHTS.map((inFlight) => ({
        what: `of raw uWebSockets.js, ${inFlight} in flight`,
        value: medianOf(measured, `raw ${inFlight}`, 'cpu') / medianOf(measured, `gateway ${inFlight}`, 'cpu'),
        goal: { atLeast: GOALS[subscribers >= MANY ? 'many' : 'few'][inFlight] },
      })),
    };
    console.log(`\nfanout: ${result.setting}, medians\n`);
    for (const [index, inFlight] of FLIGHTS.entries()) {
      const ratio = result.ratios[index]?.value ?? NaN;
      console.log(`${inFlight} in flight: ${figure(ratio)} of raw uWebSockets.js, in deliveries per CPU-second`);
    }
    console.log('');
    printRounds(result.rounds, COLUMNS);
    await writeResult(options, result);
    checkMistakes('fanout', mistakesIn(measured));
  } finally {
    await close();
  }
}

async function measure(
  server: DeliveryServer,
  inFlight: number,
  subscribers: number,
  match: number,
): Promise<Measured> {
  const crowd = await openCrowd(server, subscribers, [match]);
  const { audience } = crowd;
  try {
    const cost = await costOf(
      server.process,
      crowd,
      () => UPDATES * subscribers,
      async () => {
        for (let sent = 0; sent < UPDATES; sent += inFlight) {
          const count = Math.min(inFlight, UPDATES - sent);
          const updates = Array.from({ length: count }, () => ({ match, seq: audience.expect() }));
          await Promise.all([server.publish(updates), audience.delivered()]);
        }
      },
    );
    const latencies = audience.latencies();
    return {
      p50: latencies.percentile(0.5),
      p99: latencies.percentile(0.99),
      framesPerUpdate: audience.frames() / (UPDATES * subscribers),
      ...cost,
    };
  } finally {
    await crowd.close();
  }
}
