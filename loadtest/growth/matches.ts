// The cost of one update by the number of live matches, with one board each and the same updates a second in all.
import { addMistakes, type Mistakes, noMistakes } from '../audience.ts';
import { openCompetition } from '../competition.ts';
import { gamesFixture } from '../many-games.ts';
import type { Options } from '../options.ts';
import { loadMatches, measureSteady } from '../steady.ts';
import { openSamples, type Samples } from './series.ts';

/** `sizes`: live matches. The samples are ms. */
export async function measureMatches(
  options: Options,
  sizes: readonly number[],
): Promise<{ readonly samples: Samples; readonly mistakes: Mistakes }> {
  const { rounds, rate, seconds } = options;
  const most = Math.max(...sizes);
  const { gateway, baselines, close } = await openCompetition(options, gamesFixture, most, ['raw']);
  const { samples, add } = openSamples();
  let mistakes = noMistakes;
  try {
    await loadMatches(
      gateway,
      Array.from({ length: most }, (_, match) => match),
    );
    for (let round = 1; round <= rounds; round += 1) {
      for (const size of sizes) {
        const matches = Array.from({ length: size }, (_, match) => match);
        for (const server of [...baselines, gateway]) {
          const measured = await measureSteady(server, { subscribers: size, matches, rate, seconds });
          mistakes = addMistakes(mistakes, measured);
          add(`${server.name}, p50 of a delivery`, size, measured.p50);
          add(`${server.name}, CPU of an update`, size, measured.cpuOfUpdate / 1_000);
        }
      }
      console.log(`growth by matches: round ${round} of ${rounds}`);
    }
    return { samples, mistakes };
  } finally {
    await close();
  }
}
