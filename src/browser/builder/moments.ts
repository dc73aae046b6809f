// The moments that a builder shows before the match has them: an invented match between the sides of the real one, and the
// rehearsals that a director can try.
import type { RehearsalKind } from '../../../protocol/wire/air.ts';
import type { BoardState, ChannelState } from '../../../protocol/wire/board.ts';
import type { Facts } from '../../../protocol/rest/facts.ts';
import { SAMPLE_FACTS, SAMPLE_NOW, type SampleName, SAMPLES } from '../design/samples.ts';
import type { Aired } from '../shared/on-air.ts';
import { isBoards } from '../shared/match-events.ts';
import type { BuildKind } from './fields.ts';

/** Not imported from the schemas: they would make the script of the page twice as large. */
const REHEARSALS = ['goal', 'card', 'substitution'] as const satisfies readonly RehearsalKind[];
const SCENES = ['play', 'before', 'break', 'shootout'] as const;
export const MOMENTS = ['play', ...REHEARSALS, ...SCENES.slice(1)] as const;
export type Moment = (typeof MOMENTS)[number];

const SAMPLE_OF: Readonly<Record<(typeof SCENES)[number], SampleName>> = {
  play: 'live',
  before: 'before',
  break: 'break',
  shootout: 'shootout',
};

/** The moments of a page. A screen counts cards and has no show for one; a club or a tournament is shown as it is. */
export const momentsOf = (kind: BuildKind, isFeed: boolean): readonly Moment[] =>
  isFeed ? ['play'] : MOMENTS.filter((moment) => kind === 'overlay' || moment !== 'card');

/** The moment of this name; play for any other name. */
export const momentOf = (kind: BuildKind, name: string): Moment =>
  momentsOf(kind, false).find((moment) => moment === name) ?? 'play';

export type Example = {
  readonly state: ChannelState;
  readonly facts: Facts;
  readonly aired: Aired;
  /** The time of the example when it begins, ms since 1970; null: the time now. */
  readonly startsAt: number | null;
};

/**
 * What a page shows of a moment. `own`: the state of the channel, whose sides play. A club or a tournament is shown as it is.
 * `group`: the group that the page asks for; the table of the example takes its name.
 */
export function exampleOf(moment: Moment, own: ChannelState | null, group: string | undefined): Example {
  const facts = group === undefined ? SAMPLE_FACTS : withGroup(SAMPLE_FACTS, group);
  if (own !== null && !isBoards(own)) return { state: own, facts, aired: {}, startsAt: null };
  const rehearsal = REHEARSALS.find((kind) => kind === moment);
  const scene = SCENES.find((one) => one === moment) ?? 'play';
  return { state: playedBy(own, scene), facts, aired: airedIn(rehearsal), startsAt: SAMPLE_NOW };
}

/** The sample with the sides of the match; with its own sides when there is none with two sides. */
function playedBy(own: BoardState | null, scene: (typeof SCENES)[number]): BoardState {
  const sample = SAMPLES[SAMPLE_OF[scene]];
  const board = sample.matches['704'];
  if (own === null || board === undefined) return sample;
  if (own.kind === 'match') {
    const { home, away } = Object.values(own.matches)[0] ?? board;
    return { ...sample, title: own.title, matches: { '704': { ...board, home, away } } };
  }
  const sides = Object.values(own.matches).find(({ away }) => away !== undefined);
  if (sides?.away === undefined) return sample;
  return { ...own, matches: { '704': { ...board, home: sides.home, away: sides.away } } };
}

/** The rehearsal stays until the next moment is chosen. */
const airedIn = (kind: RehearsalKind | undefined): Aired =>
  kind === undefined
    ? {}
    : {
        rehearsal: {
          kind,
          side: 'home',
          pages: ['screen', 'overlay'],
          since: SAMPLE_NOW,
          until: Number.MAX_SAFE_INTEGER,
        },
      };

const withGroup = (facts: Facts, group: string): Facts => ({
  ...facts,
  group,
  tables: facts.tables.map((table) => ({ ...table, group })),
});
