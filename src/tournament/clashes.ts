// What is wrong in a schedule: two matches on one pitch, a team in two places, a match before the one that decides its side.
import { type Place, sourceOf } from '../../protocol/data-file/place.ts';

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
export type Clash = { readonly kind: 'pitch' | 'team' | 'order'; readonly id: number; readonly with: number };

/** The clashes, earliest first. */
export function clashesIn(matches: readonly ScheduledMatch[]): readonly Clash[] {
  const timed = matches
    .flatMap((match) =>
      match.at === null ? [] : [{ ...match, begins: match.at, ends: match.at + match.minutes * 60_000 }],
    )
    .sort((a, b) => a.begins - b.begins || a.id - b.id);
  return timed.flatMap((match, index): Clash[] => {
    const { id, begins, ends, pitch, teams, from } = match;
    const later = timed.slice(index + 1).filter((other) => other.begins < ends);
    const samePitch = later.filter((other) => pitch !== null && other.pitch === pitch);
    const sameTeam = later.filter((other) => other.teams.some((team) => teams.includes(team)));
    const unfinished = timed.filter((other) => other.ends > begins && from.some((place) => decides(other, place)));
    return [
      ...samePitch.map((other): Clash => ({ kind: 'pitch', id, with: other.id })),
      ...sameTeam.map((other): Clash => ({ kind: 'team', id, with: other.id })),
      ...unfinished.map((other): Clash => ({ kind: 'order', id, with: other.id })),
    ];
  });
}

const decides = ({ id, group }: ScheduledMatch, place: Place | null): boolean =>
  place !== null &&
  ('group' in place ? place.group === group : sourceOf(place) === id || ('rank' in place && group !== null));

/** How long a match takes, in minutes: its halves, and a half-time break of a third of a half, 15 minutes at most. */
export const minutesOf = ({ halves, halfMinutes }: { readonly halves: 1 | 2; readonly halfMinutes: number }): number =>
  halves * halfMinutes + (halves === 2 ? Math.min(15, Math.ceil(halfMinutes / 3)) : 0);
