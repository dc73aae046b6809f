// Runs cases of all kinds against a gateway process for some time, beside an honest client, and reports the faults.
import { pause } from '../cluster/processes.ts';
import { ALL_CASES, type Case, caseAt, damageOf, firstBad, type Found, tryCase } from './cases.ts';
import { type Honest, openHonest } from './honest.ts';
import type { Outcome } from './kind.ts';
import { type Memory, openTarget, type Target } from './target.ts';

export type KindCount = { cases: number; slowestMs: number; readonly statuses: Map<string, number> };

export type Report = {
  readonly counts: ReadonlyMap<string, KindCount>;
  readonly found: readonly Found[];
  readonly honest: { readonly rounds: number; readonly slowestMs: number };
  /** After a warm-up, and in the end, both after garbage collection. */
  readonly memory: { readonly before: Memory; readonly after: Memory };
};

type FuzzOptions = {
  readonly seed: number;
  /** Time for the cases, ms. The first fifth is the warm-up. */
  readonly ms: number;
  /** The longest that the honest client may wait, ms. */
  readonly limitMs: number;
  /** Called about once a minute. */
  readonly onMinute?: (minute: number, counts: Report['counts'], memory: Memory) => void;
};

const WORKERS = 12;
/** The last cases: one of them broke the gateway. */
const RECENT = 4 * WORKERS;
const FINDINGS_MAX = 5;
/** Connections that the cases left go, and memory that is not used any more is given back, ms. */
const REST_MS = 2_000;
const BACK_WITHIN_MS = 30_000;
const MIB = 1_048_576;
/** Growth after the warm-up that is no leak: held deltas, caches and the code that V8 compiled. */
const HEAP_GROWTH_MAX = 48 * MIB;
const RSS_GROWTH_MAX = 160 * MIB;

function count(counts: Map<string, KindCount>, kind: string, outcome: Outcome): void {
  const sum = counts.get(kind) ?? { cases: 0, slowestMs: 0, statuses: new Map<string, number>() };
  sum.cases += 1;
  sum.slowestMs = Math.max(sum.slowestMs, outcome.slowestMs ?? 0);
  for (const status of outcome.statuses) sum.statuses.set(status, (sum.statuses.get(status) ?? 0) + 1);
  counts.set(kind, sum);
}

/** Draws cases until the time is over, or something was found. */
export async function fuzz({ seed, ms, limitMs, onMinute }: FuzzOptions): Promise<Report> {
  const target = await openTarget();
  const counts = new Map<string, KindCount>();
  const found: Found[] = [];
  const recent: Case[] = [];
  let drawn = 0;
  let honest: Honest | null = null;
  const isBroken = (): boolean => damageOf(target) !== null || typeof honest?.problem() === 'string';

  async function draw(until: number): Promise<void> {
    const work = async (): Promise<void> => {
      while (performance.now() < until && found.length < FINDINGS_MAX && !isBroken()) {
        const one = caseAt(drawn);
        drawn += 1;
        recent.push(one);
        recent.splice(0, recent.length - RECENT);
        const bad = await tryCase(target, seed, one, (outcome) => {
          count(counts, one.kind, outcome);
        });
        if (bad !== null) found.push(bad);
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
  }

  try {
    honest = await openHonest(target, limitMs);
    const began = performance.now();
    await draw(began + ms / 5);
    const client = honest;
    const before = await client.between(() => restedMemory(target));
    for (let minute = 1; performance.now() - began < ms && found.length === 0 && !isBroken(); minute += 1) {
      await draw(Math.min(began + ms, performance.now() + 60_000));
      if (isBroken() || performance.now() - began >= ms) break;
      onMinute?.(minute, counts, await client.between(() => target.memory()));
    }
    const shown = await honest.stop();
    const after = await settledMemory(target, before);
    const wrong = damageOf(target) ?? honest.problem();
    if (wrong !== null) found.push(await culprit(seed, recent, wrong));
    found.push(...growthOf({ before, after }));
    return { counts, found, honest: shown, memory: { before, after } };
  } finally {
    await target.close();
  }
}

/** The recent case that does it alone, too; if none does, all of them are named. */
async function culprit(seed: number, recent: readonly Case[], what: string): Promise<Found> {
  const bad = await firstBad(seed, recent);
  if (bad !== null) return { ...bad, what: `${what}\nAlone: ${bad.what}` };
  const cases = recent.map(({ kind, number }) => `${kind} ${number}`).join(', ');
  return { kind: ALL_CASES, number: 0, what, input: `None of these did it alone: ${cases}` };
}

const NO_MEMORY: Memory = { rss: 0, heapUsed: 0 };

async function restedMemory(target: Target): Promise<Memory> {
  await pause(REST_MS);
  return target.isAlive() ? target.memory() : NO_MEMORY;
}

/** Waits until memory is back near `before`: a busy machine takes its time, and unfinished requests end after 20 seconds. */
async function settledMemory(target: Target, before: Memory): Promise<Memory> {
  const until = performance.now() + BACK_WITHIN_MS;
  for (;;) {
    const after = await restedMemory(target);
    if (growthOf({ before, after }).length === 0 || performance.now() > until) return after;
  }
}

function growthOf({ before, after }: Report['memory']): Found[] {
  const heap = after.heapUsed - before.heapUsed;
  const rss = after.rss - before.rss;
  if (heap <= HEAP_GROWTH_MAX && rss <= RSS_GROWTH_MAX) return [];
  const what = `Memory grew: heap by ${Math.round(heap / MIB)} MiB, RSS by ${Math.round(rss / MIB)} MiB.`;
  return [{ kind: ALL_CASES, number: 0, what, input: 'all cases' }];
}
