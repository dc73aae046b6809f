// The answer for a name that no channel can have.
import { notFound, type Problem } from '../../ops/problem.ts';

/** 404 with the names that channels have. */
export const noSuchChannel = (): Problem =>
  notFound(
    'Channel',
    'A channel is game:ID, match:ID, club:SLUG or tournament:SLUG. The ID is a number: the lists of games and matches have it.',
  );
