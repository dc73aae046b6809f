// The named faults. Each is done to a cluster under load and undone again. Faults that last until all agree are undone
// `later`, after the verdict.
import { randomUUID } from 'node:crypto';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import type { ClusterNode, PointName } from './node.ts';
import { eventually, pause, within } from './processes.ts';
import { rollingRestart } from './rolling-restart.ts';
import type { Stage } from './round.ts';
import { revokedToken } from './revocation.ts';
import type { Fault as NetworkFault } from './faulty-proxy.ts';

export type Fault = (stage: Stage) => Promise<void>;

const HOUR_MS = 3_600_000;
/** Writes pass each point all the time. */
const REACH_MS = 10_000;

const anyNode = ({ cluster, random }: Stage): ClusterNode => random.pick(cluster.nodes);

/** Records a marker in a game that is quiet afterwards, so that the node writes a checkpoint. Safe to repeat. */
async function markQuietGame({ post, token }: Stage['world']['quiet'], node: ClusterNode): Promise<void> {
  const body = JSON.stringify({ id: randomUUID(), timestamp: new Date().toISOString(), type: 'Event' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  await eventually(
    async () => {
      const answer = await fetch(`${node.url() ?? ''}${API_ROOT}/${post}`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    },
    REACH_MS,
    'A marker of the quiet game is recorded',
  );
}

/** Does something while a write is held at a point of a node; then drops the write, unless it was released. */
async function at(
  { world }: Stage,
  node: ClusterNode,
  point: PointName,
  act: (letGo: () => void) => Promise<void>,
): Promise<void> {
  const hold = node.points[point].hold();
  try {
    if (point.includes('checkpoint')) await markQuietGame(world.quiet, node);
    await within(REACH_MS, `A write at the point "${point}" of node ${node.name}`, hold.reached);
    await act(hold.release);
  } finally {
    hold.discard();
  }
}

const killedAt =
  (point: PointName): Fault =>
  async (stage) => {
    const node = anyNode(stage);
    await at(stage, node, point, () => node.kill());
    await node.start();
  };

const stoppedAt =
  (point: PointName): Fault =>
  async (stage) => {
    const node = anyNode(stage);
    await at(stage, node, point, async (letGo) => {
      node.freeze();
      letGo();
      await pause(stage.silenceMs());
      node.thaw();
    });
  };

const clockSet =
  (offsetMs: number): Fault =>
  async (stage) => {
    const node = anyNode(stage);
    node.setClock(offsetMs);
    await stage.progress(60);
    node.setClock(0);
    await stage.progress(30);
  };

/** The database loses its connections to a node while a write stands at the point. */
const cutAt =
  (point: PointName): Fault =>
  async (stage) => {
    const node = anyNode(stage);
    await at(stage, node, point, async () => node.proxies.database.cutOpen());
    await stage.progress(20);
  };

const wireFault =
  (side: 'database' | 'redis', fault: NetworkFault): Fault =>
  async (stage) => {
    const proxy = anyNode(stage).proxies[side];
    proxy.set(fault);
    await pause(stage.silenceMs());
    proxy.set({ kind: 'none' });
  };

/** The networks of half of the screens. */
const screensFault =
  (fault: NetworkFault): Fault =>
  async ({ screens, random, silenceMs }) => {
    const proxies = screens.filter(() => random.chance(0.5)).map((screen) => screen.proxy);
    for (const proxy of proxies) proxy.set(fault);
    await pause(silenceMs());
    for (const proxy of proxies) {
      proxy.set({ kind: 'none' });
      // A network that is back resets old connections; otherwise the clients' heartbeats find the loss.
      if (fault.kind === 'black hole') proxy.cutOpen();
    }
  };

export const FAULTS = {
  'node killed before the commit': killedAt('before the commit'),
  'node killed after the commit, before it knew': killedAt('committed, not told'),
  'node killed before its announcement got out': killedAt('before the announcement'),
  'node killed before its answer got out': killedAt('before the answer'),
  'node stopped before the commit': stoppedAt('before the commit'),
  'node stopped after the commit, before it knew': stoppedAt('committed, not told'),
  'node stopped before its announcement got out': stoppedAt('before the announcement'),
  'node stopped before its answer got out': stoppedAt('before the answer'),
  'node killed before a checkpoint': killedAt('before the checkpoint'),
  'node killed after a checkpoint, before it knew': killedAt('checkpoint written, not told'),
  'node stopped before a checkpoint': stoppedAt('before the checkpoint'),
  'node stopped after a checkpoint, before it knew': stoppedAt('checkpoint written, not told'),
  'both nodes killed': async (stage) => {
    const { nodes } = stage.cluster;
    await Promise.all(nodes.map((node) => node.kill()));
    await Promise.all(nodes.map((node) => node.start()));
  },
  'rolling restart': rollingRestart,
  'clock of a node an hour ahead': clockSet(HOUR_MS),
  'clock of a node an hour behind': clockSet(-HOUR_MS),
  'token revoked': (stage) => revokedToken(stage, false),
  'token revoked unheard, clocks set back': (stage) => revokedToken(stage, true),

  'Redis killed': async ({ cluster, progress }) => {
    await cluster.redis.kill();
    // Writes go on without it.
    await progress(40);
    await cluster.redis.start();
  },
  'Redis gone until all agree': async ({ cluster, progress, later }) => {
    await cluster.redis.kill();
    later(cluster.redis.start);
    await progress(40);
  },
  'Redis restarted empty': async ({ cluster, progress }) => {
    await cluster.redis.kill();
    await cluster.redis.start();
    await progress(20);
  },
  'Redis frozen': async ({ cluster, progress, silenceMs }) => {
    cluster.redis.freeze();
    try {
      await progress(40);
      await pause(silenceMs());
    } finally {
      cluster.redis.thaw();
    }
  },
  'Redis behind a black hole until all agree': async (stage) => {
    const { redis } = anyNode(stage).proxies;
    redis.set({ kind: 'black hole' });
    stage.later(async () => redis.set({ kind: 'none' }));
    await stage.progress(40);
  },
  'last messages of Redis dropped until all agree': async (stage) => {
    const node = anyNode(stage);
    node.setDeaf(true);
    stage.later(async () => node.setDeaf(false));
    await stage.progress(40);
  },
  'Redis slow': wireFault('redis', { kind: 'delayed', ms: 150 }),
  'Redis cut off from a node': wireFault('redis', { kind: 'cut' }),

  'PostgreSQL killed': async ({ cluster, progress, silenceMs }) => {
    await cluster.postgres.kill();
    await pause(silenceMs() / 2);
    await cluster.postgres.start();
    await progress(10);
  },
  'PostgreSQL restarted': async ({ cluster, progress }) => {
    await cluster.postgres.stop();
    await cluster.postgres.start();
    await progress(10);
  },
  'PostgreSQL frozen': async ({ cluster, progress, silenceMs }) => {
    cluster.postgres.freeze();
    await pause(silenceMs());
    cluster.postgres.thaw();
    await progress(10);
  },
  'connections cut before COMMIT': cutAt('before the commit'),
  'connections cut after COMMIT': cutAt('committed, not told'),
  'connections cut after a checkpoint': cutAt('checkpoint written, not told'),
  'PostgreSQL slow': wireFault('database', { kind: 'delayed', ms: 100 }),
  'PostgreSQL cut off from a node': wireFault('database', { kind: 'cut' }),

  'networks of screens cut': screensFault({ kind: 'cut' }),
  'networks of screens stalled': screensFault({ kind: 'stalled' }),
  'networks of screens throttled': screensFault({ kind: 'throttled', bytesPerSecond: 20_000 }),
  'networks of screens delayed': screensFault({ kind: 'delayed', ms: 200 }),
  'networks of screens a black hole': screensFault({ kind: 'black hole' }),
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof FAULTS;

export const FAULT_NAMES = Object.keys(FAULTS) as [FaultName, ...FaultName[]];
