// Makes a workbook (XLSX) with one sheet, as small as the format allows.
import { strToU8, zipSync } from 'fflate';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const PARTS = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Squad" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
} as const;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const addressOf = (row: number, column: number): string => `${String.fromCodePoint(65 + column)}${row + 1}`;

const cellXml = (value: string | number, row: number, column: number): string =>
  typeof value === 'number'
    ? `<c r="${addressOf(row, column)}"><v>${value}</v></c>`
    : `<c r="${addressOf(row, column)}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;

type Rows = readonly (readonly (string | number)[])[];

const rowsXml = (rows: Rows): string =>
  rows
    .map((row, at) => `<row r="${at + 1}">${row.map((value, column) => cellXml(value, at, column)).join('')}</row>`)
    .join('');

/** The bytes of a workbook with these rows, at most 26 columns wide. `sheetData`: XML in place of the rows. */
export const workbookOf = (rows: Rows, sheetData?: string): Uint8Array =>
  zipped({ 'xl/worksheets/sheet1.xml': sheetOf(sheetData ?? rowsXml(rows)) });

/** The bytes of a workbook with two sheets. */
export const workbookOfTwo = (first: Rows, second: Rows, state: 'visible' | 'hidden'): Uint8Array =>
  zipped({
    'xl/worksheets/sheet1.xml': sheetOf(rowsXml(first)),
    'xl/worksheets/sheet2.xml': sheetOf(rowsXml(second)),
    'xl/workbook.xml': PARTS['xl/workbook.xml'].replace(
      '</sheets>',
      `<sheet name="More" sheetId="2" state="${state}" r:id="r2"/></sheets>`,
    ),
    'xl/_rels/workbook.xml.rels': PARTS['xl/_rels/workbook.xml.rels'].replace(
      '</Relationships>',
      `<Relationship Id="r2" Type="${OFFICE}/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
    ),
  });

const sheetOf = (sheetData: string): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetData>${sheetData}</sheetData></worksheet>`;

const zipped = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries({ ...PARTS, ...parts }).map(([name, text]) => [name, strToU8(text)])));

/** The bytes of a workbook of 26 columns whose cells all share one text. */
export function workbookSharing(text: string, rows: number): Uint8Array {
  const cells = (row: number): string =>
    Array.from({ length: 26 }, (_, column) => `<c r="${addressOf(row, column)}" t="s"><v>0</v></c>`).join('');
  const sheet = Array.from({ length: rows }, (_, row) => `<row r="${row + 1}">${cells(row)}</row>`);
  return zipped({
    'xl/worksheets/sheet1.xml': sheetOf(sheet.join('')),
    'xl/sharedStrings.xml': `${XML}<sst xmlns="${MAIN}"><si><t>${escaped(text)}</t></si></sst>`,
    'xl/_rels/workbook.xml.rels': PARTS['xl/_rels/workbook.xml.rels'].replace(
      '</Relationships>',
      `<Relationship Id="r2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
  });
}
