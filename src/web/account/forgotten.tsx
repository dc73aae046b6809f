// `/sign-in/forgotten`: a person asks for a link to a new password (rule ACCOUNT-4).
import { EMAIL_MAX } from '../../../protocol/rest/fields.ts';
import type { RouteSpec } from '../../http/core/router.ts';
import { isMailAddress } from '../../mail/smtp-settings.ts';
import { waitHeaders } from '../../ops/problem.ts';
import { Button, Field, Form } from '../layout/form.tsx';
import { Page } from '../layout/layout.tsx';
import { Notice } from '../layout/notice.tsx';
import { PageProblem } from '../layout/page-problem.ts';
import { useWords } from '../layout/words.tsx';
import type { Site } from '../site.ts';
import { type AccountLinks, ASKED_LINKS } from './account-links.ts';

export type ForgottenDeps = { readonly accountLinks: Pick<AccountLinks, 'sendsMail' | 'askForPassword'> };

export const FORGOTTEN_ADDRESS = '/sign-in/forgotten';

export function forgottenRoutes(site: Site, { accountLinks }: ForgottenDeps): readonly RouteSpec[] {
  return site.open({
    name: 'forgotten_password',
    path: FORGOTTEN_ADDRESS,
    show: ({ csrf, html }) =>
      html(200, accountLinks.sendsMail ? <AskPage csrf={csrf} email="" problem={null} /> : <NoMailPage />),
    async submit({ csrf, address, browserCookie, language, words, html }, form) {
      if (!accountLinks.sendsMail) return html(200, <NoMailPage />);
      const email = (form.get('email') ?? '').trim();
      const { notAnAddress, tooMany, tooManyAdvice } = words.account.forgotten;
      if (!isMailAddress(email)) return html(422, <AskPage csrf={csrf} email={email} problem={notAnAddress} />);
      const outcome = await accountLinks.askForPassword(email, { address, browserCookie, language });
      switch (outcome.kind) {
        case 'sent':
          return html(200, <SentPage email={email} />);
        case 'failed':
          return html(503, <AskPage csrf={csrf} email={email} problem={null} hasFailed />);
        case 'too_many': {
          const seconds = outcome.waitMs / 1_000;
          throw new PageProblem(429, tooMany, {
            hint: tooManyAdvice(Math.ceil(seconds / 60)),
            headers: waitHeaders(ASKED_LINKS, seconds),
          });
        }
      }
    },
  });
}

type Asking = {
  readonly csrf: string;
  readonly email: string;
  readonly problem: string | null;
  /** The mail server did not answer. */
  readonly hasFailed?: boolean;
};

function AskPage({ csrf, email, problem, hasFailed = false }: Asking) {
  const { account, signIn } = useWords();
  const { forgotten } = account;
  return (
    <Page title={forgotten.title} visitor={null}>
      {hasFailed && (
        <Notice kind="error" title={forgotten.failed}>
          <p>{forgotten.failedAdvice}</p>
        </Notice>
      )}
      <p>{forgotten.about}</p>
      <Form action={FORGOTTEN_ADDRESS} csrf={csrf}>
        <Field
          name="email"
          label={signIn.email}
          {...(problem === null ? {} : { problem })}
          input={{ type: 'email', value: email, autocomplete: 'username', maxLength: EMAIL_MAX, required: true }}
        />
        <Button>{forgotten.send}</Button>
      </Form>
    </Page>
  );
}

function SentPage({ email }: { readonly email: string }) {
  const { forgotten } = useWords().account;
  return (
    <Page title={forgotten.sent} visitor={null}>
      <p>{forgotten.sentAdvice(email)}</p>
    </Page>
  );
}

function NoMailPage() {
  const { account, signIn } = useWords();
  const { forgotten } = account;
  return (
    <Page title={forgotten.noMail} visitor={null}>
      <p>{forgotten.noMailAdvice}</p>
      <p>
        <a href="/sign-in">{signIn.title}</a>
      </p>
    </Page>
  );
}
