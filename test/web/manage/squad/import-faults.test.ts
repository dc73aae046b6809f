// What the service refuses of a table, at its cell and in the visitor's language: rule SQUAD-5.
import { expect, it } from 'vitest';
import { LANGUAGES } from '../../../../src/browser/shared/language.ts';
import { pageLanguages } from '../../../../src/browser/shared/page-languages.ts';
import { invalid } from '../../../../src/ops/problem.ts';
import { refusedCells } from '../../../../src/web/manage/squad/import-table.tsx';

const PLACES = { name: 0, number: 1, team: 3 };
const ROWS = [1, 4, 6];
const cellsOf = (...paths: string[]) => {
  const { details = [] } = invalid(paths.map((path) => ({ path, message: 'Must be something else.' })));
  return refusedCells(details, ROWS, PLACES).map(({ row, column, fault }) => [row, column, fault]);
};

it('rule SQUAD-5: a path names the entry and the field', () => {
  expect(cellsOf('[2].team_id', '[1].jersey_number', '[1].name', '[1].name')).toEqual([
    [4, 0, 'refused'],
    [4, 1, 'refused'],
    [6, 3, 'refused'],
  ]);
  expect(cellsOf('[0].team_position')).toEqual([[1, 0, 'refused']]);
  expect(cellsOf('public_names')).toEqual([[1, 0, 'refused']]);
  expect(cellsOf()).toEqual([[1, 0, 'refused']]);
});

it.each(LANGUAGES.filter((language) => language !== 'en'))('rule SQUAD-5: no fault is in English: %s', (language) => {
  const english: Readonly<Record<string, unknown>> = pageLanguages.en.squad.table.faults;
  for (const [fault, text] of Object.entries(pageLanguages[language].squad.table.faults))
    expect(String(text)).not.toBe(String(english[fault]));
});
