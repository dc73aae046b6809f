// The endpoints of one tournament match: line-ups and markers.
import { type Endpoint, kept, problems, root } from './endpoint.ts';
import { lineupsAnswer, lineupsBody } from './lineups.ts';
import {
  markerAnswer,
  markerBody,
  markerReplacementBody,
  matchMarkerDeletedAnswer,
  matchMarkersAnswer,
} from './marker.ts';

const matchPaths = (part: string) => [`${root}/tournaments/{tournament_slug}/matches/{match_id}${part}`];

export const matchEndpoints = {
  getLineups: {
    method: 'GET',
    paths: matchPaths('/lineups'),
    access: 'match',
    summary: 'The line-ups of a tournament match with shirt numbers and fill-ins',
    answers: { 200: lineupsAnswer, ...problems(404) },
  },
  patchLineups: {
    method: 'PATCH',
    paths: matchPaths('/lineups'),
    access: 'match',
    summary: 'Change shirt numbers and fill-ins of a tournament match',
    body: lineupsBody,
    answers: { 200: lineupsAnswer, ...problems(404, 413, 422) },
  },
  listMatchMarkers: {
    method: 'GET',
    paths: matchPaths('/markers'),
    access: 'match',
    summary: 'List the markers of a tournament match',
    answers: { ...kept(matchMarkersAnswer), ...problems(404) },
  },
  postMatchMarker: {
    method: 'POST',
    paths: matchPaths('/markers'),
    access: 'match',
    summary: 'Record a marker of a tournament match',
    body: markerBody('match'),
    answers: { 200: markerAnswer, 201: markerAnswer, ...problems(404, 413, 422) },
  },
  putMatchMarker: {
    method: 'PUT',
    paths: matchPaths('/markers/{id}'),
    access: 'match',
    summary: 'Replace a marker of a tournament match in one step',
    body: markerReplacementBody('match'),
    answers: { 200: markerAnswer, ...problems(404, 413, 422) },
  },
  deleteMatchMarker: {
    method: 'DELETE',
    paths: matchPaths('/markers/{id}'),
    access: 'match',
    summary: 'Delete a marker of a tournament match',
    answers: { 200: matchMarkerDeletedAnswer, ...problems(404) },
  },
} as const satisfies Record<string, Endpoint>;
