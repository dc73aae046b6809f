// The line-ups of a match as a form, and what differs from those that are stored: rule MANAGE-11, without a server.
import { expect, it } from 'vitest';
import { pageLanguages } from '../../../../src/browser/shared/page-languages.ts';
import {
  entriesOf,
  lineupDifferences,
  lineupFields,
  readEntries,
} from '../../../../src/web/manage/tournament/lineup-entries.ts';

const words = pageLanguages.en.tournament;
const people = [
  { id: 1, name: 'Ana', side: 'home', number: 9 },
  { id: 2, name: 'Bea', side: 'home', number: null },
  { id: 3, name: 'Cem', side: 'away', number: 4 },
] as const;
const row = {
  file: {
    lineups: {
      home: { starters: [{ user_id: 1, jersey_number: 9, position: 'goalkeeper' }], substitutes: [{ user_id: 2 }] },
      away: { starters: [], substitutes: [] },
    },
  },
};
const typed = (fields: Readonly<Record<string, string>>) => readEntries(new URLSearchParams(fields), people);

it('rule MANAGE-11: each player whose place or number differs is listed, and no other one', () => {
  const entries = typed({ 'p.1': 'starters', 'n.1': '10', 'p.2': '', 'n.2': '7', 'p.3': 'substitutes' });
  expect(lineupDifferences(entriesOf(row), entries, people, words)).toEqual([
    { label: 'Ana', stored: 'starts 9', typed: 'starts 10' },
    { label: 'Bea', stored: 'bench', typed: 'out' },
    { label: 'Cem', stored: 'out', typed: 'bench' },
  ]);
  const same = typed({ 'p.1': 'starters', 'n.1': '9', 'p.2': 'substitutes' });
  expect(lineupDifferences(entriesOf(row), same, people, words)).toEqual([]);
});

it('keeps what the form does not show of a player', () => {
  const entries = typed({ 'p.1': 'substitutes', 'n.1': '9', 'p.2': 'unknown' });
  expect(lineupFields(entries, people, row)).toEqual({
    lineups: {
      home: { starters: [], substitutes: [{ user_id: 1, jersey_number: 9, position: 'goalkeeper' }] },
      away: { starters: [], substitutes: [] },
    },
  });
});
