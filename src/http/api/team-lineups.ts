// The line-ups of a club's own teams in tournament matches, for its staff and its key (rule LINE-6).
import { teamLineupsBody } from '../../../protocol/rest/team-lineups.ts';
import { readId } from '../../../protocol/wire/ids.ts';
import { requireClub } from '../../auth/access.ts';
import { type Caller, userIdOf } from '../../auth/caller.ts';
import { notFound } from '../../ops/not-found.ts';
import type { TeamMatch } from '../../store/team-matches.ts';
import { type Answer, apiJson, notModified } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { readBody } from '../core/json-body.ts';
import { isMatch } from '../core/negotiation.ts';
import { requireExisting } from './existing-owner.ts';
import type { FixturesDeps, OwnLineups } from './fixtures.ts';
import { ifMatchOf } from './manage.ts';

type TeamLineupsDeps = Pick<FixturesDeps, 'fixtures' | 'managed' | 'clubExists'>;

export function openTeamLineups({ fixtures, managed, clubExists }: TeamLineupsDeps) {
  /** Throws Problem 403. */
  async function clubOf(exchange: Exchange, caller: Caller): Promise<{ club: string; by: number | null }> {
    const club = requireClub(caller, exchange.param('club_slug'));
    await requireExisting('club', club, caller, clubExists);
    return { club, by: userIdOf(caller) };
  }
  /** Throws Problem 404. */
  function matchOf(exchange: Exchange): number {
    const id = readId(exchange.param('match_id'));
    if (id === null) throw notFound('Match');
    return id;
  }

  return {
    async listTeamMatches(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { club } = await clubOf(exchange, caller);
      return apiJson(200, { matches: (await fixtures.teamMatches(club)).map(matchAnswer) });
    },
    async readTeamLineups(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { club } = await clubOf(exchange, caller);
      const found = await fixtures.teamLineups({ club, match: matchOf(exchange) });
      return isMatch(exchange.ifNoneMatch, found.etag) ? notModified(found.etag) : lineupsAnswer(found);
    },
    async changeTeamLineups(exchange: Exchange, caller: Caller): Promise<Answer> {
      const ifMatch = ifMatchOf(exchange);
      const { club, by } = await clubOf(exchange, caller);
      const target = { club, by, match: matchOf(exchange) };
      managed.countChange({ kind: 'game', owner: club, by });
      // Existence before the body (rule REQ-1).
      await fixtures.teamLineups(target);
      const { lineups } = await readBody(exchange, teamLineupsBody);
      return lineupsAnswer(await fixtures.changeTeamLineups(target, lineups, ifMatch));
    },
  };
}

const matchAnswer = ({ id, tournament, tournamentName, home, away, sides, at, zone }: TeamMatch) => ({
  id,
  tournament: { slug: tournament, name: tournamentName },
  home,
  away,
  sides,
  scheduled_at: at === null ? null : new Date(at).toISOString(),
  timezone: zone,
});

const lineupsAnswer = ({ match, lineups, etag }: OwnLineups): Answer =>
  apiJson(200, { match: matchAnswer(match), lineups }, { etag });
