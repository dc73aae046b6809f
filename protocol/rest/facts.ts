// The data that pages show of a channel besides its live state: line-ups, kick-offs, group tables. The server puts it into the
// page, because a view token reads the channel and nothing else.

export type FactsPlayer = {
  /** Shirt number. */
  readonly number: number | null;
  readonly name: string;
  readonly captain: boolean;
  readonly position: string | null;
  /** The place on the pitch as his own side sees it, 0 to 100; absent when the line-up does not say it. */
  readonly pitch?: PitchPlace;
};
/** `x`: from left to right; `y`: from the own goal to the opponent's. */
type PitchPlace = { readonly x: number; readonly y: number };
export type FactsLineup = { readonly starters: readonly FactsPlayer[]; readonly substitutes: readonly FactsPlayer[] };
export type FactsLineups = { readonly home: FactsLineup; readonly away: FactsLineup };

export type Portraits = Readonly<Record<string, string>>;

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

/** The group of a match, and its round: a number, or the name of a knockout round, as `Final`. Null where it has none. */
export type FactsStage = { readonly group: string | null; readonly round: number | string | null };

/** A match to come. */
export type FactsFixture = FactsStage & {
  /** Names of both sides. */
  readonly home: string;
  readonly away: string;
  /** Sides whose team is not known yet: their names are those of places. Absent where both are known. */
  readonly open?: { readonly home?: true; readonly away?: true };
  /** ms since 1970 */
  readonly kick_off: number;
  /** IANA time zone of the place; null when it is unknown. */
  readonly zone: string | null;
};

export type Facts = {
  /** Name of the tournament or the club; null if there is none. */
  readonly competition: string | null;
  /** Scheduled kick-off, ms since 1970; null for a feed, and if it is unknown. */
  readonly kick_off: number | null;
  /** Of a feed: scheduled kick-offs by the id of a match in its state, ms since 1970. Empty for a match. */
  readonly kick_offs: Readonly<Record<string, number>>;
  /** IANA time zone of the game's place, or of the tournament; null when it is unknown. */
  readonly zone: string | null;
  /** Of a feed: the time zone of each match's place, by the id of a match in its state. */
  readonly zones: Readonly<Record<string, string>>;
  /** Of a match; null for a feed, and for a match without one. */
  readonly group: FactsStage['group'];
  readonly round: FactsStage['round'];
  /** Of a tournament's feed: the stage of each match, by its id. */
  readonly stages: Readonly<Record<string, FactsStage>>;
  /** The next matches of the tournament or the club without this one, the soonest first. */
  readonly next: readonly FactsFixture[];
  /** By the id of a match in the channel's state. A match without a line-up has no entry. */
  readonly lineups: Readonly<Record<string, FactsLineups>>;
  /** Ids of the matches in the channel's state that have one half: their live state does not say it. */
  readonly one_half: readonly string[];
  /** Of a game or match: addresses of the users' portraits, by user id. Absent without any; juniors never have one. */
  readonly portraits?: Portraits;
  /** For a match the table of its group, for a tournament the tables of all groups. */
  readonly tables: readonly FactsTable[];
};

/** The facts of a channel without any. */
export const NO_FACTS: Facts = {
  competition: null,
  kick_off: null,
  kick_offs: {},
  zone: null,
  zones: {},
  group: null,
  round: null,
  stages: {},
  next: [],
  lineups: {},
  one_half: [],
  tables: [],
};
