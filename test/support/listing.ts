import type { MarkerResource } from '../../protocol/rest/marker.ts';
import { atOnce, type Match } from '../../src/match/match.ts';
import { markersInPieces } from '../../src/resources/markers.ts';

/** The marker listing of a match. */
export const listingOf = (match: Match, audience: 'staff' | 'live' = 'staff'): readonly MarkerResource[] =>
  JSON.parse(atOnce(markersInPieces(match, audience))) as MarkerResource[];
