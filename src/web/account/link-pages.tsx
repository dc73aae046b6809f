// The pages of a link that works once: opening it, why it does not work, and setting a password.
import { PASSWORD_MAX, PASSWORD_MIN } from '../../auth/passwords.ts';
import type { FoundLink } from '../../store/one-time-links.ts';
import type { Passkey } from '../../store/passkeys.ts';
import { Button, Field, Form } from '../layout/form.tsx';
import { Page, type Visitor } from '../layout/layout.tsx';
import { Notice } from '../layout/notice.tsx';
import { useWords } from '../layout/words.tsx';

/** A field of a form, and what is wrong with its value. */
export type FieldProblem = {
  readonly field: 'password' | 'again' | 'name' | 'email' | 'known_password';
  readonly text: string;
};

type Shown = { readonly visitor: Visitor | null; readonly csrf: string };

export function OpenLinkPage({ visitor, csrf }: Shown) {
  const { link } = useWords().account;
  return (
    <Page title={link.title} visitor={visitor}>
      <Form action="/link" csrf={csrf}>
        <Field
          name="link"
          label={link.field}
          hint={link.about}
          input={{ type: 'text', dir: 'ltr', autocomplete: 'off', spellcheck: false, maxLength: 2_000, required: true }}
        />
        <Button>{link.continue}</Button>
      </Form>
    </Page>
  );
}

export function EndedLinkPage(props: {
  readonly visitor: Visitor | null;
  readonly state: 'unknown' | Exclude<FoundLink['state'], 'open'>;
}) {
  const { account, signIn } = useWords();
  const { link } = account;
  const { title, advice } = link.states[props.state];
  return (
    <Page title={title} visitor={props.visitor}>
      <p>{advice}</p>
      {props.visitor === null && (
        <div class="actions">
          <a class="button" href="/sign-in">
            {signIn.title}
          </a>
          <a class="button quiet" href="/sign-in/forgotten">
            {link.askAgain}
          </a>
        </div>
      )}
    </Page>
  );
}

type PasswordForm = Shown & {
  readonly secret: string;
  readonly link: FoundLink;
  readonly problem: FieldProblem | null;
};

export function PasswordPage({ visitor, csrf, secret, link, problem }: PasswordForm) {
  const { password } = useWords().account;
  const { name = '', email = null } = link.person ?? {};
  return (
    <Page title={password.title(name)} visitor={visitor}>
      <Form action="/link" csrf={csrf} hidden={{ link: secret }}>
        {email !== null && <AccountField email={email} />}
        <NewPassword problem={problem} />
        <Button name="step" value="set">
          {password.set}
        </Button>
      </Form>
    </Page>
  );
}

/** Tells password managers whose password it is. */
export function AccountField({ email }: { readonly email: string }) {
  const { password } = useWords().account;
  return (
    <Field
      name="account"
      label={password.account}
      input={{ type: 'email', value: email, autocomplete: 'username', readOnly: true }}
    />
  );
}

/** The text of a problem, if it is about this field. */
export const problemAt = (problem: FieldProblem | null, field: FieldProblem['field']): string | null =>
  problem?.field === field ? problem.text : null;

export function NewPassword({ problem }: { readonly problem: FieldProblem | null }) {
  const { password } = useWords().account;
  const input = {
    type: 'password',
    autocomplete: 'new-password',
    minLength: PASSWORD_MIN,
    maxLength: PASSWORD_MAX,
  } as const;
  return (
    <>
      <Field
        name="password"
        label={password.field}
        hint={password.hint(PASSWORD_MIN)}
        problem={problemAt(problem, 'password')}
        input={{ ...input, required: true }}
      />
      <Field
        name="again"
        label={password.again}
        problem={problemAt(problem, 'again')}
        input={{ ...input, required: true }}
      />
    </>
  );
}

type Done = {
  readonly visitor: Visitor;
  readonly done: string;
  readonly doneAdvice: string;
  /** What signs in besides the new password. */
  readonly passkeys: readonly Pick<Passkey, 'id' | 'name'>[];
};

export function DonePage({ visitor, done, doneAdvice, passkeys }: Done) {
  const { invitation, passkeys: words } = useWords().account;
  return (
    <Page title={done} visitor={visitor}>
      <Notice kind="good">
        <p>{doneAdvice}</p>
      </Notice>
      {passkeys.length > 0 && (
        <Notice kind="note" title={words.kept}>
          <ul>
            {passkeys.map(({ id, name }) => (
              <li key={id}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
          <p>
            <a href="/me/passkeys">{words.title}</a>
          </p>
        </Notice>
      )}
      <div class="actions">
        <a class="button" href="/">
          {invitation.home}
        </a>
      </div>
    </Page>
  );
}
