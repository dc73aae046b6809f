// One entry of the phone's outbox.
import type { Draft } from './draft.ts';
import type { Fixture } from './fixture.ts';

export type Action =
  | { readonly kind: 'record'; readonly draft: Draft }
  | { readonly kind: 'delete'; readonly id: string; /** What is taken back, for the list. */ readonly what: string };

/** What the server said of an entry. */
export type EntryProblem = { readonly status: number; readonly error: string; readonly hint: string | null };

export type Entry = {
  /** Its place in the queue. */
  readonly order: number;
  readonly target: Pick<Fixture, 'channel' | 'kind' | 'path'>;
  /** Key of the pairing among the live state's matches. */
  readonly pairing: string;
  readonly action: Action;
  /** `sent`: stored by the server, and not yet seen in the live state. */
  readonly status: 'waiting' | 'sent' | 'refused';
  /** A request with it may have reached the server. */
  readonly tried: boolean;
  readonly problem: EntryProblem | null;
};
