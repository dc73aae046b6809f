// `/link`: opens a link that works once (rule ACCOUNT-2). Its secret is behind the `#`, so no log and no Referer has it: the page
// sends it in a form. Without scripts, people paste the link. Opening a link does not use it up; only the last form does.
import { NAME_MAX } from '../../../protocol/rest/fields.ts';
import { emailOf, type SignIn, type SignedIn } from '../../auth/sign-in.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../auth/passwords.ts';
import { SESSION_SECONDS, type SignInSessions } from '../../auth/sign-in-sessions.ts';
import type { Answer } from '../../http/core/answer.ts';
import type { RouteSpec } from '../../http/core/router.ts';
import { isMailAddress } from '../../mail/smtp-settings.ts';
import { networkOf } from '../../ops/address.ts';
import type { AcceptOutcome } from '../../store/invitations.ts';
import type { FoundLink } from '../../store/one-time-links.ts';
import type { Person } from '../../store/people.ts';
import { seeOther } from '../layout/html-answer.ts';
import { PageProblem } from '../layout/page-problem.ts';
import type { Site, Visit } from '../site.ts';
import type { AccountLinks } from './account-links.ts';
import { InvitationPage, invitedIn } from './invitation-page.tsx';
import type { PasskeyStore } from './passkey-store.ts';
import { DonePage, EndedLinkPage, type FieldProblem, OpenLinkPage, PasswordPage } from './link-pages.tsx';

export type LinkDeps = {
  readonly accountLinks: AccountLinks;
  readonly passkeyStore: Pick<PasskeyStore, 'list'>;
  readonly sessions: SignInSessions;
  readonly findSignedIn: (signIn: SignIn) => Promise<SignedIn | null>;
  readonly guard: {
    /** Counts a bad credential of a network. Throws Problem 429. */
    readonly countBad: (network: string) => void;
  };
};

const LINK_ADDRESS = '/link';
const SECRET = /^tll_[\w-]{43}$/;

/** A form with a link that is open. */
type Opened = {
  readonly visit: Visit;
  readonly form: URLSearchParams;
  readonly secret: string;
  readonly link: FoundLink;
};

