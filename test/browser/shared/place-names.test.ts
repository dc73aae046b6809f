// Names of places in the reader's language: rule PLACE-7.
import { describe, expect, test } from 'vitest';
import { NO_FACTS } from '../../../protocol/rest/facts.ts';
import type { FeedState, MatchState } from '../../../protocol/wire/board.ts';
import { LANGUAGES } from '../../../src/browser/shared/language.ts';
import { pageLanguages } from '../../../src/browser/shared/page-languages.ts';
import { placeNamesIn } from '../../../src/browser/shared/place-languages.ts';
import { factsWithPlaceNames, withPlaceNames } from '../../../src/browser/shared/place-names.ts';
import type { PlaceWords } from '../../../src/browser/shared/words.ts';

const german = placeNamesIn('de');

/** Every kind of name that the service makes. */
const MADE: readonly ((words: PlaceWords) => string)[] = [
  (words) => words.winnerOf(words.numbered(words.rounds.semi_final, 2)),
  (words) => words.loserOf(words.numbered(words.rounds.quarter_final, 4)),
  (words) => words.winnerOf(words.rounds.round_of_16),
  (words) => words.winnerOf(words.numbered(words.rounds.round_of_64, 32)),
  ...[1, 2, 3, 12].map((place) => (words: PlaceWords) => words.inGroup(place, 'A')),
  (words) => words.inGroup(1, 'Norte 2'),
  ...[1, 2, 3, 4, 7].map((place) => (words: PlaceWords) => words.bestOf(place, 2)),
];

describe('rule PLACE-7: the name of a place', () => {
  test.each(LANGUAGES)('that is stored in %s is read in every language', (stored) => {
    for (const read of LANGUAGES) {
      for (const name of MADE) {
        expect(placeNamesIn(read).place(name(pageLanguages[stored].fixtures))).toBe(name(pageLanguages[read].fixtures));
      }
    }
  });

  test('in other words stays as it is', () => {
    for (const text of ['TBD', 'Sieger', 'Cup holder', 'Winner', 'Winner ', 'x'.repeat(1_000), '']) {
      expect(german.place(text)).toBe(text);
    }
    expect(german.place('Winner of A2')).toBe('Sieger A2');
  });

  test('of a round is known by its key and in every language', () => {
    const texts = [
      'semi_final',
      'Semi final',
      ...LANGUAGES.map((language) => pageLanguages[language].fixtures.rounds.semi_final),
    ];
    expect(new Set(texts.map(german.round))).toEqual(new Set(['Halbfinale']));
    expect(german.round('Runde 7')).toBe('Runde 7');
  });
});

const board = (home: object, away: object) => ({
  home,
  away,
  status: 'scheduled',
  period: 'not_started',
  clock: { running: false, elapsed_ms: 0 },
  score: {},
});
const OPEN = { name: 'Winner A' };
const TEAM = { id: 7, name: 'Winner B' };

describe('rule PLACE-7: a state', () => {
  test('of a match has the places in the language of the screen, and the names of teams as they are', () => {
    const state = {
      kind: 'match',
      id: 1,
      tournament: 'cup',
      title: 'Winner A vs Winner B',
      matches: { 1: board(OPEN, TEAM) },
    } as unknown as MatchState;
    const shown = withPlaceNames(state, german);
    expect(shown).toMatchObject({
      title: 'Sieger A vs Winner B',
      matches: { 1: { home: { name: 'Sieger A' }, away: TEAM } },
    });
    expect(state.matches['1']?.home).toEqual(OPEN);
  });

  test('of a feed has them too; a state without places is the same object', () => {
    const feed = (home: object) =>
      ({
        kind: 'tournament',
        slug: 'cup',
        matches: { 1: { ...board(home, TEAM), channel: 'match:1', title: 'Winner A vs Winner B' } },
      }) as unknown as FeedState;
    expect(withPlaceNames(feed(OPEN), german).matches['1']).toMatchObject({
      title: 'Sieger A vs Winner B',
      home: { name: 'Sieger A' },
    });
    const known = feed({ id: 6, name: 'Winner A' });
    expect(withPlaceNames(known, german)).toBe(known);
  });

  test('and its facts: rounds, and the places of the next matches', () => {
    const next = {
      home: 'Winner A',
      away: 'Winner B',
      open: { home: true },
      kick_off: 0,
      zone: null,
      group: null,
    } as const;
    const facts = {
      ...NO_FACTS,
      round: 'Final',
      stages: { 1: { group: null, round: 'Semi-final' } },
      next: [{ ...next, round: 2 }],
    };
    expect(factsWithPlaceNames(facts, german)).toMatchObject({
      round: 'Finale',
      stages: { 1: { round: 'Halbfinale' } },
      next: [{ home: 'Sieger A', away: 'Winner B', round: 2 }],
    });
  });
});
