// What a form is told about a row that was not saved.
import { expect, it } from 'vitest';
import { pageLanguages } from '../../../src/browser/shared/page-languages.ts';
import { openChangeAllowance } from '../../../src/data-file/change-allowance.ts';
import { faultAt, orFaults, otherFaults, shownFields, shownIn } from '../../../src/web/manage/save-row.ts';

const faults = [
  { path: 'teams[1].name', message: 'Too long.' },
  { path: 'title', message: 'Must not be empty.' },
  { path: 'titles', message: 'Unknown.' },
];

it('shows a fault at the field of its path, or of a path below it', () => {
  expect(faultAt(faults, 'title')).toBe('Must not be empty.');
  expect(faultAt(faults, 'teams[1].name')).toBe('Too long.');
  expect(faultAt(faults, 'notes', 'teams')).toBe('Too long.');
  expect(faultAt(faults, 'teams[0]')).toBe(null);
});

it('leaves the faults without a field to the head of the form', () => {
  expect(otherFaults(faults, ['title', 'teams'])).toEqual([{ path: 'titles', message: 'Unknown.' }]);
});

it('reads back which version a form showed, and takes a form without it for a stale one', () => {
  const fields = shownFields({ etag: '"abc"' });
  expect(shownIn(new URLSearchParams(fields))).toEqual({ etag: '"abc"', at: Number(fields['shown_at']) });
  expect(shownIn(new URLSearchParams({ shown_at: 'x' })).etag).toBe('""');
});

it('rule MANAGE-8: a page counts changes as REST does, and the form of one too many keeps its entries', async () => {
  const countChange = openChangeAllowance();
  const row = { file: {}, etag: '""', isOfService: true };
  const visit = { words: pageLanguages.en };
  const save = (owner: string) =>
    orFaults({ visit }, () => {
      countChange({ kind: 'game', owner });
      return Promise.resolve({ outcome: 'saved', row });
    });
  for (let count = 0; count < 120; count += 1) expect((await save('riverside')).outcome).toBe('saved');
  expect(await save('riverside')).toEqual({
    outcome: 'refused',
    faults: [{ path: '', message: 'There were too many requests. Wait a minute, then try again.' }],
  });
  expect((await save('hilltop')).outcome).toBe('saved');
});
