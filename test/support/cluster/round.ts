// One round: its own data, writers and screens at work, faults, then silence, and the check.
import type { Cluster } from './cluster.ts';
import type { Violation } from './checker.ts';
import type { History } from './history.ts';
import { pause } from './processes.ts';
import type { Random } from './random.ts';
import { openScreen, type Screen } from './screens.ts';
import { gatherViolations } from './verdict.ts';
import { makeWorld, type World } from './world.ts';
import { startWriters, type Writers } from './writers.ts';

/** The parts that faults act on. */
export type Stage = {
  readonly cluster: Cluster;
  readonly world: World;
  readonly writers: Writers;
  readonly screens: readonly Screen[];
  readonly random: Random;
  /** How long a part stays stopped, frozen or silent this time, ms. */
  silenceMs(): number;
  /** Resolves after so many more acknowledged operations. */
  progress(operations: number): Promise<void>;
  /** Runs after all have agreed. */
  later(undo: () => Promise<void> | void): void;
  violate(violation: Violation): void;
};

export type Round = {
  readonly history: History;
  readonly violations: readonly Violation[];
  readonly writes: number;
  readonly acknowledged: number;
  readonly retries: number;
  readonly reconnects: number;
  readonly slowestAnswerMs: number;
};

export type RoundOptions = {
  readonly number: number;
  readonly random: Random;
  readonly writers?: number;
  readonly screens?: number;
  /** Between two operations of one writer, ms at most. */
  readonly pauseMs?: number;
  /** How long a part may be frozen or silent, ms. */
  readonly longestMs?: number;
};

/** Long enough to be noticed, too short to be given up for dead. */
const SILENCE_MS = 1_200;
/** Acknowledgements are waited for so long at most: longer than any fault lasts. */
const PROGRESS_MS = 60_000;

/** Plays a round with these faults, and checks it. `faults` ends when the last fault is over. */
export async function playRound(
  cluster: Cluster,
  options: RoundOptions,
  faults: (stage: Stage) => Promise<void>,
): Promise<Round> {
  const { random, number } = options;
  const world = makeWorld(number);
  await cluster.importData(world.dataFile);
  const screens = await openScreens(cluster, world, random, options.screens ?? 6);
  const [a, b] = cluster.nodes;
  const writers = startWriters({
    count: options.writers ?? 4,
    world,
    urls: [a.postUrl, b.postUrl],
    random: random.fork('writers'),
    pauseMs: options.pauseMs ?? 30,
  });
  const undoings: (() => Promise<void> | void)[] = [];
  const later = (undo: () => Promise<void> | void): void => void undoings.push(undo);
  try {
    const progress = async (operations: number): Promise<void> => {
      const goal = writers.operations.length + operations;
      const until = performance.now() + PROGRESS_MS;
      while (writers.operations.length < goal) {
        if (performance.now() > until)
          throw new Error(`Nothing is acknowledged any more: ${writers.oddAnswers.join()}`);
        await pause(5);
      }
    };
    const silenceMs = (): number => {
      const { longestMs = SILENCE_MS } = options;
      return random.chance(0.8) ? SILENCE_MS : random.between(SILENCE_MS, longestMs);
    };
    const found: Violation[] = [];
    const violate = (violation: Violation): void => void found.push(violation);
    await progress(20);
    await faults({ cluster, world, writers, screens, random, silenceMs, progress, later, violate });
    await progress(10);
    await writers.stop();
    const { history, violations: checked } = await gatherViolations(cluster, world, writers, screens);
    const violations = [...found, ...checked];
    const { attempts, retries, acknowledged } = writers.counts();
    const reconnects = screens.reduce((sum, screen) => sum + screen.interruptions(), 0);
    const slowestAnswerMs = writers.slowestAnswerMs();
    return { history, violations, writes: attempts, acknowledged, retries, reconnects, slowestAnswerMs };
  } finally {
    for (const undo of undoings) await undo();
    writers.abandon();
    await Promise.all(screens.map((screen) => screen.close()));
  }
}

async function openScreens(cluster: Cluster, world: World, random: Random, count: number): Promise<Screen[]> {
  const targets = () => cluster.nodes.flatMap((node) => node.target());
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const isClub = index % 3 !== 2;
      return openScreen({
        name: `screen ${index}`,
        channels: isClub ? world.clubChannels : world.tournamentChannels,
        token: isClub ? world.clubToken : world.tournamentToken,
        // The first ones sit on a node each; the others go anywhere.
        targets:
          index < 2 ? () => [...targets()].sort((one) => (one.name === cluster.nodes[index]?.name ? -1 : 1)) : targets,
        random: random.fork(`screen ${index}`),
      });
    }),
  );
}
