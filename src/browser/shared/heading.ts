// The heading of a match's page: the competition, the group and the round.
import type { Facts } from '../../../protocol/rest/facts.ts';
import { readableSlug } from './match-status.ts';
import type { Words } from './words.ts';

/** `Autumn Cup · Group A · Round 1`, `Autumn Cup · Final`. `slug`: of the tournament, when the facts lack its name. */
export function headingOf({ competition, group, round }: Facts, slug: string, words: Words): string {
  return [
    competition ?? readableSlug(slug),
    ...(group === null ? [] : [`${words.group} ${group}`]),
    ...(round === null ? [] : [typeof round === 'number' ? `${words.round} ${round}` : round]),
  ].join(' · ');
}
