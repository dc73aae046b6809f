// `/manage/clubs/{slug}/squad`: the people of a club, one more of them, and how its juniors are named.
import { PUBLIC_NAMES, type PublicNames } from '../../../../protocol/data-file/fields.ts';
import type { ManagedRows } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import type { IntegrationQueries } from '../../../store/queries.ts';
import type { SquadPerson } from '../../../store/squad.ts';
import { byNameIn } from '../../layout/by-name.ts';
import { Button, Choice, Form } from '../../layout/form.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { incompleteForm } from '../../layout/page-problem.ts';
import { usePageLanguage, useWords } from '../../layout/words.tsx';
import { FaultNotice } from '../fault-notice.tsx';
import { creationKey, formKeyIn, keyField, newFormKey } from '../form-key.ts';
import { ManagePage } from '../frame.tsx';
import { createRow, type Fault } from '../save-row.ts';
import type { Staff, StaffDeps } from '../staff.ts';
import { fieldsOf, mayGiveRoles, type PersonForm, personFaults, PersonFields, personForm } from './person-fields.tsx';
import { entryOf } from '../../layout/entry-of.ts';
import { LongList } from '../../layout/pieces.tsx';

export type SquadDeps = StaffDeps & {
  readonly integrations: StaffDeps['integrations'] & Pick<IntegrationQueries, 'readSquad' | 'readPublicNames'>;
  readonly managed: ManagedRows & {
    /** Throws Problem 404 or 503. */
    readonly changePublicNames: (of: { owner: string; by: number }, names: PublicNames) => Promise<unknown>;
  };
};

/** A form that was sent and not saved. */
type Refused = {
  readonly form: PersonForm;
  readonly kind: string;
  readonly formKey: string;
  readonly faults: readonly Fault[];
};

export const squadAddress = ({ address }: Staff): string => `${address}/squad`;
export const personAddress = (staff: Staff, { kind, id }: Pick<SquadPerson, 'kind' | 'id'>): string =>
  `${squadAddress(staff)}/${kind}/${id}`;

/** The page of the squad; as 422 with a form that was not saved. Throws Problem 503. */
export async function showSquad(deps: SquadDeps, staff: Staff, refused: Refused | null = null): Promise<Answer> {
  const { visit, resource } = staff;
  const [squad, names] = await Promise.all([
    deps.integrations.readSquad(resource.id),
    deps.integrations.readPublicNames(resource.id),
  ]);
  return visit.html(
    refused === null ? 200 : 422,
    <SquadPage staff={staff} squad={squad} names={names} refused={refused} />,
  );
}

/** Adds a person, or sets how juniors are named. Throws Problem 400 for a form that our pages do not send, 404, 429 or 503. */
export async function changeSquad(deps: SquadDeps, staff: Staff, sent: URLSearchParams): Promise<Answer> {
  const { visit, resource } = staff;
  if (sent.get('action') === 'names') {
    const names = PUBLIC_NAMES.find((known) => known === sent.get('names'));
    if (names === undefined) throw incompleteForm(staff.visit.words);
    deps.managed.countChange({ kind: 'junior', owner: resource.slug, by: visit.session.userId });
    await deps.managed.changePublicNames({ owner: resource.slug, by: visit.session.userId }, names);
    return seeOther(`${squadAddress(staff)}?done=names`);
  }
  const kind = sent.get('kind');
  if (kind !== 'member' && kind !== 'junior') throw incompleteForm(staff.visit.words);
  const form = personForm(sent);
  // Juniors have no role.
  const fields = fieldsOf(kind === 'junior' ? { ...form, role: null } : form);
  const formKey = formKeyIn(sent);
  const saved = await createRow(deps, staff, kind, fields, creationKey(sent, 0, formKey));
  if (saved.outcome === 'saved') return seeOther(`${squadAddress(staff)}?done=added`);
  const faults = personFaults(saved.outcome === 'refused' ? saved.faults : [], form, visit.words);
  return showSquad(deps, staff, { form, kind, formKey, faults });
}

type SquadPageProps = {
  readonly staff: Staff;
  readonly squad: readonly SquadPerson[];
  readonly names: PublicNames;
  readonly refused: Refused | null;
};

