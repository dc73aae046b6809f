// Files with a squad's table: rule SQUAD-7.
import { describe, expect, it } from 'vitest';
import { zipSync } from 'fflate';
import { decodeText, textOf } from '../../../../src/web/manage/squad/table-cells.ts';
import {
  FILE_BYTES_MAX,
  openTableReader,
  TABLE_QUEUE,
  UNPACKED_MAX,
} from '../../../../src/web/manage/squad/table-reader.ts';
import { workbookOf, workbookSharing } from '../../../support/workbook.ts';

const { readText, readFile } = openTableReader();
const read = (bytes: Uint8Array) => readFile(bytes, 1);

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

  it('may share one text between many cells', async () => {
    const before = process.memoryUsage().rss;
    expect(await read(workbookSharing('a '.repeat(20_000), 1_000))).toEqual({ fault: 'large_table' });
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1_048_576);
    const found = await read(workbookSharing(`  ${'a  '.repeat(5)}`, 2));
    expect('cells' in found && found.cells[1]?.[25]).toBe('a a a a a');
  });

  it('may have a cell at the far end of its sheet', async () => {
    const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
    expect(await read(workbookOf([], far))).toHaveProperty('fault');
  });

  it('that is broken, old or too large is refused by what it is', async () => {
    const whole = workbookOf([['Name'], ['Ana']]);
    expect(await read(whole.slice(0, 300))).toEqual({ fault: 'no_workbook' });
    expect(await read(zipSync({ 'a.txt': new Uint8Array(3) }))).toEqual({ fault: 'no_workbook' });
    expect(await read(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]))).toEqual({ fault: 'old_workbook' });
    expect(await read(new Uint8Array(FILE_BYTES_MAX + 1))).toEqual({ fault: 'large_file' });
    expect(await read(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0]))).toEqual({ fault: 'no_text' });
  });

  it('waits for its turn, and is refused while many wait', async () => {
    const { atOnce, waiting } = TABLE_QUEUE;
    const tables = await Promise.allSettled(
      Array.from({ length: atOnce + waiting + 2 }, (_, person) => readText('Ana', person)),
    );
    expect(tables.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect(await read(workbookOf([['Ana']]))).toEqual({ cells: [['Ana']] });
  });

  it('rule LIMIT-19: of one person leaves the threads to others', async () => {
    const { atOnce, waitingOfOne } = TABLE_QUEUE;
    let read = 0;
    const many = Array.from({ length: 22 }, async () => {
      await readText('Ana', 1);
      read += 1;
    });
    const settled = Promise.allSettled(many);
    expect(await readText('Bea', 2)).toEqual({ cells: [['Bea']] });
    expect(read).toBeLessThan(atOnce + waitingOfOne);
    expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(atOnce + waitingOfOne);
  });
});

describe('rule SQUAD-7: a text', () => {
  it('is refused as a whole where it cannot be a table of a squad', async () => {
    expect(await readText(' \n\n', 1)).toEqual({ fault: 'empty' });
    expect(await readText(`name\n${'a\n'.repeat(1_000)}`, 1)).not.toHaveProperty('fault');
    expect(await readText(`name\n${'a\n'.repeat(1_001)}`, 1)).toEqual({ fault: 'too_many_rows' });
    expect(await readText(Array.from({ length: 41 }, () => 'a').join(','), 1)).toEqual({ fault: 'too_many_columns' });
    expect(await readText('name,number\n"Ana,9', 1)).toEqual({ fault: 'bad_quotes' });
    const wide = `${'a'.repeat(240)},${'b'.repeat(240)},${'b'.repeat(240)}\n`;
    expect(await readText(wide.repeat(900), 1)).toEqual({ fault: 'large_table' });
  });

  it('may have commas, semicolons, tabs or bars, and keeps its cells when it goes with a form', async () => {
    for (const mark of [',', ';', '\t', '|']) {
      expect(await readText(`Name${mark}No\nAna${mark}9`, 1)).toEqual({
        cells: [
          ['Name', 'No'],
          ['Ana', '9'],
        ],
      });
    }
    const read = await readText('Name;Note\n"Silva; ""Ana""";"two\nlines"', 1);
    const cells = 'cells' in read ? read.cells : [];
    expect(cells[1]).toEqual(['Silva; "Ana"', 'two lines']);
    expect(await readText(textOf(cells).replaceAll('\n', '\r\n'), 1)).toEqual({ cells });
  });

  it('shows what stands between its cells also where it is short, has empty lines, or has commas in its cells', async () => {
    const cells = [
      ['Name', 'No'],
      ['Silva, Ana', '9'],
    ];
    for (const mark of [';', '\t', '|']) {
      expect(await readText(`Name${mark}No\r\nSilva, Ana${mark}9\r\n`, 1)).toEqual({ cells });
    }
    expect(await readText('Name,No\n"Silva, Ana",9\n', 1)).toEqual({ cells });
    expect(await readText('\nName;No\n\nSilva, Ana;9\n\n', 1)).toEqual({
      cells: [['', ''], cells[0], ['', ''], cells[1]],
    });
  });

  it('rule SQUAD-6: may begin with a line that names the separator', async () => {
    const cells = [
      ['Name', 'Number'],
      ['Ana, Bo', '9'],
    ];
    for (const head of ['sep=;\r\n', 'SEP=;\n', '']) {
      expect(await readText(`${head}Name;Number\nAna, Bo;9`, 1)).toEqual({ cells });
    }
  });

  it('of a file is UTF-8, UTF-16 or of Windows', () => {
    const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from('Zoë', 'utf16le')]);
    expect(decodeText(utf16)).toBe('Zoë');
    expect(decodeText(Buffer.from('\uFEFFZoë'))).toBe('Zoë');
    expect(decodeText(Buffer.from('Zoë', 'latin1'))).toBe('Zoë');
    expect(decodeText(new Uint8Array([0x89, 0x50, 0, 1]))).toBeNull();
  });
});
