// Manual results: scores and goals set by PATCH or by the data file (rules SCORE-8 to SCORE-16). A score is stored as its
// difference to the counted goals. A goal list is stored with the keys of the markers that its entries came from.
import type { BoardGoal } from '../../protocol/wire/board.ts';
import { isEmpty, patchBetween } from '../../protocol/wire/merge-patch.ts';
import type { ManualResult, ManualGoal } from './command.ts';
import type { GoalEntry } from './tally.ts';
import { addTo } from './group-by.ts';

type ManualScores = NonNullable<ManualResult['scores']>;
type ManualGoals = NonNullable<ManualResult['goals']>[number];

/** The part of a manual result that counts after the reset that arrived at `since` (0: no reset). */
export type EffectiveResult = {
  readonly offsets: Readonly<Record<string, number>>;
  readonly goals: ManualGoals | null;
};

const newest = <T extends { readonly seq: number }>(entries: readonly T[] | undefined, since: number): T | null => {
  const last = entries?.at(-1);
  return last !== undefined && last.seq > since ? last : null;
};

const NO_RESULT: EffectiveResult = { offsets: {}, goals: null };

/** The part of a manual result that counts. `since`: the `seq` of the reset that decides; 0 without a reset. */
export function effectiveManualResult(manual: ManualResult, since: number): EffectiveResult {
  if (!hasManualResult(manual)) return NO_RESULT;
  const offsets: Record<string, number> = {};
  for (const [team, entries] of Object.entries(manual.scores ?? {})) {
    const entry = newest(entries, since);
    if (entry !== null) offsets[team] = entry.offset;
  }
  return { offsets, goals: newest(manual.goals, since) };
}

/** Whether a result was ever set, also one that a reset has cleared. */
export const hasManualResult = (manual: ManualResult): boolean =>
  manual.scores !== undefined || manual.goals !== undefined;

/** PATCH scores: sets the shown score of the named teams. `counted`: goals of a team from markers. */
export function withManualScores(
  manual: ManualResult,
  scores: Readonly<Record<string, number>>,
  counted: (team: string) => number,
  at: { readonly seq: number; readonly since: number },
): ManualResult {
  const next: Record<string, ManualScores[string]> = { ...manual.scores };
  for (const [team, score] of Object.entries(scores)) {
    const offset = score - counted(team);
    const current = newest(next[team], at.since);
    if (current?.offset !== offset) next[team] = [{ seq: at.seq, offset }];
  }
  return Object.entries(next).every(([team, entries]) => manual.scores?.[team] === entries)
    ? manual
    : { ...manual, scores: next };
}

/** PATCH goals: links the given list to the goal markers it names and drops the goal markers it leaves out. */
export function withManualGoals(
  manual: ManualResult,
  goals: readonly BoardGoal[],
  entries: readonly GoalEntry[],
  at: { readonly seq: number; readonly since: number },
): ManualResult {
  const links = linked(goals, entries);
  const list = goals.map((goal, index): ManualGoal => {
    const marker = links.get(index);
    return marker === undefined ? goal : { ...goal, marker };
  });
  const used = new Set(links.values());
  const dropped = entries.map(({ key }) => key).filter((key) => !used.has(key));
  const current = newest(manual.goals, at.since);
  const isSame = current !== null && alike({ list: current.list, dropped: current.dropped }, { list, dropped });
  return isSame ? manual : { ...manual, goals: [{ seq: at.seq, list, dropped }] };
}

const alike = (a: object, b: object): boolean => isEmpty(patchBetween(a, b));

/**
 * Marker keys by index of the given list: first goals with the same minute, then goals where a minute is missing. Of several markers that
 * fit, the first one. Two lists may have thousands of goals: an index finds the markers that fit.
 */
function linked(goals: readonly BoardGoal[], entries: readonly GoalEntry[]): Map<number, string> {
  const links = new Map<number, string>();
  const index = new Map<string, number[]>();
  for (const [place, { goal }] of entries.entries()) {
    for (const key of keysOf(goal)) addTo(index, key, place);
  }
  const isUsed = new Set<number>();
  const link = (minuteFor: (written: BoardGoal) => string | null): void => {
    for (const [at, goal] of goals.entries()) {
      const minute = minuteFor(goal);
      if (minute === null || links.has(at)) continue;
      const found = scorersThatFit(goal).map((scorer) =>
        index.get(keyOf(goal.team, scorer, minute))?.find((place) => !isUsed.has(place)),
      );
      const place = Math.min(...found.map((one) => one ?? Infinity));
      const entry = entries[place];
      if (entry === undefined) continue;
      links.set(at, entry.key);
      isUsed.add(place);
    }
  };
  link(({ minute }) => minute ?? null);
  link(({ minute }) => (minute === undefined ? ANY_MINUTE : NO_MINUTE));
  return links;
}

