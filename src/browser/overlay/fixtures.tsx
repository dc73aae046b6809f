// The next matches of the tournament or the club: when, which group, and the two sides.
import type { Facts, FactsFixture } from '../../../protocol/rest/facts.ts';
import { fixtureWhen } from '../shared/fixture-when.ts';
import { useMinutes } from '../shared/tick.ts';
import type { Words } from '../shared/words.ts';
import type { OverlayOptions } from './options.ts';
import { ThemeCrest } from './theme-crest.tsx';

type FixturesProps = {
  readonly facts: Facts;
  readonly options: OverlayOptions;
  readonly words: Words;
  /** The time to show, ms since 1970. */
  readonly now: () => number;
};

/** Draws nothing when no match is to come. */
export function Fixtures({ facts, options, words, now }: FixturesProps) {
  useMinutes(now);
  if (facts.next.length === 0) return null;
  const at = now();
  return (
    <section class="panel fixtures" data-testid="fixtures" aria-label={words.nextMatches}>
      <h2 class="panel-title">
        <ThemeCrest options={options} place="panel" />
        {words.nextMatches}
        {facts.competition !== null && <span class="panel-of"> {facts.competition}</span>}
      </h2>
      <ol class="fixtures-rows">
        {facts.next.map((fixture) => (
          <Fixture
            key={`${fixture.kick_off} ${fixture.home}`}
            fixture={fixture}
            words={words}
            at={at}
            lang={options.lang}
          />
        ))}
      </ol>
    </section>
  );
}

type FixtureProps = Pick<FixturesProps, 'words'> & {
  readonly fixture: FactsFixture;
  readonly lang: string;
  readonly at: number;
};

function Fixture({ fixture, words, lang, at }: FixtureProps) {
  const { home, away } = fixture;
  const { time, about } = fixtureWhen(fixture, at, lang, words);
  return (
    <li class="fixtures-row">
      <span class="fixtures-when">
        <b>{time}</b>
        {about !== '' && <small>{about}</small>}
      </span>
      <bdi class="fixtures-side home">{home}</bdi>
      <span class="fixtures-versus">{words.versus}</span>
      <bdi class="fixtures-side">{away}</bdi>
    </li>
  );
}
