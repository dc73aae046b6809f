// Commands of one match that are decided together and committed together. This file only decides; live-match.ts commits.
import { applyChange, decide, type Match } from '../match/match.ts';
import type { Change, Command, Outcome } from '../match/command.ts';
import type { LoggedChange } from '../store/log/append.ts';

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
 * Decides the batch on top of `base`, filled up from the queue, until `mayGoOn` says that this turn of the event loop has no time left: a
 * late marker of a long match takes milliseconds. What is not decided goes back to the queue, for the next commit.
 */
export function decideBatch(
  base: Match,
  batch: WaitingCommand[],
  queue: WaitingCommand[],
  mayGoOn: () => boolean,
): Batch {
  batch.push(...queue.splice(0, BATCH_MAX - batch.length));
  const decided = decideInOrder(base, batch, Date.now(), mayGoOn);
  queue.unshift(...batch.splice(decided.answers.length));
  return decided;
}

/**
 * Decides the commands in their order on top of `base`, at `now` (ms since 1970): the first one, and others while `mayGoOn`. If a command
 * throws, only that command fails.
 */
function decideInOrder(base: Match, commands: readonly WaitingCommand[], now: number, mayGoOn: () => boolean): Batch {
  const decided: DecidedChange[] = [];
  const changes: LoggedChange[] = [];
  const answers: (() => void)[] = [];
  let match = base;
  for (const { command, tokenId, resolve, reject } of commands) {
    if (answers.length > 0 && !mayGoOn()) break;
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
  }
  return { decided, changes, answers };
}
