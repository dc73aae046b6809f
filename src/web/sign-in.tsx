// Sign-in by e-mail address and password, and out again.
import { Button, Field, Form } from './layout/form.tsx';
import { Page, pageHtml, type Visitor } from './layout/layout.tsx';
import { Notice } from './layout/notice.tsx';

export type SignIn = {
  readonly csrf: string;
  /** Where it goes on afterwards. */
  readonly next: string;
  /** What was typed last. */
  readonly email?: string;
  /** Why the last try did not work. */
  readonly refusal?: { readonly title: string; readonly advice: string };
};

export const signInPage = ({ csrf, next, email, refusal }: SignIn): string =>
  pageHtml(
    <Page title="Sign in" visitor={null}>
      {refusal && (
        <Notice kind="error" title={refusal.title}>
          <p>{refusal.advice}</p>
        </Notice>
      )}
      <Form action={`/sign-in?next=${encodeURIComponent(next)}`} csrf={csrf}>
        <Field name="email" label="E-mail address" type="email" value={email} autocomplete="username" maxLength={320} />
        <Field name="password" label="Password" type="password" autocomplete="current-password" maxLength={1_024} />
        <Button>Sign in</Button>
      </Form>
      <p class="below">No password yet, or forgotten? Whoever runs this server sets a new one for you.</p>
    </Page>,
  );

/** For an address typed or kept; every page has the same button in its frame. */
export const signOutPage = (visitor: Visitor): string =>
  pageHtml(
    <Page title="Sign out" visitor={visitor}>
      <p>You are signed in as {visitor.name}.</p>
      <Form action="/sign-out" csrf={visitor.csrf}>
        <Button>Sign out</Button>
      </Form>
    </Page>,
  );
