// `/manage/clubs/{slug}/squad/{kind}/{id}`: changes one member or junior.
import type { Row } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import { Problem } from '../../../ops/problem.ts';
import { invitationsAddress } from '../../account/invitations-address.ts';
import { Button, Choice, Form } from '../../layout/form.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { Notice } from '../../layout/notice.tsx';
import { PageProblem } from '../../layout/page-problem.ts';
import { useWords } from '../../layout/words.tsx';
import { FaultNotice } from '../fault-notice.tsx';
import { differencesOf, textOf } from '../form-values.ts';
import { ManagePage } from '../frame.tsx';
import { changeRow, type Fault, readRow, type Saved, shownAgain, shownFields, shownIn } from '../save-row.ts';
import { StaleNotice } from '../stale-notice.tsx';
import type { Staff } from '../staff.ts';
import { fieldsOf, mayGiveRoles, type PersonForm, personFaults, PersonFields, personForm } from './person-fields.tsx';
import { personAddress, squadAddress, type SquadDeps } from './squad.tsx';
import { readId } from '../../../../protocol/wire/ids.ts';

type Key = { readonly kind: 'member' | 'junior'; readonly id: number };
type SquadWords = ReturnType<typeof useWords>['squad'];
type StatusForm = PersonForm & { readonly status: string };

/** Throws Problem 404. */
function keyOf({ visit }: Staff): Key {
  const [kind, id] = [visit.param('kind'), readId(visit.param('id'))];
  if ((kind === 'member' || kind === 'junior') && id !== null) return { kind, id };
  throw new PageProblem(404, visit.words.squad.notFound);
}

/** Throws Problem 404. */
async function rowOf(deps: SquadDeps, staff: Staff, { kind, id }: Key): Promise<Row> {
  try {
    return await readRow(deps, staff, kind, String(id));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
    throw new PageProblem(404, staff.visit.words.squad.notFound);
  }
}

/** The form of a member or a junior. Throws Problem 404. */
export async function showPerson(deps: SquadDeps, staff: Staff): Promise<Answer> {
  const key = keyOf(staff);
  const row = await rowOf(deps, staff, key);
  return answer(deps, staff, key, { row, form: storedForm(staff, key, row), faults: [] });
}

/** Changes the member or junior that was shown. Throws Problem 404. */
export async function changePerson(deps: SquadDeps, staff: Staff, sent: URLSearchParams): Promise<Answer> {
  const key = keyOf(staff);
  const row = await rowOf(deps, staff, key);
  const stored = storedForm(staff, key, row);
  // A junior has no role; a visitor who may give none sends none.
  const form: StatusForm = {
    ...personForm(sent),
    role: stored.role === null ? null : (sent.get('role') ?? stored.role),
    status: sent.get('status') ?? stored.status,
  };
  const { name, ...others } = fieldsOf(form);
  // A name that stays needs no right to change it.
  const fields = { ...others, status: form.status, ...(name === stored.name ? {} : { name }) };
  const shownRow = { kind: key.kind, key: String(key.id), shown: shownIn(sent) };
  const saved = await orRoleFault(staff, () => changeRow(deps, staff, shownRow, fields));
  if (saved.outcome === 'saved') return seeOther(`${squadAddress(staff)}?done=saved`);
  const again = shownAgain(saved, row, sent);
  return answer(deps, staff, key, { ...again, form, faults: personFaults(again.faults, form, staff.visit.words) });
}

/** Only owners take away the role of an owner or moderator; a change of the status takes it away too. */
async function orRoleFault({ visit }: Staff, work: () => Promise<Saved>): Promise<Saved> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 403) throw error;
    return { outcome: 'refused', faults: [{ path: '', message: visit.words.squad.table.faults.role_not_yours }] };
  }
}

const storedForm = (staff: Staff, { kind }: Key, { file }: Row): StatusForm => ({
  name: textOf(file['name']),
  number: textOf(file['jersey_number']),
  position: textOf(file['club_position']),
  role: kind === 'member' && mayGiveRoles(staff) ? textOf(file['role']) : null,
  status: textOf(file['status']),
});

type PersonPageProps = {
  readonly staff: Staff;
  readonly person: Key;
  readonly row: Row;
  readonly form: StatusForm;
  readonly faults: readonly Fault[];
  /** Another change came first. */
  readonly newer?: { readonly by: string | null };
  /** The mark of the version that the visitor has seen; without it, of `row`. */
  readonly hidden?: Readonly<Record<string, string>>;
  readonly hasAccount: boolean;
};

async function answer(
  deps: SquadDeps,
  staff: Staff,
  person: Key,
  shown: Pick<PersonPageProps, 'row' | 'form' | 'faults' | 'newer' | 'hidden'>,
): Promise<Answer> {
  const squad = await deps.integrations.readSquad(staff.resource.id);
  const hasAccount = squad.some(({ kind, id, hasAccount: has }) => has && kind === person.kind && id === person.id);
  const status = shown.faults.length > 0 || shown.newer !== undefined ? 422 : 200;
  return staff.visit.html(status, <PersonPage staff={staff} person={person} hasAccount={hasAccount} {...shown} />);
}

export function PersonPage({
  staff,
  person,
  row,
  form,
  faults,
  newer,
  hidden = shownFields(row),
  hasAccount,
}: PersonPageProps) {
  const { squad: words, staff: staffWords } = useWords();
  const stored = storedForm(staff, person, row);
  const address = personAddress(staff, person);
  const statuses = (['active', 'pending', 'former'] as const).filter(
    (status) => status !== 'pending' || form.status === status || stored.status === status,
  );
  return (
    <ManagePage staff={staff} section="squad" title={words.change(stored.name)}>
      <FaultNotice faults={faults} places={['name', 'jersey_number']} />
      {newer && (
        <StaleNotice
          by={newer.by}
          differences={differencesOf(labelsOf(words), told(stored, words), told(form, words))}
          address={address}
        />
      )}
      {hasAccount && <p class="hint">{words.hasAccount}</p>}
      {!hasAccount && person.kind === 'member' && stored.status === 'active' && (
        <p>
          <a href={invitationsAddress(staff.resource, person.id)}>{words.invite}</a>
        </p>
      )}
      {!row.isOfService && (
        <Notice kind="note">
          <p>{words.ofDataFile}</p>
        </Notice>
      )}
      <Form action={address} csrf={staff.visit.csrf} hidden={hidden}>
        <PersonFields form={form} faults={faults} />
        <Choice
          name="status"
          label={words.status}
          choices={statuses.map((status) => [status, words.statuses[status]])}
          chosen={form.status}
        />
        <div class="actions">
          <Button>{staffWords.save}</Button>
          <a class="button quiet" href={squadAddress(staff)}>
            {words.back}
          </a>
        </div>
      </Form>
    </ManagePage>
  );
}

function labelsOf(words: SquadWords) {
  const { name, number, position, role, status } = words;
  return { name, number, position, role, status };
}

/** The form as people read it. */
function told({ name, number, position, role, status }: StatusForm, words: SquadWords) {
  const names: Readonly<Record<string, string>> = { ...words.positions, ...words.roles, ...words.statuses };
  const said = (value: string): string => (Object.hasOwn(names, value) ? (names[value] ?? value) : value);
  return { name, number, position: said(position), role: said(role ?? ''), status: said(status) };
}
