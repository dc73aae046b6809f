// The types of markers (rule READ-12).
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

export const markerTypeSchema = z.enum(MATCH_MARKER_TYPES).meta({ id: 'MarkerType' });

export type MarkerType = z.infer<typeof markerTypeSchema>;
