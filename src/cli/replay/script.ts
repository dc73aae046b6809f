// A match script: all markers of a match, in the file format `match-script/1`.
import { z } from 'zod';
import { CLUB_MARKER_TYPES, type MarkerType, markerTypeSchema } from '../../../protocol/wire/marker.ts';
import { timeSchema } from '../../../protocol/rest/fields.ts';

const playerSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  jersey_number: z.number().int().nullish(),
  position: z.string().nullish(),
  role: z.string().nullish(),
  captain: z.boolean().nullish(),
});
const sideSchema = z.object({
  name: z.string(),
  lineup: z.object({ starters: z.array(playerSchema), substitutes: z.array(playerSchema) }),
});
const text = z.string().nullish();
const playerId = z.union([z.string(), z.number()]).nullish();
const playerType = z.enum(['user', 'junior']).nullish();

export const matchScriptSchema = z.object({
  format: z.literal('match-script/1'),
  slug: z.string(),
  kickoff_utc: timeSchema,
  home: sideSchema,
  away: sideSchema,
  markers: z
    .array(
      z.object({
        id: z.string(),
        timestamp: timeSchema,
        type: markerTypeSchema,
        team: text,
        primary_player_pc_id: playerId,
        primary_player_type: playerType,
        secondary_player_pc_id: playerId,
        secondary_player_type: playerType,
        scorer: text,
        minute: text,
        label: text,
      }),
    )
    .min(1),
});
export type MatchScript = z.infer<typeof matchScriptSchema>;
export type ScriptPlayer = z.infer<typeof playerSchema>;

/** A marker of the script: ms since kick-off, and the body without `id` and `timestamp`. */
export type Step = {
  readonly scriptId: string;
  readonly offsetMs: number;
  readonly type: MarkerType;
  readonly fields: Readonly<Record<string, string | number>>;
};

/** Club games have no markers for half-time and extra time: the clock stops and resumes instead. */
const CLUB_TYPE: Readonly<Partial<Record<MarkerType, MarkerType>>> = {
  HalfTime: 'Break',
  ExtraTime1: 'Resume',
  ExtraTime2: 'Resume',
  FullTime: 'End',
};
const clubTypes: ReadonlySet<string> = new Set(CLUB_MARKER_TYPES);
const MATCH_ONLY: ReadonlySet<string> = new Set(['team', 'scorer', 'minute']);

/**
 * The steps of a script in time order. For a club game the types are mapped to its own, and the fields of tournament
 * matches (`team`, `scorer`, `minute`) are left out: the roster gives each player's team.
 */
export function stepsOf(script: MatchScript, kind: 'game' | 'match'): readonly Step[] {
  const kickOff = script.markers.find((marker) => marker.type === 'Start')?.timestamp ?? script.kickoff_utc;
  const steps = script.markers.map(({ id, timestamp, type, ...rest }): Step => {
    const fields: Record<string, string | number> = {};
    for (const [key, value] of Object.entries(rest)) {
      if (value !== null && value !== undefined && !(kind === 'game' && MATCH_ONLY.has(key))) fields[key] = value;
    }
    const mapped = kind === 'game' && !clubTypes.has(type) ? (CLUB_TYPE[type] ?? 'Event') : type;
    return { scriptId: id, offsetMs: timestamp - kickOff, type: mapped, fields };
  });
  return steps.sort((a, b) => a.offsetMs - b.offsetMs);
}
