// Sign-in, invitations and the consent to an app, with samples.
import { tooManyTries } from '../../auth/sign-in.ts';
import type { FoundLink } from '../../store/one-time-links.ts';
import { InvitationPage } from '../account/invitation-page.tsx';
import { InvitationsPage, MadePage } from '../account/invitations-page.tsx';
import { ConsentPage, NothingToConnectPage } from '../connect.tsx';
import { problemPage } from '../layout/html-answer.ts';
import type { PageLanguage } from '../layout/words.tsx';
import { SignInPage } from '../sign-in.tsx';
import { ARABIC, clubStaff, hoursLater, LONG, VISITOR } from './sample-visit.ts';

const SIGN_IN = { csrf: '', next: '/', passkeyOptions: null };

export const signIn = () => <SignInPage {...SIGN_IN} />;
export const signInWrong = () => <SignInPage {...SIGN_IN} email="ana@example.org" refused="password" />;
export const signInTries = (language: PageLanguage) => problemPage(tooManyTries(180_000), language, true);
/** Its script shows the button. */
export const signInPasskey = () => <SignInPage {...SIGN_IN} passkeyOptions={{}} />;

const LINK: FoundLink = {
  id: 'sample',
  purpose: 'invitation',
  state: 'open',
  email: null,
  isMailed: false,
  role: 'Moderator',
  makerName: 'Miguel Costa',
  person: null,
  setsPassword: false,
  resource: { kind: 'club', id: 1, name: LONG },
};
const INVITATION = { csrf: '', secret: '', problem: null, visitor: null, userId: null, typed: { name: '', email: '' } };

export const invitation = ({ words }: PageLanguage) => (
  <InvitationPage
    {...INVITATION}
    link={LINK}
    typed={{ name: 'محمد صلاح', email: '' }}
    problem={{ field: 'again', text: words.account.password.differ }}
  />
);
export const invitationSignedIn = () => <InvitationPage {...INVITATION} link={LINK} visitor={VISITOR} userId={1} />;
export const invitationOfAnother = () => (
  <InvitationPage
    {...INVITATION}
    visitor={VISITOR}
    userId={1}
    link={{ ...LINK, person: { id: 2, name: 'محمد صلاح', email: null, hasPassword: true } }}
  />
);

export const invitations = (language: PageLanguage) => (
  <InvitationsPage
    staff={clubStaff(language)}
    chosen={null}
    roles={['Owner', 'Moderator', 'Member']}
    sendsMail
    notice={null}
    problem={language.words.account.forgotten.notAnAddress}
    email="ana@"
    role={null}
    formKey=""
    squad={[
      { id: 2, name: 'محمد صلاح', hasPassword: false },
      { id: 3, name: 'Pierre-Emerick Emiliano François Aubameyang', hasPassword: true },
    ]}
    open={[
      { id: '1', name: 'lea@example.org', role: 'Member', makerName: VISITOR.name, expiresAt: hoursLater(60) },
      { id: '2', name: 'محمد صلاح', role: null, makerName: 'Miguel Costa', expiresAt: hoursLater(20) },
    ]}
  />
);
export const invitationMade = (language: PageLanguage) => (
  <MadePage
    staff={clubStaff(language)}
    isNew={false}
    name="lea@example.org"
    mail="failed"
    link="https://scores.example.org/link#0123456789abcdef"
  />
);

const ASKING = {
  appName: 'Score Phone',
  origin: 'https://app.example.org',
  action: '#connect',
  visitor: VISITOR,
  csrf: '',
};

export const consent = () => (
  <ConsentPage
    {...ASKING}
    clubs={[
      { id: 1, name: 'Riverside FC', role: 'owner' },
      { id: 2, name: ARABIC, role: 'moderator' },
    ]}
    tournaments={[{ id: 7, name: 'Autumn Cup', role: 'organizer' }]}
  />
);
export const consentToNothing = () => <NothingToConnectPage {...ASKING} />;
