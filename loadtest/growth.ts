// `npm run loadtest -- growth`: how costs grow with subscribers, matches, markers and games, with the exponent of each and a plot.
import { addMistakes, checkMistakes, type Mistakes, noMistakes } from './audience.ts';
import { printTable } from './figures.ts';
import { measureGames } from './growth/games.ts';
import { measureMarkers } from './growth/markers.ts';
import { measureMatches } from './growth/matches.ts';
import { plot } from './growth/plot.ts';
import { type Samples, type Series, seriesOf, tableOf } from './growth/series.ts';
import { measureSubscribers } from './growth/subscribers.ts';
import type { Options } from './options.ts';
import { writeFileOf, writeResult } from './result.ts';

type Measure = (
  options: Options,
  sizes: readonly number[],
) => Promise<{ readonly samples: Samples; readonly mistakes?: Mistakes }>;

const SERIES: readonly {
  readonly name: string;
  readonly sizes: string;
  readonly points: readonly number[];
  readonly measure: Measure;
}[] = [
  {
    name: 'subscribers',
    sizes: 'subscribers of one match',
    points: [100, 300, 1_000, 3_000, 10_000, 15_000],
    measure: measureSubscribers,
  },
  { name: 'matches', sizes: 'live matches', points: [1, 10, 100, 1_000, 5_000], measure: measureMatches },
  { name: 'markers', sizes: 'markers of a match', points: [10, 50, 200, 1_000, 5_000], measure: measureMarkers },
  { name: 'games', sizes: 'games of a club', points: [100, 1_000, 10_000, 50_000], measure: measureGames },
];

export async function growth(options: Options): Promise<void> {
  const { rounds, rate, seconds, upTo } = options;
  const all: Series[] = [];
  let mistakes = noMistakes;
  for (const { name, sizes, points, measure } of SERIES) {
    const most = (Math.max(...points) * upTo) / 100;
    const measured = await measure(
      options,
      points.filter((size, index) => index === 0 || size <= most),
    );
    mistakes = addMistakes(mistakes, measured.mistakes ?? noMistakes);
    const series = seriesOf(name, sizes, measured.samples);
    all.push(series);
    console.log(`\ngrowth by ${sizes}, medians (least–most)\n`);
    printTable(tableOf(series, measured.samples));
    console.log('');
    await writeFileOf(options, `growth-${name}.svg`, plot(series, `Growth by ${sizes}`));
  }
  console.log(`\nlost ${mistakes.lost}, repeated ${mistakes.repeated}, disordered ${mistakes.disordered}`);
  await writeResult(options, {
    scenario: 'growth',
    setting: `${rounds} rounds; matches: ${rate} updates/s, ${seconds} s`,
    rounds: { all: [mistakes] },
    ratios: [],
    more: { series: all },
  });
  checkMistakes('growth', mistakes);
}
