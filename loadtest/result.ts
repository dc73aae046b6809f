// What a scenario reports: medians with their spread, ratios beside goals, and the same as JSON.
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { addMistakes, checkMistakes, type Mistakes, noMistakes } from './audience.ts';
import { figure, median, printTable } from './figures.ts';
import type { Options } from './options.ts';

/** The rounds of each server: a name for each figure of a round. */
export type Rounds = Readonly<Record<string, readonly Readonly<Record<string, number>>[]>>;

type Ratio = {
  readonly what: string;
  readonly value: number;
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number };
};

export type Result = {
  readonly scenario: string;
  /** The numbers of the load, as text. */
  readonly setting: string;
  readonly rounds: Rounds;
  readonly ratios: readonly Ratio[];
  /** Anything else for the JSON file. */
  readonly more?: Readonly<Record<string, unknown>>;
};

/** Runs each measurement once a round. Each round begins with another one. `first` rounds before are not counted. */
export async function interleave<T extends Readonly<Record<string, number>>>(
  rounds: number,
  measurements: Readonly<Record<string, () => Promise<T>>>,
  say: (round: number, name: string, measured: T) => void,
  first = 1,
): Promise<Readonly<Record<string, readonly T[]>>> {
  const names = Object.keys(measurements);
  const measured = Object.fromEntries(names.map((name): [string, T[]] => [name, []]));
  for (let round = 1 - first; round <= rounds; round += 1) {
    const turn = ((round % names.length) + names.length) % names.length;
    for (const name of [...names.slice(turn), ...names.slice(0, turn)]) {
      const one = await measurements[name]?.();
      if (one === undefined || round < 1) continue;
      measured[name]?.push(one);
      say(round, name, one);
    }
  }
  return measured;
}

/** The median of one figure of a server. */
export const medianOf = (rounds: Rounds, server: string, field: string): number =>
  median((rounds[server] ?? []).map((round) => round[field] ?? NaN));

/** All mistakes of all rounds. Rounds without deliveries have none. */
export const mistakesIn = (rounds: Rounds): Mistakes =>
  Object.values(rounds)
    .flat()
    .map(({ lost = 0, repeated = 0, disordered = 0 }) => ({ lost, repeated, disordered }))
    .reduce(addMistakes, noMistakes);

const spreadOf = (values: readonly number[]) => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
});

/** `median (least–most)`, or one figure when all are the same. */
export function spread(values: readonly number[]): string {
  const { median: middle, least, most } = spreadOf(values);
  return least === most ? figure(middle) : `${figure(middle)} (${figure(least)}–${figure(most)})`;
}

/** Prints one row for each server. `columns`: the head of each figure. */
export function printRounds(rounds: Rounds, columns: Readonly<Record<string, string>>): void {
  printTable([
    ['', ...Object.values(columns)],
    ...Object.entries(rounds).map(([name, all]) => [
      name,
      ...Object.keys(columns).map((field) => spread(all.map((round) => round[field] ?? NaN))),
    ]),
  ]);
}

const isReached = (value: number, goal: NonNullable<Ratio['goal']>): boolean =>
  'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;

function printRatios(ratios: readonly Ratio[]): void {
  for (const { what, value, goal } of ratios) {
    const bound = goal && ('atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`);
    const said = goal ? ` (goal: ${bound}, ${isReached(value, goal) ? 'reached' : 'not reached'})` : '';
    console.log(`${figure(value)} ${what}${said}`);
  }
}

/** Prints the ratios and the rounds, with `more` below them, and writes the file. Throws an Error if a delivery went wrong. */
export async function report(
  options: Options,
  result: Result,
  columns: Readonly<Record<string, string>>,
  more?: string,
): Promise<void> {
  console.log(`\n${result.scenario}: ${result.setting}, medians (least–most)\n`);
  printRatios(result.ratios);
  console.log('');
  printRounds(result.rounds, columns);
  if (more !== undefined) console.log(`\n${more}`);
  await writeResult(options, result);
  checkMistakes(result.scenario, mistakesIn(result.rounds));
}

/** Writes `SCENARIO.json` into the folder of results. */
export async function writeResult(
  options: Options,
  { scenario, setting, rounds, ratios, more }: Result,
): Promise<void> {
  const servers = Object.entries(rounds).map(([name, all]) => {
    const fields = Object.keys(all[0] ?? {});
    const spreads = fields.map((field) => [field, spreadOf(all.map((round) => round[field] ?? NaN))] as const);
    return [name, { ...Object.fromEntries<unknown>(spreads), rounds: all }] as const;
  });
  await writeFileOf(
    options,
    `${scenario}.json`,
    `${JSON.stringify(
      {
        scenario,
        setting,
        command: ['npm run loadtest --', ...process.argv.slice(2)].join(' '),
        machine: machine(),
        ratios: ratios.map((ratio) => ({
          ...ratio,
          ...(ratio.goal ? { isReached: isReached(ratio.value, ratio.goal) } : {}),
        })),
        mistakes: mistakesIn(rounds),
        servers: Object.fromEntries<unknown>(servers),
        ...more,
      },
      null,
      2,
    )}\n`,
  );
}

/** Writes a file into the folder of results and says where it is. */
export async function writeFileOf({ results }: Options, name: string, text: string): Promise<void> {
  await mkdir(results, { recursive: true });
  const file = path.join(results, name);
  await writeFile(file, text);
  console.log(`written: ${file}`);
}

const loadAtStart = os.loadavg();

/** The machine, and how busy it was: the load of one minute at the start and at the end. */
function machine() {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? '',
    cores: cpus.length,
    memoryGb: Math.round(os.totalmem() / 1e9),
    system: `${os.type()} ${os.release()}`,
    node: process.versions.node,
    load: { start: loadAtStart[0], end: os.loadavg()[0] },
  };
}
