// One entry of the phone's outbox.
import type { Draft } from './draft.ts';
import type { Fixture } from './fixture.ts';

export type Action =
  | { readonly kind: 'record'; readonly draft: Draft }
  /** An edit of a marker that the server may have, in one step (rule ID-10). */
  | { readonly kind: 'replace'; readonly draft: Draft }
  | { readonly kind: 'delete'; readonly id: string; /** Its label in the history. */ readonly what: string };

/** The server's error answer for an entry. */
export type EntryProblem = { readonly status: number; readonly error: string; readonly hint: string | null };

export type Entry = {
  /** Its position in the queue. */
  readonly order: number;
  readonly target: Pick<Fixture, 'channel' | 'kind' | 'path'>;
  /** Key of the pairing among the live state's matches. */
  readonly pairing: string;
  readonly action: Action;
  /** `sent`: the server stored the entry, but the live state does not show it yet. */
  readonly status: 'waiting' | 'sent' | 'refused';
  /** A request with this entry may have reached the server. */
  readonly tried: boolean;
  readonly problem: EntryProblem | null;
};

/** The entries of a pairing that the server refused. */
export const refusedIn = (entries: readonly Entry[], pairing: string): readonly Entry[] =>
  entries.filter((entry) => entry.status === 'refused' && entry.pairing === pairing);

export const markerIdOf = ({ action }: Pick<Entry, 'action'>): string =>
  action.kind === 'delete' ? action.id : action.draft.id;