/** Minutes have 20 characters at most. */
const ANY_MINUTE = 'any of the minutes from 0';
const NO_MINUTE = 'none of the minutes from 0';

const keyOf = (team: string, scorer: string, minute: string): string => JSON.stringify([team, scorer, minute]);

/** Where a goal of a marker stands in the index. */
function keysOf({ team, scorer, user_id, minute = NO_MINUTE }: BoardGoal): readonly string[] {
  const scorers = [`anyone called ${scorer}`, user_id === undefined ? `no user called ${scorer}` : `user ${user_id}`];
  return scorers.flatMap((one) => [keyOf(team, one, minute), keyOf(team, one, ANY_MINUTE)]);
}

/** The scorers that a given goal may mean: users are compared by their ids, others by their names. */
const scorersThatFit = ({ scorer, user_id }: BoardGoal): readonly string[] =>
  user_id === undefined ? [`anyone called ${scorer}`] : [`user ${user_id}`, `no user called ${scorer}`];

/** The shown list: the given entries, then the goal markers added since, in match order. */
export function shownGoals(goals: ManualGoals | null, entries: readonly GoalEntry[]): readonly BoardGoal[] {
  if (goals === null) return entries.map(({ goal }) => goal);
  const settled = new Set(goals.dropped);
  for (const { marker } of goals.list) if (marker !== undefined) settled.add(marker);
  return [
    ...goals.list.map(({ marker: _, ...goal }) => goal),
    ...entries.filter(({ key }) => !settled.has(key)).map(({ goal }) => goal),
  ];
}

/** The list after the marker `key` was written (`entry`: its goal now, null if it is no goal) or deleted. */
export function manualResultAfterMarker(
  manual: ManualResult,
  key: string,
  now: { readonly entry: GoalEntry | null; readonly deleted: boolean },
  since: number,
): ManualResult {
  const current = newest(manual.goals, since);
  if (current === null) return manual;
  const isLinked = current.list.some(({ marker }) => marker === key);
  const forgets = now.deleted && current.dropped.includes(key);
  if (!isLinked && !forgets) return manual;
  const list = current.list.flatMap((goal): ManualGoal[] => {
    if (goal.marker !== key) return [goal];
    return now.entry === null ? [] : [{ ...now.entry.goal, marker: key }];
  });
  // A deleted id that is posted again is a new marker (rule ID-6).
  const dropped = forgets ? current.dropped.filter((other) => other !== key) : current.dropped;
  return { ...manual, goals: [{ seq: current.seq, list, dropped }] };
}

/**
 * Raises differences that would make a score negative, so that the next goal makes it 1 (rule SCORE-9). `reset`: the arrival of the
 * reset of one pairing that is being recorded. What it raises is an entry of its own, which goes with it.
 */
export function withoutNegativeScores(
  manual: ManualResult,
  counted: (team: string) => number,
  { since, reset }: { readonly since: number; readonly reset: number | null },
): ManualResult {
  let scores = manual.scores;
  for (const [team, entries] of Object.entries(manual.scores ?? {})) {
    const current = newest(entries, since);
    if (current === null || counted(team) + current.offset >= 0) continue;
    const offset = 0 - counted(team);
    const raised =
      reset === null ? [...entries.slice(0, -1), { ...current, offset }] : [...entries, { seq: reset, offset }];
    scores = { ...scores, [team]: raised };
  }
  return scores === manual.scores ? manual : { ...manual, scores };
}

/** The result without what a reset of one pairing raised: it is taken back (rule RESET-3). */
export function withoutRaisedBy(manual: ManualResult, reset: number): ManualResult {
  const scores = Object.entries(manual.scores ?? {});
  if (scores.every(([, entries]) => entries.every(({ seq }) => seq !== reset))) return manual;
  const kept = scores.map(([team, entries]) => [team, entries.filter(({ seq }) => seq !== reset)] as const);
  return { ...manual, scores: Object.fromEntries(kept) };
}
