// The command line of `npm run soak`, and the commands that it prints to repeat a finding.
import { parseArgs } from 'node:util';
import { ALL_CASES, type Case, KINDS } from '../test/support/fuzz/cases.ts';

type SoakOptions = {
  readonly minutes: number;
  readonly seed: number;
  readonly isFuzz: boolean;
  /** A case of the fuzz that runs alone. */
  readonly only: Case | null;
};

export const SOAK_HELP =
  'npm run soak -- [--fuzz [--only KIND --case N]] [--minutes N] [--seed S]: N minutes (5), S a whole number (drawn, and printed). ' +
  `A kind is one of ${KINDS.map(({ name }) => name).join(', ')}.`;

/** Null for arguments that mean nothing. */
export function readSoakOptions(argv: readonly string[]): SoakOptions | null {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      minutes: { type: 'string', default: '5' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      fuzz: { type: 'boolean', default: false },
      only: { type: 'string' },
      case: { type: 'string' },
    },
  });
  const { fuzz: isFuzz, only: kind, case: number } = values;
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  if (!(minutes > 0) || !Number.isSafeInteger(seed)) return null;
  if (kind === undefined && number === undefined) return { minutes, seed, isFuzz, only: null };
  const isKnown = KINDS.some(({ name }) => name === kind) && Number.isSafeInteger(Number(number));
  return isFuzz && isKnown ? { minutes, seed, isFuzz, only: { kind: kind ?? '', number: Number(number) } } : null;
}

/** The command that shows a finding again: its case alone, or the run for one that no case makes alone. */
export const againCommand = (seed: number, minutes: number, { kind, number }: Case): string =>
  `npm run soak -- --fuzz --seed ${seed} ${kind === ALL_CASES ? `--minutes ${minutes}` : `--only ${kind} --case ${number}`}`;
