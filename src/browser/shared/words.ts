// The texts of the pages, one table per language. To add a language, add a file in lang/ and a row in languages.ts; the
// compiler lists missing texts.
import type { MatchStatus, Period, Stats } from '../../../protocol/wire/board.ts';
import type { FollowRejection } from './follow.ts';

export type Words = {
  /** The language code, as in `lang` attributes. */
  readonly code: string;
  /** The language's own name. */
  readonly language: string;
  readonly periods: Readonly<Record<Period, string>>;
  /** Statuses that need their own label instead of the period's. */
  readonly statuses: Readonly<Partial<Record<MatchStatus, string>>>;
  /** The clock is paused inside a period. */
  readonly stopped: string;
  readonly penalties: string;
  /** Follows a shootout score: `4–3 pens`. */
  readonly pens: string;
  readonly versus: string;
  readonly bye: string;

  readonly goal: string;
  readonly ownGoal: string;
  readonly goalCancelled: string;
  readonly ownGoalShort: string;
  readonly penaltyShort: string;
  readonly yellowCard: string;
  readonly secondYellow: string;
  readonly redCard: string;
  readonly kickScored: string;
  readonly kickMissed: string;
  readonly substitution: string;
  readonly playerIn: string;
  readonly playerOut: string;
  readonly unknownPlayer: string;

  readonly lineups: string;
  readonly substitutes: string;
  readonly captainShort: string;
  readonly kickOffIn: string;
  readonly kickOffAt: string;
  readonly kickOffSoon: string;
  readonly statistics: string;
  readonly stats: Readonly<Record<keyof Stats, string>>;
  readonly standings: string;
  readonly columns: {
    readonly team: string;
    readonly played: string;
    readonly won: string;
    readonly drawn: string;
    readonly lost: string;
    readonly goals: string;
    readonly difference: string;
    readonly points: string;
  };
  readonly noMatches: string;
  readonly nothingDrawn: string;

  readonly connecting: string;
  readonly noConnectionYet: string;
  readonly noSignal: string;
  readonly connectionLost: string;
  readonly lastUpdate: (minutes: number) => string;
  readonly startsIn: (seconds: number) => string;
  /** Titles of refusals; `{channel}` is replaced with the channel. */
  readonly refusals: Readonly<Record<FollowRejection['reason'], string>>;
  readonly noToken: string;
  readonly noTokenAdvice: string;
  readonly forbiddenAdvice: string;
  readonly noSuchScreen: string;
  readonly channelAdvice: string;
  readonly oneMoment: string;
  readonly triesAgain: string;
};
