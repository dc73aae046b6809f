// Live states that a screen must be able to show, one for each fault that scoreboards have had.
import type { Board, BoardEvent, ChannelState, GameBoard, MatchBoard, Side } from '../../protocol/wire/board.ts';
import { NO_STATS } from '../../src/browser/design/samples.ts';
import { feedState, running } from './shown-feeds.ts';

const MINUTE = 60_000;
const common = {
  cards: { home: { yellow: 0, red: 0 }, away: { yellow: 0, red: 0 } },
  stats: { home: NO_STATS, away: NO_STATS },
  keepers: {},
  shootout: { home: [], away: [] },
  events: {},
};

type Happening = readonly [
  minute: string,
  team: Side,
  type: BoardEvent['type'],
  name: string,
  more?: Partial<BoardEvent>,
];

const events = (...all: readonly Happening[]): Board['events'] =>
  Object.fromEntries(
    all.map(([minute, team, type, name, more], index) => [
      `m${index}`,
      {
        type,
        at: new Date(1.7e12 + index * MINUTE).toISOString(),
        minute,
        team,
        player: { id: all.findIndex((one) => one[3] === name) + 1, name, type: 'user' },
        own_goal: false,
        ...more,
      } satisfies BoardEvent,
    ]),
  );

const matchState = (
  title: string,
  board: Omit<MatchBoard, keyof typeof common> & Partial<MatchBoard>,
): ChannelState => ({
  kind: 'match',
  id: 701,
  tournament: 'world-cup-2018',
  title,
  matches: { '701': { ...common, ...board } },
});
const pairing = (index: number, home: string, away: string | null, more: Partial<GameBoard> = {}): GameBoard => ({
  ...common,
  home: { name: home, number: index * 2 + 1, color: ['#1e40af', '#000000', '#16a34a'][index % 3] ?? '#1e40af' },
  ...(away === null ? {} : { away: { name: away, number: index * 2 + 2, color: '#ffffff' } }),
  status: 'live',
  period: 'second_half',
  clock: running(31 + index, 40),
  score: { home: index, away: 1 },
  ...more,
});
const gameState = (title: string, boards: readonly GameBoard[]): ChannelState => ({
  kind: 'game',
  id: 100,
  slug: 'sunday-5s',
  title,
  team_scores: {},
  goals: [],
  matches: Object.fromEntries(boards.map((board, index) => [`100_${index}`, board])),
});

const final = events(
  ['18', 'home', 'Goal', 'Mario Mandžukić', { own_goal: true }],
  ['27', 'home', 'YellowCard', 'N’Golo Kanté'],
  ['28', 'away', 'Goal', 'Ivan Perišić'],
  ['38', 'home', 'PenaltyScored', 'Antoine Griezmann'],
  ['41', 'home', 'YellowCard', 'Lucas Hernández'],
  ['59', 'home', 'Goal', 'Paul Pogba'],
  ['65', 'home', 'Goal', 'Kylian Mbappé'],
  ['69', 'away', 'Goal', 'Mario Mandžukić'],
  ['90+2', 'away', 'YellowCard', 'Šime Vrsaljko'],
);
const kicks = (side: Side, ...scored: readonly boolean[]): Happening[] =>
  scored.map((isIn, index) => ['120', side, isIn ? 'PenaltyScored' : 'PenaltyMissed', `Taker ${index + 1}`]);
const goals = (team: Side, name: string, ...minutes: readonly string[]): Happening[] =>
  minutes.map((minute) => [minute, team, 'Goal', name]);

