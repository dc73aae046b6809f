// Tournaments and their fixtures, for the REST interface and the pages: a change is announced before the answer.
import type { FixturesBody } from '../../protocol/rest/fixtures.ts';
import type { TeamLineups } from '../../protocol/rest/team-lineups.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { notFound } from '../ops/not-found.ts';
import type { Sql } from '../store/driver/sql.ts';
import { findTeamMatches } from '../store/team-matches.ts';
import type { StoredTournament } from '../store/tournament-profile.ts';
import { orStoreAway } from '../store/driver/with-deadline.ts';
import type { PlanWords } from '../tournament/plan.ts';
import { announced } from './announced.ts';
import { addRows, makeFixtures } from './make-fixtures.ts';
import type { ManagedFields } from './managed-apply.ts';
import type { OwnerTarget } from './managed-changes.ts';
import { requireOwner } from './managed-rows.ts';
import { changeTournament, createTournament, readSettings, type Settings } from './tournament-settings.ts';
import { scheduleAnswer } from './schedule-answer.ts';
import { changeTeamLineups, readTeamLineups, type TeamLineupTarget } from './team-lineups.ts';

/** How long a caller waits for the database, ms: longer than for the lock of imports. */
const ANSWER_MS = 8_000;

type Announce = (changed: { readonly affected: readonly MatchRef[] }) => Promise<unknown>;

/**
 * `dataChanged` resolves when this node shows the change. `findTournament` gives the same object until the tournament or one of its
 * matches changes; null for an unknown slug. It throws Problem 503.
 */
export const openFixtures = (
  sql: Sql,
  dataChanged: Announce,
  wordsIn: (language: FixturesBody['language']) => PlanWords,
  findTournament: (slug: string) => Promise<StoredTournament | null>,
) => {
  const done = <T extends { readonly affected: readonly MatchRef[] }>(work: Promise<T>): Promise<T> =>
    announced(work, dataChanged, ANSWER_MS);
  return {
    /** `owner`: the slug of the club. Throws Problem 404, 422 or 503. */
    create: (target: OwnerTarget, fields: ManagedFields, key: string | null): Promise<Settings> =>
      done(createTournament(sql, target, fields, key)),
    /** Throws Problem 404, 412, 422 or 503. */
    change: (target: OwnerTarget, fields: ManagedFields, ifMatch: string | null): Promise<Settings> =>
      done(changeTournament(sql, target, fields, ifMatch)),
    /** All teams or players, or none; the same `key` again adds nothing. Throws Problem 404, 422 or 503. */
    addRows: (
      target: OwnerTarget,
      kind: 'team' | 'player',
      rows: readonly ManagedFields[],
      key: string | null = null,
    ) => done(addRows(sql, target, kind, rows, key)),
    /** By the id of the tournament. Throws Problem 503. */
    settings: (id: number) => orStoreAway(readSettings(sql, id)),
    /** By its slug. Throws Problem 404 or 503. */
    async settingsOf(slug: string) {
      const owner = await orStoreAway(requireOwner(sql, 'tournament', slug));
      return orStoreAway(readSettings(sql, owner.id));
    },
    /** Throws Problem 404, 409, 422 or 503. */
    async make(target: OwnerTarget, body: FixturesBody) {
      const making = makeFixtures(sql, target, body, wordsIn(body.language));
      return (await announced(making, (made) => (made.answer.created ? dataChanged(made) : null), ANSWER_MS)).answer;
    },
    /** By the slug of the club. Throws Problem 503. */
    teamMatches: (club: string) => orStoreAway(findTeamMatches(sql, club, Date.now())),
    /** Throws Problem 404 or 503. */
    teamLineups: (target: Omit<TeamLineupTarget, 'by'>) => orStoreAway(readTeamLineups(sql, target)),
    /** Throws Problem 404, 409, 412, 422 or 503. */
    changeTeamLineups: (target: TeamLineupTarget, lineups: TeamLineups, ifMatch: string | null) =>
      done(changeTeamLineups(sql, target, lineups, ifMatch)),
    /** Throws Problem 404 or 503. */
    async schedule(owner: string) {
      const tournament = await findTournament(owner);
      if (tournament === null) throw notFound('Tournament');
      return scheduleAnswer(tournament);
    },
  };
};
