// The import of a table of people, checked before anything of it is stored (rules SQUAD-4 to SQUAD-7 and PLAN-11).
import type { ManagedRows, Target } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import { Problem } from '../../../ops/problem.ts';
import type { Detail } from '../../../../protocol/rest/problem.ts';
import { seeOther } from '../../layout/html-answer.ts';
import type { Column } from './column-names.ts';
import { type ImportNotice, ImportPage, type ImportPlan, type ImportSubject, PreviewPage } from './import-page.tsx';
import { type CellFault, nameColumn, type PeopleTable, type Places } from './squad-table.ts';
import { cellOf, type Cells } from './table-cells.ts';
import { FILE_BYTES_MAX, type TableReader } from './table-reader.ts';

export type ImportDeps = { readonly managed: Pick<ManagedRows, 'countChange'>; readonly tables: TableReader };

/** Bytes of the form: a file, or a table of 500,000 characters with its corrections. */
export const IMPORT_FORM_BYTES = FILE_BYTES_MAX + 1_048_576;

/** A plan, and how it is stored. */
type ImportWork = ImportPlan & {
  readonly target: Target;
  /** All people or none. Throws Problem 403, 404, 409, 412, 422 or 503. A 422 has paths as `[3].name`, by the order of `rows`. */
  readonly store: () => Promise<unknown>;
  /** Where the visitor sees what was stored. */
  readonly done: string;
};

export type ImportOf = {
  readonly subject: ImportSubject;
  /** Null for a table without names. */
  readonly read: (cells: Cells) => PeopleTable | null;
  readonly plan: (table: PeopleTable) => Promise<ImportWork>;
};

export const showImport = (subject: ImportSubject): Promise<Answer> =>
  subject.staff.visit.html(200, <ImportPage subject={subject} notice={null} text="" />);

/** Checks the table of the form, or imports it when it was checked and is still right. Throws Problem 503. */
export async function importTable(
  { managed, tables }: ImportDeps,
  { subject, read: readPeople, plan: planOf }: ImportOf,
  form: URLSearchParams,
  file: Uint8Array | null,
): Promise<Answer> {
  const { visit } = subject.staff;
  const { table: words } = visit.words.squad;
  const text = form.get('table') ?? '';
  const by = visit.session.userId;
  const read = await (file === null ? tables.readText(text, by) : tables.readFile(file, by));
  const cells = 'cells' in read ? corrected(read.cells, form) : null;
  const table = cells === null ? null : readPeople(cells);
  if (cells === null || table === null || table.rows.length === 0) {
    const fault = 'fault' in read ? read.fault : 'empty';
    const advice = cells !== null && table === null ? words.noNames : words.unreadable[fault];
    const notice = { title: words.refused, advice };
    return visit.html(422, <ImportPage subject={subject} notice={notice} text={text} />);
  }

  const plan = await planOf(table);
  const preview = (status: number, notice: ImportNotice | null, faults = plan.faults): Promise<Answer> =>
    visit.html(
      status,
      <PreviewPage
        subject={subject}
        notice={notice}
        cells={cells}
        hasMoreSheets={'cells' in read && read.hasMoreSheets === true}
        table={table}
        plan={{ ...plan, faults }}
      />,
    );
  if (plan.faults.length > 0) return preview(422, null);
  if (form.get('action') !== 'import' || plan.rows.length === 0) return preview(200, null);

  try {
    managed.countChange(plan.target);
    await plan.store();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 422) return preview(422, null, refusedCells(error.details ?? [], plan.rows, table.places));
    return preview(error.status, refusal(error, subject));
  }
  return seeOther(plan.done);
}

/** What the visitor reads of a Problem of the import; nothing was stored. */
function refusal(problem: Problem, { staff, words: own }: ImportSubject): ImportNotice {
  const { squad, problems } = staff.visit.words;
  const { table } = squad;
  switch (problem.status) {
    case 412:
      return { title: own.stale, advice: table.staleAdvice };
    case 409:
      return { title: table.refused, advice: squad.problems.lastOwner };
    case 403:
      return { title: table.refused, advice: table.faults.role_not_yours };
    case 429:
    case 503: {
      const { title, advice } = problems[problem.status];
      return { title, advice };
    }
    default:
      throw problem;
  }
}

const DETAIL = /^\[(\d{1,4})\]\.?(\w*)/;

/** The columns of fields in which the service found a mistake. */
const FIELD_COLUMNS: Readonly<Record<string, Column>> = {
  jersey_number: 'number',
  club_position: 'position',
  team_position: 'position',
  role: 'role',
  status: 'role',
  team_id: 'team',
  captain: 'captain',
};

/** The cells that the service refused, once each; the first row stands for what has no place. */
export function refusedCells(
  details: readonly Detail[],
  rows: readonly number[],
  places: Places,
): readonly CellFault[] {
  const faults = (details.length === 0 ? [{ path: '' }] : details).map(({ path }): CellFault => {
    const [, entry = '0', field = ''] = DETAIL.exec(path) ?? [];
    const column = FIELD_COLUMNS[field];
    const place = column === undefined ? undefined : places[column];
    return { row: rows[Number(entry)] ?? 0, column: place ?? nameColumn(places), fault: 'refused' };
  });
  const isFirst = ({ row, column }: CellFault, at: number): boolean =>
    faults.findIndex((fault) => fault.row === row && fault.column === column) === at;
  return faults.filter(isFirst).toSorted((a, b) => a.row - b.row || a.column - b.column);
}

/** The cells with the corrections of the form, and without the rows that it leaves out. */
function corrected(cells: Cells, form: URLSearchParams): Cells {
  // A form finds a field by looking at all of them.
  const sent = new Map(form);
  return cells.map((row, at) =>
    sent.has(`out-${at}`)
      ? row.map(() => '')
      : row.map((cell, column) => cellOf(sent.get(`cell-${at}-${column}`) ?? cell)),
  );
}
