// A match as the console scores it, with the parts of a phone that it needs.
import type { Draft } from '../../src/browser/console/draft.ts';
import type { Fixture } from '../../src/browser/console/fixture.ts';
import { hoursFromNow, iso } from './dates.ts';
import { CHANNEL } from './follower.ts';
import type { PhoneDatabase } from '../../src/browser/console/phone-database.ts';
import { openPhoneStore } from '../../src/browser/console/phone-store.ts';

export const PAIRING = { id: '701', home: { name: 'A', color: null }, away: { name: 'B', color: null }, players: [] };
export const FIXTURE: Fixture = {
  channel: CHANNEL,
  kind: 'match',
  title: 'A vs B',
  path: '/tournaments/cup/matches/701',
  when: null,
  where: null,
  status: 'live',
  pairings: [PAIRING],
};
export const TARGET = { channel: CHANNEL, kind: 'match', path: FIXTURE.path } as const;
export const DRAFT: Draft = { id: 'a', timestamp: iso(hoursFromNow(-1)), type: 'Goal', team: 'home' };

/** The store of a phone that knows nothing. `put`: what storing a value does. */
export function emptyPhoneStore(put: () => Promise<unknown> = () => Promise.resolve()) {
  const connection = { get: () => Promise.resolve(undefined), put };
  const database = { use: (work: (opened: typeof connection) => Promise<unknown>) => work(connection) };
  return openPhoneStore(database as unknown as PhoneDatabase);
}
