// The values and tables in the guide, taken from the endpoints, the schemas and the limits so that they stay correct.
import { resourcesAnswer } from '../../../protocol/rest/account.ts';
import { PERIODS, playerTypeSchema, sideSchema, STATUSES } from '../../../protocol/wire/board.ts';
import { APP_NAME_MAX, CONNECT_PATH, REDIRECT_URI_MAX, STATE_MAX } from '../../../protocol/rest/connect.ts';
import { CAUSE_ACTIONS, closingFrameSchema, errorFrameSchema } from '../../../protocol/wire/down.ts';
import { playerInGame } from '../../../protocol/rest/game.ts';
import { CLUB_MARKER_TYPES, GAME_MODE_TYPES, MATCH_MARKER_TYPES } from '../../../protocol/wire/marker.ts';
import { clubRoleSchema, positionSchema, skillLevelSchema } from '../../../protocol/rest/player.ts';
import type { Endpoint } from '../../../protocol/rest/endpoint.ts';
import { endpoints } from '../../../protocol/rest/endpoints.ts';
import { tournamentHead, tournamentMatch } from '../../../protocol/rest/tournament.ts';
import { SUBSCRIPTIONS_MAX } from '../../../protocol/wire/subscriptions.ts';
import { FRAME_MAX_BYTES } from '../../../protocol/wire/up.ts';
import { BAD_MAX } from '../../auth/credential-guard.ts';
import { RATE_LIMIT } from '../../auth/rate-limit.ts';
import { API_BODY_LIMIT, DATA_FILE_LIMIT, PART_BYTES, PARTS_MAX } from '../../http/core/request-body.ts';
import { FRAMES_BURST, FRAMES_PER_SECOND } from '../../live/frame-allowance.ts';
import { KEPT_DELTAS_MAX, TIMING } from '../../live/timing.ts';
import { markdownTable } from './markdown.ts';

const matchOnly = MATCH_MARKER_TYPES.filter((type) => !(CLUB_MARKER_TYPES as readonly string[]).includes(type));

const enumerations: readonly (readonly [field: string, values: readonly string[]])[] = [
  ['marker `type`, club games and tournament matches', CLUB_MARKER_TYPES],
  ['marker `type`, tournament matches only', matchOnly],
  ['marker `type` listed in game mode', GAME_MODE_TYPES],
  ['`primary_player_type`, `secondary_player_type`', playerTypeSchema.options],
  ['`player_type` of a player in a game', playerInGame.shape.player_type.options],
  ['match `status`', STATUSES],
  ['match `period`', PERIODS],
  ['`team` of a tournament match', sideSchema.options],
  ['card `type`', tournamentMatch.shape.cards.element.shape.type.options],
  ['`tournament_type`', tournamentHead.shape.tournament_type.options],
  ['`skill_level`', skillLevelSchema.options],
  ['`club_position`, `preferred_position`, `secondary_positions`', positionSchema.options],
  ['`role` of a club player', clubRoleSchema.options],
  ['`role` in `/resources`, clubs', resourcesAnswer.shape.clubs.element.shape.role.options],
  ['`role` in `/resources`, tournaments', resourcesAnswer.shape.tournaments.element.shape.role.options],
  ['`action` of a delta’s `cause`', CAUSE_ACTIONS],
  ['`code` of an error frame', errorFrameSchema.shape.code.options],
  ['`reason` of a closing frame', closingFrameSchema.shape.reason.options],
];

const table: readonly Endpoint[] = Object.values(endpoints);
const endpointRows = table.flatMap(({ method, paths, summary }) =>
  paths.map((path, index) => [`\`${method}\``, `\`${path}\``, index === 0 ? summary : 'the same, legacy path']),
);

const number = (value: number): string => value.toLocaleString('en');
const bytes = (value: number): string => (value >= 1_048_576 ? `${value / 1_048_576} MiB` : `${value / 1_024} KiB`);
const seconds = (ms: number): string => `${ms / 1_000} s`;

/** The values that the Markdown files name. `base`: the public address of the service, without a slash at its end. */
export const valuesOf = (base: string): Readonly<Record<string, string>> => ({
  base,
  ws: base.replace(/^http/, 'ws'),
  connectPath: CONNECT_PATH,
  appNameMax: `${APP_NAME_MAX}`,
  redirectUriMax: `${REDIRECT_URI_MAX}`,
  stateMax: `${STATE_MAX}`,
  requestsPerSecond: number(RATE_LIMIT.perSecond),
  requestBurst: number(RATE_LIMIT.burst),
  badTokens: number(BAD_MAX),
  body: bytes(API_BODY_LIMIT),
  dataFile: bytes(DATA_FILE_LIMIT),
  bodyParts: number(PARTS_MAX),
  partBytes: number(PART_BYTES),
  subscriptions: number(SUBSCRIPTIONS_MAX),
  frame: bytes(FRAME_MAX_BYTES),
  framesPerSecond: number(FRAMES_PER_SECOND),
  frameBurst: number(FRAMES_BURST),
  authTime: seconds(TIMING.authMs),
  heartbeat: seconds(TIMING.heartbeatMs),
  keptDeltas: number(KEPT_DELTAS_MAX),
  keptMinutes: number(TIMING.keepMs / 60_000),
  values: markdownTable(
    ['field', 'values'],
    enumerations.map(([field, values]) => [field, values.map((value) => `\`${value}\``).join(', ')]),
  ),
  endpoints: markdownTable(['method', 'path', 'what it does'], endpointRows),
});
