// Makes the matches of a tournament from its teams: all of them or none (rules PLAN-1, PLAN-5).
import type { FixturesAnswer, FixturesBody } from '../../protocol/rest/fixtures.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { invalid, Problem } from '../ops/problem.ts';
import type { ISql, Sql } from '../store/driver/sql.ts';
import { minutesOf } from '../tournament/clashes.ts';
import {
  isPlan,
  type PlannedMatch,
  type PlannedSide,
  planFixtures,
  type PlanOptions,
  type PlanWords,
} from '../tournament/plan.ts';
import { applyEntries, type ManagedFields, newEntry, nextIds } from './managed-apply.ts';
import { audit, keepKey, managing, type OwnerTarget, rowOfKey } from './managed-changes.ts';
import { deleteMatches } from './managed-deletion.ts';
import { type Owner, requireOwner } from './managed-rows.ts';

type MadeFixtures = { readonly answer: FixturesAnswer; readonly affected: readonly MatchRef[] };

/** Stores nothing for a preview. Throws Problem 404, 409, 422 or 503. */
export async function makeFixtures(
  sql: Sql,
  { owner: slug, by }: OwnerTarget,
  body: FixturesBody,
  words: PlanWords,
): Promise<MadeFixtures> {
  if (body.preview) {
    const owner = await requireOwner(sql, 'tournament', slug);
    return { answer: answerOf(await planOf(sql, owner, body, words), null), affected: [] };
  }
  return managing(sql, { kind: 'match', owner: slug }, async (tx, owner) => {
    const plan = await planOf(tx, owner, body, words);
    const deleted = body.replace ? await deleteAll(tx, owner) : [];
    if (!body.replace) await requireRoom(tx, owner, plan);
    const first = await nextIds(tx, plan.length);
    const ids = plan.map((_, index) => first + index);
    const entries = plan.map((match, index) => newEntry('match', first + index, rowOf(match, ids)));
    const moved = await applyEntries(tx, owner, entries);
    await audit(tx, owner, by, 'fixtures_made', String(plan.length));
    return { answer: answerOf(plan, ids), affected: [...deleted, ...moved] };
  });
}

/**
 * All teams or players, or none. The same `key` again adds nothing (rule MANAGE-10); null: it counts each time. Throws Problem
 * 404, 422 or 503.
 */
export const addRows = (
  sql: Sql,
  { owner: slug, by }: OwnerTarget,
  kind: 'team' | 'player',
  rows: readonly ManagedFields[],
  key: string | null,
) =>
  managing(sql, { kind, owner: slug }, async (tx, owner) => {
    const scope = `${kind}s ${owner.id}`;
    if ((await rowOfKey(tx, scope, key)) !== null) return { affected: [] };
    const first = await nextIds(tx, rows.length);
    const entries = rows.map((fields, index) => newEntry(kind, first + index, fields));
    const affected = await applyEntries(tx, owner, entries);
    await keepKey(tx, scope, key, first);
    await audit(tx, owner, by, 'row_created', rows.map(({ name }) => `${kind} ${String(name)}`).join(', '));
    return { affected };
  });

/** Throws Problem 422. */
async function planOf(
  sql: ISql,
  { id }: Owner,
  body: FixturesBody,
  words: PlanWords,
): Promise<readonly PlannedMatch[]> {
  const teams = await sql<{ id: number; name: string; group: string | null }[]>`
    select id, name, group_name as group from tournament_team where tournament_id = ${id} order by id`;
  const [settings] = await sql<PlanSettings[]>`
    select halves, half_minutes as "halfMinutes", timezone as zone from tournament where id = ${id}`;
  const plan = planFixtures(teams, optionsOf(body, settings ?? { halves: 2, halfMinutes: 45, zone: 'UTC' }), words);
  if (!isPlan(plan)) throw invalid(plan);
  return plan;
}

/** What a plan needs of the settings of a tournament. */
type PlanSettings = Parameters<typeof minutesOf>[0] & { readonly zone: string };

function optionsOf({ groups, knockout, schedule }: FixturesBody, settings: PlanSettings): PlanOptions {
  return {
    groups: groups ?? null,
    knockout: knockout
      ? {
          perGroup: knockout.per_group ?? null,
          bestNext: knockout.best_next,
          thirdPlace: knockout.third_place,
          seeds: knockout.seeds ?? null,
        }
      : null,
    schedule: schedule
      ? {
          start: schedule.start,
          zone: settings.zone,
          pitches: schedule.pitches,
          matchMinutes: schedule.match_minutes ?? minutesOf(settings),
          breakMinutes: schedule.break_minutes,
          restMinutes: schedule.rest_minutes,
          dayMinutes: schedule.day_minutes ?? null,
        }
      : null,
  };
}

/** Throws Problem 409 when a match has results. */
async function deleteAll(tx: ISql, { id }: Owner): Promise<readonly MatchRef[]> {
  const rows = await tx<{ id: number }[]>`select id from tournament_match where tournament_id = ${id}`;
  return deleteMatches(
    tx,
    rows.map((row) => row.id),
  );
}

/** Refuses to make the same matches twice. Throws Problem 409. */
async function requireRoom(tx: ISql, { id }: Owner, plan: readonly PlannedMatch[]): Promise<void> {
  const [inGroups, after] = [plan.some(({ group }) => group !== null), plan.some(({ group }) => group === null)];
  const [known] = await tx`
    select from tournament_match where tournament_id = ${id}
      and ((${inGroups} and group_name is not null) or (${after} and group_name is null)) limit 1`;
  if (known) {
    throw new Problem(409, 'The tournament has such matches already.', {
      hint: 'Send "replace": true to delete its matches first. None of them may have results.',
    });
  }
}

function rowOf({ group, round, knockoutRound, label, home, away, slot }: PlannedMatch, ids: readonly number[]) {
  return {
    stage: group === null ? 'knockout' : 'group',
    group_name: group,
    round,
    knockout_round: knockoutRound,
    knockout_round_label: label,
    ...(slot === null ? {} : { scheduled_at: new Date(slot.at).toISOString(), pitch: slot.pitch }),
    ...sideRow('home', home, ids),
    ...sideRow('away', away, ids),
  };
}

function sideRow(name: 'home' | 'away', side: PlannedSide, ids: readonly number[]): ManagedFields {
  if ('team' in side) return { [`${name}_team_id`]: side.team.id };
  return { [`${name}_from`]: placeOf(side.from, ids), [`${name}_placeholder`]: side.text };
}

function placeOf(from: Extract<PlannedSide, { from: object }>['from'], ids: readonly number[]): object {
  if ('winnerOf' in from) return { winner_of: ids[from.winnerOf] };
  if ('loserOf' in from) return { loser_of: ids[from.loserOf] };
  return 'rank' in from
    ? { best_of_place: from.bestOfPlace, rank: from.rank }
    : { group: from.group, place: from.place };
}

const answerOf = (plan: readonly PlannedMatch[], ids: readonly number[] | null): FixturesAnswer => ({
  created: ids !== null,
  matches: plan.map(({ group, round, knockoutRound, label, home, away, slot }, index) => ({
    id: ids?.[index] ?? null,
    group_name: group,
    round,
    knockout_round: knockoutRound,
    knockout_round_label: label,
    scheduled_at: slot === null ? null : new Date(slot.at).toISOString(),
    pitch: slot?.pitch ?? null,
    home: sideAnswer(home),
    away: sideAnswer(away),
  })),
});

const sideAnswer = (side: PlannedSide) =>
  'team' in side ? { name: side.team.name, team_id: side.team.id } : { name: side.text, team_id: null };
