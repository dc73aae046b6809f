// Tournament matches: their line-ups and markers.
import { matchRef, type MatchRef } from '../../../protocol/wire/ids.ts';
import { lineupsBody } from '../../../protocol/rest/lineups.ts';
import { markerBody, markerReplacementBody } from '../../../protocol/rest/marker.ts';
import { managesFixture, requireMatch } from '../../auth/access.ts';
import type { Caller } from '../../auth/caller.ts';
import type { ChannelRights } from '../../auth/channel-rights.ts';
import type { LiveMatch } from '../../live/live-match.ts';
import type { TournamentFixture } from '../../match/fixture.ts';
import { markersInPieces } from '../../resources/markers.ts';
import type { Match } from '../../match/match.ts';
import { matchResult } from '../../resources/result.ts';
import { notFound } from '../../ops/not-found.ts';
import { type Answer, apiJson } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { requireExisting } from './existing-owner.ts';
import type { GamesDeps } from './games.ts';
import { readBody } from '../core/json-body.ts';
import type { LineupAnswers } from './lineups.ts';
import { deletedBody, markerKey, openListing, readReplacement, recordedAnswer } from './markers.ts';

export type MatchesDeps = Pick<GamesDeps, 'getMatch'> & {
  /** Checks the caller's right before the match is loaded. Throws Problem 403 or 503. */
  readonly requireReach: ChannelRights['requireReach'];
  readonly tournamentExists: (slug: string) => Promise<boolean>;
};

/** A live tournament match. `fixture`: as it was found. */
type Found = { readonly live: LiveMatch; readonly fixture: TournamentFixture };

/** Ids as in channel names; no match has a longer one. */
const integer = /^(?:0|[1-9]\d{0,14})$/;

const matchMarker = markerBody('match');
const replacement = markerReplacementBody('match');

export function openTournamentMatches(
  { getMatch, requireReach, tournamentExists }: MatchesDeps,
  lineups: LineupAnswers,
) {
  const markersForStaff = openListing((match) => matchMarkers(match, 'staff'));
  const markersForOthers = openListing((match) => matchMarkers(match, 'live'));

  /**
   * The match of the path when it belongs to the path's tournament and the caller may reach it. Throws Problem 403, 404 or
   * 503.
   */
  async function matchOf(exchange: Exchange, caller: Caller): Promise<Found> {
    const tournament = exchange.param('tournament_slug');
    const id = exchange.param('match_id');
    const ref = integer.test(id) ? matchRef(Number(id)) : null;
    await requireReach(caller, tournament, ref);
    const found = ref && (await load(ref, tournament));
    // Once more with what was loaded: an import may have come in between.
    requireMatch(caller, tournament, found?.fixture ?? null);
    if (found) return found;
    await requireExisting('tournament', tournament, caller, tournamentExists);
    throw notFound('Match');
  }

  async function load(ref: MatchRef, tournament: string): Promise<Found | null> {
    const live = await getMatch(ref);
    const fixture = live?.match().fixture;
    return live && fixture?.kind === 'match' && fixture.tournament.slug === tournament ? { live, fixture } : null;
  }

  /** Once more when a body is here: a club may have been removed from the match meanwhile (rule ACCESS-6). Throws Problem 403. */
  function requireStill(exchange: Exchange, caller: Caller, live: LiveMatch): void {
    const { fixture } = live.match();
    requireMatch(caller, exchange.param('tournament_slug'), fixture.kind === 'match' ? fixture : null);
  }

  return {
    async getLineups(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { live } = await matchOf(exchange, caller);
      return lineups.read(live);
    },
    async patchLineups(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { live } = await matchOf(exchange, caller);
      const read = async () => {
        const change = await readBody(exchange, lineupsBody);
        requireStill(exchange, caller, live);
        return change;
      };
      return lineups.change(live, read, caller.tokenId);
    },
    async listMatchMarkers(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { live, fixture } = await matchOf(exchange, caller);
      // The key of an authorized club does not manage the tournament (rule NAME-3).
      const answer = managesFixture(caller, fixture) ? markersForStaff : markersForOthers;
      return answer(exchange, live.match(), caller);
    },
    async postMatchMarker(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { live } = await matchOf(exchange, caller);
      const marker = await readBody(exchange, matchMarker);
      requireStill(exchange, caller, live);
      const { outcome } = await live.record({ kind: 'record', marker, repeat: 'report' }, caller.tokenId);
      return recordedAnswer(outcome);
    },
    async putMatchMarker(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { live } = await matchOf(exchange, caller);
      const marker = await readReplacement(exchange, live, replacement);
      requireStill(exchange, caller, live);
      const { outcome } = await live.record({ kind: 'replace', marker }, caller.tokenId);
      return recordedAnswer(outcome);
    },
    async deleteMatchMarker(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { live, fixture } = await matchOf(exchange, caller);
      const key = markerKey(exchange.param('id'));
      const { outcome, match } = await live.record({ kind: 'delete', key }, caller.tokenId);
      return apiJson(200, { ...deletedBody(outcome), match: headOf(match, fixture) });
    },
  };
}

function* matchMarkers(match: Match, audience: 'staff' | 'live'): Generator<void, string> {
  if (match.fixture.kind !== 'match') throw new TypeError('This is no tournament match.');
  const { id, slug, name } = match.fixture.tournament;
  const head = { tournament: { id, slug, name }, match: headOf(match, match.fixture) };
  const markers = yield* markersInPieces(match, audience);
  return `${JSON.stringify(head).slice(0, -1)},"markers":${markers}}`;
}

const headOf = (match: Match, { id, home, away }: TournamentFixture) => ({
  id,
  status: matchResult(match).status,
  home_team_name: home.name,
  away_team_name: away.name,
});
