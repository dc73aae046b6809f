// Signing in, with a password or a passkey (rule ACCOUNT-8), and out.
import { EMAIL_MAX } from '../../protocol/rest/fields.ts';
import type { Passkeys } from '../auth/passkeys.ts';
import { type SignInSessions, SESSION_SECONDS } from '../auth/sign-in-sessions.ts';
import type { SignedIn, SignIn } from '../auth/sign-in.ts';
import { FORGOTTEN_ADDRESS } from './account/forgotten.tsx';
import type { PasskeyStore } from './account/passkey-store.ts';
import { PasskeySignIn, readResponse, requestSchema } from './account/passkeys.tsx';
import { seeOther } from './layout/html-answer.ts';
import { useWords } from './layout/words.tsx';
import { nextAddress } from './next-address.ts';
import type { RouteSpec } from '../http/core/router.ts';
import type { Site } from './site.ts';
import { Button, Field, Form } from './layout/form.tsx';
import { Page, type Visitor } from './layout/layout.tsx';
import { Notice } from './layout/notice.tsx';

export type SignInDeps = {
  readonly sessions: SignInSessions;
  readonly passkeys: Pick<Passkeys, 'isPossible' | 'requestOptions' | 'verifyRequest'>;
  readonly passkeyStore: Pick<PasskeyStore, 'signIn'>;
  /** The user with this e-mail address and password; null when they do not match. Throws Problem 429, 503. */
  readonly findSignedIn: (signIn: SignIn) => Promise<SignedIn | null>;
};

export function signInRoutes(site: Site, deps: SignInDeps): readonly RouteSpec[] {
  const { sessions, findSignedIn, passkeys, passkeyStore } = deps;
  const page = async (form: Omit<SignInForm, 'passkeyOptions'>) => {
    const passkeyOptions = passkeys.isPossible() ? await passkeys.requestOptions(form.csrf) : null;
    return <SignInPage {...form} passkeyOptions={passkeyOptions} />;
  };
  return [
    ...site.open({
      name: 'sign_in',
      path: '/sign-in',
      async show({ csrf, query, session, html }) {
        const next = nextAddress(query.get('next'));
        return session === null ? html(200, await page({ csrf, next }), { script: 'passkeys' }) : seeOther(next);
      },
      async submit({ csrf, query, address, browserCookie, isSecure, html }, form) {
        const next = nextAddress(query.get('next'));
        const email = form.get('email') ?? '';
        const password = form.get('password') ?? '';
        const found = await findSignedIn({ email, password, address, browserCookie });
        if (found !== null) {
          const session = site.sessionCookie({ isSecure }, await sessions.start(found.person), SESSION_SECONDS);
          return { ...seeOther(next, session), cookies: [site.browserCookie({ isSecure }, found.browserCookie)] };
        }
        return html(403, await page({ csrf, next, email, refused: 'password' }), { script: 'passkeys' });
      },
      // The user has signed in in another tab.
      outOfDate: ({ session, query }) => (session === null ? null : seeOther(nextAddress(query.get('next')))),
    }),
    ...site.open({
      name: 'passkey_sign_in',
      path: '/sign-in/passkey',
      show: ({ query }) => seeOther(addressFor(nextAddress(query.get('next')))),
      async submit(visit, form) {
        const { csrf, query, address, html } = visit;
        const next = nextAddress(query.get('next'));
        const response = readResponse(form, requestSchema);
        const person =
          response &&
          (await passkeyStore.signIn(address, response.id, (known) =>
            passkeys.verifyRequest(response as never, known, csrf),
          ));
        // The page may have been open for longer than its challenge is valid: this one has a new challenge.
        if (person === null || person.passwordHash === null) {
          return html(403, await page({ csrf, next, refused: 'passkey' }), { script: 'passkeys' });
        }
        return seeOther(next, site.sessionCookie(visit, await sessions.start(person), SESSION_SECONDS));
      },
      // The user has signed in in another tab.
      outOfDate: ({ session, query }) => (session === null ? null : seeOther(nextAddress(query.get('next')))),
    }),
    ...site.open({
      name: 'sign_out',
      path: '/sign-out',
      show: ({ visitor, html }) => (visitor === null ? seeOther('/sign-in') : html(200, <SignOutPage {...visitor} />)),
      async submit({ session, isSecure }) {
        if (session !== null) await sessions.end(session);
        return seeOther('/sign-in', site.sessionCookie({ isSecure }, '', 0));
      },
      // The session ended while the page was open: there is nothing to end.
      outOfDate: ({ session }) => (session === null ? seeOther('/sign-in') : null),
    }),
  ];
}

type SignInForm = {
  readonly csrf: string;
  /** The address that follows a sign-in. */
  readonly next: string;
  /** The e-mail address of the last attempt. */
  readonly email?: string;
  /** What the browser asks the user's passkeys; null where there are none. */
  readonly passkeyOptions: object | null;
  /** What was not accepted in the last attempt. */
  readonly refused?: 'password' | 'passkey';
};

const addressFor = (next: string): string => `/sign-in?next=${encodeURIComponent(next)}`;

export function SignInPage({ csrf, next, email, passkeyOptions, refused }: SignInForm) {
  const { account, signIn } = useWords();
  return (
    <Page title={signIn.title} visitor={null}>
      {refused === 'password' && (
        <Notice kind="error" title={signIn.failed}>
          <p>{signIn.failedAdvice}</p>
        </Notice>
      )}
      {refused === 'passkey' && (
        <Notice kind="error" title={account.passkeys.refused}>
          <p>{account.passkeys.signInAdvice}</p>
        </Notice>
      )}
      <Form action={addressFor(next)} csrf={csrf}>
        <Field
          name="email"
          label={signIn.email}
          input={{
            type: 'email',
            value: email,
            autocomplete: 'username webauthn',
            maxLength: EMAIL_MAX,
            required: true,
          }}
        />
        <Field
          name="password"
          label={signIn.password}
          input={{ type: 'password', autocomplete: 'current-password', maxLength: 1_024, required: true }}
        />
        <Button>{signIn.title}</Button>
      </Form>
      {passkeyOptions !== null && <PasskeySignIn csrf={csrf} next={next} options={passkeyOptions} />}
      <p class="below">
        <a href={FORGOTTEN_ADDRESS}>{account.forgotten.link}</a>
      </p>
    </Page>
  );
}

/** For a bookmarked address; every page has the same button in its header. */
function SignOutPage(visitor: Visitor) {
  const { frame, signIn } = useWords();
  return (
    <Page title={frame.signOut} visitor={visitor}>
      <p>{signIn.signedInAs(visitor.name)}</p>
      <Form action="/sign-out" csrf={visitor.csrf}>
        <Button>{frame.signOut}</Button>
      </Form>
    </Page>
  );
}
