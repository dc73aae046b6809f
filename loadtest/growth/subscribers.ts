// The cost of one update by the number of boards that watch the match.
import { addMistakes, type Mistakes, noMistakes } from '../audience.ts';
import { measureBurst } from '../burst.ts';
import { openCompetition } from '../competition.ts';
import { crowdedFixture } from '../crowded-match.ts';
import type { Options } from '../options.ts';
import { openSamples, type Samples } from './series.ts';

/** `sizes`: boards of one match. The samples are ms. */
export async function measureSubscribers(
  options: Options,
  sizes: readonly number[],
): Promise<{ readonly samples: Samples; readonly mistakes: Mistakes }> {
  const { rounds } = options;
  const { gateway, baselines, freeMatch, close } = await openCompetition(
    options,
    crowdedFixture,
    rounds * sizes.length,
    ['raw'],
  );
  const { samples, add } = openSamples();
  let mistakes = noMistakes;
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const size of sizes) {
        for (const server of [...baselines, gateway]) {
          const measured = await measureBurst(server, size, freeMatch(server));
          mistakes = addMistakes(mistakes, measured);
          add(`${server.name}, until the last board has it`, size, measured.last);
          add(`${server.name}, CPU of an update`, size, (measured.cpu * size) / 1_000);
        }
      }
      console.log(`growth by subscribers: round ${round} of ${rounds}`);
    }
    return { samples, mistakes };
  } finally {
    await close();
  }
}
