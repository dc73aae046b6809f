// The gateway, warm, beside the baselines that send as many bytes as it does.
import { type BaselineName, openBaseline } from './baselines/baseline.ts';
import type { DeliveryServer } from './delivery-server.ts';
import type { Fixture } from './fixture.ts';
import { type FrameSizes, type GatewayServer, openGatewayServer, sampleFrames } from './gateway-server.ts';
import type { Options } from './options.ts';
import type { ServerOptions } from './server-process.ts';

export type Competition = FrameSizes & {
  readonly gateway: GatewayServer;
  readonly baselines: readonly DeliveryServer[];
  /** The number of a match without markers. A baseline has no markers: it always gets the same one. */
  freeMatch(server: DeliveryServer): number;
  close(): Promise<void>;
};

/** Matches played first to warm up: JavaScript is compiled while it runs, and most of it after some thousand markers. */
const WARM_UP_MATCHES = 32;
const WARM_UP_MARKERS = 240;
const WARM_UP_IN_FLIGHT = 8;
/** About as many as in a real match. */
const SAMPLED_MARKERS = 60;

const ALL: readonly BaselineName[] = ['raw', 'ws', 'Socket.IO'];

/** Starts all of them. `matches` of the fixture stay free for the measurements. */
export async function openCompetition(
  options: Pick<Options, 'cpuProfile'>,
  fixture: (matches: number) => Fixture,
  matches: number,
  names: readonly BaselineName[] = ALL,
  serverOptions: ServerOptions = {},
): Promise<Competition> {
  const { channel, ...others } = fixture(matches + WARM_UP_MATCHES + 1);
  const gateway = await openGatewayServer({ channel, ...others }, { ...options, ...serverOptions });
  const baselines: DeliveryServer[] = [];
  let next = matches;
  const close = async (): Promise<void> => {
    await Promise.all([...baselines, gateway].map((server) => server.close()));
  };
  try {
    const warmUp = Array.from({ length: WARM_UP_MATCHES }, (_, index) => matches + index);
    await gateway.warmUp(warmUp, WARM_UP_MARKERS, WARM_UP_IN_FLIGHT);
    const sizes = await sampleFrames(gateway, matches + WARM_UP_MATCHES, SAMPLED_MARKERS);
    for (const name of names) baselines.push(await openBaseline(name, { ...sizes, ...serverOptions, channel }));
    return {
      gateway,
      baselines,
      ...sizes,
      freeMatch(server) {
        if (server !== gateway) return 0;
        if (next === 0) throw new Error('No match is left.');
        next -= 1;
        return next;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
