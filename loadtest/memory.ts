// `npm run loadtest -- memory`: memory of a subscribed connection, compared with uWebSockets.js, ws and Socket.IO, and of live
// matches.
import { addMistakes, MISTAKE_COLUMNS, type Mistakes } from './audience.ts';
import { type BaselineName, openBaseline } from './baselines/baseline.ts';
import { openCrowd } from './crowd.ts';
import { crowdedFixture } from './crowded-match.ts';
import type { DeliveryServer } from './delivery-server.ts';
import { figure } from './figures.ts';
import { type FrameSizes, type GatewayServer, openGatewayServer, sampleFrames } from './gateway-server.ts';
import { measureLiveMatches } from './live-matches.ts';
import type { Options } from './options.ts';
import { interleave, medianOf, report, type Result } from './result.ts';

/** The share of the boards that come before the first look at the memory: the code for them is compiled and loaded then. */
const FIRST_SHARE = 0.2;
/** Markers of the match whose frames are measured. */
const SAMPLED_MARKERS = 60;
const BASELINES: readonly BaselineName[] = ['raw', 'ws', 'Socket.IO'];
const CONNECTION_GOAL = { atMost: 3 };
const MATCHES_GOAL = { atMost: 200 };
/** The goal is about this many live matches; others are converted. */
const MATCHES = 10_000;

/** KB of the process for each connection: its memory, and the part of it in V8's heap. */
type PerConnection = Mistakes & { readonly used: number; readonly heap: number };

const COLUMNS = { used: 'KB each', heap: 'heap KB each', ...MISTAKE_COLUMNS };

export async function memory(options: Options): Promise<void> {
  const { rounds, subscribers, matches } = options;
  const inspected = { ...options, inspect: true };
  const fixture = crowdedFixture(2);
  const openGateway = () => openGatewayServer(fixture, { ...inspected, isRestarted: true });
  const sizes = await sampled(openGateway);
  const openers: [string, () => Promise<DeliveryServer>][] = [
    ...BASELINES.map((name): [string, () => Promise<DeliveryServer>] => [
      name,
      () => openBaseline(name, { ...sizes, channel: fixture.channel, inspect: true }),
    ]),
    ['gateway', openGateway],
  ];
  const measured = await interleave<PerConnection>(
    rounds,
    Object.fromEntries(openers.map(([name, open]) => [name, () => measureConnections(open, subscribers)])),
    (round, name, { used, heap }) =>
      console.log(`round ${round}  ${name}: ${figure(used)} KB a connection, ${figure(heap)} KB of it in the heap`),
    0,
  );
  const live = await measureLiveMatches(matches, inspected);
  const mb = ({ used }: { readonly used: number }): number => (used * MATCHES) / matches;
  const ofMatches = `${MATCHES} live matches of ${live.markers} markers`;
  const result: Result = {
    scenario: 'memory',
    setting: `${subscribers} boards, ${rounds} rounds; ${matches} live matches of ${live.markers} markers`,
    rounds: measured,
    ratios: [
      {
        what: 'KB of memory for a subscribed connection',
        value: medianOf(measured, 'gateway', 'used'),
        goal: CONNECTION_GOAL,
      },
      {
        what: 'of raw uWebSockets.js, memory of a subscribed connection',
        value: medianOf(measured, 'gateway', 'used') / medianOf(measured, 'raw', 'used'),
      },
      { what: `MB of memory for ${ofMatches}, when they are quiet`, value: mb(live.quiet), goal: MATCHES_GOAL },
      { what: `MB of memory for ${ofMatches}, right after loading`, value: mb(live.loaded) },
    ],
    more: { liveMatches: live },
  };
  await report(
    options,
    result,
    COLUMNS,
    `${matches} live matches: ${figure(live.loaded.used)} MB right after loading (${live.loaded.dormant} dormant), ` +
      `${figure(live.loaded.heap)} MB of it in the heap; ${figure(live.quiet.used)} MB when all are dormant, ` +
      `${figure(live.quiet.heap)} MB of it in the heap; the process had ${figure(live.before)} MB before`,
  );
}

/** The sizes of the gateway's frames. */
async function sampled(openGateway: () => Promise<GatewayServer>): Promise<FrameSizes> {
  const gateway = await openGateway();
  try {
    return await sampleFrames(gateway, 1, SAMPLED_MARKERS);
  } finally {
    await gateway.close();
  }
}

/** In a new process, because memory that was freed stays with the process. All boards get one update. */
async function measureConnections(open: () => Promise<DeliveryServer>, subscribers: number): Promise<PerConnection> {
  const server = await open();
  try {
    const few = Math.ceil(subscribers * FIRST_SHARE);
    const first = await openCrowd(server, few, [0]);
    const before = await server.process.memory();
    const others = await openCrowd(server, subscribers - few, [0]);
    const [seq = 0] = [first, others].map(({ audience }) => audience.expect());
    await server.publish([{ match: 0, seq }]);
    await Promise.all([first.audience.delivered(), others.audience.delivered()]);
    await server.process.settled();
    const after = await server.process.memory();
    const mistakes = addMistakes(first.audience.mistakes(), others.audience.mistakes());
    await first.close();
    await others.close();
    const each = (field: 'used' | 'heapUsed'): number => (after[field] - before[field]) / 1_024 / (subscribers - few);
    return { used: each('used'), heap: each('heapUsed'), ...mistakes };
  } finally {
    await server.close();
  }
}
