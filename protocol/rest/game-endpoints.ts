// The endpoints of one club game: scores, goals, participants and markers, on explicit and legacy paths.
import { type Endpoint, kept, problems, root } from './endpoint.ts';
import { gameUpdateAnswer, goalsBody, scoresBody } from './game-result.ts';
import { participantsAnswer, participantsBody } from './lineups.ts';
import { gameMarkersAnswer, markerAnswer, markerBody, markerDeletedAnswer, markerReplacementBody } from './marker.ts';

const gamePaths = (part: string) => [`${root}/clubs/{club_slug}/games/{slug}${part}`, `${root}/games/{slug}${part}`];

export const gameEndpoints = {
  patchScores: {
    method: 'PATCH',
    paths: gamePaths('/scores'),
    access: 'club',
    summary: 'Set team scores of a club game',
    body: scoresBody,
    answers: { 200: gameUpdateAnswer, ...problems(404, 413, 422) },
  },
  patchGoals: {
    method: 'PATCH',
    paths: gamePaths('/goals'),
    access: 'club',
    summary: 'Replace the goal list of a club game',
    body: goalsBody,
    answers: { 200: gameUpdateAnswer, ...problems(404, 413, 422) },
  },
  getParticipants: {
    method: 'GET',
    paths: gamePaths('/participants'),
    access: 'club',
    summary: 'The players of a club game with shirt numbers and fill-ins',
    answers: { 200: participantsAnswer, ...problems(404) },
  },
  patchParticipants: {
    method: 'PATCH',
    paths: gamePaths('/participants'),
    access: 'club',
    summary: 'Change shirt numbers and fill-ins of a club game',
    body: participantsBody,
    answers: { 200: participantsAnswer, ...problems(404, 413, 422) },
  },
  postGameMarker: {
    method: 'POST',
    paths: gamePaths('/marker'),
    access: 'club',
    summary: 'Record or update a marker of a club game',
    body: markerBody('game'),
    answers: { 200: markerAnswer, 201: markerAnswer, ...problems(404, 413, 422) },
  },
  listGameMarkers: {
    method: 'GET',
    paths: gamePaths('/markers'),
    access: 'club',
    summary: 'List the markers of a club game',
    answers: { ...kept(gameMarkersAnswer), ...problems(404) },
  },
  putGameMarker: {
    method: 'PUT',
    paths: gamePaths('/markers/{id}'),
    access: 'club',
    summary: 'Replace a marker of a club game in one step',
    body: markerReplacementBody('game'),
    answers: { 200: markerAnswer, ...problems(404, 413, 422) },
  },
  deleteGameMarker: {
    method: 'DELETE',
    paths: gamePaths('/markers/{id}'),
    access: 'club',
    summary: 'Delete a marker of a club game',
    answers: { 200: markerDeletedAnswer, ...problems(404) },
  },
} as const satisfies Record<string, Endpoint>;
