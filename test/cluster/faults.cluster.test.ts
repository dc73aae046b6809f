// Two nodes, a private PostgreSQL and Redis, writers that retry, screens, and every named fault: no acknowledged marker is
// lost, none counts twice, and within 5 seconds of the last fault all screens show the same.
//
// The faults are drawn from a seed, which stands in the titles: SEED=n draws the same again. `npm run soak` runs longer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, missingForCluster, openCluster } from '../support/cluster/cluster.ts';
import { FAULT_NAMES, type FaultName } from '../support/cluster/faults.ts';
import { rememberFootprint } from '../support/cluster/footprint.ts';
import { describePlan, lines, makePlan, type Plan, playPlan } from '../support/cluster/plan.ts';
import { openRandom } from '../support/cluster/random.ts';
import type { Violation } from '../support/cluster/checker.ts';

const missing = missingForCluster();
if (missing !== null && process.env['CI'] === 'true') throw new Error(`Tests of several nodes need ${missing}.`);

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

const KILLS_AT_POINTS = [
  'node killed before the commit',
  'node killed after the commit, before it knew',
  'node killed before its announcement got out',
  'node killed before its answer got out',
  'node killed before a checkpoint',
  'node killed after a checkpoint, before it knew',
] as const satisfies readonly FaultName[];

/** Every other fault once; faults that last until all agree come last. */
const GROUPS: Readonly<Record<string, readonly FaultName[]>> = {
  'nodes stopped at every point of a write, and clocks set': [
    'node stopped before the commit',
    'node stopped after the commit, before it knew',
    'node stopped before its announcement got out',
    'node stopped before its answer got out',
    'node stopped before a checkpoint',
    'node stopped after a checkpoint, before it knew',
    'clock of a node an hour ahead',
    'clock of a node an hour behind',
  ],
  'Redis failing in every way, its last messages lost': [
    'Redis killed',
    'Redis restarted empty',
    'Redis frozen',
    'Redis slow',
    'Redis cut off from a node',
    'last messages of Redis dropped until all agree',
  ],
  'Redis gone for good': ['Redis gone until all agree'],
  'Redis silent for good': ['Redis behind a black hole until all agree'],
  'PostgreSQL failing in every way': [
    'PostgreSQL killed',
    'PostgreSQL restarted',
    'PostgreSQL frozen',
    'PostgreSQL slow',
    'PostgreSQL cut off from a node',
    'connections cut before COMMIT',
    'connections cut after COMMIT',
    'connections cut after a checkpoint',
  ],
  'the networks of screens failing': [
    'networks of screens cut',
    'networks of screens stalled',
    'networks of screens throttled',
    'networks of screens delayed',
    'networks of screens a black hole',
  ],
  'a token revoked': ['token revoked', 'token revoked unheard, clocks set back'],
  'a rolling restart of both nodes': ['rolling restart'],
};

/** Plans that once found a fault are always played again, unchanged. The rounds of the others are numbered from 1. */
const KEPT = [
  {
    found: 'a deletion answered 404 by a node that had not heard of the marker',
    plan: [['Redis cut off from a node']],
    seed: 1,
    number: 22,
  },
] as const satisfies readonly { found: string; plan: Plan; seed: number; number: number }[];

describe.skipIf(missing !== null)(`a cluster of two nodes (SEED=${seed})`, () => {
  let cluster: Cluster;
  let leaks: () => Promise<readonly Violation[]>;
  let number = 0;

  /** Plays a plan with its own data; gives the violations as text. */
  async function play(
    plan: Plan,
    options: { readonly seed?: number; readonly writers?: number } = {},
  ): Promise<string> {
    number += 1;
    const { violations } = await playPlan(cluster, plan, { seed, number, ...options });
    return lines(violations);
  }

  beforeAll(async () => {
    cluster = await openCluster();
    await playPlan(cluster, [], { seed, number });
    leaks = await rememberFootprint(cluster);
  });
  afterAll(async () => {
    await cluster.close();
  });

  test('rule OPS-10: is right after 12 kills of nodes, at every point of a write and of a checkpoint and at once, under 40 writers', async () => {
    const atOnce = Array.from({ length: 3 }, () => ['both nodes killed'] as const);
    expect(await play([...KILLS_AT_POINTS.map((name) => [name]), ...atOnce], { writers: 40 })).toBe('');
  });

  test.for(Object.entries(GROUPS))('is right after %s', async ([, names]) => {
    expect(await play(names.map((name) => [name]))).toBe('');
  });

  test.for(KEPT)('finds no more $found', async ({ plan, ...drawn }) => {
    expect(await play(plan, drawn)).toBe('');
  });

  const plan = makePlan(openRandom(seed).fork('short plan'), 3);
  test(`is right after ${describePlan(plan)}`, async () => {
    expect(await play(plan)).toBe('');
  });

  test('holds no more sockets, subscriptions and timers than before', async () => {
    expect(lines(await leaks())).toBe('');
  });
});

test('every named fault is played', () => {
  const played: readonly FaultName[] = ['both nodes killed', ...KILLS_AT_POINTS, ...Object.values(GROUPS).flat()];
  expect([...played].sort()).toEqual([...FAULT_NAMES].sort());
});
