// What is wrong in a schedule: two matches on one pitch, a team in two places, a match before the one that decides its side.
import { type Place, sourceOf } from '../../protocol/data-file/place.ts';
import { addTo } from '../match/group-by.ts';

export type ScheduledMatch = {
  readonly id: number;
  /** ms since 1970; null without a time: then it clashes with nothing. */
  readonly at: number | null;
  readonly minutes: number;
  /** Null in a knock-out stage. */
  readonly group: string | null;
  /** Where it is played: field and pitch together. Null when it is not known. */
  readonly pitch: string | null;
  /** The teams that are known. */
  readonly teams: readonly number[];
  readonly from: readonly (Place | null)[];
};

/** `order`: `with` decides a side of `id` and is not over when it begins. Of the other kinds each pair is listed once. */
type Clash = { readonly kind: 'pitch' | 'team' | 'order'; readonly id: number; readonly with: number };

/** Maximum number of clashes that are listed: every match of a tournament may stand on one pitch at one time. */
export const CLASHES_MAX = 500;

type Timed = ScheduledMatch & { readonly begins: number; readonly ends: number };

/** The clashes, earliest first, up to `CLASHES_MAX`. */
export function clashesIn(matches: readonly ScheduledMatch[]): readonly Clash[] {
  const timed = matches
    .flatMap((match): Timed[] =>
      match.at === null ? [] : [{ ...match, begins: match.at, ends: match.at + match.minutes * 60_000 }],
    )
    .sort((a, b) => a.begins - b.begins || a.id - b.id);
  const onPitch = openMeanwhile(timed, ({ pitch }) => (pitch === null ? [] : [pitch]));
  const ofTeam = openMeanwhile(timed, ({ teams }) => teams);
  const decidersOf = openDeciders(timed);
  const clashes: Clash[] = [];
  for (const match of timed) {
    const found: readonly (readonly [Clash['kind'], readonly Timed[]])[] = [
      ['pitch', onPitch(match)],
      ['team', ofTeam(match)],
      ['order', inOrder(match.from.flatMap((place) => (place === null ? [] : decidersOf(match, place))))],
    ];
    for (const [kind, others] of found)
      clashes.push(...others.map((other) => ({ kind, id: match.id, with: other.id })));
    if (clashes.length >= CLASHES_MAX) return clashes.slice(0, CLASHES_MAX);
  }
  return clashes;
}

/** The matches by each of their keys, in the same order. */
function listedBy<K>(
  timed: readonly Timed[],
  keysOf: (match: Timed) => readonly K[],
): ReadonlyMap<K, readonly Timed[]> {
  const lists = new Map<K, Timed[]>();
  for (const match of timed) {
    for (const key of new Set(keysOf(match))) addTo(lists, key, match);
  }
  return lists;
}

/** The later ones with a key of a match that begin before it is over. Ask for all matches, in their order. */
function openMeanwhile<K>(timed: readonly Timed[], keysOf: (match: Timed) => readonly K[]) {
  const lists = listedBy(timed, keysOf);
  /** How many of each list were asked for. */
  const passed = new Map<K, number>();
  return (match: Timed): readonly Timed[] =>
    inOrder(
      [...new Set(keysOf(match))].flatMap((key) => {
        const next = (passed.get(key) ?? 0) + 1;
        passed.set(key, next);
        return firstOf(lists.get(key) ?? [], next, (other) => other.begins < match.ends);
      }),
    );
}

/** The matches that decide a place and are not over when a match begins. */
function openDeciders(timed: readonly Timed[]): (match: Timed, place: Place) => readonly Timed[] {
  const lastFirst = timed.toSorted((a, b) => b.ends - a.ends);
  const ofGroup = listedBy(lastFirst, ({ group }) => (group === null ? [] : [group]));
  const inGroups = lastFirst.filter(({ group }) => group !== null);
  const byId = new Map(timed.map((match) => [match.id, match]));
  return ({ begins }, place) => {
    const source = sourceOf(place);
    const one = source === null ? undefined : byId.get(source);
    if (one !== undefined) return one.ends > begins ? [one] : [];
    const all = 'group' in place ? (ofGroup.get(place.group) ?? []) : [];
    return firstOf('rank' in place ? inGroups : all, 0, (other) => other.ends > begins);
  };
}

/** From an index on, as long as the condition holds, and no more than are listed. */
function firstOf(list: readonly Timed[], from: number, holds: (other: Timed) => boolean): readonly Timed[] {
  const some = list.slice(from, from + CLASHES_MAX);
  const end = some.findIndex((other) => !holds(other));
  return end === -1 ? some : some.slice(0, end);
}

/** Each once, earliest first. */
const inOrder = (matches: readonly Timed[]): readonly Timed[] =>
  [...new Set(matches)].sort((a, b) => a.begins - b.begins || a.id - b.id);

/** How long a match takes, in minutes: its halves, and a half-time break of a third of a half, 15 minutes at most. */
export const minutesOf = ({ halves, halfMinutes }: { readonly halves: 1 | 2; readonly halfMinutes: number }): number =>
  halves * halfMinutes + (halves === 2 ? Math.min(15, Math.ceil(halfMinutes / 3)) : 0);
