// The samples of screen, overlay and console on `/design`: every component in its states, in sections of one kind.
import { NAMES_KINDS } from '../../browser/design/sample-names.ts';
import { STYLES } from '../../browser/overlay/options.ts';
import { THEMES } from '../../browser/screen/options.ts';
import { PAGE_NAMES } from './site-samples.ts';

/** The size at which a sample is laid out, in pixels; the page shows it at half. */
export const SHAPES = {
  wide: [640, 360],
  strip: [1_280, 120],
  upright: [360, 640],
  square: [640, 480],
  phone: [390, 844],
  laptop: [1_040, 1_050],
  form: [1_040, 2_800],
  short: [960, 720],
  page: [960, 1_400],
  long: [960, 2_900],
  scroll: [1_040, 4_800],
} as const;

export type SampleFrame = {
  readonly title: string;
  readonly src: string;
  readonly shape: keyof typeof SHAPES;
  readonly isOverlay: boolean;
};
type SampleSection = { readonly id: string; readonly title: string; readonly frames: readonly SampleFrame[] };

type Page = 'screen' | 'overlay' | 'console' | 'embed' | 'builder' | 'site';
const frame = (page: Page, query: string, shape: SampleFrame['shape'] = 'wide'): SampleFrame => ({
  title: [...query.split('&'), ...(shape === 'wide' ? [] : [shape])].filter((part) => part !== '').join(', '),
  src: `/design/${page}?${query}`,
  shape,
  isOverlay: page === 'overlay',
});
const section = (id: string, title: string, ...frames: readonly SampleFrame[]): SampleSection => ({
  id,
  title,
  frames,
});

const screen = (...queries: readonly string[]) => queries.map((query) => frame('screen', query));
const shaped = (shape: SampleFrame['shape'], ...queries: readonly string[]) =>
  queries.map((query) => frame('screen', query, shape));
/** `widgets` are shown large enough to be looked at. */
const overlay = (scale: number, ...queries: readonly string[]) =>
  queries.map((query) => frame('overlay', `scale=${scale}&${query}`));
const phone = (...queries: readonly string[]) => queries.map((query) => frame('console', query, 'phone'));

/** The pages of the site of one kind, the short ones first; some on a phone, too. */
const siteSection = (
  kind: keyof typeof PAGE_NAMES,
  title: string,
  { page = [], long = [], phone: small = [] }: Partial<Record<'page' | 'long' | 'phone', readonly string[]>>,
): SampleSection => {
  const shaped = (names: readonly string[], shape: SampleFrame['shape']) =>
    names.map((name) => frame('site', `page=${name}`, shape));
  const short = PAGE_NAMES[kind].filter((name) => !page.includes(name) && !long.includes(name));
  return section(
    kind,
    title,
    ...shaped(short, 'short'),
    ...shaped(page, 'page'),
    ...shaped(long, 'long'),
    ...shaped(small, 'phone'),
  );
};

const BUG = 'widgets=scorebug';
const STATES = ['before', 'nil', 'live', 'added', 'cards', 'extra', 'half', 'shootout', 'won', 'full', 'postponed'];

