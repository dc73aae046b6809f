// After the last fault: waits until all agree, collects the history, and checks it.
import type { BoardState } from '../../../protocol/wire/board.ts';
import { AGREE_WITHIN_MS, check, feedAgrees, type Violation } from './checker.ts';
import type { Cluster } from './cluster.ts';
import type { History, Told } from './history.ts';
import { pause } from './processes.ts';
import type { Screen } from './screens.ts';
import type { World } from './world.ts';
import type { Writers } from './writers.ts';

export type Verdict = { readonly history: History; readonly violations: readonly Violation[] };

/** The extra wait after the limit, to tell late from never, ms. */
const WAIT_MS = AGREE_WITHIN_MS * 3;

export async function gatherViolations(
  cluster: Cluster,
  world: World,
  writers: Writers,
  screens: readonly Screen[],
): Promise<Verdict> {
  const agreedAfterMs = await agreement(cluster, world, screens);
  const history: History = {
    operations: writers.operations,
    oddAnswers: writers.oddAnswers,
    stored: await Promise.all(world.targets.map(({ ref }) => cluster.stored(ref))),
    told: await tellings(cluster, world),
    watched: screens.flatMap((screen) => screen.watched),
    feeds: world.feeds,
    agreedAfterMs,
  };
  return { history, violations: check(history) };
}

/** How long it took until database, nodes and screens agreed; null when they never did. */
async function agreement(cluster: Cluster, world: World, screens: readonly Screen[]): Promise<number | null> {
  const began = performance.now();
  for (;;) {
    if (await agree(cluster, world, screens)) return performance.now() - began;
    if (performance.now() - began > WAIT_MS) return null;
    await pause(50);
  }
}

async function agree(cluster: Cluster, world: World, screens: readonly Screen[]): Promise<boolean> {
  const refs = world.targets.map(({ ref }) => ref);
  const positions = await cluster.positions(refs);
  const told = await tellings(cluster, world);
  if (told.length < refs.length * cluster.nodes.length) return false;
  if (told.some(({ ref, seq }) => seq !== positions.get(ref))) return false;
  return screens.every((screen) =>
    screen.watched.every(({ channel }) => {
      const shown = screen.newest(channel);
      if (!shown) return false;
      const feed = world.feeds.find((one) => one.channel === channel);
      if (!feed) return shown.seq === positions.get(channel);
      return told.every(({ ref, state }) => !feed.refs.includes(ref) || feedAgrees(shown.state, state as BoardState));
    }),
  );
}

/** The answers of each node about each match, without nodes that do not answer. */
async function tellings(cluster: Cluster, world: World): Promise<readonly Told[]> {
  const told: Told[] = [];
  for (const node of cluster.nodes) {
    for (const { ref, token } of world.targets) {
      const position = await cluster.ask(node, ref, token).catch((error: unknown) => {
        if (error instanceof Error) return null;
        throw error;
      });
      if (position)
        told.push({ node: node.name, ref, epoch: position.epoch, seq: position.seq, state: position.state });
    }
  }
  return told;
}
