// The command line of the load tests.
import { parseArgs } from 'node:util';

export type Options = {
  readonly scenario: string;
  readonly rounds: number;
  readonly subscribers: number;
  /** Live matches, for scenarios with many. */
  readonly matches: number;
  /** Markers per second, for scenarios with a fixed rate. */
  readonly rate: number;
  /** Seconds per measurement, for scenarios that measure for a fixed time. */
  readonly seconds: number;
  /** The highest point of each series of `growth`, as a share of the largest one, in percent. */
  readonly upTo: number;
  /** Measures ws and Socket.IO too, where they are not part of the scenario. */
  readonly peers: boolean;
  /** Folder for the JSON and SVG files. */
  readonly results: string;
  /** Folder for V8's CPU profile of the gateway. */
  readonly cpuProfile: string | null;
  readonly help: boolean;
};

const FLAGS = {
  rounds: { type: 'string' },
  subscribers: { type: 'string' },
  matches: { type: 'string' },
  rate: { type: 'string' },
  seconds: { type: 'string' },
  'up-to': { type: 'string', default: '100' },
  peers: { type: 'boolean', default: false },
  results: { type: 'string', default: 'loadtest/results' },
  'cpu-prof': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

type Defaults = Pick<Options, 'rounds' | 'subscribers' | 'matches' | 'rate' | 'seconds'>;
const USUAL: Defaults = { rounds: 5, subscribers: 1_000, matches: 500, rate: 200, seconds: 6 };
/** What a scenario has instead of the usual values. */
const OWN: Readonly<Record<string, Partial<Defaults>>> = {
  reads: { seconds: 1 },
  pages: { rounds: 3, seconds: 4 },
  burst: { subscribers: 10_000 },
  steady: { subscribers: 5_000, seconds: 10 },
  connect: { subscribers: 2_000 },
  memory: { subscribers: 10_000, matches: 10_000, rounds: 3 },
  growth: { rounds: 3, seconds: 4 },
};

export const HELP = `npm run loadtest -- SCENARIO [options]

  fanout    one match, many boards, one update in flight and eight
  markers   64 scorekeepers post to 500 games
  reads     64 connections poll unchanged lists
  pages     64 readers of a public page, and polls of the interface
  storm     the gateway restarts and its subscribers return
  slow      some subscribers stop reading
  turns     turns of the event loop while 500 games are live
  burst     one marker to many boards: the first, the middle and the last one
  steady    many matches at a fixed rate: the delay of a delivery and its CPU
  connect   CPU of a connect with a subscription
  workers   pages of two workers and of one: answers per second and their CPU
  memory    bytes of a subscribed connection, MB of live matches
  growth    cost by subscribers, matches, markers and games, with plots
  all       all of them, one after the other

  --rounds N        rounds; the results are medians (5; memory and growth 3)
  --subscribers N   boards (1000; burst and memory 10000, steady 5000, connect 2000)
  --matches N       live matches of steady and memory (500; memory 10000)
  --rate N          markers per second of steady and growth (200)
  --seconds N       seconds per measurement (6; steady 10, growth and pages 4, reads 1)
  --up-to N         growth: leaves out points above N % of the largest one (100)
  --peers           fanout and steady: ws and Socket.IO too
  --results FOLDER  where JSON and SVG files are written (loadtest/results)
  --cpu-prof FOLDER where V8's CPU profile of the gateway is written
`;

/** Parses the options of a scenario: the one that the command line names, or `of`. Throws with a one-line message. */
export function readOptions(argv: readonly string[], of?: string): Options {
  const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options: FLAGS });
  const scenario = of ?? positionals[0] ?? '';
  const defaults = { ...USUAL, ...OWN[scenario] };
  const number = (name: keyof Defaults): number => count(name, values[name] ?? String(defaults[name]));
  return {
    scenario,
    rounds: number('rounds'),
    subscribers: number('subscribers'),
    matches: number('matches'),
    rate: number('rate'),
    seconds: number('seconds'),
    upTo: count('up-to', values['up-to']),
    peers: values.peers,
    results: values.results,
    cpuProfile: values['cpu-prof'] ?? null,
    help: values.help,
  };
}

function count(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number from 1.`);
  return value;
}