export const SECTIONS: readonly SampleSection[] = [
  section('screen-states', 'Screen: a match', ...screen(...STATES.map((state) => `state=${state}`))),
  section(
    'screen-panels',
    'Screen: graphics before the match and in breaks',
    ...screen('state=before&lineup=list', 'state=break', 'state=break&air=standings', 'state=break&air=scorers'),
    ...screen('state=before&air=countdown', 'state=live&air=fixtures', 'state=break&air=standings&crest=team-1'),
    ...screen('state=live&air=text', 'state=added&air=added', 'state=live&band=on&logos'),
  ),
  section(
    'screen-news',
    'Screen: what has just happened',
    ...screen(...['goal', 'unnamed', 'own-goal', 'cancelled', 'scorer', 'substitution'].map((show) => `show=${show}`)),
    ...screen('air=try-goal', 'air=try-substitution'),
  ),
  section(
    'screen-many',
    'Screen: several matches',
    ...screen('state=feed', 'state=feed-live', 'state=feed-live&show=goal', 'state=feed-empty', 'state=game'),
    ...shaped('strip', 'state=feed', 'state=feed-live'),
    ...shaped('upright', 'state=feed', 'state=feed-live', 'state=game'),
  ),
  section(
    'screen-shapes',
    'Screen: other shapes',
    ...shaped('strip', 'state=live', 'state=before', 'state=shootout', 'state=won', 'state=before&air=countdown'),
    ...shaped('upright', 'state=before', 'state=live', 'state=break', 'state=shootout', 'show=goal'),
    ...shaped('square', 'state=before', 'state=cards', 'state=shootout'),
  ),
  section(
    'screen-names',
    'Screen: long, Arabic, Greek and short names',
    ...NAMES_KINDS.flatMap((kind) =>
      screen(
        ...['state=live', 'state=before', 'state=before&lineup=list', 'state=shootout'].map(
          (one) => `${one}&samples=${kind}`,
        ),
      ),
    ),
  ),
  section(
    'screen-themes',
    'Screen: themes, a font and a crest',
    ...screen(
      ...THEMES.slice(1).flatMap((theme) => ['added', 'break', 'feed'].map((one) => `state=${one}&theme=${theme}`)),
    ),
    ...screen('state=live&font=inter&crest=team-1', 'state=live&lang=ar', 'state=feed&lang=de'),
  ),
  section(
    'screen-connection',
    'Screen: the connection',
    ...screen('state=none', 'state=none&silent=15', 'state=none&rejected=expired', 'silent=15', 'silent=300'),
    ...screen('rejected=revoked', 'theme=pink&sponsors=nothing'),
  ),
  section(
    'overlay-scorebugs',
    'Overlay: scorebugs',
    ...STYLES.flatMap((style) =>
      overlay(2, ...['added', 'before', 'half', 'shootout'].map((one) => `${BUG}&state=${one}&style=${style}`)),
    ),
    ...STYLES.flatMap((style) => overlay(1.6, `${BUG}&state=extra&style=${style}&crest=team-1&font=inter&air=added`)),
    ...overlay(1.6, `${BUG}&state=full&hide_clock=1&position=bottom-right`, `${BUG}&state=feed-live`),
    ...overlay(1.6, `${BUG}&state=live&panel=ffffff&accent=be123c&home_color=000000`),
  ),
  section(
    'overlay-banners',
    'Overlay: banners',
    ...overlay(
      1.6,
      ...['goal', 'unnamed', 'own-goal', 'penalty', 'scorer', 'cancelled'].map((one) => `widgets=goal&show=${one}`),
      ...['yellow', 'second-yellow', 'sending-off', 'red'].map((one) => `widgets=card&state=cards&show=${one}`),
      'widgets=substitution',
      'widgets=goal&show=none&air=try-goal',
    ),
  ),
  section(
    'overlay-lines',
    'Overlay: lines, cues and messages for the operator',
    ...overlay(1.6, ...['live', 'cards', 'before', 'shootout'].map((one) => `widgets=lower-third&state=${one}`)),
    ...overlay(1.6, 'widgets=scorebug&air=text', 'widgets=scorebug&air=replay', 'widgets=scorebug,sponsor&logos'),
    ...overlay(2, 'widgets=shootout&state=shootout', 'widgets=shootout&state=won'),
    ...overlay(1, 'widgets=countdown,nothing&monitor=1&delay=8', 'widgets=scorebug&monitor=1&silent=20'),
  ),
  section(
    'overlay-panels',
    'Overlay: large graphics',
    ...overlay(1, 'widgets=lineup', 'widgets=lineup&team=away', 'widgets=lineup&lineup=list'),
    ...overlay(1, 'widgets=lineup&lineup=list&team=home', 'widgets=stats&state=break', 'widgets=standings'),
    ...overlay(1, 'widgets=standings&groups=4', 'widgets=standings&groups=12', 'widgets=fixtures'),
    ...overlay(
      1,
      'widgets=countdown&state=before',
      'widgets=scorebug&air=scorers',
      'widgets=fixtures&crest=team-1&font=inter',
    ),
  ),
  section(
    'overlay-names',
    'Overlay: long, Arabic, Greek and short names',
    ...NAMES_KINDS.flatMap((kind) =>
      overlay(1.2, ...['scorebug,goal', 'lineup', 'standings'].map((one) => `widgets=${one}&samples=${kind}`)),
    ),
    ...NAMES_KINDS.flatMap((kind) => overlay(1.2, `widgets=scorebug,card&style=box&names=full&samples=${kind}`)),
  ),
  section(
    'console-scoring',
    'Console: scoring',
    ...phone('state=before', 'state=live', 'state=live&samples=long&twice', 'state=shootout&samples=arabic'),
    ...phone('state=full&troubled', 'state=full&open&toast', 'state=cards&signal=offline', 'state=nil&theme=sunlight'),
    ...phone('state=nil&signal=signed_out', 'state=nil&signal=syncing', 'state=nil&signal=refused'),
  ),
  section(
    'console-dialogs',
    'Console: dialogs and the pages before',
    ...phone('part=sheet', 'part=sheet&type=Substitution&state=cards&lineup=list', 'part=penalty', 'part=more'),
    ...phone('part=clock', 'part=keys', 'part=number', 'part=fill-in', 'part=confirm'),
    ...phone('part=sign-in', 'part=key-question', 'part=pick', 'part=line-ups&lineup=list&samples=greek'),
    ...phone('part=other-phone', 'part=other-phone&made=loading', 'part=other-phone&made=refused'),
    ...phone('part=other-phone&made=offline', 'part=takeover', 'part=takeover&made=offline'),
  ),
  section(
    'console-director',
    'Console: what is on air',
    ...['part=air&air=standings&state=live&show=goal', 'part=air&bare&state=before&samples=long'].map((query) =>
      frame('console', query, 'laptop'),
    ),
    ...phone('part=air&state=none', 'part=air&air=text&state=live', 'part=air&fault&silent&air=replay&samples=arabic'),
  ),
  section(
    'builder',
    'The builder of an address',
    frame('builder', 'kind=overlay&wrong', 'scroll'),
    frame('builder', 'kind=screen&made', 'form'),
  ),
  siteSection('home', 'The first page', {
    page: ['home', 'homeEmpty', 'homeMatches'],
    phone: ['homeMatches'],
  }),
  siteSection('account', 'Sign-in, invitations, connected apps', {
    page: ['consent', 'invitation', 'invitations'],
    phone: ['signInPasskey', 'consent'],
  }),
  siteSection('manage', 'Forms of the management pages', {
    page: ['lineupFault', 'lineupStale', 'personStale', 'tournamentFault'],
    long: [
      'gameProblems',
      'gameStale',
      'settingsProblem',
      'settingsStale',
      'squadProblem',
      'matchProblems',
      'teamStale',
      'fixturesPreview',
    ],
    phone: ['gameStale', 'lineupFault'],
  }),
  siteSection('integrations', 'Keys, view tokens, webhooks', {
    page: ['webhookActive', 'webhookPaused', 'webhooksWrong'],
    long: ['integrations', 'integrationsEmpty'],
    phone: ['integrations', 'webhookPaused'],
  }),
  section('embed', 'The score on other sites', frame('embed', '', 'phone')),
];
