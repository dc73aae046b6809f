// Commands of one match that are decided together and committed together. This file only decides; live-match.ts commits.
import { applyChange, decide, type Match } from '../match/match.ts';
import type { Change, Command, Outcome } from '../match/command.ts';
import type { LoggedChange } from '../store/log/append.ts';
import type { MarkerTurns } from './marker-turns.ts';

export type Recorded = {
  readonly outcome: Outcome;
  /** The match right after the command. */
  readonly match: Match;
};

/** A command that waits for its answer. */
export type WaitingCommand = {
  readonly command: Command;
  readonly tokenId: number | null;
  readonly answer: Promise<Recorded>;
  readonly resolve: (recorded: Recorded) => void;
  readonly reject: (error: unknown) => void;
};

export function waitingCommand(command: Command, tokenId: number | null): WaitingCommand {
  let resolve: WaitingCommand['resolve'] = () => undefined;
  let reject: WaitingCommand['reject'] = () => undefined;
  const answer = new Promise<Recorded>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  return { command, tokenId, answer, resolve, reject };
}

/** A change that was decided here, with the match before and after it. */
type DecidedChange = { readonly change: Change; readonly before: Match; readonly after: Match };

/**
 * A change to accept. If it was decided here, it carries the states before and after it, so that they are not computed again.
 */
export type AcceptedChange = DecidedChange | { readonly change: Change };

export type Batch = {
  readonly decided: readonly DecidedChange[];
  /** The same changes, each with the token of its caller. */
  readonly changes: readonly LoggedChange[];
  /** Call these when the changes are stored; one for each command. */
  readonly answers: readonly (() => void)[];
};

/** Commands of one match that go into one commit. */
const BATCH_MAX = 64;

/**
 * Decides the batch in its order on top of `base`, filled up from the queue. A late marker of a long match takes milliseconds: what does
 * not fit into this turn of the event loop is decided in the next ones.
 */
export function decideInTurns(
  base: Match,
  batch: WaitingCommand[],
  queue: WaitingCommand[],
  turns: MarkerTurns,
): Batch | Promise<Batch> {
  const { decide, decided } = openDecisions(base, Date.now());
  const commands = filled(batch, queue);
  for (const waiting of commands) {
    if (decided.answers.length > 0 && turns.isFull()) return decideRest();
    decide(waiting);
  }
  return decided;

  async function decideRest(): Promise<Batch> {
    for (const waiting of commands.slice(decided.answers.length)) {
      if (turns.isFull()) await turns.next();
      decide(waiting);
    }
    return decided;
  }
}

/** The same at once: a transaction waits for it, with the next row of the log reserved. */
export function decideAtOnce(base: Match, batch: WaitingCommand[], queue: WaitingCommand[]): Batch {
  const { decide, decided } = openDecisions(base, Date.now());
  for (const waiting of filled(batch, queue)) decide(waiting);
  return decided;
}

/** Moves commands from the queue into the batch until it is full. Returns the batch. */
function filled(batch: WaitingCommand[], queue: WaitingCommand[]): readonly WaitingCommand[] {
  batch.push(...queue.splice(0, BATCH_MAX - batch.length));
  return batch;
}

/** Decides one command after the other on top of `base`, at `now` (ms since 1970). If a command throws, only that command fails. */
function openDecisions(base: Match, now: number) {
  const decided: DecidedChange[] = [];
  const changes: LoggedChange[] = [];
  const answers: (() => void)[] = [];
  let match = base;
  return {
    decided: { decided, changes, answers } satisfies Batch,
    decide({ command, tokenId, resolve, reject }: WaitingCommand): void {
      try {
        const { outcome, change } = decide(match, command, now);
        if (change) {
          const after = applyChange(match, change);
          decided.push({ change, before: match, after });
          changes.push({ change, tokenId });
          match = after;
        }
        const recorded = { outcome, match };
        answers.push(() => {
          resolve(recorded);
        });
      } catch (error) {
        answers.push(() => {
          reject(error);
        });
      }
    },
  };
}
