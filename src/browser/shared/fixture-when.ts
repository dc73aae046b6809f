// When a match to come is played, in words.
import type { FactsFixture } from '../../../protocol/rest/facts.ts';
import { stageLabel } from './heading.ts';
import { dateOf, timeOf } from './kick-off.ts';
import type { Words } from './words.ts';

/** `19:05`, and the day and the group as `Sun, Nov 22 · Group A`; '' without both. `at`: the time to show, ms since 1970. */
export function fixtureWhen(fixture: FactsFixture, at: number, lang: string, words: Words) {
  const { kick_off: kickOff, zone } = fixture;
  const about = [dateOf(kickOff, at, lang, zone), stageLabel(fixture, words)].filter(
    (part) => part !== null && part !== '',
  );
  return { time: timeOf(kickOff, lang, zone), about: about.join(' · ') };
}
