// Sending-offs of a match with thousands of cards: the same as for each card alone, without a look at all events for each one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BoardEvent } from '../../../protocol/wire/board.ts';
import { openSendingOffs, otherCard } from '../../../src/browser/shared/sending-off.ts';
import { AT, entry } from '../../support/match-with-shows.ts';

const someCards: fc.Arbitrary<BoardEvent[]> = fc.array(
  fc
    .record({
      type: fc.constantFrom('YellowCard' as const, 'RedCard' as const),
      seconds: fc.constantFrom(0, 30, 60, 61, 120),
      team: fc.constantFrom('home' as const, 'away' as const),
      id: fc.constantFrom(undefined, 1, 2),
      name: fc.constantFrom(undefined, 'Ana', 'Bea'),
      hasPlayer: fc.boolean(),
    })
    .map(({ type, seconds, team, id, name, hasPlayer }) => {
      const player = {
        ...(id === undefined ? {} : { id, type: 'user' as const }),
        ...(name === undefined ? {} : { name }),
      };
      return entry(type, {
        at: new Date(AT + seconds * 1_000).toISOString(),
        team,
        ...(type === 'YellowCard' ? { second_yellow: true } : {}),
        ...(hasPlayer ? { player } : {}),
      });
    }),
  { maxLength: 8 },
);

test('rule PAGE-16: many red cards are of the same sending-offs as each one alone', () => {
  fc.assert(
    fc.property(someCards, (cards) => {
      const events = Object.fromEntries(cards.map((card, nth) => [String(nth), card]));
      const isOfSecondYellow = openSendingOffs({ events });
      for (const red of cards.filter(({ type }) => type === 'RedCard')) {
        expect(isOfSecondYellow(red)).toBe(otherCard({ events }, red) !== null);
      }
    }),
    { seed: 20261128, numRuns: 500 },
  );
});

test('rule PAGE-16: looks at each event once, however many red cards there are', () => {
  let looks = 0;
  const reds = Array.from({ length: 500 }, (_, nth) => {
    const red = entry('RedCard', { player: { id: nth, name: `Player ${nth}`, type: 'user' } });
    return Object.defineProperty(red, 'second_yellow', {
      get: () => {
        looks += 1;
        return undefined;
      },
    });
  });
  const isOfSecondYellow = openSendingOffs({ events: Object.fromEntries(reds.map((red, nth) => [String(nth), red])) });
  expect(reds.filter(isOfSecondYellow)).toEqual([]);
  expect(looks).toBe(reds.length);
});