export function linkRoutes(site: Site, deps: LinkDeps): readonly RouteSpec[] {
  const { accountLinks, passkeyStore, sessions, findSignedIn, guard } = deps;

  async function openLink(visit: Visit, form: URLSearchParams): Promise<Answer> {
    const secret = secretIn(form.get('link') ?? '');
    const link = secret === null ? null : await accountLinks.findLink(secret);
    if (secret === null || link === null || link.purpose === 'console') {
      guard.countBad(networkOf(visit.address));
      return ended(visit, 'unknown');
    }
    if (link.state !== 'open') return ended(visit, link.state);
    const opened = { visit, form, secret, link };
    return link.purpose === 'password' ? openPassword(opened) : openInvitation(opened);
  }

  const ended = (visit: Visit, state: 'unknown' | Exclude<FoundLink['state'], 'open'>): Promise<Answer> =>
    visit.html(state === 'unknown' ? 404 : 410, <EndedLinkPage visitor={visit.visitor} state={state} />);

  async function openPassword({ visit, form, secret, link }: Opened): Promise<Answer> {
    const isSent = form.get('step') === 'set';
    const problem = isSent ? passwordProblem(visit, form) : null;
    if (!isSent || problem !== null) {
      const shown = { visitor: visit.visitor, csrf: visit.csrf, secret, link, problem };
      return visit.html(isSent ? 422 : 200, <PasswordPage {...shown} />);
    }
    const person = await accountLinks.setPassword(secret, form.get('password') ?? '', visit.address);
    // Another form was quicker.
    return person === null ? ended(visit, 'used') : signedIn(visit, person, 'password');
  }

  async function openInvitation(opened: Opened): Promise<Answer> {
    const { visit, form } = opened;
    switch (form.get('step')) {
      case 'accept':
        return acceptAsVisitor(opened);
      case 'set':
        return acceptWithPassword(opened, null);
      case 'create':
        return acceptWithPassword(opened, (form.get('name') ?? '').trim().normalize('NFC'));
      case 'sign_in':
        return acceptAfterSignIn(opened);
      default:
        return visit.html(200, <InvitationPage {...invitationOf(opened)} problem={null} />);
    }
  }

  async function acceptAsVisitor(opened: Opened): Promise<Answer> {
    const { visit, secret } = opened;
    const { session } = visit;
    // The session has ended since then: the page shows what else is possible.
    if (session === null) return visit.html(200, <InvitationPage {...invitationOf(opened)} problem={null} />);
    const outcome = await accountLinks.acceptAs(secret, session.userId);
    if (outcome.kind === 'accepted') return seeOther(`${LINK_ADDRESS}?done=accepted`);
    return refused(opened, outcome);
  }

  async function acceptWithPassword(opened: Opened, name: string | null): Promise<Answer> {
    const { visit, form, secret } = opened;
    const { invitation, forgotten } = visit.words.account;
    const isNameless = name !== null && (name === '' || name.length > NAME_MAX);
    const email = name === null && opened.link.person?.email === null ? emailOf(form.get('email') ?? '') : null;
    const problem =
      (isNameless ? ({ field: 'name', text: invitation.nameMissing } as const) : null) ??
      (email !== null && !isMailAddress(email) ? ({ field: 'email', text: forgotten.notAnAddress } as const) : null) ??
      passwordProblem(visit, form);
    if (problem !== null) return visit.html(422, <InvitationPage {...invitationOf(opened)} problem={problem} />);
    const password = form.get('password') ?? '';
    const outcome = await accountLinks.acceptWith(secret, { password, name, email, address: visit.address });
    return outcome.kind === 'accepted' ? signedIn(visit, outcome.person, 'accepted') : refused(opened, outcome);
  }

  async function acceptAfterSignIn(opened: Opened): Promise<Answer> {
    const { visit, form, secret } = opened;
    const { address, browserCookie } = visit;
    const [email, password] = [form.get('email') ?? '', form.get('known_password') ?? ''];
    const found = await findSignedIn({ email, password, address, browserCookie });
    if (found === null) {
      const problem = { field: 'known_password', text: visit.words.signIn.failed } as const;
      return visit.html(403, <InvitationPage {...invitationOf(opened)} problem={problem} />);
    }
    const outcome = await accountLinks.acceptAs(secret, found.person.id);
    if (outcome.kind !== 'accepted') return refused(opened, outcome);
    const answer = await signedIn(visit, outcome.person, 'accepted');
    return { ...answer, cookies: [site.browserCookie(visit, found.browserCookie)] };
  }

  /** The link stays open, but not for this person. */
  async function refused(opened: Opened, { kind }: Exclude<AcceptOutcome, { kind: 'accepted' }>): Promise<Answer> {
    const { visit, form, link } = opened;
    const { invitation } = visit.words.account;
    if (kind === 'not_open') return ended(visit, 'used');
    if (kind === 'other') {
      throw new PageProblem(403, invitation.otherAccount(invitedIn(link)), {
        hint: invitation.otherAccountAdvice,
      });
    }
    const isFirst = form.get('step') === 'set';
    const problem = { field: isFirst ? 'email' : 'known_password', text: invitation.taken } as const;
    return visit.html(409, <InvitationPage {...invitationOf(opened)} problem={problem} />);
  }

  const invitationOf = ({ visit, form, secret, link }: Opened) => ({
    visitor: visit.visitor,
    csrf: visit.csrf,
    userId: visit.session?.userId ?? null,
    secret,
    link,
    typed: { name: form.get('name') ?? '', email: form.get('email') ?? link.person?.email ?? link.email ?? '' },
  });

  async function signedIn(visit: Visit, person: Person, done: 'password' | 'accepted'): Promise<Answer> {
    if (person.passwordHash === null) return seeOther('/sign-in');
    const session = site.sessionCookie(visit, await sessions.start(person), SESSION_SECONDS);
    return seeOther(`${LINK_ADDRESS}?done=${done}`, session);
  }

  return site.open({
    name: 'link',
    path: LINK_ADDRESS,
    async show({ query, session, visitor, csrf, words, html }) {
      const done = query.get('done');
      if (session !== null && visitor !== null && done === 'password') {
        const passkeys = await passkeyStore.list(session.userId);
        return html(200, <DonePage visitor={visitor} passkeys={passkeys} {...words.account.password} />);
      }
      if (visitor !== null && done === 'accepted') {
        return html(200, <DonePage visitor={visitor} passkeys={[]} {...words.account.invitation} />);
      }
      return html(200, <OpenLinkPage visitor={visitor} csrf={csrf} />, { script: 'link' });
    },
    submit: openLink,
  });
}

/** The secret in a link, or on its own; null when there is none. */
function secretIn(link: string): string | null {
  const secret = link.trim().split('#').at(-1) ?? '';
  return SECRET.test(secret) ? secret : null;
}

/** What is wrong with a new password, typed twice. */
function passwordProblem({ words }: Visit, form: URLSearchParams): FieldProblem | null {
  const { tooShort, tooLong, differ } = words.account.password;
  const password = form.get('password') ?? '';
  if (password.length < PASSWORD_MIN) return { field: 'password', text: tooShort(PASSWORD_MIN) };
  if (password.length > PASSWORD_MAX) return { field: 'password', text: tooLong(PASSWORD_MAX) };
  return password === form.get('again') ? null : { field: 'again', text: differ };
}
