// Runs one case of a kind, and looks for a smaller input when it fails.
import { inspect } from 'node:util';
import fc from 'fast-check';
import { type AnyKind, Finding, type Kind, type Outcome } from './kind.ts';
import { pause } from '../cluster/processes.ts';
import type { Target } from './target.ts';

/** Time to look for a smaller input, ms. */
const SHRINK_MS = 15_000;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : inspect(error));

export function closeKind<Input>(kind: Kind<Input>): AnyKind {
  const sample = (seed: number): Input => {
    const [input] = fc.sample(kind.input, { seed, numRuns: 1 });
    if (input === undefined) throw new Error(`${kind.name}: no input.`);
    return input;
  };

  /** The smallest input that fails like the one that `seed` draws; what failed there too. */
  async function shrink(target: Target, seed: number, first: unknown): Promise<Finding> {
    const smallest = { input: sample(seed), what: messageOf(first) };
    const property = fc.asyncProperty(kind.input, async (input) => {
      if (!target.isAlive()) return;
      try {
        await kind.run(target, input);
      } catch (error) {
        smallest.input = input;
        smallest.what = messageOf(error);
        throw error;
      }
    });
    await fc.check(property, { seed, numRuns: 1, plugins: [fc.interruptAfterTimeLimit(SHRINK_MS)] });
    return new Finding(smallest.what, kind.describe(smallest.input));
  }

  return {
    name: kind.name,
    show: (seed) => kind.describe(sample(seed)),
    async check(target, seed, onOutcome: (outcome: Outcome) => void) {
      try {
        onOutcome(await kind.run(target, sample(seed)));
      } catch (error) {
        // The end of the process is told a moment after its connections broke.
        await pause(200);
        if (!target.isAlive()) throw new Finding(messageOf(error), kind.describe(sample(seed)));
        throw await shrink(target, seed, error);
      }
    },
  };
}
