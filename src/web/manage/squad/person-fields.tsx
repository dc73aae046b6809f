// The fields of a person in forms of the squad, and what is wrong with them in the visitor's words.
import type { SquadRole } from '../../../store/squad.ts';
import { POSITIONS } from '../../../../protocol/data-file/fields.ts';
import { NAME_MAX } from '../../../../protocol/rest/fields.ts';
import type { Fields } from '../../../http/api/manage.ts';
import type { PageWords } from '../../../browser/shared/words.ts';
import { Choice, Field } from '../../layout/form.tsx';
import { useWords } from '../../layout/words.tsx';
import { type Fault, faultAt } from '../save-row.ts';
import type { Staff } from '../staff.ts';

/** The fields as a form has them. */
export type PersonForm = {
  readonly name: string;
  readonly number: string;
  readonly position: string;
  /** Null where the visitor may not give roles, and for juniors. */
  readonly role: string | null;
};

export const ROLES: readonly SquadRole[] = ['Member', 'Moderator', 'Owner'];

/** Only owners and administrators give roles (rule SQUAD-1). */
export const mayGiveRoles = ({ role }: Staff): boolean => role === 'owner' || role === 'administrator';

export const personForm = (form: URLSearchParams): PersonForm => ({
  name: (form.get('name') ?? '').trim(),
  number: (form.get('number') ?? '').trim(),
  position: form.get('position') ?? '',
  role: form.get('role'),
});

const isNumber = (text: string): boolean => /^[1-9]\d?$/.test(text);

/** As REST takes them. A number that is none becomes a fault there. */
export const fieldsOf = ({ name, number, position, role }: PersonForm): Fields => ({
  name,
  jersey_number: number === '' ? null : Number(number),
  club_position: position === '' ? null : position,
  ...(role === null ? {} : { role }),
});

/** The faults of REST in the words of the page. Faults of other fields stay as they are. */
export function personFaults(
  faults: readonly Fault[],
  { name, number }: PersonForm,
  { squad, staff }: PageWords,
): readonly Fault[] {
  const { problems } = squad;
  const wrongName = name === '' ? problems.noName : problems.longName;
  const nameProblem = name === '' || name.length > NAME_MAX ? wrongName : problems.fixedName;
  return faults.map(({ path, message }) => {
    if (path === 'name') return { path, message: nameProblem };
    if (path === 'jersey_number')
      return { path, message: isNumber(number) ? problems.numberTaken : problems.badNumber };
    return { path, message: message === staff.inUse ? problems.lastOwner : message };
  });
}

type PersonFieldsProps = {
  readonly form: PersonForm;
  readonly faults: readonly Fault[];
  /** The person is not in the squad yet. */
  readonly isNew?: boolean;
};

export function PersonFields({ form, faults, isNew = false }: PersonFieldsProps) {
  const { squad } = useWords();
  const roles = ROLES.map((role) => [role, squad.roles[role]] as const);
  return (
    <>
      <Field
        name="name"
        label={squad.name}
        hint={isNew ? squad.nameHint : undefined}
        problem={faultAt(faults, 'name')}
        input={{
          type: 'text',
          value: form.name,
          required: true,
          maxLength: NAME_MAX,
          autocomplete: 'off',
          dir: 'auto',
        }}
      />
      <Field
        name="number"
        label={squad.number}
        hint={squad.numberHint}
        problem={faultAt(faults, 'jersey_number')}
        input={{ type: 'text', inputMode: 'numeric', value: form.number, maxLength: 2, size: 3, class: 'short' }}
      />
      <Choice
        name="position"
        label={squad.position}
        choices={[['', squad.notSet], ...POSITIONS.map((position) => [position, squad.positions[position]] as const)]}
        chosen={form.position}
      />
      {form.role !== null && (
        <Choice name="role" label={squad.role} hint={squad.roleHint} choices={roles} chosen={form.role} />
      )}
    </>
  );
}
