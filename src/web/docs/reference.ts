// The tables of the guide, made from the endpoints and the schemas so that they stay correct.
import { resourcesAnswer } from '../../../protocol/rest/account.ts';
import { PERIODS, playerTypeSchema, sideSchema, STATUSES } from '../../../protocol/wire/board.ts';
import { CLOSE } from '../../../protocol/wire/close-codes.ts';
import { CAUSE_ACTIONS, closingFrameSchema, errorFrameSchema } from '../../../protocol/wire/down.ts';
import { playerInGame } from '../../../protocol/rest/game.ts';
import { CLUB_MARKER_TYPES, GAME_MODE_TYPES, MATCH_MARKER_TYPES } from '../../../protocol/rest/marker.ts';
import { clubRoleSchema, positionSchema, skillLevelSchema } from '../../../protocol/rest/player.ts';
import { type Endpoint, endpoints } from '../../../protocol/rest/endpoints.ts';
import { tournamentHead, tournamentMatch } from '../../../protocol/rest/tournament.ts';

export type Limits = {
  readonly requestsPerSecond: number;
  readonly requestBurst: number;
  readonly bodyBytes: number;
  readonly dataFileBytes: number;
  readonly subscriptions: number;
  readonly frameBytes: number;
  readonly framesPerSecond: number;
  readonly frameBurst: number;
  readonly authMs: number;
  readonly heartbeatMs: number;
  readonly heldDeltas: number;
  readonly holdMs: number;
};

const matchOnly = MATCH_MARKER_TYPES.filter((type) => !(CLUB_MARKER_TYPES as readonly string[]).includes(type));

export const enumerations: readonly { readonly field: string; readonly values: readonly string[] }[] = [
  { field: 'marker `type`, club games and tournament matches', values: CLUB_MARKER_TYPES },
  { field: 'marker `type`, tournament matches only', values: matchOnly },
  { field: 'marker `type` listed in game mode', values: GAME_MODE_TYPES },
  { field: '`primary_player_type`, `secondary_player_type`', values: playerTypeSchema.options },
  { field: '`player_type` of a player in a game', values: playerInGame.shape.player_type.options },
  { field: 'match `status`', values: STATUSES },
  { field: 'match `period`', values: PERIODS },
  { field: '`team` of a tournament match', values: sideSchema.options },
  { field: 'card `type`', values: tournamentMatch.shape.cards.element.shape.type.options },
  { field: '`tournament_type`', values: tournamentHead.shape.tournament_type.options },
  { field: '`skill_level`', values: skillLevelSchema.options },
  { field: '`club_position`, `preferred_position`, `secondary_positions`', values: positionSchema.options },
  { field: '`role` of a club player', values: clubRoleSchema.options },
  { field: '`role` in `/resources`, clubs', values: resourcesAnswer.shape.clubs.element.shape.role.options },
  {
    field: '`role` in `/resources`, tournaments',
    values: resourcesAnswer.shape.tournaments.element.shape.role.options,
  },
  { field: '`action` of a delta’s `cause`', values: CAUSE_ACTIONS },
  { field: '`code` of an error frame', values: errorFrameSchema.shape.code.options },
  { field: '`reason` of a closing frame', values: closingFrameSchema.shape.reason.options },
];

const liveErrors: Readonly<Record<(typeof errorFrameSchema.shape.code.options)[number], string>> = {
  invalid: 'correct the frame; the connection stays open',
  unauthorized: 'send a valid `auth` frame, or connect with another token',
  forbidden: 'the token may not read this channel, whether or not it exists',
  limit: 'use fewer subscriptions, or send fewer frames a second',
  unavailable: 'the database is away: subscribe again a little later',
};
export const liveErrorRows = Object.entries(liveErrors).map(([code, advice]) => [`\`${code}\``, advice]);

const closes: Readonly<Record<keyof typeof CLOSE, readonly [string, string]>> = {
  idle: ['silent for too long, or not reading', 'connect again'],
  unsupported: ['a binary frame was sent', 'send text frames'],
  policy: ['far over the limits', 'send less, then connect again'],
  tooBig: ['a frame over the limit', 'send smaller frames'],
  restart: ['the server restarts', 'connect again after `retry_after_ms`'],
  unauthorized: ['the token is bad, revoked or expired', 'get a new one; do not retry with this one'],
  authTimeout: ['no valid `auth` frame in time', 'send it first'],
};
export const closeCodeRows = Object.entries(CLOSE).map(([name, code]) => [
  String(code),
  ...closes[name as keyof typeof CLOSE],
]);

const number = (value: number): string => value.toLocaleString('en');
const bytes = (value: number): string => (value >= 1_048_576 ? `${value / 1_048_576} MiB` : `${value / 1_024} KiB`);
const seconds = (ms: number): string => `${ms / 1_000} s`;

export const limitRows = (limits: Limits): readonly (readonly string[])[] => [
  ['requests with one token', `${number(limits.requestsPerSecond)} a second, bursts of ${number(limits.requestBurst)}`],
  ['request body', bytes(limits.bodyBytes)],
  ['data file', bytes(limits.dataFileBytes)],
  ['upcoming games', '20, by kick-off'],
  ['past games a page', '`limit` from 1 to 50, 20 when left out; `page` from 1'],
  ['a score set by hand', '0 to 999'],
  ['`timestamp` of a marker', 'at most 24 hours in the future'],
  ['channels of a view token', '1 to 100; valid from 60 s to a year'],
  ['subscriptions of a connection', number(limits.subscriptions)],
  [
    'frames to the server',
    `${limits.framesPerSecond} a second, bursts of ${limits.frameBurst}; ${bytes(limits.frameBytes)} each`,
  ],
  ['time for the `auth` frame', seconds(limits.authMs)],
  ['heartbeat of a live channel', `every ${seconds(limits.heartbeatMs)}`],
  [
    'deltas held for `since`',
    `the last ${number(limits.heldDeltas)} of a channel, at most ${limits.holdMs / 60_000} minutes`,
  ],
];

const table: readonly Endpoint[] = Object.values(endpoints);
export const endpointRows = table.flatMap(({ method, paths, summary }) =>
  paths.map((path, index) => [`\`${method}\``, `\`${path}\``, index === 0 ? summary : 'the same, legacy path']),
);
