// A kind of fuzzing: inputs drawn from a seed, and a check of the gateway's reaction to one.
import type { Arbitrary } from 'fast-check';
import type { Target } from './target.ts';

/** The result of one input. */
export type Outcome = {
  /** HTTP statuses and WebSocket close codes, as text. */
  readonly statuses: readonly string[];
  /** The slowest answer in ms; null without an answer to wait for. */
  readonly slowestMs: number | null;
};

export type Kind<Input> = {
  readonly name: string;
  readonly input: Arbitrary<Input>;
  /** Throws an error that says what the gateway did wrong. */
  run(target: Target, input: Input): Promise<Outcome>;
  /** The input as it is sent, for a report. */
  describe(input: Input): string;
};

/** A kind whose input type is closed over, so that kinds of different inputs stand in one list. */
export type AnyKind = {
  readonly name: string;
  /** Runs the case that `seed` draws. Throws `Finding` with the smallest input that still fails. */
  check(target: Target, seed: number, onOutcome: (outcome: Outcome) => void): Promise<void>;
  /** The input that `seed` draws, as it is sent. */
  show(seed: number): string;
};

/** An input that the gateway did not handle. */
export class Finding extends Error {
  /** What was sent, after shrinking. */
  readonly input: string;

  constructor(what: string, input: string) {
    super(what);
    this.name = 'Finding';
    this.input = input;
  }
}
