// `npm run loadtest -- connect`: boards connect and subscribe. Measures the server's CPU for each until it has its snapshot,
// compared with uWebSockets.js, ws and Socket.IO sending a snapshot of the same size.
import { MISTAKE_COLUMNS, type Mistakes } from './audience.ts';
import { openCompetition } from './competition.ts';
import { openCrowd } from './crowd.ts';
import { crowdedFixture } from './crowded-match.ts';
import type { DeliveryServer } from './delivery-server.ts';
import { figure } from './figures.ts';
import type { Options } from './options.ts';
import { interleave, medianOf, report, type Result } from './result.ts';

const GOAL = { atMost: 2 };
/** Markers in the match before the boards come, so that the snapshot is one of a real match. */
const MARKERS = 60;

/** `cpu`, `client`: µs of the server's and of the load client's CPU for each board. `perSecond`: boards. */
type Connect = Mistakes & { readonly cpu: number; readonly client: number; readonly perSecond: number };

const COLUMNS = { cpu: 'CPU µs each', perSecond: 'per second', client: 'client µs each', ...MISTAKE_COLUMNS };

export async function connect(options: Options): Promise<void> {
  const { rounds, subscribers } = options;
  const { gateway, baselines, snapshotBytes, freeMatch, close } = await openCompetition(options, crowdedFixture, 1);
  try {
    const match = freeMatch(gateway);
    await gateway.warmUp([match], MARKERS, 1);
    const servers: readonly DeliveryServer[] = [...baselines, gateway];
    const measured = await interleave(
      rounds,
      Object.fromEntries(
        servers.map((server) => [
          server.name,
          () => measureConnect(server, subscribers, server === gateway ? match : 0),
        ]),
      ),
      (round, name, { cpu, perSecond }) =>
        console.log(`round ${round}  ${name}: ${figure(cpu)} µs each, ${figure(perSecond)}/s`),
    );
    const result: Result = {
      scenario: 'connect',
      setting: `${subscribers} boards, 100 at a time, snapshots of ${snapshotBytes} bytes, ${rounds} rounds`,
      rounds: measured,
      ratios: ['raw', 'ws', 'Socket.IO'].map((name) => ({
        what: `of ${name === 'raw' ? 'raw uWebSockets.js' : name}, CPU of a connect with a subscription`,
        value: medianOf(measured, 'gateway', 'cpu') / medianOf(measured, name, 'cpu'),
        ...(name === 'raw' ? { goal: GOAL } : {}),
      })),
    };
    await report(options, result, COLUMNS);
  } finally {
    await close();
  }
}

/** Connects the boards, and then sends one update to all of them, which must arrive. */
async function measureConnect(server: DeliveryServer, subscribers: number, match: number): Promise<Connect> {
  const { process: target } = server;
  await target.settled();
  const ownBefore = process.cpuUsage();
  const before = target.cpuMs();
  const began = performance.now();
  let tookMs = 0;
  let cpuMs = 0;
  let own = 0;
  const crowd = await openCrowd(server, subscribers, [match], () => {
    tookMs = performance.now() - began;
    cpuMs = target.cpuMs() - before;
    const { user, system } = process.cpuUsage(ownBefore);
    own = user + system;
  });
  const { audience } = crowd;
  try {
    const seq = audience.expect();
    await Promise.all([server.publish([{ match, seq }]), audience.delivered()]);
    return {
      cpu: (cpuMs * 1_000) / subscribers,
      client: own / subscribers,
      perSecond: (subscribers * 1_000) / tookMs,
      ...audience.mistakes(),
    };
  } finally {
    await crowd.close();
  }
}
