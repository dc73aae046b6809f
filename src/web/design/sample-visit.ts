// The visitor of the pages on `/design`, signed in as staff.
import type { SignInSession } from '../../auth/sign-in-sessions.ts';
import { SAMPLE_NOW } from '../../browser/design/samples.ts';
import type { VisitorRole } from '../integrations/visitor-role.ts';
import { htmlAnswer } from '../layout/html-answer.ts';
import type { Visitor } from '../layout/layout.tsx';
import type { PageLanguage } from '../layout/words.tsx';
import { manageAddress, type Staff } from '../manage/staff.ts';
import type { Visit } from '../site.ts';

const HOUR = 3_600_000;

/** ms since 1970, so many hours after the time of the samples. */
export const hoursLater = (hours: number): number => SAMPLE_NOW + hours * HOUR;

export const VISITOR: Visitor = { name: 'Ana Silva', csrf: '' };

export const ARABIC = 'النادي الأهلي السعودي';
export const LONG = 'Borussia Verein für Leibesübungen 1900';
export const GREEK = 'Αθλητική Ένωσις Κωνσταντινουπόλεως';

const visitIn = (language: PageLanguage): Visit<SignInSession> => ({
  param: () => '',
  queryText: '',
  query: new URLSearchParams(),
  address: '192.0.2.1',
  browserCookie: '',
  host: 'scores.example.org',
  isSecure: true,
  visitor: VISITOR,
  csrf: '',
  session: { id: 'sample', userId: 1, name: VISITOR.name, expiresAt: hoursLater(1) },
  language: language.language,
  words: language.words,
  html: async (status, page, options) => htmlAnswer(language, status, page, options),
});

const CLUB = { kind: 'club', id: 1, slug: 'riverside-fc', name: 'Riverside FC' } as const;
const TOURNAMENT = { kind: 'tournament', id: 7, slug: 'autumn-cup', name: 'Autumn Cup' } as const;

export const clubStaff = (language: PageLanguage): Staff => ({
  resource: CLUB,
  role: 'owner',
  visit: visitIn(language),
  address: manageAddress(CLUB),
});
export const tournamentStaff = (language: PageLanguage): Staff => ({
  resource: TOURNAMENT,
  role: 'organizer',
  visit: visitIn(language),
  address: manageAddress(TOURNAMENT),
});
/** The visitor of the integrations of the club. */
export const clubRole = (language: PageLanguage): VisitorRole => ({
  ...clubStaff(language),
  address: `/clubs/${CLUB.slug}/integrations`,
});
