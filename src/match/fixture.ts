// The fixed data of a match: names, teams, roster, format. It comes from the data file, never from markers.
import type { MatchStatus, PlayerType } from '../../protocol/wire/board.ts';
import type { PublicNames } from '../../protocol/data-file/fields.ts';
import type { FeedRef } from '../../protocol/wire/ids.ts';

/** Minutes per half, regular and extra; one or two halves. */
export type Format = { readonly halves: 1 | 2; readonly halfMinutes: number; readonly extraHalfMinutes: number };
export const DEFAULT_FORMAT: Format = { halves: 2, halfMinutes: 45, extraHalfMinutes: 15 };
/** Whether a match of this format has one half: then no half is named as the first (rule LIFE-9). */
export const hasOneHalf = ({ format }: { readonly format: Format }): boolean => format.halves === 1;

export type GamePlayer = {
  readonly type: PlayerType;
  readonly id: number;
  readonly name: string;
  /** Team number; null without a team. */
  readonly team: number | null;
};

/** A player who is in no squad. Markers name him by `scorer`. */
export type FillIn = {
  /** `home` or `away`; in a club game the team number. */
  readonly team: string;
  readonly name: string;
  readonly jersey_number: number | null;
  readonly is_substitute: boolean;
};

/** What staff changed in the line-up of one game or match, as stored and exported (rule LINE-1). */
export type LineupEdits = {
  /** By player: `user:1`, `junior:1`. */
  readonly numbers: Readonly<Record<string, number>>;
  /** By id. */
  readonly fill_ins: Readonly<Record<string, FillIn>>;
};

type GameTeam = {
  readonly number: number;
  readonly name: string;
  readonly shortName: string | null;
  readonly color: string;
};

/** A club game with all its pairings. */
export type GameFixture = {
  readonly kind: 'game';
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly clubId: number;
  readonly clubSlug: string;
  readonly gameMode: boolean;
  /** The club's policy: how live states name juniors. */
  readonly publicNames: PublicNames;
  /** Kick-off, ms since 1970. */
  readonly kickOff: number;
  /** Null or missing: the game takes place (rule MANAGE-14). */
  readonly cancellation?: { readonly reason: string | null } | null;
  readonly format: Format;
  readonly teams: readonly GameTeam[];
  readonly pairings: readonly { readonly index: number; readonly home: number; readonly away: number | null }[];
  /** Users and juniors of the game; guests have no id. */
  readonly players: readonly GamePlayer[];
  readonly lineupEdits: LineupEdits | null;
};

export type FixtureSide = {
  /** Tournament team id; null for a placeholder. */
  readonly id: number | null;
  readonly clubId: number | null;
  /** The team's club's slug. */
  readonly slug: string | null;
  /** Team name, else the placeholder's text, else `TBD`. */
  readonly name: string;
  readonly badgeUrl: string | null;
  readonly shortName: string | null;
  /** Of the shirts; null or absent where it is not known. */
  readonly color?: string | null;
};

export type MatchPlayer = {
  readonly id: number;
  readonly name: string;
  /** From the line-ups, else from the tournament's players. */
  readonly team: 'home' | 'away';
};

/** A tournament match. */
export type TournamentFixture = {
  readonly kind: 'match';
  readonly id: number;
  readonly title: string;
  readonly tournament: { readonly id: number; readonly slug: string; readonly name: string };
  /** The tournament's policy: how live states name juniors. */
  readonly publicNames: PublicNames;
  readonly format: Format;
  readonly home: FixtureSide;
  readonly away: FixtureSide;
  /** Slugs of the clubs whose tokens may write markers of this match. */
  readonly authorizedClubs: readonly string[];
  /** Players of the two sides only; all are users. */
  readonly players: readonly MatchPlayer[];
  readonly lineupEdits: LineupEdits | null;
  /** The result in the data file: `awarded`, `completed` with its score … */
  readonly given: {
    readonly status: MatchStatus;
    readonly score: Readonly<Record<'home' | 'away' | 'home_penalties' | 'away_penalties', number | null>> | null;
    /** ms since 1970 */
    readonly playedAt: number | null;
  };
};

export type Fixture = GameFixture | TournamentFixture;

/** The feed of a match. */
export const feedOf = (fixture: Fixture): FeedRef =>
  fixture.kind === 'game' ? `club:${fixture.clubSlug}` : `tournament:${fixture.tournament.slug}`;
