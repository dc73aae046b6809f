// The page with the open invitations of a club or tournament and the forms for new ones, and the page that shows a new link once.
import { EMAIL_MAX } from '../../../protocol/rest/fields.ts';
import type { OpenInvitation, InvitablePerson } from '../../store/invitations.ts';
import type { Role } from '../../store/role-ranks.ts';
import { actorIn } from '../layout/audit-trail.tsx';
import { Copyable } from '../layout/confirmation.tsx';
import { Button, Choice, Field, Form } from '../layout/form.tsx';
import { Notice } from '../layout/notice.tsx';
import { Table } from '../layout/table.tsx';
import { Time } from '../layout/time.tsx';
import { useWords } from '../layout/words.tsx';
import { keyField } from '../manage/form-key.ts';
import { ManagePage } from '../manage/frame.tsx';
import type { Staff } from '../manage/staff.ts';
import { invitationsAddress } from './invitations-address.ts';

type InvitationsShown = {
  readonly staff: Staff;
  readonly open: readonly OpenInvitation[];
  readonly squad: readonly InvitablePerson[];
  /** Id of the person that the form begins with; null for the first one. */
  readonly chosen: number | null;
  readonly roles: readonly Role[];
  readonly sendsMail: boolean;
  readonly notice: string | null;
  /** What is wrong with the e-mail address; null: nothing. */
  readonly problem: string | null;
  readonly email: string;
  /** That the form begins with; null for the first one. */
  readonly role: Role | null;
  /** Of both forms. */
  readonly formKey: string;
};

export function InvitationsPage(props: InvitationsShown) {
  const { invitations } = useWords().account;
  const { staff, notice, squad, chosen } = props;
  // A visitor who comes from the squad for one person sees that person's form first.
  const person = squad.length > 0 && <SquadForm key="person" {...props} />;
  return (
    <ManagePage staff={staff} notice={notice} section="invitations" title={invitations.title(staff.resource.name)}>
      {chosen !== null && person}
      <InviteForm {...props} />
      {chosen === null && person}
      <OpenInvitations {...props} />
    </ManagePage>
  );
}

function InviteForm({ staff, roles, role: chosen, sendsMail, problem, email, formKey }: InvitationsShown) {
  const { invitations } = useWords().account;
  return (
    <section aria-labelledby="invite">
      <h2 id="invite">{invitations.invite}</h2>
      <p>{invitations.inviteAbout}</p>
      <Form action={invitationsAddress(staff.resource)} csrf={staff.visit.csrf} hidden={keyField(formKey)}>
        <Field
          name="email"
          label={invitations.email}
          {...(problem === null ? {} : { problem })}
          input={{ type: 'email', value: email, autocomplete: 'off', maxLength: EMAIL_MAX, required: true }}
        />
        <Choice
          name="role"
          label={invitations.role}
          choices={roles.map((role) => [role, invitations.roles[role]] as const)}
          {...(chosen === null ? {} : { chosen })}
        />
        <Button name="action" value="invite">
          {sendsMail ? invitations.makeAndMail : invitations.make}
        </Button>
      </Form>
    </section>
  );
}

function SquadForm({ staff, squad, chosen, formKey }: InvitationsShown) {
  const { invitations } = useWords().account;
  const nameOf = ({ name, hasPassword }: InvitablePerson): string =>
    hasPassword ? invitations.hasAccount(name) : invitations.hasNone(name);
  return (
    <section aria-labelledby="person-link">
      <h2 id="person-link">{invitations.person}</h2>
      <p>{invitations.personAbout}</p>
      <Form action={invitationsAddress(staff.resource)} csrf={staff.visit.csrf} hidden={keyField(formKey)}>
        <Choice
          name="person"
          label={invitations.choose}
          choices={squad.map((person) => [String(person.id), nameOf(person)] as const)}
          {...(chosen === null ? {} : { chosen: String(chosen) })}
        />
        <Button name="action" value="make_link">
          {invitations.makeLink}
        </Button>
      </Form>
    </section>
  );
}

function OpenInvitations({ staff, open }: InvitationsShown) {
  const { account, trail } = useWords();
  const { invitations } = account;
  const [whom = '', ...columns] = invitations.columns;
  return (
    <section aria-labelledby="open">
      <h2 id="open">{invitations.open}</h2>
      {open.length === 0 ? (
        <p>{invitations.none}</p>
      ) : (
        <Table
          stacks
          caption={invitations.caption}
          head={[whom, ...columns]}
          rows={open.map(({ id, name, role, makerName, expiresAt }) => [
            name,
            role === null ? '–' : invitations.roles[role],
            actorIn(trail, makerName),
            <Time at={expiresAt} />,
            <Form action={invitationsAddress(staff.resource)} csrf={staff.visit.csrf} hidden={{ invitation: id }}>
              <button
                type="submit"
                name="action"
                value="withdraw"
                class="button destructive"
                aria-label={invitations.revokeOf(name)}
              >
                {invitations.revoke}
              </button>
            </Form>,
          ])}
        />
      )}
    </section>
  );
}

type Made = {
  readonly staff: Staff;
  /** False: the same form was sent before. */
  readonly isNew: boolean;
  /** Whom it is for. */
  readonly name: string;
  readonly link: string | null;
  readonly mail: 'sent' | 'failed' | 'none';
};

export function MadePage({ staff, isNew, name, link, mail }: Made) {
  const { invitations, link: linkWords } = useWords().account;
  const isLost = mail === 'failed' && link === null;
  return (
    <ManagePage staff={staff} section="invitations" title={isLost ? invitations.notMailedTitle : invitations.made}>
      {!isNew && <Notice kind="note" title={invitations.madeBefore} />}
      {mail === 'sent' && (
        <Notice kind="good" title={invitations.mailed(name)}>
          {link === null && <p>{invitations.mailedOnly}</p>}
        </Notice>
      )}
      {mail === 'failed' && (
        <Notice kind="error">
          <p>{link === null ? invitations.lost : invitations.notMailed}</p>
        </Notice>
      )}
      {link !== null && (
        <>
          <Notice kind="note" title={invitations.copyNow}>
            <p>{invitations.copyAdvice(name)}</p>
          </Notice>
          <Copyable name="made-link" label={linkWords.field} value={link} />
        </>
      )}
      <p>
        <a href={invitationsAddress(staff.resource)}>{invitations.back}</a>
      </p>
    </ManagePage>
  );
}
