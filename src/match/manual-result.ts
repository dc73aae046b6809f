// Results set by hand, beside the counted ones (rules SCORE-8 to SCORE-16). Stored is the difference between the PATCHed
// score and the goals counted, and a goal list whose entries know the markers they came from.
import type { BoardGoal } from '../../protocol/wire/board.ts';
import { patchBetween } from '../../protocol/wire/merge-patch.ts';
import type { ManualResult, ManualGoal } from './command.ts';
import type { GoalEntry } from './tally.ts';

type HandScores = NonNullable<ManualResult['scores']>;
export type ManualGoals = NonNullable<ManualResult['goals']>[number];

/** What of a hand counts after the reset that arrived at `since` (0: none). */
export type Effective = { readonly offsets: Readonly<Record<string, number>>; readonly goals: ManualGoals | null };

const newest = <T extends { readonly seq: number }>(entries: readonly T[] | undefined, since: number): T | null => {
  const last = entries?.at(-1);
  return last !== undefined && last.seq > since ? last : null;
};

export function effectiveManualResult(hand: ManualResult, since: number): Effective {
  const offsets: Record<string, number> = {};
  for (const [team, entries] of Object.entries(hand.scores ?? {})) {
    const entry = newest(entries, since);
    if (entry !== null) offsets[team] = entry.offset;
  }
  return { offsets, goals: newest(hand.goals, since) };
}

export const hasManualResult = (hand: ManualResult): boolean => hand.scores !== undefined || hand.goals !== undefined;

/** A new entry in place of those set since the last reset; older ones wait for that reset to be taken back. */
const entered = <T extends { readonly seq: number }>(
  entries: readonly T[] | undefined,
  since: number,
  entry: T,
): T[] => [...(entries ?? []).filter(({ seq }) => seq <= since), entry];

/** PATCH scores: the named teams show these scores from now on. `counted`: goals of a team by markers. */
export function withManualScores(
  hand: ManualResult,
  scores: Readonly<Record<string, number>>,
  counted: (team: string) => number,
  era: { readonly seq: number; readonly since: number },
): ManualResult {
  const next: Record<string, HandScores[string]> = { ...hand.scores };
  for (const [team, score] of Object.entries(scores)) {
    const offset = score - counted(team);
    const current = newest(next[team], era.since);
    if (current?.offset !== offset) next[team] = entered(next[team], era.since, { seq: era.seq, offset });
  }
  return Object.entries(next).every(([team, entries]) => hand.scores?.[team] === entries)
    ? hand
    : { ...hand, scores: next };
}

/** PATCH goals: the list as written, linked to the goal markers it names; goal markers that it leaves out are dropped. */
export function withManualGoals(
  hand: ManualResult,
  goals: readonly BoardGoal[],
  entries: readonly GoalEntry[],
  era: { readonly seq: number; readonly since: number },
): ManualResult {
  const links = linked(goals, entries);
  const list = goals.map((goal, index): ManualGoal => {
    const marker = links.get(index);
    return marker === undefined ? goal : { ...goal, marker };
  });
  const used = new Set(links.values());
  const dropped = entries.map(({ key }) => key).filter((key) => !used.has(key));
  const current = newest(hand.goals, era.since);
  const isSame = current !== null && alike({ list: current.list, dropped: current.dropped }, { list, dropped });
  return isSame ? hand : { ...hand, goals: entered(hand.goals, era.since, { seq: era.seq, list, dropped }) };
}

const alike = (a: object, b: object): boolean => Object.keys(patchBetween(a, b)).length === 0;

/** Marker keys by index of the written list: exact minutes first, then those that do not contradict. */
function linked(goals: readonly BoardGoal[], entries: readonly GoalEntry[]): Map<number, string> {
  const links = new Map<number, string>();
  const free = new Map(entries.map((entry) => [entry.key, entry.goal]));
  const link = (fits: (written: BoardGoal, counted: BoardGoal) => boolean): void => {
    for (const [index, goal] of goals.entries()) {
      if (links.has(index)) continue;
      for (const [key, counted] of free) {
        if (goal.team !== counted.team || !sameScorer(goal, counted) || !fits(goal, counted)) continue;
        links.set(index, key);
        free.delete(key);
        break;
      }
    }
  };
  link((written, counted) => written.minute !== undefined && written.minute === counted.minute);
  link((written, counted) => written.minute === undefined || counted.minute === undefined);
  return links;
}

const sameScorer = (a: BoardGoal, b: BoardGoal): boolean =>
  a.user_id !== undefined && b.user_id !== undefined ? a.user_id === b.user_id : a.scorer === b.scorer;

/** The list to show: as written, then the goal markers that came since, in match order. */
export function shownGoals(goals: ManualGoals | null, entries: readonly GoalEntry[]): readonly BoardGoal[] {
  if (goals === null) return entries.map(({ goal }) => goal);
  const settled = new Set(goals.dropped);
  for (const { marker } of goals.list) if (marker !== undefined) settled.add(marker);
  return [
    ...goals.list.map(({ marker: _, ...goal }) => goal),
    ...entries.filter(({ key }) => !settled.has(key)).map(({ goal }) => goal),
  ];
}

/** The list after the marker `key` was written (`entry`: the goal that it is now, null if none) or deleted. */
export function manualResultAfterMarker(
  hand: ManualResult,
  key: string,
  now: { readonly entry: GoalEntry | null; readonly deleted: boolean },
  since: number,
): ManualResult {
  const current = newest(hand.goals, since);
  if (current === null) return hand;
  const isLinked = current.list.some(({ marker }) => marker === key);
  const forgets = now.deleted && current.dropped.includes(key);
  if (!isLinked && !forgets) return hand;
  const list = current.list.flatMap((goal): ManualGoal[] => {
    if (goal.marker !== key) return [goal];
    return now.entry === null ? [] : [{ ...now.entry.goal, marker: key }];
  });
  // A deleted id that is posted again is a new marker (rule ID-6).
  const dropped = forgets ? current.dropped.filter((other) => other !== key) : current.dropped;
  return { ...hand, goals: [...(hand.goals ?? []).slice(0, -1), { seq: current.seq, list, dropped }] };
}

/** Raises the differences that would take a score below 0, so that the next goal makes it 1 (rule SCORE-9). */
export function withoutNegativeScores(
  hand: ManualResult,
  counted: (team: string) => number,
  since: number,
): ManualResult {
  let scores = hand.scores;
  for (const [team, entries] of Object.entries(hand.scores ?? {})) {
    const current = newest(entries, since);
    if (current === null || counted(team) + current.offset >= 0) continue;
    scores = { ...scores, [team]: [...entries.slice(0, -1), { ...current, offset: 0 - counted(team) }] };
  }
  return scores === hand.scores ? hand : { ...hand, scores };
}
