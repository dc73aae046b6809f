// Tournament matches: their markers.
import { matchRef } from '../../../protocol/wire/ids.ts';
import { markerBody } from '../../../protocol/rest/bodies.ts';
import { requireMatch } from '../../auth/access.ts';
import type { Caller } from '../../auth/caller.ts';
import { tournamentForbidden } from '../../auth/access-problems.ts';
import type { LiveMatch } from '../../live/live-match.ts';
import type { TournamentFixture } from '../../match/fixture.ts';
import { listMarkers } from '../../resources/markers.ts';
import type { Match } from '../../match/match.ts';
import { matchResult } from '../../resources/result.ts';
import { notFound } from '../../ops/problem.ts';
import { type Answer, apiJson } from '../core/answer.ts';
import type { Callers } from '../core/callers.ts';
import type { Exchange } from '../core/exchange.ts';
import type { GamesDeps } from './games.ts';
import { readBody } from '../core/json-body.ts';
import { openListing } from './marker-list.ts';
import { deletedBody, markerKey, recordedAnswer } from './marker-answers.ts';

export type MatchesDeps = Pick<GamesDeps, 'getMatch'> & {
  readonly tournamentExists: (slug: string) => Promise<boolean>;
};

/** A live tournament match, and the caller that may reach it. */
type Found = { readonly caller: Caller; readonly live: LiveMatch; readonly fixture: TournamentFixture };

/** Ids as in channel names; no match has a longer one. */
const integer = /^(?:0|[1-9]\d{0,14})$/;

const matchMarker = markerBody('match');

export function openTournamentMatches({ getMatch, tournamentExists }: MatchesDeps, callers: Callers) {
  const markersOf = openListing(matchMarkers);

  /**
   * The caller, and the match of the path when it belongs to the path's tournament and the caller may reach it. Throws
   * Problem 401, 403, 404, 429 or 503.
   */
  async function matchOf(exchange: Exchange): Promise<Found> {
    const asked = callers.callerOf(exchange);
    const caller = asked instanceof Promise ? await asked : asked;
    const tournament = exchange.param('tournament_slug');
    const found = await load(exchange.param('match_id'), tournament);
    requireMatch(caller, tournament, found?.fixture ?? null);
    if (found) return { caller, ...found };
    // Only an administrator gets here with a tournament that does not exist (rule ACCESS-5).
    if (caller.kind === 'connected_app' && caller.isAdmin && !(await tournamentExists(tournament))) {
      throw tournamentForbidden();
    }
    throw notFound('Match');
  }

  async function load(id: string, tournament: string): Promise<Omit<Found, 'caller'> | null> {
    if (!integer.test(id)) return null;
    const live = await getMatch(matchRef(Number(id)));
    const fixture = live?.match().fixture;
    return live && fixture?.kind === 'match' && fixture.tournament.slug === tournament ? { live, fixture } : null;
  }

  return {
    async listMarkers(exchange: Exchange): Promise<Answer> {
      const { live } = await matchOf(exchange);
      return markersOf(exchange, live.match());
    },
    async postMarker(exchange: Exchange): Promise<Answer> {
      const { live, caller } = await matchOf(exchange);
      const marker = await readBody(exchange, matchMarker);
      const { outcome } = await live.record({ kind: 'record', marker, repeat: 'report' }, caller.tokenId);
      return recordedAnswer(outcome);
    },
    async deleteMarker(exchange: Exchange): Promise<Answer> {
      const { live, caller, fixture } = await matchOf(exchange);
      const key = markerKey(exchange.param('id'));
      const { outcome, match } = await live.record({ kind: 'delete', key }, caller.tokenId);
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
