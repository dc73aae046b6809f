// The command line of the load tests.
import { parseArgs } from 'node:util';

export type Options = {
  readonly scenario: string;
  readonly rounds: number;
  readonly subscribers: number;
  /** Seconds per measurement, for scenarios that measure for a fixed time. */
  readonly seconds: number;
  /** Folder for V8's CPU profile of the gateway. */
  readonly cpuProfile: string | null;
};

/** Parses the options. Throws with a one-line message. */
export function readOptions(argv: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      subscribers: { type: 'string', default: '1000' },
      seconds: { type: 'string' },
      'cpu-prof': { type: 'string' },
    },
  });
  const scenario = positionals[0] ?? '';
  return {
    scenario,
    rounds: count('rounds', values.rounds),
    subscribers: count('subscribers', values.subscribers),
    seconds: count('seconds', values.seconds ?? (scenario === 'reads' ? '1' : '6')),
    cpuProfile: values['cpu-prof'] ?? null,
  };
}

function count(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number from 1.`);
  return value;
}
