// The matches of `/design`: the final of 2018, in the states that a board can have. Their time stands still.
import type { Board, BoardEvent, MatchBoard, MatchState, Side } from '../../../protocol/wire/board.ts';
import {
  type Facts,
  type FactsFixture,
  type FactsLineup,
  type FactsRow,
  NO_FACTS,
} from '../../../protocol/rest/facts.ts';
import { PLACES_4_2_3_1 } from './formation-places.ts';
import { renamed } from './sample-names.ts';

/** The time of all samples, ms since 1970. */
export const SAMPLE_NOW = Date.UTC(2018, 6, 15, 16, 10);
const MINUTE = 60_000;

type Happening = readonly [
  minute: string,
  team: Side,
  type: BoardEvent['type'],
  name: string,
  more?: Partial<BoardEvent>,
];

const eventsOf = (...all: readonly Happening[]): Board['events'] =>
  Object.fromEntries(
    all.map(([minute, team, type, name, more], index) => [
      `m${index}`,
      {
        type,
        minute,
        team,
        own_goal: name === 'Mario Mandžukić' && team === 'home',
        at: new Date(SAMPLE_NOW - (90 - index) * MINUTE).toISOString(),
        player: { id: all.findIndex((one) => one[3] === name) + 1, name, type: 'user' as const },
        ...more,
      },
    ]),
  );