/** An inline picture, so that tests load none from the network. */
const badge = (color: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1h8v5q0 3-4 4-4-1-4-4z" fill="white"/><path d="M2 2h6v4q0 2-3 3-3-1-3-3z" fill="${color}"/></svg>`)}`;

const crested = {
  home: { id: 1, name: 'Riverside', badge_url: badge('#1e40af') },
  away: { id: 2, name: 'Hilltop United', badge_url: badge('#b91c1c') },
};

/** The states by name; a function, because running clocks run from now. */
export function shownStates(): Readonly<Record<string, ChannelState>> {
  return {
    'added time': matchState('France vs Croatia', {
      home: { id: 1, name: 'France' },
      away: { id: 2, name: 'Croatia' },
      status: 'live',
      period: 'second_half',
      clock: running(92.22, 90),
      score: { home: 4, away: 2 },
      events: final,
    }),
    'before kick-off, names not known': matchState('Winner of group A vs Runner-up', {
      home: { name: 'Winner of group A' },
      away: { name: 'TBD' },
      status: 'scheduled',
      period: 'not_started',
      clock: { running: false, elapsed_ms: 0 },
      score: {},
    }),
    'first half, long names': matchState('Long', {
      home: { id: 1, name: 'Borussia Verein für Leibesübungen 1900 Mönchengladbach' },
      away: { id: 2, name: 'Llanfairpwllgwyngyllgogerychwyrndrobwll Football Club' },
      status: 'live',
      period: 'first_half',
      clock: running(12.12, 45),
      score: { home: 0, away: 1 },
      events: events(
        ['3', 'away', 'Goal', 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh the Younger'],
        ['9', 'home', 'RedCard', 'Pierre-Emerick Emiliano François Aubameyang'],
      ),
    }),
    'a long name beside cards': matchState('Riverside vs Hilltop', {
      home: { id: 1, name: 'Riverside FC' },
      away: { id: 2, name: 'Hilltop United' },
      status: 'live',
      period: 'first_half',
      clock: running(47.22, 45),
      score: { home: 1, away: 1 },
      cards: { home: { yellow: 0, red: 1 }, away: { yellow: 1, red: 0 } },
      events: events(
        ['3', 'home', 'Goal', 'Ana Silva'],
        ['9', 'away', 'YellowCard', 'Bo Li'],
        ['12', 'away', 'Goal', 'Müller-Lüdenscheidt'],
        ['30', 'home', 'RedCard', 'Kid One'],
      ),
    }),
    'no goals, with crests': matchState('Riverside vs Hilltop', {
      ...crested,
      status: 'live',
      period: 'first_half',
      clock: running(12.12, 45),
      score: { home: 0, away: 0 },
    }),
    'few goals, with crests': matchState('Riverside vs Hilltop', {
      ...crested,
      status: 'live',
      period: 'first_half',
      clock: running(12.12, 45),
      score: { home: 1, away: 0 },
      events: events(['3', 'home', 'Goal', 'Ana Silva'], ['9', 'away', 'YellowCard', 'Bo Li']),
    }),
    '13–0, full time': matchState('United States vs Thailand', {
      home: { id: 1, name: 'United States' },
      away: { id: 2, name: 'Thailand' },
      status: 'completed',
      period: 'full_time',
      clock: { running: false, elapsed_ms: 95 * MINUTE, as_of: 1.7e12, period_ends_ms: 90 * MINUTE },
      score: { home: 13, away: 0 },
      events: events(
        ...goals('home', 'Alex Morgan', '12', '53', '74', '81', '87'),
        ...goals('home', 'Rose Lavelle', '20', '56'),
        ...goals('home', 'Samantha Mewis', '50', '54'),
        ...goals('home', 'Lindsey Horan', '32'),
        ...goals('home', 'Megan Rapinoe', '79'),
        ...goals('home', 'Mallory Pugh', '85'),
        ...goals('home', 'Carli Lloyd', '90+2'),
      ),
    }),
    'a shootout': matchState('Russia vs Croatia', {
      home: { id: 1, name: 'Russia' },
      away: { id: 2, name: 'Croatia' },
      status: 'live',
      period: 'penalty_shootout',
      clock: { running: false, elapsed_ms: 122 * MINUTE, as_of: 1.7e12 },
      score: { home: 2, away: 2, home_penalties: 1, away_penalties: 2 },
      shootout: { home: [false, true, false], away: [true, false, true] },
      events: events(
        ['31', 'home', 'Goal', 'Denis Cheryshev'],
        ['39', 'away', 'Goal', 'Andrej Kramarić'],
        ['101', 'away', 'Goal', 'Domagoj Vida'],
        ['115', 'home', 'Goal', 'Mário Fernandes'],
        ...kicks('home', false, true, false),
        ...kicks('away', true, false, true),
      ),
    }),
    'half-time after a second yellow': matchState('Half', {
      home: { id: 1, name: 'Riverside' },
      away: { id: 2, name: 'Hilltop' },
      status: 'live',
      period: 'half_time',
      clock: { running: false, elapsed_ms: 47 * MINUTE, as_of: 1.7e12, period_ends_ms: 45 * MINUTE },
      score: { home: 0, away: 0 },
      events: events(
        ['12', 'away', 'YellowCard', 'Kid One'],
        ['45+1', 'away', 'YellowCard', 'Kid One', { second_yellow: true }],
        ['45+1', 'away', 'RedCard', 'Kid One'],
      ),
    }),
    'a long shootout, over': matchState('Long shootout', {
      home: { id: 1, name: 'Washington' },
      away: { id: 2, name: 'Bedlington' },
      status: 'completed',
      period: 'full_time',
      clock: { running: false, elapsed_ms: 120 * MINUTE, as_of: 1.7e12 },
      score: { home: 3, away: 3, home_penalties: 25, away_penalties: 24 },
      shootout: { home: Array<boolean>(27).fill(true), away: [...Array<boolean>(26).fill(true), false] },
    }),
    'one pairing, by hand': gameState('Sunday 5s', [pairing(0, 'Team 1', 'Bibs', { score: { home: 120, away: 999 } })]),
    'four pairings and a bye': gameState('Sunday 5s', [
      pairing(0, 'Team 1', 'Bibs'),
      pairing(1, 'Old Boys', 'Young Girls and Friends United', { clock: running(43.5, 40) }),
      pairing(2, 'Team 5', 'Team 6', { status: 'completed', period: 'full_time', score: { home: 2, away: 2 } }),
      pairing(3, 'Team 7', 'Team 8', { status: 'scheduled', period: 'not_started', score: {} }),
      pairing(4, 'Team 9', null, { status: 'scheduled', period: 'not_started', score: {} }),
    ]),
    'line-ups': matchState('Riverside vs Hilltop', {
      ...crested,
      status: 'scheduled',
      period: 'not_started',
      clock: { running: false, elapsed_ms: 0 },
      score: {},
    }),
    'a formation': matchState('Riverside vs Hilltop', {
      home: { id: 1, name: 'Αθλητική Ένωσις Κωνσταντινουπόλεως', badge_url: badge('#1e40af') },
      away: { id: 2, name: 'FCK' },
      status: 'scheduled',
      period: 'not_started',
      clock: { running: false, elapsed_ms: 0 },
      score: {},
    }),
    'a table before the match': matchState('Riverside vs Hilltop', {
      home: { id: 1, name: 'Riverside' },
      away: { id: 2, name: 'Hilltop United' },
      status: 'scheduled',
      period: 'not_started',
      clock: { running: false, elapsed_ms: 0 },
      score: {},
    }),
    'statistics after the match': matchState('Riverside vs Hilltop', {
      ...crested,
      status: 'completed',
      period: 'full_time',
      clock: { running: false, elapsed_ms: 95 * MINUTE, as_of: 1.7e12, period_ends_ms: 90 * MINUTE },
      score: { home: 2, away: 1 },
      cards: { home: { yellow: 2, red: 0 }, away: { yellow: 4, red: 1 } },
      stats: {
        home: {
          shots_on_target: 7,
          shots_off_target: 4,
          missed_chances: 2,
          chances_created: 9,
          gk_saves: 3,
          defensive_contributions: 21,
          fouls: 8,
        },
        away: {
          shots_on_target: 4,
          shots_off_target: 6,
          missed_chances: 1,
          chances_created: 5,
          gk_saves: 5,
          defensive_contributions: 17,
          fouls: 12,
        },
      },
    }),
    'a tournament before it begins': feedState(8, () => null),
    'a tournament of groups before it begins': feedState(20, () => null),
    'a tournament of groups with three live matches': feedState(9, (index) => (index % 3 === 0 ? index : null)),
    'a tournament with three live matches': feedState(9, (index) => (index % 3 === 0 ? index : null)),
    'a tournament': {
      kind: 'tournament',
      slug: 'autumn-cup',
      matches: Object.fromEntries(
        Array.from({ length: 24 }, (_, index) => [
          String(index),
          {
            channel: `match:${index}`,
            title: '',
            home: { name: index === 3 ? 'Borussia Verein für Leibesübungen 1900' : `Home ${index}` },
            away: { name: `Away ${index}` },
            status: index % 3 === 0 ? ('live' as const) : ('scheduled' as const),
            period: index % 3 === 0 ? ('second_half' as const) : ('not_started' as const),
            clock: index % 3 === 0 ? running(80 + index, 90) : { running: false, elapsed_ms: 0 },
            score: index % 3 === 0 ? { home: index, away: 1 } : {},
          },
        ]),
      ),
    },
  };
}
