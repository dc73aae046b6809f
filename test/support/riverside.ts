// Riverside FC over the REST interface: its lists, and markers at a given time.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { pastGamesAnswer, upcomingGamesAnswer } from '../../protocol/rest/game.ts';
import { iso } from './dates.ts';
import type { TestGateway } from './gateway.ts';
import { TOKENS } from './world/tokens.ts';

export type Upcoming = z.infer<typeof upcomingGamesAnswer>;
export type Past = z.infer<typeof pastGamesAnswer>;

/** Reads an address with the token, or with `own` when none is given; fails unless the answer is 200. */
export const readerOf =
  (gateway: () => TestGateway, own: string) =>
  async <T>(address: string, token: string = own): Promise<T> => {
    const answer = await gateway().call<T>('GET', address, { token });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };

/** What the key of Riverside FC reads and writes. */
export function riversideOf(gateway: () => TestGateway) {
  const read = readerOf(gateway, TOKENS.club);
  return {
    read,
    upcoming: () => read<Upcoming>('clubs/riverside-fc/upcoming_games'),
    /** `query` begins with a question mark. */
    past: (query = '') => read<Past>(`clubs/riverside-fc/past_games${query}`),
    /** Posts a new marker of a game; `at` in ms since 1970. Gives its id. */
    async post(slug: string, type: string, at: number, more: object = {}): Promise<string> {
      const id = randomUUID();
      const body = { id, type, timestamp: iso(at), ...more };
      const address = `clubs/riverside-fc/games/${slug}/marker`;
      const { status } = await gateway().call('POST', address, { token: TOKENS.club, body });
      expect(status).toBe(201);
      return id;
    },
  };
}
