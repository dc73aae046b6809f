// The endpoints as data: the one source of the router, the validation, the documents and the access-matrix test.
import { z } from 'zod';
import { snapshotFrameSchema } from './down.ts';
import { problemBodySchema } from './problem.ts';
import {
  goalsBody,
  gameUpdateAnswer,
  markerBody,
  gameMarkersAnswer,
  markerAnswer,
  markerDeletedAnswer,
  matchMarkerDeletedAnswer,
  matchMarkersAnswer,
  scoresBody,
  viewTokenAnswer,
  viewTokenBody,
} from './resources.ts';

/**
 * Who may call (decision 28). `club`: tokens that reach the club of the path, or on a legacy path club tokens;
 * `tournament` likewise; `match`: tokens that reach the tournament, or a club authorized for the match;
 * `channel`: the handler checks the channels named in path or body; `account`: connected app tokens only;
 * `admin`: the admin token; `public`: anyone.
 */
export type AccessRule = 'club' | 'tournament' | 'match' | 'channel' | 'account' | 'admin' | 'public';

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Full paths, `{name}` for parameters; the explicit one first, then the legacy one. */
  readonly paths: readonly string[];
  readonly access: AccessRule;
  readonly summary: string;
  /** Number in the specification's table. */
  readonly number?: number;
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  readonly answers: Readonly<Record<number, z.ZodType>>;
};

const root = '/api/v1';
const problems = (...statuses: number[]): Record<number, z.ZodType> =>
  Object.fromEntries([401, 403, 429, 503, ...statuses].map((status) => [status, problemBodySchema]));

export const endpoints = {
  patchScores: {
    number: 9,
    method: 'PATCH',
    paths: [`${root}/clubs/{club_slug}/games/{slug}/scores`, `${root}/games/{slug}/scores`],
    access: 'club',
    summary: 'Set team scores of a club game',
    body: scoresBody,
    answers: { 200: gameUpdateAnswer, ...problems(404, 413, 422) },
  },
  patchGoals: {
    number: 10,
    method: 'PATCH',
    paths: [`${root}/clubs/{club_slug}/games/{slug}/goals`, `${root}/games/{slug}/goals`],
    access: 'club',
    summary: 'Replace the goal list of a club game',
    body: goalsBody,
    answers: { 200: gameUpdateAnswer, ...problems(404, 413, 422) },
  },
  postGameMarker: {
    number: 11,
    method: 'POST',
    paths: [`${root}/clubs/{club_slug}/games/{slug}/marker`, `${root}/games/{slug}/marker`],
    access: 'club',
    summary: 'Record or update a marker of a club game',
    body: markerBody('game'),
    answers: { 200: markerAnswer, 201: markerAnswer, ...problems(404, 413, 422) },
  },
  listGameMarkers: {
    number: 12,
    method: 'GET',
    paths: [`${root}/clubs/{club_slug}/games/{slug}/markers`, `${root}/games/{slug}/markers`],
    access: 'club',
    summary: 'List the markers of a club game',
    answers: { 200: gameMarkersAnswer, ...problems(404) },
  },
  deleteGameMarker: {
    number: 13,
    method: 'DELETE',
    paths: [`${root}/clubs/{club_slug}/games/{slug}/markers/{id}`, `${root}/games/{slug}/markers/{id}`],
    access: 'club',
    summary: 'Delete a marker of a club game',
    answers: { 200: markerDeletedAnswer, ...problems(404) },
  },
  listMatchMarkers: {
    number: 14,
    method: 'GET',
    paths: [`${root}/tournaments/{tournament_slug}/matches/{match_id}/markers`],
    access: 'match',
    summary: 'List the markers of a tournament match',
    answers: { 200: matchMarkersAnswer, ...problems(404) },
  },
  postMatchMarker: {
    number: 15,
    method: 'POST',
    paths: [`${root}/tournaments/{tournament_slug}/matches/{match_id}/markers`],
    access: 'match',
    summary: 'Record a marker of a tournament match',
    body: markerBody('match'),
    answers: { 200: markerAnswer, 201: markerAnswer, ...problems(404, 413, 422) },
  },
  deleteMatchMarker: {
    number: 16,
    method: 'DELETE',
    paths: [`${root}/tournaments/{tournament_slug}/matches/{match_id}/markers/{id}`],
    access: 'match',
    summary: 'Delete a marker of a tournament match',
    answers: { 200: matchMarkerDeletedAnswer, ...problems(404) },
  },
  getLive: {
    method: 'GET',
    paths: [`${root}/live/{channel}`],
    access: 'channel',
    summary: 'The snapshot of a live channel, for whoever polls',
    answers: { 200: snapshotFrameSchema, 304: z.undefined(), ...problems(404) },
  },
  createViewToken: {
    method: 'POST',
    paths: [`${root}/view_tokens`],
    access: 'channel',
    summary: 'Make a token that may read the named channels and nothing else',
    body: viewTokenBody,
    answers: { 201: viewTokenAnswer, ...problems(413, 422) },
  },
  importData: {
    method: 'POST',
    paths: ['/api/admin/import'],
    access: 'admin',
    summary: 'Apply a data file',
    answers: { 200: z.record(z.string(), z.unknown()), ...problems(413, 422) },
  },
  exportData: {
    method: 'GET',
    paths: ['/api/admin/export'],
    access: 'admin',
    summary: 'Everything as a data file',
    answers: { 200: z.record(z.string(), z.unknown()), ...problems() },
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
