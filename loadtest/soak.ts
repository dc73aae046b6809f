// `npm run soak -- --minutes N --seed S`: random faults under load, round after round, for N minutes. Each round has a plan
// drawn from the seed, and its own verdict. Exits with 1 after a violation, and prints the folder that has the evidence.
// `--fuzz` runs hostile input instead (fuzz.ts); `--only KIND --case N` runs one case of it again.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import type { Violation } from '../test/support/cluster/checker.ts';
import { type Cluster, openCluster } from '../test/support/cluster/cluster.ts';
import { rememberFootprint, topicsLeftAfterDays } from '../test/support/cluster/footprint.ts';
import { describePlan, makePlan, type Plan, playPlan } from '../test/support/cluster/plan.ts';
import { openRandom } from '../test/support/cluster/random.ts';
import type { Round } from '../test/support/cluster/round.ts';
import { replayFuzz, runFuzz } from './fuzz.ts';
import { readSoakOptions, SOAK_HELP } from './soak-options.ts';

const options = readSoakOptions(process.argv.slice(2));
if (options === null) {
  console.error(SOAK_HELP);
  process.exit(2);
}
const { minutes, seed, isFuzz, only } = options;
if (isFuzz) process.exit(only === null ? await runFuzz(seed, minutes) : await replayFuzz(seed, only));

const STEPS = 6;
/** Maximum time that a part is frozen or silent: longer than any write waits for its answer. */
const LONGEST_MS = 7_000;
const total = {
  rounds: 0,
  writes: 0,
  acknowledged: 0,
  retries: 0,
  reconnects: 0,
  slowestAnswerMs: 0,
  slowestAgreementMs: 0,
};
const faults = new Map<string, number>();
const violations: Violation[] = [];
/** The folder of the evidence; created with the first violation. */
const evidence: { folder: string | null } = { folder: null };

/** Saves the evidence of a failed round: its plan, its history and the logs of the nodes. */
async function keep(
  cluster: Cluster,
  round: number,
  plan: Plan,
  found: readonly Violation[],
  history: unknown,
): Promise<void> {
  evidence.folder ??= await mkdtemp(path.join(tmpdir(), 'touchline-soak-'));
  const folder = path.join(evidence.folder, `round-${round}`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'plan.txt'), `seed ${seed}, round ${round}: ${describePlan(plan)}\n`);
  await writeFile(path.join(folder, 'violations.json'), JSON.stringify(found, null, 2));
  await writeFile(path.join(folder, 'history.json'), JSON.stringify(history));
  for (const node of cluster.nodes)
    await writeFile(path.join(folder, `node-${node.name}.log`), node.lines().join('\n'));
}

function count(plan: Plan, round: Round): void {
  total.rounds += 1;
  total.writes += round.writes;
  total.acknowledged += round.acknowledged;
  total.retries += round.retries;
  total.reconnects += round.reconnects;
  total.slowestAnswerMs = Math.max(total.slowestAnswerMs, round.slowestAnswerMs);
  total.slowestAgreementMs = Math.max(total.slowestAgreementMs, round.history.agreedAfterMs ?? 0);
  for (const name of plan.flat()) faults.set(name, (faults.get(name) ?? 0) + 1);
}

const faultCount = (): number => [...faults.values()].reduce((sum, times) => sum + times, 0);
const figures = (): string =>
  `${total.rounds} rounds, ${total.writes} writes sent, ${total.acknowledged} acknowledged (2xx), ${total.retries} retries, ` +
  `${faultCount()} faults, ${total.reconnects} reconnects, ${violations.length} violations`;

async function soak(cluster: Cluster): Promise<void> {
  const until = performance.now() + minutes * 60_000;
  const began = performance.now();
  let told = 0;
  // A quiet round first: memory that a node allocates on first use is not a leak.
  await playPlan(cluster, [], { seed, number: 0 });
  const leaks = await rememberFootprint(cluster);
  for (let number = 1; performance.now() < until; number += 1) {
    const plan = makePlan(openRandom(seed).fork(`plan ${number}`), STEPS);
    try {
      const round = await playPlan(cluster, plan, { seed, number, longestMs: LONGEST_MS });
      count(plan, round);
      violations.push(...round.violations);
      if (round.violations.length > 0) await keep(cluster, number, plan, round.violations, round.history);
      for (const { kind, what } of round.violations) console.log(`  round ${number}: ${kind}: ${what}`);
    } catch (error) {
      const what = inspect(error);
      violations.push({ kind: 'stuck', what });
      console.log(`  round ${number} (${describePlan(plan)}): stuck: ${what}`);
      await keep(cluster, number, plan, [{ kind: 'stuck', what }], null);
      await recover(cluster);
    }
    const minute = Math.floor((performance.now() - began) / 60_000);
    if (minute > told) console.log(`minute ${minute}: ${figures()}`);
    told = minute;
  }
  for (const leak of [...(await leaks()), ...(await topicsLeftAfterDays(cluster))]) {
    violations.push(leak);
    console.log(`  in the end: ${leak.kind}: ${leak.what}`);
  }
}

/** Restarts everything after a round that failed, so that the next round has a valid start. */
async function recover(cluster: Cluster): Promise<void> {
  cluster.postgres.thaw();
  cluster.redis.thaw();
  for (const node of cluster.nodes) await node.kill();
  await cluster.postgres.kill();
  await cluster.postgres.start();
  await cluster.redis.kill();
  await cluster.redis.start();
  for (const node of cluster.nodes) {
    for (const proxy of Object.values(node.proxies)) proxy.set({ kind: 'none' });
    node.setDeaf(false);
    node.setClock(0);
    await node.start();
  }
}

console.log(`soak: ${minutes} minutes, seed ${seed}`);
const cluster = await openCluster();
// Stops our PostgreSQL and Redis when the user interrupts the run.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cluster.close().finally(() => process.exit(130)));
}
try {
  await soak(cluster);
} finally {
  await cluster.close();
}
console.log(`soak of ${minutes} minutes, seed ${seed}: ${figures()}`);
console.log(
  `slowest answer ${Math.round(total.slowestAnswerMs)} ms, slowest agreement ${Math.round(total.slowestAgreementMs)} ms`,
);
for (const [name, times] of [...faults].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${String(times).padStart(6)} × ${name}`);
if (evidence.folder !== null) console.log(`What is needed to understand the violations is in ${evidence.folder}.`);
process.exit(violations.length === 0 ? 0 : 1);
