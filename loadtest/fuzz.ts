// `npm run soak -- --fuzz`: mutated bytes, requests, frames, data files and sequences of markers against one gateway process.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Case, firstBad, type Found, showCase } from '../test/support/fuzz/cases.ts';
import { fuzz, type KindCount, type Report } from '../test/support/fuzz/run.ts';
import type { Memory } from '../test/support/fuzz/target.ts';
import { againCommand } from './soak-options.ts';

/** The longest that the honest client may wait, ms. */
const HONEST_MS = 2_000;
/** Characters of a failing input that are printed; the whole stands in a file. */
const SHOWN_MAX = 2_000;

const mib = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MiB`;
const memoryLine = ({ rss, heapUsed }: Memory): string => `RSS ${mib(rss)}, heap ${mib(heapUsed)}`;
const casesOf = (counts: Report['counts']): number => [...counts.values()].reduce((sum, { cases }) => sum + cases, 0);

const kindLine = (name: string, { cases, slowestMs, statuses }: KindCount): string => {
  const each = [...statuses].sort(([a], [b]) => a.localeCompare(b)).map(([status, times]) => `${status} × ${times}`);
  const slowest = slowestMs === 0 ? '' : `, slowest ${Math.round(slowestMs)} ms`;
  return `${name}: ${cases} cases${slowest}; ${each.join(', ')}`;
};

/** `again`: the command that shows one of them again. */
async function printFound(seed: number, again: (one: Case) => string, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  const folder = await mkdtemp(path.join(tmpdir(), 'touchline-fuzz-found-'));
  for (const [index, { kind, number, what, input }] of found.entries()) {
    const file = path.join(folder, `${index}-${kind}-${number}.txt`);
    await writeFile(file, `seed ${seed}, ${kind} ${number}\n${what}\n${input}\n`);
    console.log(`FOUND ${kind} ${number}: ${what.slice(0, SHOWN_MAX)}`);
    console.log(`  input: ${input.slice(0, SHOWN_MAX)}`);
    console.log(`  all of it: ${file}`);
    console.log(`  again: ${again({ kind, number })}`);
  }
}

/** Runs one case alone. Resolves to the exit code. */
export async function replayFuzz(seed: number, one: Case): Promise<number> {
  console.log(`fuzz: seed ${seed}, ${one.kind} ${one.number}: ${showCase(seed, one).slice(0, SHOWN_MAX)}`);
  const found = await firstBad(seed, [one]);
  if (found !== null) await printFound(seed, () => againCommand(seed, 1, one), [found]);
  else console.log('Nothing was found.');
  return found === null ? 0 : 1;
}

/** Draws cases for some minutes. Resolves to the exit code. */
export async function runFuzz(seed: number, minutes: number): Promise<number> {
  console.log(`fuzz: ${minutes} minutes, seed ${seed}`);
  const { counts, found, honest, memory } = await fuzz({
    seed,
    ms: minutes * 60_000,
    limitMs: HONEST_MS,
    onMinute: (minute, sums, now) => {
      console.log(`minute ${minute}: ${casesOf(sums)} cases, ${memoryLine(now)}`);
    },
  });
  await printFound(seed, (one) => againCommand(seed, minutes, one), found);
  console.log(`fuzz of ${minutes} minutes, seed ${seed}: ${casesOf(counts)} cases, ${found.length} findings`);
  for (const [name, sum] of counts) console.log(kindLine(name, sum));
  console.log(
    `honest client: ${honest.rounds} rounds, slowest answer ${Math.round(honest.slowestMs)} ms (limit ${HONEST_MS})`,
  );
  console.log(`memory after the warm-up: ${memoryLine(memory.before)}; in the end: ${memoryLine(memory.after)}`);
  return found.length === 0 ? 0 : 1;
}
