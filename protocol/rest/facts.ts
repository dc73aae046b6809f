// What the pages show of a channel beside its live state: who plays, when it begins, how the group stands. The server
// puts it into a page, because a token that reads a channel reads nothing else.

export type FactsPlayer = {
  /** Of the shirt. */
  readonly number: number | null;
  readonly name: string;
  readonly captain: boolean;
  readonly position: string | null;
};
export type FactsLineup = { readonly starters: readonly FactsPlayer[]; readonly substitutes: readonly FactsPlayer[] };
export type FactsLineups = { readonly home: FactsLineup; readonly away: FactsLineup };

export type FactsRow = {
  /** Of the tournament's team. */
  readonly id: number;
  readonly name: string;
  readonly played: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  readonly goals_for: number;
  readonly goals_against: number;
  readonly points: number;
};
export type FactsTable = { readonly group: string; /** In the table's order. */ readonly rows: readonly FactsRow[] };

export type Facts = {
  /** Name of the tournament or the club; null where there is none. */
  readonly competition: string | null;
  /** Scheduled, ms since 1970; null for a feed, and where nobody has said. */
  readonly kick_off: number | null;
  /** By the id of a match within the channel's state; nothing where nobody is named. */
  readonly lineups: Readonly<Record<string, FactsLineups>>;
  /** That of the match's group; those of all groups for a tournament. */
  readonly tables: readonly FactsTable[];
};

/** Of a channel that nothing more is known of. */
export const NO_FACTS: Facts = { competition: null, kick_off: null, lineups: {}, tables: [] };
