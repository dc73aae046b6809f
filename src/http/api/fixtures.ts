// The fixtures of a tournament: made from its teams, and what is wrong with their times (rules PLAN-1 to PLAN-6).
import {
  type FixturesAnswer,
  fixturesBody,
  type FixturesBody,
  type ScheduleAnswer,
} from '../../../protocol/rest/fixtures.ts';
import { tournamentChangeBody, tournamentCreationBody } from '../../../protocol/rest/managed.ts';
import { requireClub, requireTournament } from '../../auth/access.ts';
import type { TeamMatch } from '../../store/team-matches.ts';
import type { TeamLineups } from '../../../protocol/rest/team-lineups.ts';
import { type Caller, userIdOf } from '../../auth/caller.ts';
import { type Answer, apiJson, notModified } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { readAccepted, readBody } from '../core/json-body.ts';
import { isMatch } from '../core/negotiation.ts';
import { requireExisting } from './existing-owner.ts';
import type { GamesDeps } from './games.ts';
import {
  type Fields,
  idempotencyKey,
  ifMatchOf,
  keyHeaderOf,
  type ManagedRows,
  type Row,
  type Target,
} from './manage.ts';
import type { MatchesDeps } from './tournament-matches.ts';

type Owner = Pick<Target, 'owner' | 'by'>;

/** A match of a club's own team. `club`: its slug. */
type TeamLineupTarget = { readonly club: string; readonly match: number; readonly by: number | null };
/** The line-ups of the sides that are teams of the club. */
export type OwnLineups = { readonly match: TeamMatch; readonly lineups: TeamLineups; readonly etag: string };

/** The settings of a tournament as the data file has them. */
type Settings = Row & { readonly isNew: boolean };

/** Each function throws Problem 404 or 503; those that change something also 409, 412 and 422. */
export type Fixtures = {
  /** `owner`: the slug of the club. */
  readonly create: (owner: Owner, fields: Fields, key: string | null) => Promise<Settings>;
  readonly change: (owner: Owner, fields: Fields, ifMatch: string | null) => Promise<Settings>;
  /** All or none; the same `key` again adds nothing. */
  readonly addRows: (
    owner: Owner,
    kind: 'team' | 'player',
    rows: readonly Fields[],
    key?: string | null,
  ) => Promise<unknown>;
  readonly settings: (id: number) => Promise<Row>;
  /** `slug`: of the tournament. */
  readonly settingsOf: (slug: string) => Promise<Row>;
  readonly make: (owner: Owner, body: FixturesBody) => Promise<FixturesAnswer>;
  readonly schedule: (slug: string) => Promise<ScheduleAnswer>;
  /** `club`: its slug. */
  readonly teamMatches: (club: string) => Promise<readonly TeamMatch[]>;
  readonly teamLineups: (target: Omit<TeamLineupTarget, 'by'>) => Promise<OwnLineups>;
  readonly changeTeamLineups: (
    target: TeamLineupTarget,
    lineups: TeamLineups,
    ifMatch: string | null,
  ) => Promise<OwnLineups>;
};

export type FixturesDeps = Pick<MatchesDeps, 'tournamentExists'> &
  Pick<GamesDeps, 'clubExists'> & {
    readonly fixtures: Fixtures;
    readonly managed: Pick<ManagedRows, 'countChange'>;
  };

export function openFixtureAnswers({ fixtures, managed, clubExists, tournamentExists }: FixturesDeps) {
  /** The tournament of the path, and the user who asks. Throws Problem 403. */
  async function targetOf(exchange: Exchange, caller: Caller): Promise<Owner> {
    const owner = requireTournament(caller, exchange.param('tournament_slug'));
    await requireExisting('tournament', owner, caller, tournamentExists);
    return { owner, by: userIdOf(caller) };
  }

  return {
    async createTournament(exchange: Exchange, caller: Caller): Promise<Answer> {
      const owner = requireClub(caller, exchange.param('club_slug'));
      const header = keyHeaderOf(exchange);
      await requireExisting('club', owner, caller, clubExists);
      const key = idempotencyKey(header);
      const target = { owner, by: userIdOf(caller) };
      managed.countChange({ kind: 'game', ...target });
      const made = await fixtures.create(target, await readAccepted(exchange, tournamentCreationBody), key);
      return settingsAnswer(made.isNew ? 201 : 200, made);
    },
    async readTournamentSettings(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { owner } = await targetOf(exchange, caller);
      const settings = await fixtures.settingsOf(owner);
      const { etag } = settings;
      return isMatch(exchange.ifNoneMatch, etag) ? notModified(etag) : settingsAnswer(200, settings);
    },
    async changeTournament(exchange: Exchange, caller: Caller): Promise<Answer> {
      const ifMatch = ifMatchOf(exchange);
      const target = await targetOf(exchange, caller);
      managed.countChange({ kind: 'match', ...target });
      const changed = await fixtures.change(target, await readAccepted(exchange, tournamentChangeBody), ifMatch);
      const warnings = ['The next data file with this tournament overwrites the change.'];
      return settingsAnswer(200, changed, changed.isOfService ? {} : { warnings });
    },
    async makeFixtures(exchange: Exchange, caller: Caller): Promise<Answer> {
      const target = await targetOf(exchange, caller);
      managed.countChange({ kind: 'match', ...target });
      const answer = await fixtures.make(target, await readBody(exchange, fixturesBody));
      return apiJson(answer.created ? 201 : 200, answer);
    },
    async readSchedule(exchange: Exchange, caller: Caller): Promise<Answer> {
      const target = await targetOf(exchange, caller);
      // It reads all matches of the tournament.
      managed.countChange({ kind: 'match', ...target });
      return apiJson(200, await fixtures.schedule(target.owner));
    },
  };
}

const settingsAnswer = (status: 200 | 201, { file, etag, isOfService }: Row, more: object = {}): Answer =>
  apiJson(status, { tournament: file, source: isOfService ? 'service' : 'data_file', ...more }, { etag });
