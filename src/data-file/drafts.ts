// All rows of an import, merged with the stored ones.
import type { Changes } from './affected-matches.ts';
import type { Drafted } from './draft.ts';
import type { DraftedTokens } from './tokens.ts';
import type { DraftedTournament } from './tournaments.ts';

/** Everything of a file, merged with what is stored. */
export type Drafts = Changes & {
  readonly tournaments: readonly DraftedTournament[];
  readonly members: readonly Drafted[];
  readonly tokens: DraftedTokens;
  readonly viewTokens: readonly Drafted[];
};
