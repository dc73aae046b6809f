// The page of an invitation: who invites to what, and the ways to accept it.
import { EMAIL_MAX, NAME_MAX } from '../../../protocol/rest/fields.ts';
import type { FoundLink } from '../../store/one-time-links.ts';
import { Button, Field, Form } from '../layout/form.tsx';
import { Page, type Visitor } from '../layout/layout.tsx';
import { Notice } from '../layout/notice.tsx';
import { useWords } from '../layout/words.tsx';
import { AccountField, type FieldProblem, NewPassword, problemAt } from './link-pages.tsx';

type Invitation = {
  readonly visitor: Visitor | null;
  readonly csrf: string;
  /** The signed-in user; null without one. */
  readonly userId: number | null;
  readonly secret: string;
  readonly link: FoundLink;
  /** What the visitor typed last. */
  readonly typed: { readonly name: string; readonly email: string };
  readonly problem: FieldProblem | null;
};

export function InvitationPage(props: Invitation) {
  const { invitation, invitations } = useWords().account;
  const { visitor, link } = props;
  const place = link.resource?.name ?? '';
  const maker = link.makerName ?? 'Touchline';
  const isRoleless = link.role === null;
  return (
    <Page title={isRoleless ? invitation.access : invitation.title(place)} visitor={visitor}>
      <p>{link.role === null ? invitation.accessBy(maker) : invitation.by(maker, invitations.roles[link.role])}</p>
      <Ways {...props} />
    </Page>
  );
}

/** Who is invited, as the maker knows it: who types an address must not learn the name of its account. */
export const invitedIn = ({ email, person }: FoundLink): string => email ?? person?.name ?? '';

/** The ways to accept, by who the invitation is for and who looks at it. */
function Ways(props: Invitation) {
  const { invitation } = useWords().account;
  const { visitor, userId, link } = props;
  const { person } = link;
  // Who invited an address has the link too, and must not learn here whether the address has an account (rule ACCOUNT-6).
  const isByAddress = link.email !== null;
  if (visitor !== null && userId !== null) {
    if (person === null || person.id === userId || isByAddress) return <AcceptAs {...props} name={visitor.name} />;
    return (
      <Notice kind="error" title={invitation.otherAccount(invitedIn(link))}>
        <p>{invitation.otherAccountAdvice}</p>
      </Notice>
    );
  }
  const setsFirst = person !== null && !person.hasPassword && link.setsPassword;
  if (person === null || (isByAddress && !setsFirst)) {
    return (
      <>
        <NewAccount {...props} />
        <KnownAccount {...props} />
      </>
    );
  }
  if (person.hasPassword) return <KnownAccount {...props} />;
  if (setsFirst) return <FirstPassword {...props} />;
  return (
    <Notice kind="error" title={invitation.noPassword}>
      <p>{invitation.noPasswordAdvice}</p>
    </Notice>
  );
}

function AcceptAs({ csrf, secret, name }: Invitation & { readonly name: string }) {
  const { invitation } = useWords().account;
  return (
    <Form action="/link" csrf={csrf} hidden={{ link: secret }}>
      <div class="actions">
        <Button name="step" value="accept">
          {invitation.acceptAs(name)}
        </Button>
      </div>
    </Form>
  );
}

function FirstPassword({ csrf, secret, link, typed, problem }: Invitation) {
  const { account, signIn } = useWords();
  const { password } = account;
  const email = link.person?.email ?? null;
  return (
    <section aria-labelledby="first">
      <h2 id="first">{password.title(link.person?.name ?? '')}</h2>
      <Form action="/link" csrf={csrf} hidden={{ link: secret }}>
        {email === null ? (
          <Field
            name="email"
            label={signIn.email}
            problem={problemAt(problem, 'email')}
            input={{
              type: 'email',
              value: typed.email,
              autocomplete: 'username',
              maxLength: EMAIL_MAX,
              required: true,
            }}
          />
        ) : (
          <AccountField email={email} />
        )}
        <NewPassword problem={problem} />
        <Button name="step" value="set">
          {password.set}
        </Button>
      </Form>
    </section>
  );
}

function NewAccount({ csrf, secret, link, typed, problem }: Invitation) {
  const { invitation } = useWords().account;
  return (
    <section aria-labelledby="new">
      <h2 id="new">{invitation.newAccount}</h2>
      <Form action="/link" csrf={csrf} hidden={{ link: secret }}>
        <Field
          name="name"
          label={invitation.name}
          problem={problemAt(problem, 'name')}
          input={{ type: 'text', value: typed.name, autocomplete: 'name', maxLength: NAME_MAX, required: true }}
        />
        {link.email !== null && <AccountField email={link.email} />}
        <NewPassword problem={problem} />
        <Button name="step" value="create">
          {invitation.create}
        </Button>
      </Form>
    </section>
  );
}

function KnownAccount({ csrf, secret, typed, problem }: Invitation) {
  const { account, signIn } = useWords();
  const { invitation } = account;
  return (
    <section aria-labelledby="known">
      <h2 id="known">{invitation.known}</h2>
      <Form action="/link" csrf={csrf} hidden={{ link: secret }}>
        <Field
          name="email"
          label={signIn.email}
          input={{ type: 'email', value: typed.email, autocomplete: 'username', maxLength: EMAIL_MAX, required: true }}
        />
        <Field
          name="known_password"
          label={signIn.password}
          problem={problemAt(problem, 'known_password')}
          input={{ type: 'password', autocomplete: 'current-password', maxLength: 1_024, required: true }}
        />
        <Button name="step" value="sign_in">
          {invitation.signInAndAccept}
        </Button>
      </Form>
    </section>
  );
}
