// The line-up of a game or match: reading and changing it, for the endpoints of both.
import type { z } from 'zod';
import type { LineupChange } from '../../../protocol/rest/lineups.ts';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import type { LiveMatch } from '../../live/live-match.ts';
import { rateLimited } from '../../ops/problem.ts';
import { type BucketLimit, bucketPolicy, openBuckets } from '../../ops/token-bucket.ts';
import { lineupResource } from '../../resources/lineups.ts';
import type { LineupPlayers } from '../../store/lineups.ts';
import { type Answer, apiJson } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { readBody } from '../core/json-body.ts';

export type LineupDeps = {
  /** Throws Problem 503. */
  readonly readLineup: (ref: MatchRef) => Promise<LineupPlayers>;
  /** Stores a change and shows it. Returns the match; null if unknown. Throws Problem 404, 422 or 503. */
  readonly changeLineup: (ref: MatchRef, change: LineupChange, tokenId: number | null) => Promise<LiveMatch | null>;
};

/** Rule LIMIT-18: a change makes all nodes load the match again. */
export const CHANGES: BucketLimit = { perSecond: 1, burst: 30 };
/** Matches whose changes are counted. */
const MATCHES_MAX = 20_000;

export type LineupAnswers = ReturnType<typeof openLineupAnswers>;

export function openLineupAnswers({ readLineup, changeLineup }: LineupDeps) {
  const take = openBuckets<MatchRef>(CHANGES, MATCHES_MAX);

  function takeChange(ref: MatchRef): void {
    const seconds = take(ref);
    if (seconds === 0) return;
    throw rateLimited('The line-up of this match changes too often.', {
      hint: 'Send several numbers and fill-ins in one request, and try again after Retry-After seconds.',
      policy: bucketPolicy('lineup-changes', CHANGES),
      seconds,
    });
  }

  const read = async (live: LiveMatch): Promise<Answer> => {
    const players = await readLineup(live.ref);
    return apiJson(200, lineupResource(live.match().fixture, players));
  };

  return {
    read,
    /** Throws Problem 404, 413, 422, 429 or 503. */
    async change(
      exchange: Exchange,
      live: LiveMatch,
      schema: z.ZodType<LineupChange>,
      tokenId: number | null,
    ): Promise<Answer> {
      takeChange(live.ref);
      const changed = await changeLineup(live.ref, await readBody(exchange, schema), tokenId);
      return read(changed ?? live);
    },
  };
}
