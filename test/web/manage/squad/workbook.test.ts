// Files with a squad's table: rule SQUAD-7.
import { describe, expect, it } from 'vitest';
import { zipSync } from 'fflate';
import { FILE_BYTES_MAX, openFileReader, UNPACKED_MAX } from '../../../../src/web/manage/squad/workbook.ts';
import { workbookOf } from '../../../support/workbook.ts';

const read = openFileReader();

describe('rule SQUAD-7: a workbook', () => {
  it('is read in its first sheet', async () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => [`Zoë & Ali <${at}>`, (at % 99) + 1, 'GK']);
    const found = await read(workbookOf([['Name', 'Number', 'Position'], ...rows]));
    expect('cells' in found && [found.cells.length, found.cells[1], found.cells[1_000]]).toEqual([
      1_001,
      ['Zoë & Ali <0>', '1', 'GK'],
      ['Zoë & Ali <999>', '10', 'GK'],
    ]);
    expect(await read(workbookOf([['Name'], ...rows, ...rows]))).toEqual({ fault: 'too_many_rows' });
  });

  it('costs no more than its limits when it unpacks to far more than it has', async () => {
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(UNPACKED_MAX * 4) }, { level: 9 });
    expect(bomb.length).toBeLessThan(FILE_BYTES_MAX);
    expect(await read(bomb)).toEqual({ fault: 'large_workbook' });
  });

  it('may have a cell at the far end of its sheet', async () => {
    const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
    expect(await read(workbookOf([], far))).toHaveProperty('fault');
  }, 20_000);

  it('that is broken, old or too large is refused by what it is', async () => {
    const whole = workbookOf([['Name'], ['Ana']]);
    expect(await read(whole.slice(0, 300))).toEqual({ fault: 'no_workbook' });
    expect(await read(zipSync({ 'a.txt': new Uint8Array(3) }))).toEqual({ fault: 'no_workbook' });
    expect(await read(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]))).toEqual({ fault: 'old_workbook' });
    expect(await read(new Uint8Array(FILE_BYTES_MAX + 1))).toEqual({ fault: 'large_file' });
    expect(await read(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0]))).toEqual({ fault: 'no_text' });
  });

  it('waits for no other: of many at once two are read', async () => {
    const files = await Promise.allSettled(Array.from({ length: 4 }, () => read(workbookOf([['Ana']]))));
    expect(files.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(await read(workbookOf([['Ana']]))).toEqual({ cells: [['Ana']] });
  });
});
