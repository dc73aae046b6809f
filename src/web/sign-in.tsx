// Signing in and out.
import { type SignInSessions, SESSION_SECONDS } from '../auth/sign-in-sessions.ts';
import type { SignedIn, SignIn } from '../auth/sign-in.ts';
import { htmlAnswer, seeOther } from './layout/html-answer.ts';
import { nextAddress } from './next-address.ts';
import type { RouteSpec } from '../http/core/router.ts';
import type { Site } from './site.ts';
import { Button, Field, Form } from './layout/form.tsx';
import { Page, type Visitor } from './layout/layout.tsx';
import { Notice } from './layout/notice.tsx';

export type SignInDeps = {
  readonly sessions: SignInSessions;
  /** The user with this e-mail address and password; null when they do not match. Throws Problem 429, 503. */
  readonly findSignedIn: (signIn: SignIn) => Promise<SignedIn | null>;
};

export function signInRoutes(site: Site, { sessions, findSignedIn }: SignInDeps): readonly RouteSpec[] {
  return [
    ...site.open({
      name: 'sign_in',
      path: '/sign-in',
      show({ csrf, query, session }) {
        const next = nextAddress(query.get('next'));
        return session === null ? htmlAnswer(200, signInPage({ csrf, next })) : seeOther(next);
      },
      async submit({ csrf, query, address, browserCookie, isSecure }, form) {
        const next = nextAddress(query.get('next'));
        const email = form.get('email') ?? '';
        const password = form.get('password') ?? '';
        const found = await findSignedIn({ email, password, address, browserCookie });
        if (found !== null) {
          const session = site.sessionCookie({ isSecure }, await sessions.start(found.person), SESSION_SECONDS);
          return { ...seeOther(next, session), cookies: [site.browserCookie({ isSecure }, found.browserCookie)] };
        }
        const failure = {
          title: 'The e-mail address or the password is wrong.',
          advice: 'Check both and try again. Capital letters matter in a password.',
        };
        return htmlAnswer(403, signInPage({ csrf, next, email, failure }));
      },
      // The user has signed in in another tab.
      outOfDate: ({ session, query }) => (session === null ? null : seeOther(nextAddress(query.get('next')))),
    }),
    ...site.open({
      name: 'sign_out',
      path: '/sign-out',
      show: ({ visitor }) => (visitor === null ? seeOther('/sign-in') : htmlAnswer(200, signOutPage(visitor))),
      async submit({ session, isSecure }) {
        if (session !== null) await sessions.end(session);
        return seeOther('/sign-in', site.sessionCookie({ isSecure }, '', 0));
      },
      // The session ended while the page was open: there is nothing to end.
      outOfDate: ({ session }) => (session === null ? seeOther('/sign-in') : null),
    }),
  ];
}

export type SignInForm = {
  readonly csrf: string;
  /** The address that follows a sign-in. */
  readonly next: string;
  /** The e-mail address of the last attempt. */
  readonly email?: string;
  /** Why the last attempt failed. */
  readonly failure?: { readonly title: string; readonly advice: string };
};

const signInPage = ({ csrf, next, email, failure }: SignInForm) => (
  <Page title="Sign in" visitor={null}>
    {failure && (
      <Notice kind="error" title={failure.title}>
        <p>{failure.advice}</p>
      </Notice>
    )}
    <Form action={`/sign-in?next=${encodeURIComponent(next)}`} csrf={csrf}>
      <Field
        name="email"
        label="E-mail address"
        input={{ type: 'email', value: email, autocomplete: 'username', maxLength: 320, required: true }}
      />
      <Field
        name="password"
        label="Password"
        input={{ type: 'password', autocomplete: 'current-password', maxLength: 1_024, required: true }}
      />
      <Button>Sign in</Button>
    </Form>
    <p class="below">No password, or forgotten it? Ask the administrator of this server to set a new one.</p>
  </Page>
);

/** For a bookmarked address; every page has the same button in its header. */
const signOutPage = (visitor: Visitor) => (
  <Page title="Sign out" visitor={visitor}>
    <p>You are signed in as {visitor.name}.</p>
    <Form action="/sign-out" csrf={visitor.csrf}>
      <Button>Sign out</Button>
    </Form>
  </Page>
);