/** No statistics. */
export const NO_STATS = {
  shots_on_target: 0,
  shots_off_target: 0,
  missed_chances: 0,
  chances_created: 0,
  gk_saves: 0,
  defensive_contributions: 0,
  fouls: 0,
};
const shots = { home: { shots_on_target: 6, shots_off_target: 1 }, away: { shots_on_target: 4, shots_off_target: 8 } };
const badge = (color: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1h8v5q0 3-4 4-4-1-4-4z" fill="white"/><path d="M2 2h6v4q0 2-3 3-3-1-3-3z" fill="${color}"/></svg>`)}`;
/** Of the scorer of the sample's newest goal for home. */
const PORTRAIT = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 12"><path d="M0 0h10v12H0z" fill="#94a3b8"/><circle cx="5" cy="4.4" r="2.2" fill="#334155"/><path d="M0.6 12q0-5 4.4-5t4.4 5z" fill="#334155"/></svg>')}`;

const match = (board: Partial<MatchBoard> & Pick<MatchBoard, 'period' | 'score'>): MatchState => ({
  kind: 'match',
  id: 704,
  tournament: 'world-cup-2018',
  title: 'France vs Croatia',
  matches: {
    '704': {
      home: { id: 1, name: 'France', badge_url: badge('#1e3a8a') },
      away: { id: 2, name: 'Croatia', badge_url: badge('#b91c1c') },
      status: 'live',
      clock: { running: false, elapsed_ms: 0 },
      cards: { home: { yellow: 0, red: 0 }, away: { yellow: 0, red: 0 } },
      stats: { home: NO_STATS, away: NO_STATS },
      keepers: {},
      shootout: { home: [], away: [] },
      events: {},
      ...board,
    },
  },
});

const goals = eventsOf(
  ['18', 'home', 'Goal', 'Mario Mandžukić'],
  ['28', 'away', 'Goal', 'Ivan Perišić'],
  ['38', 'home', 'PenaltyScored', 'Antoine Griezmann'],
  ['41', 'home', 'YellowCard', 'Lucas Hernández'],
  ['59', 'home', 'Goal', 'Paul Pogba'],
  ['65', 'home', 'Goal', 'Kylian Mbappé'],
  ['69', 'away', 'Goal', 'Mario Mandžukić'],
  ['81', 'home', 'Substitution', 'Olivier Giroud', { second_player: { name: 'Nabil Fekir' } }],
);
/** A card of each kind. Hernández gets both cards of one sending-off, Vida the second yellow one alone. */
const cards = eventsOf(
  ['41', 'home', 'YellowCard', 'Lucas Hernández'],
  ['52', 'away', 'YellowCard', 'Domagoj Vida'],
  ['77', 'home', 'YellowCard', 'Lucas Hernández', { second_yellow: true }],
  ['77', 'home', 'RedCard', 'Lucas Hernández'],
  ['80', 'away', 'YellowCard', 'Domagoj Vida', { second_yellow: true }],
  ['84', 'away', 'RedCard', 'Luka Modrić'],
);
const kicks = eventsOf(
  ['120', 'home', 'PenaltyScored', 'Antoine Griezmann'],
  ['120', 'away', 'PenaltyMissed', 'Ivan Perišić'],
  ['120', 'home', 'PenaltyMissed', 'Paul Pogba'],
  ['120', 'away', 'PenaltyScored', 'Luka Modrić'],
  ['120', 'home', 'PenaltyScored', 'Kylian Mbappé'],
);
const clockAt = (minutes: number, running: boolean, ends = 90) => ({
  running,
  elapsed_ms: minutes * MINUTE,
  as_of: SAMPLE_NOW,
  period_ends_ms: ends * MINUTE,
});

/** Where the shootout of the last samples is invented: the final had none. */
export const SAMPLES = {
  before: match({ status: 'scheduled', period: 'not_started', score: {} }),
  live: match({ period: 'second_half', score: { home: 4, away: 2 }, events: goals, clock: clockAt(71.35, true) }),
  added: match({
    period: 'second_half',
    score: { home: 4, away: 2 },
    events: goals,
    clock: clockAt(92.22, true),
    cards: { home: { yellow: 2, red: 0 }, away: { yellow: 1, red: 1 } },
  }),
  break: match({
    period: 'half_time',
    score: { home: 2, away: 1 },
    clock: clockAt(47, false, 45),
    stats: { home: { ...NO_STATS, ...shots.home }, away: { ...NO_STATS, ...shots.away } },
  }),
  shootout: match({
    period: 'penalty_shootout',
    score: { home: 1, away: 1, home_penalties: 2, away_penalties: 1 },
    shootout: { home: [true, false, true], away: [false, true] },
    events: kicks,
  }),
  won: match({
    status: 'completed',
    period: 'full_time',
    clock: clockAt(120, false, 120),
    score: { home: 1, away: 1, home_penalties: 4, away_penalties: 2 },
    shootout: { home: [true, true, false, true, true], away: [true, false, true, false] },
  }),
  nil: match({ period: 'first_half', score: { home: 0, away: 0 }, clock: clockAt(12.2, true, 45) }),
  cards: match({
    period: 'second_half',
    score: { home: 1, away: 1 },
    events: cards,
    clock: clockAt(84.5, true),
    cards: { home: { yellow: 2, red: 1 }, away: { yellow: 2, red: 2 } },
  }),
  half: match({ period: 'half_time', score: { home: 4, away: 2 }, events: goals, clock: clockAt(47, false, 45) }),
  extra: match({
    period: 'extra_time_first_half',
    score: { home: 2, away: 2 },
    clock: clockAt(96.7, true, 105),
    cards: { home: { yellow: 1, red: 0 }, away: { yellow: 0, red: 1 } },
  }),
  full: match({
    status: 'completed',
    period: 'full_time',
    score: { home: 4, away: 2 },
    events: goals,
    clock: clockAt(95, false),
  }),
  postponed: match({ status: 'postponed', period: 'not_started', score: {} }),
} as const satisfies Readonly<Record<string, MatchState>>;
export type SampleName = keyof typeof SAMPLES;
const SAMPLE_NAMES = Object.keys(SAMPLES) as readonly SampleName[];

const row = (id: number, name: string, won: number, drawn: number, lost: number, difference: number): FactsRow => ({
  id,
  name,
  played: won + drawn + lost,
  won,
  drawn,
  lost,
  goals_for: Math.max(difference, 0),
  goals_against: Math.max(-difference, 0),
  points: 3 * won + drawn,
});

const lineup = (...names: readonly string[]): FactsLineup => ({
  starters: names.map((name, index) => {
    const [x, y] = PLACES_4_2_3_1[index] ?? [50, 50];
    return { number: NUMBERS[index] ?? null, name, captain: index === 0, position: null, pitch: { x, y } };
  }),
  substitutes: [],
});
const NUMBERS = [1, 2, 4, 5, 21, 6, 13, 14, 10, 7, 9];

const nextMatch = (hours: number, home: string, away: string, round: string): FactsFixture => ({
  home,
  away,
  kick_off: SAMPLE_NOW + hours * 60 * MINUTE,
  zone: 'Europe/Moscow',
  group: null,
  round,
});

/** Group C of 2018, the line-ups of the final, and the kick-off of the match that has not begun. */
export const SAMPLE_FACTS: Facts = {
  ...NO_FACTS,
  competition: 'World Cup 2018',
  group: 'C',
  kick_off: SAMPLE_NOW + 12 * MINUTE,
  lineups: {
    '704': {
      home: lineup(
        'Hugo Lloris',
        'Benjamin Pavard',
        'Raphaël Varane',
        'Samuel Umtiti',
        'Lucas Hernández',
        'Paul Pogba',
        'N’Golo Kanté',
        'Blaise Matuidi',
        'Kylian Mbappé',
        'Antoine Griezmann',
        'Olivier Giroud',
      ),
      away: lineup(
        'Danijel Subašić',
        'Šime Vrsaljko',
        'Dejan Lovren',
        'Domagoj Vida',
        'Ivan Strinić',
        'Ivan Rakitić',
        'Marcelo Brozović',
        'Ante Rebić',
        'Luka Modrić',
        'Ivan Perišić',
        'Mario Mandžukić',
      ),
    },
  },
  portraits: { '5': PORTRAIT },
  next: [
    nextMatch(2, 'Belgium', 'England', 'Third place'),
    nextMatch(26, 'Αθλητική Ένωσις Κωνσταντινουπόλεως', 'FCK', 'Friendly match'),
    nextMatch(29, 'النادي الأهلي', 'Borussia Verein für Leibesübungen 1900', 'Friendly match'),
  ],
  tables: [
    {
      group: 'C',
      rows: [
        row(1, 'France', 2, 1, 0, 2),
        row(5, 'Denmark', 1, 2, 0, 1),
        row(6, 'Peru', 1, 0, 2, 0),
        row(7, 'Australia', 0, 1, 2, -3),
      ],
    },
  ],
};

/** The sponsors of the samples, for `logos`. */
export const SAMPLE_LOGOS = ['#be123c', '#0f766e', '#1d4ed8'].map(
  (color) =>
    `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 12"><rect width="40" height="12" rx="2" fill="white"/><circle cx="7" cy="6" r="3.4" fill="${color}"/><path d="M13 4h22v1.6H13zM13 7h15v1.2H13z" fill="${color}"/></svg>`)}`,
);

/** The crest for `crest=team-1` and any other key; null without one. */
export const crestOf = (search: string): string | null =>
  new URLSearchParams(search).has('crest') ? badge('#0e7490') : null;

const OWN_NAMES = {
  teams: ['France', 'Croatia', 'Denmark', 'Peru', 'Australia'],
  players: Object.values(SAMPLE_FACTS.lineups).flatMap(({ home, away }) =>
    [...home.starters, ...away.starters].map(({ name }) => name),
  ),
};

/** The sample that the address names, with the names of `samples=greek`; the live one for any other name. */
export function sampleOf(search: string): MatchState {
  const query = new URLSearchParams(search);
  const name = SAMPLE_NAMES.find((one) => one === query.get('state')) ?? 'live';
  return renamed(SAMPLES[name], query.get('samples'), OWN_NAMES);
}

/** Their facts: `lineup=list` without places on the pitch and with substitutes, `groups=8` with so many tables. */
export function factsOf(search: string): Facts {
  const query = new URLSearchParams(search);
  const groups = Number(query.get('groups') ?? 1);
  const [table] = SAMPLE_FACTS.tables;
  const facts: Facts = {
    ...SAMPLE_FACTS,
    ...(query.get('lineup') === 'list' ? { lineups: LISTED } : {}),
    ...(table && groups > 1
      ? { tables: Array.from({ length: groups }, (_, index) => ({ ...table, group: 'ABCDEFGHIJKL'.charAt(index) })) }
      : {}),
  };
  return renamed(facts, query.get('samples'), OWN_NAMES);
}

const BENCH = ['Steve Mandanda', 'Presnel Kimpembe', 'Nabil Fekir', 'Corentin Tolisso', 'Thomas Lemar'];
const listed = ({ starters }: FactsLineup): FactsLineup => ({
  starters: starters.map(({ number, name, captain }) => ({ number, name, captain, position: null })),
  substitutes: BENCH.map((name, index) => ({ number: 16 + index, name, captain: false, position: null })),
});
const LISTED: Facts['lineups'] = Object.fromEntries(
  Object.entries(SAMPLE_FACTS.lineups).map(([id, { home, away }]) => [id, { home: listed(home), away: listed(away) }]),
);
