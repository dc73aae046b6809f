// The endpoints as data. The router, the validation, the documents and the access-matrix test all read this table.
import { z } from 'zod';
import { resourcesAnswer } from './account.ts';
import { clubPlayersAnswer, clubProfileAnswer } from './club.ts';
import { dataFileSchema } from '../data-file/data-file.ts';
import { exportQuery } from '../data-file/history.ts';
import { type Endpoint, kept, problems, root } from './endpoint.ts';
import { invitationEndpoints } from './invitation.ts';
import { gameEndpoints } from './game-endpoints.ts';
import { managedEndpoints } from './managed-endpoints.ts';
import { matchEndpoints } from './match-endpoints.ts';
import { snapshotFrameSchema } from '../wire/down.ts';
import { pastGamesAnswer, pastGamesQuery, upcomingGamesAnswer } from './game.ts';
import { logAnswer, logQuery } from './match-log.ts';
import { airBody } from './air.ts';
import { viewersAnswer } from './viewers.ts';
import { webhookEndpointsOf } from './webhook-endpoints.ts';
import { viewTokenAnswer, viewTokenBody } from './view-token.ts';
import {
  clubMatchesAnswer,
  tournamentMatchesAnswer,
  tournamentPlayersAnswer,
  tournamentProfileAnswer,
} from './tournament.ts';

/** A list of a club or a tournament, or its profile (path ''). */
const listOf = <A extends 'club' | 'tournament'>(access: A, path: string, summary: string, answer: z.ZodType) =>
  ({
    method: 'GET',
    paths: [`${root}/${access}s/{${access}_slug}${path}`, `${root}/${access}${path}`],
    access,
    summary,
    answers: { ...kept(answer), ...problems() },
  }) as const;

/** By entity: the number of rows created, updated and unchanged. */
const importAnswer = z
  .object({
    /** Matches with markers whose score in the file was left alone. Absent if there are none. */
    scores_kept: z.int().optional(),
  })
  .catchall(z.object({ created: z.int(), updated: z.int(), unchanged: z.int() }));

/** Browsers set no header on an event stream. */
const eventsQuery = z.object({ token: z.string().max(2_048).optional() });
const eventStream = z.string().meta({ id: 'EventStream' });

export const endpoints = {
  getResources: {
    method: 'GET',
    paths: [`${root}/resources`],
    access: 'account',
    summary: 'The clubs and tournaments that a connected app can access',
    answers: { ...kept(resourcesAnswer), ...problems() },
  },
  getTournament: listOf(
    'tournament',
    '',
    'A tournament with its teams in table order, players and matches',
    tournamentProfileAnswer,
  ),
  listTournamentPlayers: listOf('tournament', '/players', 'The players of a tournament', tournamentPlayersAnswer),
  listTournamentMatches: listOf(
    'tournament',
    '/matches',
    'The matches of a tournament with line-ups and results',
    tournamentMatchesAnswer,
  ),
  getClub: listOf('club', '', 'A club with its active players and its next 20 games', clubProfileAnswer),
  listClubPlayers: listOf('club', '/players', 'The active players of a club', clubPlayersAnswer),
  listUpcomingGames: listOf(
    'club',
    '/upcoming_games',
    'The next 20 games of a club, the earliest kick-off first',
    upcomingGamesAnswer,
  ),
  listPastGames: {
    method: 'GET',
    paths: [`${root}/clubs/{club_slug}/past_games`, `${root}/club/past_games`],
    access: 'club',
    summary: 'The past games of a club with their results, newest first',
    query: pastGamesQuery,
    pageHeaders: ['X-Total-Count', 'Link'],
    answers: { ...kept(pastGamesAnswer), ...problems(422) },
  },
  listClubMatches: listOf(
    'club',
    '/matches',
    'The tournament matches that the club may score, from a week ago on; 100 at most',
    clubMatchesAnswer,
  ),
  ...gameEndpoints,
  ...matchEndpoints,
  getLive: {
    method: 'GET',
    paths: [`${root}/live/{channel}`],
    access: 'channel',
    summary: 'The snapshot of a live channel, for clients that poll',
    answers: { 200: snapshotFrameSchema, 304: z.undefined(), ...problems(404) },
  },
  getLiveEvents: {
    method: 'GET',
    paths: [`${root}/live/{channel}/events`],
    access: 'channel',
    summary: 'The live channel as Server-Sent Events',
    query: eventsQuery,
    isStream: true,
    answers: { 200: eventStream, ...problems(404) },
  },
  getMatchLog: {
    method: 'GET',
    paths: [`${root}/live/{channel}/log`],
    access: 'channel',
    refusesViewTokens: true,
    summary: 'The log of a game or match: each change, with its time and token',
    query: logQuery,
    pageHeaders: ['Link'],
    answers: { 200: logAnswer, ...problems(404, 422) },
  },
  getViewers: {
    method: 'GET',
    paths: [`${root}/live/{channel}/viewers`],
    access: 'channel',
    refusesViewTokens: true,
    summary: 'How many follow a channel',
    answers: { 200: viewersAnswer, ...problems(404) },
  },
  patchAir: {
    method: 'PATCH',
    paths: [`${root}/live/{channel}/air`],
    access: 'channel',
    refusesViewTokens: true,
    summary: 'Bring something on air at a game or match, or take it off',
    body: airBody,
    answers: { 200: snapshotFrameSchema, ...problems(404, 413, 422) },
  },
  createViewToken: {
    method: 'POST',
    paths: [`${root}/view_tokens`],
    access: 'channel',
    refusesViewTokens: true,
    summary: 'Make a token that reads the given channels and nothing else',
    body: viewTokenBody,
    answers: { 201: viewTokenAnswer, ...problems(413, 422) },
  },
  ...webhookEndpointsOf('club'),
  ...webhookEndpointsOf('tournament'),
  importData: {
    method: 'POST',
    paths: ['/api/admin/import'],
    access: 'admin',
    summary: 'Apply a data file',
    body: dataFileSchema,
    answers: { 200: importAnswer, ...problems(413, 422) },
  },
  exportData: {
    method: 'GET',
    paths: ['/api/admin/export'],
    access: 'admin',
    summary: 'Export everything as a data file',
    query: exportQuery,
    answers: { 200: dataFileSchema, ...problems(422) },
  },
  eraseUser: {
    method: 'DELETE',
    paths: ['/api/admin/users/{id}'],
    access: 'admin',
    summary: 'Erase a person',
    answers: { 200: z.object({ user: z.int(), matches: z.int() }), ...problems(404) },
  },
  ...managedEndpoints,
  ...invitationEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
