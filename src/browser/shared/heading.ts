// The heading of a match's page: the competition, the group and the round.
import type { Facts, FactsStage } from '../../../protocol/rest/facts.ts';
import { readableSlug } from './match-status.ts';
import type { Words } from './words.ts';

/** Between the parts of a heading. */
export const BETWEEN = ' · ';

/** `Autumn Cup · Group A · Round 1`, `Autumn Cup · Final`. `slug`: of the tournament, when the facts lack its name. */
export const headingOf = ({ competition, ...stage }: Facts, slug: string, words: Words): string =>
  [competition ?? readableSlug(slug), ...partsOf(stage, words)].join(BETWEEN);

/** `Group A`, `Final`; of a league `Round 4`. Empty where the match has neither group nor round. */
export const stageLabel = (stage: FactsStage, words: Words): string => partsOf(stage, words)[0] ?? '';

function partsOf({ group, round }: FactsStage, words: Words): readonly string[] {
  return [
    ...(group === null ? [] : [`${words.group} ${group}`]),
    ...(round === null ? [] : [typeof round === 'number' ? `${words.round} ${round}` : round]),
  ];
}
