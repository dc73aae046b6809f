// `npm run loadtest -- burst`: one marker to many boards. Measures the time until the first, the middle and the last board
// have it, compared with uWebSockets.js, ws and Socket.IO sending as many bytes.
import { setTimeout as sleep } from 'node:timers/promises';
import { openCompetition } from './competition.ts';
import { openCrowd } from './crowd.ts';
import { crowdedFixture } from './crowded-match.ts';
import { COST_COLUMNS, costOf, type DeliveryCost } from './delivery-cost.ts';
import type { DeliveryServer } from './delivery-server.ts';
import { figure, median } from './figures.ts';
import type { Options } from './options.ts';
import { interleave, medianOf, report, type Result } from './result.ts';

/** Bursts of one measurement. */
const BURSTS = 20;
/** Before a burst, so that the gateway does not gather it with the one before. */
const PAUSE_MS = 40;
const GOAL = { atMost: 1.1 };

/** ms from the sending of an update to a board: the first, the middle and the last one. */
type Burst = DeliveryCost & { readonly first: number; readonly middle: number; readonly last: number };

const COLUMNS = { first: 'first ms', middle: 'middle ms', last: 'last ms', ...COST_COLUMNS };

export async function burst(options: Options): Promise<void> {
  const { rounds, subscribers } = options;
  // Each measurement of the gateway has its own match, so that none grows beyond a real one.
  const { gateway, baselines, freeMatch, close } = await openCompetition(options, crowdedFixture, rounds + 1);
  try {
    const servers: readonly DeliveryServer[] = [...baselines, gateway];
    const measured = await interleave(
      rounds,
      Object.fromEntries(
        servers.map((server) => [server.name, () => measureBurst(server, subscribers, freeMatch(server))]),
      ),
      (round, name, { first, last }) =>
        console.log(`round ${round}  ${name}: first ${figure(first)} ms, last ${figure(last)} ms`),
    );
    const result: Result = {
      scenario: 'burst',
      setting: `${subscribers} boards, ${BURSTS} bursts a round, ${rounds} rounds`,
      rounds: measured,
      ratios: ['raw', 'ws', 'Socket.IO'].flatMap((name) => {
        const who = name === 'raw' ? 'raw uWebSockets.js' : name;
        const ratio = (of: string, to: string, field: 'last' | 'cpu') =>
          medianOf(measured, of, field) / medianOf(measured, to, field);
        return [
          {
            what: `of ${who}, until the last board has it`,
            value: ratio('gateway', name, 'last'),
            ...(name === 'raw' ? { goal: GOAL } : {}),
          },
          { what: `of ${who}, in deliveries per CPU-second`, value: ratio(name, 'gateway', 'cpu') },
        ];
      }),
    };
    await report(options, result, COLUMNS);
  } finally {
    await close();
  }
}

/** Connects the boards, sends the bursts one by one, and closes. */
export async function measureBurst(server: DeliveryServer, subscribers: number, match: number): Promise<Burst> {
  const crowd = await openCrowd(server, subscribers, [match]);
  const { audience } = crowd;
  const times: { readonly first: number; readonly middle: number; readonly last: number }[] = [];
  try {
    const send = async (): Promise<void> => {
      audience.resetLatencies();
      const seq = audience.expect();
      await Promise.all([server.publish([{ match, seq }]), audience.delivered()]);
    };
    await send();
    await send();
    const cost = await costOf(
      server.process,
      crowd,
      () => BURSTS * subscribers,
      async () => {
        for (let nth = 0; nth < BURSTS; nth += 1) {
          await sleep(PAUSE_MS);
          await send();
          const latencies = audience.latencies();
          times.push({
            first: latencies.percentile(0.5 / subscribers),
            middle: latencies.percentile(0.5),
            last: latencies.percentile(1),
          });
        }
      },
    );
    const of = (field: 'first' | 'middle' | 'last'): number => median(times.map((time) => time[field]));
    return { first: of('first'), middle: of('middle'), last: of('last'), ...cost };
  } finally {
    await crowd.close();
  }
}