export function SquadPage({ staff, squad, names, refused }: SquadPageProps) {
  const { language, words: all } = usePageLanguage();
  const words = all.squad;
  const people = squad.toSorted(byNameIn(language));
  const present = people.filter(({ status }) => status !== 'former');
  const members = present.filter(({ kind }) => kind === 'member');
  const juniors = present.filter(({ kind }) => kind === 'junior');
  const former = people.filter(({ status }) => status === 'former');
  return (
    <ManagePage staff={staff} section="squad" notice={noticeOf(staff, words)}>
      {refused !== null && <FaultNotice faults={refused.faults} places={['name', 'jersey_number']} />}
      <div class="actions">
        <a class="button" href={`${squadAddress(staff)}/import`}>
          {words.table.title}
        </a>
        <a class="button quiet" href="#add">
          {words.addTitle}
        </a>
      </div>
      <People
        id="members"
        title={words.members(members.length)}
        none={words.noMembers}
        staff={staff}
        people={members}
      />
      <People
        id="juniors"
        title={words.juniors(juniors.length)}
        none={words.noJuniors}
        staff={staff}
        people={juniors}
      />
      {former.length > 0 && (
        <details>
          <summary>{words.former(former.length)}</summary>
          <PeopleList staff={staff} people={former} />
        </details>
      )}
      <AddForm staff={staff} refused={refused} />
      <NamesForm staff={staff} names={names} />
    </ManagePage>
  );
}

function noticeOf({ visit }: Staff, { done, table }: ReturnType<typeof useWords>['squad']): string | null {
  const what = visit.query.get('done');
  if (what === 'imported') {
    const count = visit.query.get('count') ?? '';
    return /^\d{1,4}$/.test(count) ? table.imported(Number(count)) : null;
  }
  return what === 'added' || what === 'saved' || what === 'names' ? done[what] : null;
}

type PeopleProps = { readonly staff: Staff; readonly people: readonly SquadPerson[] };

const People = ({ id, title, none, ...list }: PeopleProps & { id: string; title: string; none: string }) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {list.people.length === 0 ? <p class="hint">{none}</p> : <PeopleList {...list} />}
  </section>
);

function PeopleList({ staff, people }: PeopleProps) {
  const { squad: words } = useWords();
  const aboutOf = ({ position, role, status }: SquadPerson): string =>
    [
      role === null || role === 'Member' ? null : words.roles[role],
      status === 'pending' ? words.statuses.pending : null,
      entryOf(words.positions, position),
    ]
      .filter((part) => part !== null)
      .join(' · ');
  return (
    <ul class="people">
      <LongList
        of={people}
        entry={(person) => (
          <li>
            <a href={personAddress(staff, person)}>
              <span class="shirt">{person.jerseyNumber ?? ''}</span>
              <span>
                <bdi>{person.name}</bdi>
                <span class="hint under">{aboutOf(person)}</span>
              </span>
            </a>
          </li>
        )}
      />
    </ul>
  );
}

function AddForm({ staff, refused }: Pick<SquadPageProps, 'staff' | 'refused'>) {
  const { squad: words } = useWords();
  const empty: PersonForm = { name: '', number: '', position: '', role: mayGiveRoles(staff) ? 'Member' : null };
  return (
    <section aria-labelledby="add">
      <h2 id="add">{words.addTitle}</h2>
      <Form action={squadAddress(staff)} csrf={staff.visit.csrf} hidden={keyField(refused?.formKey ?? newFormKey())}>
        <Choice
          name="kind"
          label={words.kind}
          choices={(['member', 'junior'] as const).map((kind) => [kind, words.kinds[kind]])}
          chosen={refused?.kind ?? 'member'}
        />
        <PersonFields isNew form={refused?.form ?? empty} faults={refused?.faults ?? []} />
        <div class="actions">
          <Button>{words.add}</Button>
        </div>
      </Form>
    </section>
  );
}

function NamesForm({ staff, names }: Pick<SquadPageProps, 'staff' | 'names'>) {
  const { squad: words, staff: staffWords } = useWords();
  return (
    <section aria-labelledby="names-title">
      <h2 id="names-title">{words.names}</h2>
      <Form action={squadAddress(staff)} csrf={staff.visit.csrf} hidden={{ action: 'names' }}>
        <Choice
          name="names"
          label={words.inPublic}
          hint={words.namesAbout}
          choices={PUBLIC_NAMES.map((policy) => [policy, words.publicNames[policy]])}
          chosen={names}
        />
        <div class="actions">
          <Button kind="quiet">{staffWords.save}</Button>
        </div>
      </Form>
    </section>
  );
}
