// Fixtures of tournaments, for the REST interface and the pages: they are announced before the answer.
import type { FixturesBody } from '../../protocol/rest/fixtures.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { notFound } from '../ops/problem.ts';
import type { Sql } from '../store/driver/sql.ts';
import { orStoreAway } from '../store/driver/with-deadline.ts';
import type { PlanWords } from '../tournament/plan.ts';
import { type FixturesTarget, makeFixtures } from './make-fixtures.ts';
import { readSchedule } from './read-schedule.ts';

/** How long a caller waits for the database, ms: longer than for the lock of imports. */
const ANSWER_MS = 8_000;

type Announce = (changed: { readonly affected: readonly MatchRef[] }) => Promise<unknown>;

/** `dataChanged` resolves when this node shows the change. */
export const openFixtures = (
  sql: Sql,
  dataChanged: Announce,
  wordsIn: (language: FixturesBody['language']) => PlanWords,
) => ({
  /** Throws Problem 404, 409, 422 or 503. */
  async make(target: FixturesTarget, body: FixturesBody) {
    const made = await orStoreAway(makeFixtures(sql, target, body, wordsIn(body.language)), ANSWER_MS);
    if (made.answer.created) await dataChanged(made);
    return made.answer;
  },
  /** Throws Problem 404 or 503. */
  async schedule(owner: string) {
    const found = await orStoreAway(readSchedule(sql, owner));
    if (found === null) throw notFound('Tournament');
    return found;
  },
});
