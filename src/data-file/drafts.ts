// All drafted rows of an import.
import type { Changes } from './affected-matches.ts';
import type { Drafted } from './draft.ts';
import type { DraftedTokens } from './tokens.ts';
import type { DraftedTournament } from './tournaments.ts';

/** All entities of a file, merged with the stored rows. */
export type Drafts = Changes & {
  readonly tournaments: readonly DraftedTournament[];
  readonly members: readonly Drafted[];
  readonly tokens: DraftedTokens;
  readonly viewTokens: readonly Drafted[];
};
