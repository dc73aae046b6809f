// The import of a table of people: the form for the table, and what the table would change or must have corrected.
import type { PageWords } from '../../../browser/shared/words.ts';
import { Button, Choice, Field, Form, TextArea } from '../../layout/form.tsx';
import { Notice } from '../../layout/notice.tsx';
import { useWords } from '../../layout/words.tsx';
import { ManagePage } from '../frame.tsx';
import type { Staff } from '../staff.ts';
import { type Column, isNameColumn } from './column-names.ts';
import { POSITIONS } from '../../../../protocol/data-file/fields.ts';
import type { CellFault, PeopleTable, Places } from './squad-table.ts';
import { type Cells, textOf } from './table-cells.ts';

export type ImportNotice = { readonly title: string; readonly advice: string };
export type Choices = readonly (readonly [value: string, words: string])[];

/** Whose people a table has: a squad, or the players of a tournament. */
export type ImportSubject = {
  readonly staff: Staff;
  readonly section: 'squad' | 'teams';
  /** Addresses of the import, and of the list of people. */
  readonly address: string;
  readonly listAddress: string;
  readonly words: Readonly<Record<'title' | 'about' | 'columns' | 'nothing' | 'stale' | 'back', string>>;
  /** What counts for rows that do not say it. The form carries it from page to page. */
  readonly usual: Readonly<Record<'name' | 'label' | 'hint' | 'chosen', string>> & { readonly choices: Choices };
  /** The columns that only such tables have. `choices`: null for texts. A name of a value has its meaning in a table too. */
  readonly columns: Readonly<Partial<Record<Column, { readonly label: string; readonly choices: Choices | null }>>>;
};

/** What a table changes. */
export type ImportPlan = {
  /** By row, then by column. Nothing of a plan with faults may be stored. */
  readonly faults: readonly CellFault[];
  /** The row of each person to store. */
  readonly rows: readonly number[];
  /** What is stored, in words. */
  readonly lines: readonly string[];
};

/** Cells that one page lets the visitor correct. */
const LISTED_MAX = 100;
/** People named in the preview. */
const NAMED_MAX = 1_000;

type ImportPageProps = {
  readonly subject: ImportSubject;
  readonly notice: ImportNotice | null;
  /** What was pasted. */
  readonly text: string;
};

export function ImportPage({ subject, notice, text }: ImportPageProps) {
  const words = useWords().squad.table;
  const { staff, section, address, listAddress, usual } = subject;
  return (
    <ManagePage staff={staff} section={section} title={subject.words.title}>
      {notice !== null && <Refusal {...notice} />}
      <p>{subject.words.about}</p>
      <p>{subject.words.columns}</p>
      <Form action={address} csrf={staff.visit.csrf} hasFile>
        <TextArea
          name="table"
          label={words.paste}
          value={text}
          area={{ rows: 8, class: 'rows', spellcheck: false, autocomplete: 'off', dir: 'auto' }}
        />
        <Field name="file" label={words.file} input={{ type: 'file', accept: ACCEPTED }} />
        <Choice {...usual} />
        <div class="actions">
          <Button>{words.check}</Button>
          <a class="button quiet" href={listAddress}>
            {subject.words.back}
          </a>
        </div>
      </Form>
    </ManagePage>
  );
}

const ACCEPTED =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const Refusal = ({ title, advice }: ImportNotice) => (
  <Notice kind="error" title={title}>
    <p>{advice}</p>
  </Notice>
);

type CellFaults = readonly [CellFault, ...CellFault[]];
type CorrectionsOf = { readonly faults: readonly CellFaults[] };

type PreviewProps = {
  readonly subject: ImportSubject;
  readonly notice: ImportNotice | null;
  readonly cells: Cells;
  readonly hasMoreSheets: boolean;
  readonly table: PeopleTable;
  readonly plan: ImportPlan;
};

export function PreviewPage({ subject, notice, cells, hasMoreSheets, table, plan }: PreviewProps) {
  const words = useWords().squad.table;
  const { staff, section, address, usual } = subject;
  const { rows } = plan;
  const faults = byCell(plan.faults);
  return (
    <ManagePage staff={staff} section={section} title={subject.words.title}>
      {notice !== null && <Refusal {...notice} />}
      {faults.length > 0 && (
        <Notice kind="error" title={words.wrong(faults.length)}>
          <p>{words.nothingStored}</p>
        </Notice>
      )}
      {hasMoreSheets && <Notice kind="note" title={words.firstSheet} />}
      {table.unused.length > 0 && <p class="hint">{words.unused(table.unused.join(', '))}</p>}
      <Form action={address} csrf={staff.visit.csrf} hasFile>
        <textarea name="table" hidden readOnly>
          {/* HTML drops a line break at the start of the element. The first line says what stands between the cells. */}
          {`\nsep=,\n${textOf(cells)}`}
        </textarea>
        <input type="hidden" name={usual.name} value={usual.chosen} />
        {faults.length > 0 ? (
          <Corrections faults={faults} cells={cells} table={table} subject={subject} />
        ) : (
          <Summary plan={plan} table={table} subject={subject} />
        )}
        <div class="actions">
          {faults.length > 0 && <Button>{words.checkAgain}</Button>}
          {faults.length === 0 && rows.length > 0 && (
            <Button name="action" value="import">
              {words.import(rows.length)}
            </Button>
          )}
          <a class="button quiet" href={address}>
            {words.startAgain}
          </a>
        </div>
      </Form>
    </ManagePage>
  );
}

