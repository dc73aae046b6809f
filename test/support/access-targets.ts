// The targets of each kind of endpoint in the world, and the credentials with access to them (rule ACCESS-1).
import type { AccessRule, Endpoint } from '../../protocol/rest/endpoint.ts';

/** Valid API credentials of the world. */
export const GOOD = [
  'app',
  'memberApp',
  'adminApp',
  'club',
  'clubApp',
  'otherClub',
  'tournament',
  'tournamentApp',
  'otherTournament',
  'view',
] as const;
export type Who = (typeof GOOD)[number];

/** Path parameters, and the credentials with access (`in`) or with 404 (`notFound`); all others get 403. */
export type Target = {
  readonly what: string;
  readonly path: 'explicit' | 'legacy';
  readonly params: Readonly<Record<string, string>>;
  readonly in: readonly Who[];
  readonly notFound?: readonly Who[];
};

const clubStaff: readonly Who[] = ['app', 'adminApp', 'club', 'clubApp'];
const cupStaff: readonly Who[] = ['app', 'adminApp', 'tournament', 'tournamentApp'];

export const targetsOf: Record<AccessRule, (endpoint: Endpoint) => readonly Target[]> = {
  club: ({ paths }) => [
    { what: 'its club', path: 'explicit', params: { club_slug: 'riverside-fc', slug: 'sunday-5s' }, in: clubStaff },
    {
      what: 'another club',
      path: 'explicit',
      params: { club_slug: 'hilltop', slug: 'away-day' },
      in: ['adminApp', 'otherClub'],
    },
    { what: 'a club that is not there', path: 'explicit', params: { club_slug: 'nowhere', slug: 'away-day' }, in: [] },
    ...(paths.some((path) => path.includes('{slug}'))
      ? ([
          {
            what: 'a game of another club',
            path: 'explicit',
            params: { club_slug: 'riverside-fc', slug: 'away-day' },
            in: [],
            notFound: clubStaff,
          },
          {
            what: 'the legacy path',
            path: 'legacy',
            params: { slug: 'sunday-5s' },
            in: ['club', 'clubApp'],
            notFound: ['otherClub'],
          },
        ] as const)
      : ([{ what: 'the legacy path', path: 'legacy', params: {}, in: ['club', 'clubApp', 'otherClub'] }] as const)),
  ],
  tournament: () => [
    { what: 'its tournament', path: 'explicit', params: { tournament_slug: 'autumn-cup' }, in: cupStaff },
    {
      what: 'another tournament',
      path: 'explicit',
      params: { tournament_slug: 'spring-cup' },
      in: ['adminApp', 'otherTournament'],
    },
    { what: 'a tournament that is not there', path: 'explicit', params: { tournament_slug: 'nowhere' }, in: [] },
    { what: 'the legacy path', path: 'legacy', params: {}, in: ['tournament', 'tournamentApp', 'otherTournament'] },
  ],
  match: () => [
    {
      what: 'a match that a club is authorized for',
      path: 'explicit',
      params: { tournament_slug: 'autumn-cup', match_id: '701' },
      in: [...cupStaff, 'club', 'clubApp'],
    },
    {
      what: 'a match that no club is authorized for',
      path: 'explicit',
      params: { tournament_slug: 'autumn-cup', match_id: '702' },
      in: cupStaff,
    },
    {
      what: 'a match of another tournament',
      path: 'explicit',
      params: { tournament_slug: 'spring-cup', match_id: '801' },
      in: ['adminApp', 'otherTournament'],
    },
    ...['801', '999', '0', 'abc', '-1', '701x', '99999999999999999999'].map((match_id): Target => ({
      what: `a match that is not in it (${match_id})`,
      path: 'explicit',
      params: { tournament_slug: 'autumn-cup', match_id },
      in: [],
      notFound: cupStaff,
    })),
    {
      what: 'a match under a tournament that is not there',
      path: 'explicit',
      params: { tournament_slug: 'nowhere', match_id: '701' },
      in: [],
    },
  ],
  channel: () => [
    {
      what: 'a match that a club is authorized for',
      path: 'explicit',
      params: { channel: 'match:701' },
      in: [...cupStaff, 'club', 'clubApp', 'view'],
    },
    {
      what: 'a match that no club is authorized for',
      path: 'explicit',
      params: { channel: 'match:702' },
      in: cupStaff,
    },
    {
      what: 'a match of another tournament',
      path: 'explicit',
      params: { channel: 'match:801' },
      in: ['adminApp', 'otherTournament'],
    },
    { what: 'a match that is not there', path: 'explicit', params: { channel: 'match:999' }, in: [] },
    { what: 'a game', path: 'explicit', params: { channel: 'game:100' }, in: clubStaff },
    {
      what: 'a game of another club',
      path: 'explicit',
      params: { channel: 'game:110' },
      in: ['adminApp', 'otherClub'],
    },
    { what: 'a game that is not there', path: 'explicit', params: { channel: 'game:999' }, in: [] },
    { what: 'a club', path: 'explicit', params: { channel: 'club:riverside-fc' }, in: clubStaff },
    { what: 'another club', path: 'explicit', params: { channel: 'club:hilltop' }, in: ['adminApp', 'otherClub'] },
    { what: 'a club that is not there', path: 'explicit', params: { channel: 'club:nowhere' }, in: [] },
    { what: 'a tournament', path: 'explicit', params: { channel: 'tournament:autumn-cup' }, in: cupStaff },
    {
      what: 'another tournament',
      path: 'explicit',
      params: { channel: 'tournament:spring-cup' },
      in: ['adminApp', 'otherTournament'],
    },
    { what: 'a tournament that is not there', path: 'explicit', params: { channel: 'tournament:nowhere' }, in: [] },
  ],
  account: () => [{ what: 'itself', path: 'explicit', params: {}, in: ['app', 'memberApp', 'adminApp'] }],
  admin: () => [{ what: 'itself', path: 'explicit', params: {}, in: [] }],
  public: () => [{ what: 'itself', path: 'explicit', params: {}, in: GOOD }],
};
