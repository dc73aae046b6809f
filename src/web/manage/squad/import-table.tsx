// `/manage/clubs/{slug}/squad/import`: a table of people, checked before anything of it is stored (rules SQUAD-4 to SQUAD-7).
import type { ManagedRows } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import { Problem } from '../../../ops/problem.ts';
import type { IntegrationQueries } from '../../../store/queries.ts';
import { squadTag } from '../../../store/squad.ts';
import { seeOther } from '../../layout/html-answer.ts';
import type { StaffDeps, Staff } from '../staff.ts';
import { ImportPage, type ImportNotice, PreviewPage } from './import-page.tsx';
import { mayGiveRoles } from './person-fields.tsx';
import { planSquad, type SquadEntry } from './squad-plan.ts';
import { readSquadTable } from './squad-table.ts';
import { squadAddress } from './squad.tsx';
import { cellOf, type Cells } from './table-cells.ts';
import { FILE_BYTES_MAX, type TableReader } from './table-reader.ts';

export type ImportDeps = Pick<StaffDeps, 'integrations'> & {
  readonly integrations: Pick<IntegrationQueries, 'readSquad'>;
  readonly managed: Pick<ManagedRows, 'countChange'> & {
    /** Throws Problem 403, 404, 409, 412, 422 or 503. */
    readonly importSquad: (
      of: { readonly owner: string; readonly by: number },
      entries: readonly SquadEntry[],
      seen: string,
    ) => Promise<unknown>;
  };
  readonly tables: TableReader;
};

/** Bytes of the form: a file, or a table of 500,000 characters with its corrections. */
export const IMPORT_FORM_BYTES = FILE_BYTES_MAX + 1_048_576;

export const showImport = (staff: Staff): Answer =>
  staff.visit.html(200, <ImportPage staff={staff} notice={null} text="" kind="member" />);

/** Checks the table of the form, or imports it when it was checked and is still right. Throws Problem 503. */
export async function importTable(
  deps: ImportDeps,
  staff: Staff,
  form: URLSearchParams,
  file: Uint8Array | null,
): Promise<Answer> {
  const { table: words } = staff.visit.words.squad;
  const kind = form.get('kind') === 'junior' ? 'junior' : 'member';
  const text = form.get('table') ?? '';
  const read = await (file === null ? deps.tables.readText(text) : deps.tables.readFile(file));
  const cells = 'cells' in read ? corrected(read.cells, form) : null;
  const table = cells === null ? null : readSquadTable(cells);
  if (cells === null || table === null) {
    const notice = { title: words.refused, advice: 'fault' in read ? words.unreadable[read.fault] : words.noNames };
    return staff.visit.html(422, <ImportPage {...{ staff, notice, text, kind }} />);
  }

  const squad = await deps.integrations.readSquad(staff.resource.id);
  const plan = planSquad(table, { squad, kind, mayGiveRoles: mayGiveRoles(staff) });
  const preview = (status: number, notice: ImportNotice | null): Answer =>
    staff.visit.html(status, <PreviewPage {...{ staff, notice, cells, table, plan, kind }} />);
  if (plan.faults.length > 0) return preview(422, null);
  if (form.get('action') !== 'import' || plan.entries.length === 0) return preview(200, null);

  const of = { owner: staff.resource.slug, by: staff.visit.session.userId };
  try {
    deps.managed.countChange({ kind: 'member', ...of });
    await deps.managed.importSquad(of, plan.entries, squadTag(squad));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return preview(error.status, refusal(error, staff));
  }
  return seeOther(`${squadAddress(staff)}?done=imported&count=${plan.entries.length}`);
}

/** What the visitor reads of a Problem of the import; nothing was stored. */
function refusal(problem: Problem, { visit: { words } }: Staff): ImportNotice {
  const { table, problems } = words.squad;
  switch (problem.status) {
    case 412:
      return { title: table.stale, advice: table.staleAdvice };
    case 409:
      return { title: table.refused, advice: problems.lastOwner };
    case 403:
      return { title: table.refused, advice: table.faults.role_not_yours };
    case 429:
    case 503: {
      const { title, advice } = words.problems[problem.status];
      return { title, advice };
    }
    case 422:
      return { title: table.refused, advice: (problem.details ?? []).map(({ message }) => message).join(' ') };
    default:
      throw problem;
  }
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
