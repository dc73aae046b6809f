// Posts markers to a gateway as a scorekeeper's app does.
import { randomUUID } from 'node:crypto';
import type { MarkerType } from '../../protocol/wire/marker.ts';
import type { TestGateway } from './gateway.ts';
import { TOKENS } from './world/tokens.ts';

export type Scorekeeper = {
  /** Posts a marker, with more fields where given; gives its id. */
  post(type: MarkerType, more?: object): Promise<string>;
  delete(id: string): Promise<void>;
  /** Sends a PATCH of a game's scores or goals. */
  patch(what: 'scores' | 'goals', body: object): Promise<void>;
};

type Place = { readonly post: string; readonly one: string; readonly token: string };

function scorekeeper(gateway: TestGateway, place: Place): Scorekeeper {
  let at = Date.now() - 3_600_000;
  const { token } = place;
  const send = async (method: string, address: string, body?: object): Promise<void> => {
    const answer = await gateway.call(method, address, { token, body });
    if (answer.status >= 300) throw new Error(`${method} ${address}: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  return {
    async post(type, more = {}) {
      const id = randomUUID();
      // One second apart, so that the match order is the order of posting.
      at += 1_000;
      await send('POST', place.post, { id, type, timestamp: new Date(at).toISOString(), ...more });
      return id;
    },
    delete: (id) => send('DELETE', `${place.one}/${id}`),
    patch: (what, body) => send('PATCH', place.one.replace(/markers$/, what), body),
  };
}

/** The scorekeeper of a match of the Autumn Cup. */
export function matchKeeper(gateway: TestGateway, id: number): Scorekeeper {
  const markers = `tournaments/autumn-cup/matches/${id}/markers`;
  return scorekeeper(gateway, { post: markers, one: markers, token: TOKENS.tournament });
}

/** The scorekeeper of a game of Riverside FC. */
export const gameKeeper = (gateway: TestGateway, slug: string): Scorekeeper =>
  scorekeeper(gateway, { post: `games/${slug}/marker`, one: `games/${slug}/markers`, token: TOKENS.club });
