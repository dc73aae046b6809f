// The import of a squad's table: the form for the table, and what the table would change or must have corrected.
import type { Column, SquadKind } from './column-names.ts';
import { Button, Choice, Field, Form, TextArea } from '../../layout/form.tsx';
import { Notice } from '../../layout/notice.tsx';
import { useWords } from '../../layout/words.tsx';
import { ManagePage } from '../frame.tsx';
import type { Staff } from '../staff.ts';
import { POSITIONS, ROLES } from './person-fields.tsx';
import type { SquadPlan } from './squad-plan.ts';
import { type CellFault, type Places, type SquadTable } from './squad-table.ts';
import { squadAddress } from './squad.tsx';
import { type Cells, textOf } from './table-cells.ts';

export type ImportNotice = { readonly title: string; readonly advice: string };

/** Cells that one page lets the visitor correct. */
const LISTED_MAX = 100;
/** People named in the preview. */
const NAMED_MAX = 1_000;

const importAddress = (staff: Staff): string => `${squadAddress(staff)}/import`;

type ImportPageProps = {
  readonly staff: Staff;
  readonly notice: ImportNotice | null;
  /** What was pasted. */
  readonly text: string;
  readonly kind: SquadKind;
};

export function ImportPage({ staff, notice, text, kind }: ImportPageProps) {
  const { squad } = useWords();
  const words = squad.table;
  return (
    <ManagePage staff={staff} section="squad" title={words.title}>
      {notice !== null && <Refusal {...notice} />}
      <p>{words.about}</p>
      <p>{words.columns}</p>
      <Form action={importAddress(staff)} csrf={staff.visit.csrf} hasFile>
        <TextArea
          name="table"
          label={words.paste}
          value={text}
          area={{ rows: 8, class: 'rows', spellcheck: false, autocomplete: 'off', dir: 'auto' }}
        />
        <Field name="file" label={words.file} input={{ type: 'file', accept: ACCEPTED }} />
        <Choice
          name="kind"
          label={words.kind}
          hint={words.kindHint}
          choices={[
            ['member', words.kinds.member],
            ['junior', words.kinds.junior],
          ]}
          chosen={kind}
        />
        <div class="actions">
          <Button>{words.check}</Button>
          <a class="button quiet" href={squadAddress(staff)}>
            {squad.back}
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
  readonly staff: Staff;
  readonly notice: ImportNotice | null;
  readonly cells: Cells;
  readonly table: SquadTable;
  readonly plan: SquadPlan;
  readonly kind: SquadKind;
};

export function PreviewPage({ staff, notice, cells, table, plan, kind }: PreviewProps) {
  const words = useWords().squad.table;
  const { entries } = plan;
  const faults = byCell(plan.faults);
  return (
    <ManagePage staff={staff} section="squad" title={words.title}>
      {notice !== null && <Refusal {...notice} />}
      {faults.length > 0 && (
        <Notice kind="error" title={words.wrong(faults.length)}>
          <p>{words.nothingStored}</p>
        </Notice>
      )}
      {table.unused.length > 0 && <p class="hint">{words.unused(table.unused.join(', '))}</p>}
      <Form action={importAddress(staff)} csrf={staff.visit.csrf} hasFile>
        <textarea name="table" hidden readOnly>
          {/* HTML drops a line break at the start of the element. */}
          {`\n${textOf(cells)}`}
        </textarea>
        <input type="hidden" name="kind" value={kind} />
        {faults.length > 0 ? <Corrections {...{ faults, cells, table }} /> : <Summary {...{ plan, table }} />}
        <div class="actions">
          {faults.length > 0 && <Button>{words.checkAgain}</Button>}
          {faults.length === 0 && entries.length > 0 && (
            <Button name="action" value="import">
              {words.import(entries.length)}
            </Button>
          )}
          <a class="button quiet" href={importAddress(staff)}>
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
function Corrections({ faults, cells, table }: Pick<PreviewProps, 'cells' | 'table'> & CorrectionsOf) {
  const words = useWords().squad.table;
  const listed = faults.slice(0, LISTED_MAX);
  return (
    <>
      {listed.map((ofCell, place) => {
        const [{ row, column }] = ofCell;
        const isFirst = listed.findIndex(([first]) => first.row === row) === place;
        return (
          <div key={`${row}-${column}`} class="fault">
            <Correction faults={ofCell} table={table} value={cells[row]?.[column] ?? ''} />
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

type CorrectionProps = { readonly faults: CellFaults; readonly table: SquadTable; readonly value: string };

function Correction({ faults, table, value }: CorrectionProps) {
  const { squad } = useWords();
  const words = squad.table;
  const [fault] = faults;
  const column = columnAt(table.places, fault.column);
  const problems = faults.map(({ fault: kind, other = '' }) => {
    const text = words.faults[kind];
    return typeof text === 'function' ? text(other) : text;
  });
  const person = table.rows.find(({ row }) => row === fault.row)?.name ?? '';
  const field = {
    name: `cell-${fault.row}-${fault.column}`,
    label: words.cell(
      fault.row + 1,
      table.head?.[fault.column] || (column === null ? squad.name : labelOf(column, squad)),
    ),
    problem: problems.join(' '),
    ...(column === null || isName(column) || person === '' ? {} : { hint: person }),
  };
  const choices = column === null ? null : choicesOf(column, squad);
  if (choices === null) return <Field {...field} input={{ type: 'text', value, autocomplete: 'off', dir: 'auto' }} />;
  const kept = [value, words.notUnderstood(value)] as const;
  return <Choice {...field} choices={[kept, ['', squad.notSet], ...choices]} chosen={value} />;
}

function columnAt(places: Places, column: number): Column | null {
  const found = (Object.entries(places) as [Column, number][]).find(([, place]) => place === column);
  return found?.[0] ?? null;
}

const isName = (column: Column): boolean => column === 'name' || column === 'first_name' || column === 'last_name';

type SquadWords = ReturnType<typeof useWords>['squad'];

function labelOf(column: Column, words: SquadWords): string {
  return isName(column) ? words.name : words[column as 'number' | 'position' | 'kind' | 'role'];
}

/** The values of a column that has only some; null for others. The words of a value name it in a table too. */
function choicesOf(column: Column, words: SquadWords): readonly (readonly [value: string, words: string])[] | null {
  switch (column) {
    case 'position':
      return POSITIONS.map((position) => [position, words.positions[position]]);
    case 'kind':
      return (['member', 'junior'] as const).map((kind) => [kind, words.kinds[kind]]);
    case 'role':
      return ROLES.map((role) => [role, words.roles[role]]);
    case 'name':
    case 'first_name':
    case 'last_name':
    case 'number':
      return null;
  }
}

function Summary({ plan: { entries, unchanged }, table }: Pick<PreviewProps, 'plan' | 'table'>) {
  const words = useWords().squad.table;
  const made = (kind: SquadKind): number => entries.filter((entry) => entry.id === null && entry.kind === kind).length;
  const changed = entries.filter(({ id }) => id !== null).length;
  const lines = [
    made('member') > 0 ? words.newMembers(made('member')) : null,
    made('junior') > 0 ? words.newJuniors(made('junior')) : null,
    changed > 0 ? words.changed(changed) : null,
    unchanged > 0 ? words.unchanged(unchanged) : null,
  ].filter((line) => line !== null);
  return (
    <Notice kind={entries.length === 0 ? 'note' : 'good'} title={entries.length === 0 ? words.nothing : words.ready}>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {entries.length > 0 && (
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
