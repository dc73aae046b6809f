// Whose line-up an overlay shows.
import type { Side } from '../../../protocol/wire/board.ts';
import type { FactsLineup, FactsLineups } from '../../../protocol/rest/facts.ts';
import { SIDES } from '../shared/side.ts';
import type { OverlayOptions } from './options.ts';

/** The sides that the address asks for, of those with players. */
export const sidesNamed = (
  lineups: FactsLineups | undefined,
  { team }: Pick<OverlayOptions, 'team'>,
): readonly Side[] =>
  lineups === undefined
    ? []
    : SIDES.filter((side) => team === 'both' || team === side).filter((side) => isNamed(lineups[side]));

const isNamed = ({ starters, substitutes }: FactsLineup): boolean => starters.length + substitutes.length > 0;
