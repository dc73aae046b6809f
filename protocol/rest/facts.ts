// The data that pages show of a channel besides its live state: line-ups, kick-offs, group tables. The server puts it into the
// page, because a view token reads the channel and nothing else.

export type FactsPlayer = {
  /** Shirt number. */
  readonly number: number | null;
  readonly name: string;
  readonly captain: boolean;
  readonly position: string | null;
};
export type FactsLineup = { readonly starters: readonly FactsPlayer[]; readonly substitutes: readonly FactsPlayer[] };
export type FactsLineups = { readonly home: FactsLineup; readonly away: FactsLineup };

export type FactsRow = {
  /** Id of the tournament's team. */
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
  /** Name of the tournament or the club; null if there is none. */
  readonly competition: string | null;
  /** Scheduled kick-off, ms since 1970; null for a feed, and if it is unknown. */
  readonly kick_off: number | null;
  /** Of a feed: scheduled kick-offs by the id of a match in its state, ms since 1970. Empty for a match. */
  readonly kick_offs: Readonly<Record<string, number>>;
  /** Name of the match's group; null for a feed, and for a match without one. */
  readonly group: string | null;
  /** The round of a match: its number, or the name of a knockout round, as `Final`. */
  readonly round: number | string | null;
  /** By the id of a match in the channel's state. A match without a line-up has no entry. */
  readonly lineups: Readonly<Record<string, FactsLineups>>;
  /** For a match the table of its group, for a tournament the tables of all groups. */
  readonly tables: readonly FactsTable[];
};

/** The facts of a channel without any. */
export const NO_FACTS: Facts = {
  competition: null,
  kick_off: null,
  kick_offs: {},
  group: null,
  round: null,
  lineups: {},
  tables: [],
};
