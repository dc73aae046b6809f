// The line-up of a game or match: reading and changing it, for the endpoints of both.
import type { LineupChange } from '../../../protocol/rest/lineups.ts';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import type { LiveMatch } from '../../live/live-match.ts';
import { openLimit } from '../../ops/limit.ts';
import type { BucketLimit } from '../../ops/token-bucket.ts';
import { lineupResource } from '../../resources/lineups.ts';
import type { LineupPlayers } from '../../store/lineups.ts';
import { type Answer, apiJson } from '../core/answer.ts';

export type LineupDeps = {
  /** Throws Problem 503. */
  readonly readLineup: (ref: MatchRef) => Promise<LineupPlayers>;
  /** Stores a change and shows it. Returns the match; null if unknown. Throws Problem 404, 422 or 503. */
  readonly changeLineup: (ref: MatchRef, change: LineupChange, tokenId: number | null) => Promise<LiveMatch | null>;
};

/** Rule LIMIT-18: a change makes all nodes load the match again. */
export const CHANGES: BucketLimit = { perSecond: 1, burst: 30 };
const TERMS = {
  name: 'lineup-changes',
  keys: 20_000,
  error: 'The line-up of this match changes too often.',
  hint: 'Send several numbers and fill-ins in one request, and try again after Retry-After seconds.',
};

export type LineupAnswers = ReturnType<typeof openLineupAnswers>;

export function openLineupAnswers({ readLineup, changeLineup }: LineupDeps) {
  const count = openLimit<MatchRef>(CHANGES, TERMS);

  const read = async (live: LiveMatch): Promise<Answer> => {
    const players = await readLineup(live.ref);
    return apiJson(200, lineupResource(live.match().fixture, players));
  };

  return {
    read,
    /** `readChange`: reads the body. Throws Problem 404, 429 or 503, and what `readChange` throws. */
    async change(live: LiveMatch, readChange: () => Promise<LineupChange>, tokenId: number | null): Promise<Answer> {
      const refusal = count(live.ref);
      if (refusal !== null) throw refusal;
      const changed = await changeLineup(live.ref, await readChange(), tokenId);
      return read(changed ?? live);
    },
  };
}