/** The faults of each cell, in the order of the table: a cell may have two. */
function byCell(faults: readonly CellFault[]): readonly CellFaults[] {
  const cells = new Map<string, [CellFault, ...CellFault[]]>();
  for (const fault of faults) {
    const key = `${fault.row}-${fault.column}`;
    const known = cells.get(key);
    if (known) known.push(fault);
    else cells.set(key, [fault]);
  }
  return [...cells.values()];
}

/** A field for each faulty cell. */
function Corrections({
  faults,
  cells,
  table,
  subject,
}: Pick<PreviewProps, 'cells' | 'table' | 'subject'> & CorrectionsOf) {
  const words = useWords().squad.table;
  const listed = faults.slice(0, LISTED_MAX);
  return (
    <>
      {listed.map((ofCell, place) => {
        const [{ row, column }] = ofCell;
        const isFirst = listed.findIndex(([first]) => first.row === row) === place;
        return (
          <div key={`${row}-${column}`} class="fault">
            <Correction faults={ofCell} value={cells[row]?.[column] ?? ''} table={table} subject={subject} />
            {isFirst && (
              <label class="check">
                <input type="checkbox" name={`out-${row}`} value="yes" />
                <span>{words.leaveOut(row + 1)}</span>
              </label>
            )}
          </div>
        );
      })}
      {faults.length > listed.length && <p>{words.more(faults.length - listed.length)}</p>}
    </>
  );
}

type CorrectionProps = Pick<PreviewProps, 'table' | 'subject'> & {
  readonly faults: CellFaults;
  readonly value: string;
};

function Correction({ faults, table, value, subject }: CorrectionProps) {
  const { squad } = useWords();
  const words = squad.table;
  const [fault] = faults;
  const column = columnAt(table.places, fault.column);
  const problems = faults.map(({ fault: kind, other = '' }) => {
    const text = words.faults[kind];
    return typeof text === 'function' ? text(other) : text;
  });
  const person = table.rows.find(({ row }) => row === fault.row)?.name ?? '';
  const { label, choices } = fieldOf(column, subject, squad);
  const field = {
    name: `cell-${fault.row}-${fault.column}`,
    label: words.cell(fault.row + 1, table.head?.[fault.column] || label),
    problem: problems.join(' '),
    ...(column === null || isNameColumn(column) || person === '' ? {} : { hint: person }),
  };
  if (choices === null) return <Field {...field} input={{ type: 'text', value, autocomplete: 'off', dir: 'auto' }} />;
  const kept = [value, words.notUnderstood(value)] as const;
  return <Choice {...field} choices={[kept, ['', squad.notSet], ...choices]} chosen={value} />;
}

function columnAt(places: Places, column: number): Column | null {
  const found = (Object.entries(places) as [Column, number][]).find(([, place]) => place === column);
  return found?.[0] ?? null;
}

/** The label of a cell, and the values of a column that has only some. */
function fieldOf(
  column: Column | null,
  { columns }: ImportSubject,
  words: PageWords['squad'],
): { readonly label: string; readonly choices: Choices | null } {
  if (column === null || isNameColumn(column)) return { label: words.name, choices: null };
  const own = columns[column];
  if (own !== undefined) return own;
  if (column !== 'position') return { label: words.number, choices: null };
  return { label: words.position, choices: POSITIONS.map((position) => [position, words.positions[position]]) };
}

function Summary({ plan: { rows, lines }, table, subject }: Pick<PreviewProps, 'plan' | 'table' | 'subject'>) {
  const words = useWords().squad.table;
  const isEmpty = rows.length === 0;
  return (
    <Notice kind={isEmpty ? 'note' : 'good'} title={isEmpty ? subject.words.nothing : words.ready}>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {!isEmpty && (
        <details>
          <summary>{words.who}</summary>
          <ul class="names">
            {table.rows.slice(0, NAMED_MAX).map(({ row, name, number }) => (
              <li key={row}>
                {number !== undefined && <span class="hint">{number} </span>}
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Notice>
  );
}
