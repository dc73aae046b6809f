// One entry of the phone's outbox.
import type { LineupPatch } from '../../../protocol/rest/lineups.ts';
import type { Draft } from './draft.ts';
import type { Fixture } from './fixture.ts';

export type Action =
  | { readonly kind: 'record'; readonly draft: Draft }
  /** An edit of a marker that the server may have, in one step (rule ID-10). */
  | { readonly kind: 'replace'; readonly draft: Draft }
  | { readonly kind: 'delete'; readonly id: string; /** Its label in the history. */ readonly what: string };

/** A shirt number or a fill-in (rule LINE-1). `key`: of the player or fill-in that it is about. */
export type LineupAction = {
  readonly kind: 'lineup';
  readonly key: string;
  readonly body: LineupPatch;
  /** In words. */
  readonly what: string;
};

/** The server's error answer for an entry. */
export type EntryProblem = { readonly status: number; readonly error: string; readonly hint: string | null };

type EntryOf<A> = {
  /** Its position in the queue. */
  readonly order: number;
  readonly target: Pick<Fixture, 'channel' | 'kind' | 'path'>;
  /** Key of the pairing among the live state's matches. */
  readonly pairing: string;
  readonly action: A;
  /** `sent`: the server stored the entry, but this phone does not have its effect yet. */
  readonly status: 'waiting' | 'sent' | 'refused';
  /** A request with this entry may have reached the server. */
  readonly tried: boolean;
  readonly problem: EntryProblem | null;
};
/** An entry for a marker. */
export type Entry = EntryOf<Action>;
export type LineupEntry = EntryOf<LineupAction>;
export type OutboxEntry = EntryOf<Action | LineupAction>;

export const isLineupEntry = (entry: OutboxEntry): entry is LineupEntry => entry.action.kind === 'lineup';
export const isMarkerEntry = (entry: OutboxEntry): entry is Entry => entry.action.kind !== 'lineup';

/** The entries of a pairing that the server refused. */
export const refusedIn = (entries: readonly Entry[], pairing: string): readonly Entry[] =>
  entries.filter((entry) => entry.status === 'refused' && entry.pairing === pairing);

export const markerIdOf = ({ action }: Pick<Entry, 'action'>): string =>
  action.kind === 'delete' ? action.id : action.draft.id;

/** What an entry is about: a marker, a player or a fill-in. */
export function subjectOf({ action, target }: OutboxEntry): string {
  return action.kind === 'lineup' ? `${target.channel} ${action.key}` : markerIdOf({ action });
}
