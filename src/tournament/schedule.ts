// Gives each match a pitch and a time, in the order of the list. A match that cannot be played yet is skipped and comes later.
import { daysLater } from './days-later.ts';

/** A match without a time yet. `needs`: the indexes of the matches that must be over before it begins. */
export type Unscheduled = {
  /** The known teams. No team plays two matches at the same time. */
  readonly teams: readonly (number | string)[];
  readonly needs: readonly number[];
};

export type Scheduling = {
  /** ms since 1970 */
  readonly start: number;
  /** Each day begins at the same time of day in this time zone. */
  readonly zone: string;
  /** In the order in which they are filled. */
  readonly pitches: readonly string[];
  readonly matchMinutes: number;
  /** Between two matches on a pitch. */
  readonly breakMinutes: number;
  /** Between two matches of a team. */
  readonly restMinutes: number;
  /** How long a day is, from its first kick-off to the end of its last match. */
  readonly dayMinutes: number | null;
};

/** `at`: the kick-off, ms since 1970. */
export type Slot = { readonly pitch: string; readonly at: number };

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/**
 * A slot for each match, in the order of the list. No pitch and no team has two matches at a time, a team rests between its
 * matches, and a match begins after the ones that it needs. `needs` must name earlier matches of the list. Throws RangeError when
 * a match is longer than a day.
 */
export function schedule(matches: readonly Unscheduled[], options: Scheduling): readonly Slot[] {
  const { start, zone, pitches, matchMinutes, breakMinutes, restMinutes, dayMinutes } = options;
  if (pitches.length === 0) throw new RangeError('A schedule needs a pitch.');
  if (dayMinutes !== null && dayMinutes < matchMinutes) throw new RangeError('A match is longer than a day.');
  const [length, step] = [matchMinutes * MINUTE_MS, (matchMinutes + breakMinutes) * MINUTE_MS];
  const rest = Math.max(restMinutes, 0) * MINUTE_MS;
  /** When a team may play again. */
  const freeAt = new Map<number | string, number>();
  const slots = new Map<number, Slot>();

  /** When the match may begin; Infinity while one that it needs has no slot. */
  function readyAt({ teams, needs }: Unscheduled): number {
    let at = -Infinity;
    for (const team of teams) at = Math.max(at, freeAt.get(team) ?? -Infinity);
    for (const need of needs) at = Math.max(at, (slots.get(need)?.at ?? Infinity) + length + rest);
    return at;
  }

  /** A day, the first one being 0. Without `dayMinutes` there is one, which does not end. */
  function dayOf(number: number) {
    const next = dayMinutes === null ? Infinity : daysLater(zone, start, number + 1);
    const begins = daysLater(zone, start, number);
    return { number, begins, ends: Math.min(begins + (dayMinutes ?? Infinity) * MINUTE_MS, next), next };
  }
  /** The last day that has begun at that time. */
  function dayAt(time: number): ReturnType<typeof dayOf> {
    const day = dayOf(Math.floor((time - start) / DAY_MS));
    if (day.begins > time) return dayOf(day.number - 1);
    return day.next > time ? day : dayOf(day.number + 1);
  }

  const waiting = matches.map((match, index) => ({ match, index }));
  let day = dayOf(0);
  /** The number of the kick-off time within the day, from 0. */
  let kickOffOfDay = 0;
  while (waiting.length > 0) {
    if (day.begins + kickOffOfDay * step + length > day.ends) {
      day = dayOf(day.number + 1);
      kickOffOfDay = 0;
    }
    const at = day.begins + kickOffOfDay * step;
    const before = slots.size;
    for (const pitch of pitches) {
      const next = waiting.findIndex(({ match }) => readyAt(match) <= at);
      const [found] = next < 0 ? [] : waiting.splice(next, 1);
      if (found === undefined) break;
      slots.set(found.index, { pitch, at });
      for (const team of found.match.teams) freeAt.set(team, at + length + rest);
    }
    kickOffOfDay += 1;
    if (slots.size === before) {
      // All rest, maybe for a thousand kick-off times: the first one at which a match is ready is next.
      const ready = Math.min(...waiting.map(({ match }) => readyAt(match)));
      if (ready >= day.next) {
        day = dayAt(ready);
        kickOffOfDay = 0;
      }
      kickOffOfDay = Math.max(kickOffOfDay, Math.ceil((ready - day.begins) / step));
    }
  }
  return matches.map((_, index) => slots.get(index) ?? { pitch: pitches[0] ?? '', at: start });
}
