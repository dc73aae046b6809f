// The markers that scorekeepers post (rules ID-7, ID-9, TIME-2, READ-12). A body is parsed once into a Marker; the rest of
// the service does not check it again.
import { z } from 'zod';

export const CLUB_MARKER_TYPES = [
  'Start',
  'Break',
  'Resume',
  'End',
  'PenaltyShootout',
  'ResetMatch',
  'Keeper',
  'Goal',
  'Miss',
  'Save',
  'Shot',
  'ChanceCreated',
  'Defense',
  'Foul',
  'YellowCard',
  'RedCard',
  'Substitution',
  'Penalty',
  'PenaltyScored',
  'PenaltyMissed',
  'Event',
] as const;
export const MATCH_MARKER_TYPES = [...CLUB_MARKER_TYPES, 'HalfTime', 'ExtraTime1', 'ExtraTime2', 'FullTime'] as const;
/** The marker types that a list shows while the game is in game mode (rule READ-13). */
export const GAME_MODE_TYPES = [
  'Start',
  'Goal',
  'YellowCard',
  'RedCard',
  'Substitution',
  'Break',
  'Resume',
  'PenaltyScored',
  'PenaltyMissed',
  'PenaltyShootout',
  'ResetMatch',
] as const satisfies readonly (typeof CLUB_MARKER_TYPES)[number][];

export const markerTypeSchema = z.enum(MATCH_MARKER_TYPES);
export type MarkerType = z.infer<typeof markerTypeSchema>;

/** A player. Without a type the id may belong to a user or a junior. */
export type PlayerRef = { readonly id: number; readonly type?: 'user' | 'junior' | undefined };

/** A parsed marker. `key` (the id in lower case) identifies it within its game or match. */
export type Marker = {
  readonly id: string;
  readonly key: string;
  /** Time of the event, ms since 1970. */
  readonly at: number;
  readonly type: MarkerType;
  readonly matchId?: string | undefined;
  readonly primary?: PlayerRef | undefined;
  readonly secondary?: PlayerRef | undefined;
  readonly label?: string | undefined;
  /** `home`, `away` or (club games) a team number: the primary player's side. */
  readonly team?: string | undefined;
  readonly scorer?: string | undefined;
  readonly minute?: string | undefined;
  readonly ownGoal?: boolean | undefined;
};
