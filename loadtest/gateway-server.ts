// The gateway as a server of deliveries: updates are markers posted over REST, each with its commit.
import { setTimeout as sleep } from 'node:timers/promises';
import { API_ROOT } from '../protocol/wire/version.ts';
import { openCrowd } from './crowd.ts';
import { type DeliveryServer, sayClosed } from './delivery-server.ts';
import type { Fixture } from './fixture.ts';
import { startGateway } from './gateway-process.ts';
import { type LightHttp, openLightHttp } from './light-http.ts';
import { openLightSocket, sharedReadBuffer } from './light-socket.ts';
import type { ServerOptions } from './server-process.ts';

export type GatewayServer = DeliveryServer & {
  /** Posts `count` markers to each of these matches, `inFlight` at a time. JavaScript is compiled while it runs. */
  warmUp(matches: readonly number[], count: number, inFlight: number): Promise<void>;
};

export type GatewayOptions = ServerOptions & {
  readonly cpuProfile: string | null;
  /** Starts it again after the import of its data, which leaves memory behind. */
  readonly isRestarted?: boolean;
};

/** Markers per second: the credential has an allowance of 1,000 requests. */
const WARM_UP_RATE = 800;
/** The gateway closes a connection that is idle for 10 seconds. */
const IDLE_MS = 4_000;

export async function openGatewayServer(fixture: Fixture, options: GatewayOptions): Promise<GatewayServer> {
  const server = await startGateway(fixture.data, options.cpuProfile, options);
  if (options.isRestarted === true) await server.restart();
  const { host, port } = server;
  const buffer = sharedReadBuffer();
  const idle: { readonly poster: LightHttp; readonly since: number }[] = [];
  const posters: LightHttp[] = [];
  const posted = new Map<number, number>();

  /** A connection that may be closed by the server at any moment is not used again. */
  function freePoster(): LightHttp {
    const last = idle.pop();
    if (last && performance.now() - last.since < IDLE_MS) return last.poster;
    last?.poster.close();
    const poster = openLightHttp(host, port);
    posters.push(poster);
    return poster;
  }

  async function post(match: number): Promise<void> {
    const nth = posted.get(match) ?? 0;
    posted.set(match, nth + 1);
    const poster = freePoster();
    const status = await poster.send(fixture.marker(host, match, nth));
    idle.push({ poster, since: performance.now() });
    if (status !== 201) throw new Error(`A marker was answered ${status}.`);
  }

  return {
    name: 'gateway',
    process: server,
    channel: fixture.channel,
    async connect(board, onFrame) {
      const socket = await openLightSocket(
        {
          host,
          port,
          path: `${API_ROOT}/live`,
          token: fixture.reader(board),
          onText: onFrame,
          onClosed: sayClosed,
        },
        buffer,
      );
      return {
        follow: (channel) => socket.send(JSON.stringify({ type: 'subscribe', channel })),
        close: () => socket.close(),
      };
    },
    async publish(updates) {
      await Promise.all(updates.map(({ match }) => post(match)));
    },
    async warmUp(matches, count, inFlight) {
      for (const match of matches) {
        for (let sent = 0; sent < count; sent += inFlight) {
          const batch = Array.from({ length: Math.min(inFlight, count - sent) }, () => post(match));
          await Promise.all([...batch, sleep((batch.length * 1_000) / WARM_UP_RATE)]);
        }
      }
    },
    async close() {
      for (const poster of posters) poster.close();
      await server.stop();
    },
  };
}

/** Bytes. */
export type FrameSizes = { readonly deltaBytes: number; readonly snapshotBytes: number };

/** The sizes of the gateway's frames: of the deltas of a new match, and of its snapshot after them. */
export async function sampleFrames(gateway: GatewayServer, match: number, updates: number): Promise<FrameSizes> {
  const first = await openCrowd(gateway, 1, [match]);
  for (let sent = 0; sent < updates; sent += 1) {
    first.audience.expect();
    await Promise.all([gateway.publish([{ match, seq: sent + 1 }]), first.audience.delivered()]);
  }
  const sizes = first.audience.heard();
  await first.close();
  const second = await openCrowd(gateway, 1, [match]);
  const snapshotBytes = second.audience.snapshotBytes();
  await second.close();
  return { deltaBytes: Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length), snapshotBytes };
}
