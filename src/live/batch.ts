// Commands of one match that are decided one upon the other and committed together. Decides only: the caller commits,
// then lets everybody know.
import { applyChange, decide, type Match } from '../match/match.ts';
import type { Change, Command, Outcome } from '../match/command.ts';
import type { LoggedChange } from '../store/log/append.ts';

export type Recorded = {
  readonly outcome: Outcome;
  /** As it is right after the command. */
  readonly match: Match;
};

/** A command that waits for its answer. */
export type Asked = {
  readonly command: Command;
  readonly tokenId: number | null;
  readonly resolve: (recorded: Recorded) => void;
  readonly reject: (error: unknown) => void;
};

/** A change and what it takes to what. */
export type Accepted = { readonly change: Change; readonly before: Match; readonly after: Match };

export type Batch = {
  readonly steps: readonly Accepted[];
  readonly changes: readonly LoggedChange[];
  /** To be called when the changes are stored; one for each command. */
  readonly answers: readonly (() => void)[];
};

/** Decides the commands in their order, from `base` on, at `now` (ms since 1970). One that breaks the machine fails alone. */
export function decideBatch(base: Match, commands: readonly Asked[], now: number): Batch {
  const steps: Accepted[] = [];
  const changes: LoggedChange[] = [];
  const answers: (() => void)[] = [];
  let match = base;
  for (const { command, tokenId, resolve, reject } of commands) {
    try {
      const { outcome, change } = decide(match, command, now);
      if (change) {
        const after = applyChange(match, change);
        steps.push({ change, before: match, after });
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
  return { steps, changes, answers };
}
