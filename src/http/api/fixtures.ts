// The fixtures of a tournament: made from its teams, and what is wrong with their times (rules PLAN-1 to PLAN-6).
import {
  type FixturesAnswer,
  fixturesBody,
  type FixturesBody,
  type ScheduleAnswer,
} from '../../../protocol/rest/fixtures.ts';
import { requireTournament } from '../../auth/access.ts';
import { tournamentForbidden } from '../../auth/access-problems.ts';
import type { Caller } from '../../auth/caller.ts';
import { type Answer, apiJson } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { readBody } from '../core/json-body.ts';
import type { ManagedRows, Target } from './manage.ts';
import type { MatchesDeps } from './tournament-matches.ts';

type Owner = Pick<Target, 'owner' | 'by'>;

/** Each function throws Problem 404 or 503; `make` also 409 and 422. */
export type Fixtures = {
  readonly make: (owner: Owner, body: FixturesBody) => Promise<FixturesAnswer>;
  readonly schedule: (slug: string) => Promise<ScheduleAnswer>;
};

export type FixturesDeps = Pick<MatchesDeps, 'tournamentExists'> & {
  readonly fixtures: Fixtures;
  readonly managed: Pick<ManagedRows, 'countChange'>;
};

export function openFixtureAnswers({ fixtures, managed, tournamentExists }: FixturesDeps) {
  /** Only administrators pass the check of the right for a tournament that does not exist (rule ACCESS-5). Throws Problem 403. */
  async function ownerOf(exchange: Exchange, caller: Caller): Promise<Owner> {
    const owner = requireTournament(caller, exchange.param('tournament_slug'));
    const isApp = caller.kind === 'connected_app';
    if (isApp && caller.isAdmin && !(await tournamentExists(owner))) throw tournamentForbidden();
    return { owner, by: isApp ? caller.userId : null };
  }

  return {
    async makeFixtures(exchange: Exchange, caller: Caller): Promise<Answer> {
      const owner = await ownerOf(exchange, caller);
      const body = await readBody(exchange, fixturesBody);
      if (!body.preview) managed.countChange({ kind: 'match', ...owner });
      const answer = await fixtures.make(owner, body);
      return apiJson(answer.created ? 201 : 200, answer);
    },
    async readSchedule(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { owner } = await ownerOf(exchange, caller);
      return apiJson(200, await fixtures.schedule(owner));
    },
  };
}
