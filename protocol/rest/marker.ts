// Markers that scorekeepers post, and the answers about them (rules ID-7, ID-9, TIME-2, READ-12). A body is parsed once into a
// Marker; the rest of the service does not check it again.
import { type MarkerType, CLUB_MARKER_TYPES, MATCH_MARKER_TYPES, markerTypeSchema } from '../wire/marker.ts';
import { text, numberOrText, timeSchema, playerId, LABEL_MAX, NAME_MAX, minuteSchema } from './fields.ts';
import { z } from 'zod';
import { playerTypeSchema, statusSchema } from '../wire/board.ts';
import { fieldsOf } from '../wire/fields-of.ts';
import { uuidPattern } from '../wire/ids.ts';

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

/** A marker without its id. */
type MarkerContent = Omit<Marker, 'id' | 'key'>;

/** `100_0`: an id of 15 digits and an index of 4. */
const PAIRING_ID_MAX = 20;

const gameTeam = numberOrText(
  z.number().max(9_999, { error: 'Must be home, away or a team number.' }),
  /^(home|away|[1-9]\d{0,3})$/,
  'Must be home, away or a team number.',
).transform(String);

const matchTeam = z.enum(['home', 'away']);

/** A match ignores any value of it, because the path names the match. The documents give it the types that clients send. */
const ignoredMatchId = z
  .preprocess(
    () => undefined,
    z.union([z.string().max(PAIRING_ID_MAX), z.int().min(0).max(999_999_999_999_999)]).nullish(),
  )
  .optional();

/** The fields of a marker, in a request body and in a data file. */
export const markerFields = (of: 'game' | 'match') => ({
  id: z.string().regex(uuidPattern, { message: 'Must be a UUID.' }).meta({ format: 'uuid', maxLength: 36 }),
  timestamp: timeSchema,
  type: z.enum(of === 'game' ? CLUB_MARKER_TYPES : MATCH_MARKER_TYPES),
  match_id: of === 'game' ? z.string().max(PAIRING_ID_MAX).nullish() : ignoredMatchId,
  primary_player_pc_id: playerId.nullish(),
  primary_player_type: playerTypeSchema.nullish(),
  secondary_player_pc_id: playerId.nullish(),
  secondary_player_type: playerTypeSchema.nullish(),
  label: text(LABEL_MAX).nullish(),
  team: (of === 'game' ? gameTeam : matchTeam).nullish(),
  scorer: text(NAME_MAX).nullish(),
  minute: minuteSchema.nullish(),
  own_goal: z.boolean().nullish(),
});

type MarkerFields = z.output<z.ZodObject<ReturnType<typeof markerFields>>>;

/** Builds the Marker from its parsed fields. */
export const toMarker = (of: 'game' | 'match', body: MarkerFields): Marker => ({
  ...toContent(of, body),
  id: body.id,
  key: body.id.toLowerCase(),
});

/** Absent members are undefined: so all markers have one shape, and JSON leaves them out. */
const toContent = (of: 'game' | 'match', body: Omit<MarkerFields, 'id'>): MarkerContent => ({
  at: body.timestamp,
  type: body.type,
  matchId: typeof body.match_id === 'string' && of === 'game' ? body.match_id : undefined,
  primary: playerRef(body.primary_player_pc_id, body.primary_player_type),
  secondary: playerRef(body.secondary_player_pc_id, body.secondary_player_type),
  label: body.label ?? undefined,
  team: body.team ?? undefined,
  scorer: body.scorer ?? undefined,
  minute: body.minute ?? undefined,
  ownGoal: body.own_goal ?? undefined,
});

const playerRef = (id: number | null | undefined, type: 'user' | 'junior' | null | undefined): PlayerRef | undefined =>
  typeof id === 'number' ? { id, type: type ?? undefined } : undefined;

/** The body of a marker, parsed into a Marker. Unknown keys are ignored (rule REQ-3). */
export const markerBody = (of: 'game' | 'match') =>
  z.object(markerFields(of)).transform((body): Marker => toMarker(of, body));

/** The body of a replacement: the path has the id, one in the body is ignored (rule ID-10). */
export const markerReplacementBody = (of: 'game' | 'match') =>
  z
    .object(markerFields(of))
    .omit({ id: true })
    .transform((body): MarkerContent => toContent(of, body));

export const markerAnswer = z.object({
  status: z.literal('success'),
  marker_id: z.string(),
  /** Facts about the marker that could not be determined (rules SIDE-3, SIDE-4). Absent if there are none. */
  warnings: z.array(z.string()).optional(),
});

const markerPlayer = z.object({ id: z.number().int(), name: z.string().nullable(), type: playerTypeSchema.optional() });

/** The Marker in a list (rule READ-14). */
export const markerResource = z
  .object({
    id: z.string(),
    timestamp: z.string(),
    type: markerTypeSchema,
    primary_player_pc_id: z.string().nullable(),
    primary_player_type: playerTypeSchema.nullable().optional(),
    secondary_player_pc_id: z.string().nullable(),
    secondary_player_type: playerTypeSchema.nullable().optional(),
    label: z.string().nullable(),
    primary_player: markerPlayer.nullable(),
    secondary_player: markerPlayer.nullable(),
    ...fieldsOf(z.string().optional(), 'match_id', 'team', 'minute', 'scorer'),
    own_goal: z.boolean().optional(),
  })
  .meta({ id: 'Marker' });

export type MarkerResource = z.infer<typeof markerResource>;

export const gameMarkersAnswer = z.object({
  game: z.object({ id: z.number().int(), slug: z.string() }),
  game_mode: z.boolean(),
  markers: z.array(markerResource),
});

const matchHead = z.object({
  id: z.number().int(),
  status: statusSchema,
  home_team_name: z.string(),
  away_team_name: z.string(),
});

export const matchMarkersAnswer = z.object({
  tournament: z.object({ id: z.number().int(), slug: z.string(), name: z.string() }),
  match: matchHead,
  markers: z.array(markerResource),
});

export const markerDeletedAnswer = z.object({ status: z.literal('success'), message: z.string() });

export const matchMarkerDeletedAnswer = markerDeletedAnswer.extend({ match: matchHead });
