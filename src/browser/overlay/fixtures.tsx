// The next matches of the tournament or the club: when, which group, and the two sides.
import type { Facts, FactsFixture } from '../../../protocol/rest/facts.ts';
import { stageLabel } from '../shared/heading.ts';
import { dateOf, timeOf } from '../shared/kick-off.ts';
import type { Words } from '../shared/words.ts';

type FixturesProps = {
  readonly facts: Facts;
  readonly words: Words;
  readonly lang: string;
  /** The time to show, ms since 1970. */
  readonly now: () => number;
};

/** Draws nothing when no match is to come. */
export function Fixtures({ facts, words, lang, now }: FixturesProps) {
  if (facts.next.length === 0) return null;
  const at = now();
  return (
    <section class="panel fixtures" data-testid="fixtures" aria-label={words.nextMatches}>
      <h2 class="panel-title">
        {words.nextMatches}
        {facts.competition !== null && <span class="panel-of"> {facts.competition}</span>}
      </h2>
      <ol class="fixtures-rows">
        {facts.next.map((fixture) => (
          <Fixture key={`${fixture.kick_off} ${fixture.home}`} {...{ fixture, words, lang, at }} />
        ))}
      </ol>
    </section>
  );
}

type FixtureProps = Pick<FixturesProps, 'words' | 'lang'> & { readonly fixture: FactsFixture; readonly at: number };

function Fixture({ fixture, words, lang, at }: FixtureProps) {
  const { home, away, kick_off: kickOff, zone } = fixture;
  const about = [dateOf(kickOff, at, lang, zone), stageLabel(fixture, words)].filter(
    (part) => part !== null && part !== '',
  );
  return (
    <li class="fixtures-row">
      <span class="fixtures-when">
        <b>{timeOf(kickOff, lang, zone)}</b>
        {about.length > 0 && <small>{about.join(' · ')}</small>}
      </span>
      <bdi class="fixtures-side home">{home}</bdi>
      <span class="fixtures-versus">{words.versus}</span>
      <bdi class="fixtures-side">{away}</bdi>
    </li>
  );
}
