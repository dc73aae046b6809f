// Tournament matches: their markers.
import { matchRef, type MatchRef } from '../../../protocol/wire/ids.ts';
import { markerBody } from '../../../protocol/rest/bodies.ts';
import { requireMatch } from '../../auth/access.ts';
import type { Caller } from '../../auth/caller.ts';
import { tournamentForbidden } from '../../auth/access-problems.ts';
import type { TournamentFixture } from '../../match/fixture.ts';
import { listMarkers } from '../../resources/markers.ts';
import type { Match } from '../../match/match.ts';
import { matchResult } from '../../resources/result.ts';
import { notFound } from '../../ops/problem.ts';
import { type Answer, apiJson } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import type { GamesDeps } from './games.ts';
import { readBody } from '../core/json-body.ts';
import { openListing } from './marker-list.ts';
import { deletedBody, markerKey, recordedAnswer } from './marker-answers.ts';

export type MatchesDeps = Pick<GamesDeps, 'getMatch' | 'record'> & {
  readonly tournamentExists: (slug: string) => Promise<boolean>;
};

type Found = { readonly ref: MatchRef; readonly match: Match; readonly fixture: TournamentFixture };

/** As ids stand in channel names; a longer number is nobody's. */
const integer = /^(?:0|[1-9]\d{0,14})$/;

const matchMarker = markerBody('match');

export function openTournamentMatches({ getMatch, record, tournamentExists }: MatchesDeps) {
  const markersOf = openListing(matchMarkers);

  /** The match of the path, when it is one of the path's tournament and the caller reaches it. Throws Problem 403, 404. */
  async function matchOf(exchange: Exchange, caller: Caller): Promise<Found> {
    const tournament = exchange.param('tournament_slug');
    const found = await load(exchange.param('match_id'), tournament);
    requireMatch(caller, tournament, found?.fixture ?? null);
    if (found) return found;
    // Only an administrator gets here with a tournament that does not exist (rule ACCESS-5).
    if (caller.kind === 'connected_app' && caller.isAdmin && !(await tournamentExists(tournament))) {
      throw tournamentForbidden();
    }
    throw notFound('Match');
  }

  async function load(id: string, tournament: string): Promise<Found | null> {
    if (!integer.test(id)) return null;
    const ref = matchRef(Number(id));
    const match = await getMatch(ref);
    if (match?.fixture.kind !== 'match' || match.fixture.tournament.slug !== tournament) return null;
    return { ref, match, fixture: match.fixture };
  }

  return {
    async listMarkers(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { match } = await matchOf(exchange, caller);
      return markersOf(exchange, match);
    },
    async postMarker(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { ref } = await matchOf(exchange, caller);
      const marker = await readBody(exchange, matchMarker);
      const { outcome } = await record(ref, { kind: 'record', marker, repeat: 'report' }, caller.tokenId);
      return recordedAnswer(outcome);
    },
    async deleteMarker(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { ref, fixture } = await matchOf(exchange, caller);
      const key = markerKey(exchange.param('id'));
      const { outcome, match } = await record(ref, { kind: 'delete', key }, caller.tokenId);
      return apiJson(200, { ...deletedBody(outcome), match: headOf(match, fixture) });
    },
  };
}

function matchMarkers(match: Match): unknown {
  if (match.fixture.kind !== 'match') throw new TypeError('This is no tournament match.');
  const { id, slug, name } = match.fixture.tournament;
  return { tournament: { id, slug, name }, match: headOf(match, match.fixture), markers: listMarkers(match) };
}

const headOf = (match: Match, { id, home, away }: TournamentFixture) => ({
  id,
  status: matchResult(match).status,
  home_team_name: home.name,
  away_team_name: away.name,
});
