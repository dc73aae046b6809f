// All drafted rows of an import.
import type { Drafted, DraftedOwner, Entity } from './draft.ts';
import type { DraftedGame } from './games.ts';
import type { AuditRow } from './history.ts';
import type { DraftedMatch } from './tournament-matches.ts';

/** All entities of a file, merged with the stored rows. */
export type Drafts = Readonly<Record<Exclude<Entity, 'games' | 'tournaments' | 'matches'>, readonly Drafted[]>> & {
  readonly games: readonly DraftedGame[];
  readonly tournaments: readonly DraftedOwner[];
  readonly matches: readonly DraftedMatch[];
  /** Ids of stored shared keys that the file replaces (rule DATA-9). */
  readonly replacedKeys: readonly number[];
  readonly audit: readonly AuditRow[];
};
