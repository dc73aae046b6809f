// The form of a club game: all fields as texts, as the browser sends them and as the page shows them again.
import { z } from 'zod';
import { TEAM_COLORS } from '../../../store/fixtures.ts';
import type { Fields } from '../../../http/api/manage.ts';
import { localText } from '../local-time.ts';

export const TEAMS_MIN = 2;
export const TEAMS_MAX = 4;
/** Games that one form makes: this week's and the next ones. */
export const WEEKS_MAX = 12;

/** `place`: '' does not play, `in` plays without a team yet, or the number of a team. `number`: of the shirt. */
type PlayerEntry = { readonly place: string; readonly number: string };
type TeamEntry = { readonly name: string; readonly color: string };

export type GameForm = {
  readonly title: string;
  readonly when: 'now' | 'at';
  /** `2026-11-22T10:00` in `zone`. */
  readonly at: string;
  readonly zone: string;
  readonly location: string;
  readonly field: string;
  readonly pitch: string;
  readonly notes: string;
  readonly halves: string;
  readonly minutes: string;
  readonly isPublic: boolean;
  readonly teamCount: string;
  /** As many as TEAMS_MAX. */
  readonly teams: readonly TeamEntry[];
  /** As `0:1:2`: index, home team and away team of a pairing. A new one has no index: `:1:3`. A bye has no away team: `0:1:`. */
  readonly pairings: readonly string[];
  /** By `user:1` or `junior:1`. */
  readonly players: ReadonlyMap<string, PlayerEntry>;
  /** Names, one in each line, of guests without a team and of each team. */
  readonly guests: readonly string[];
  /** Number of games that are made, one in each week. */
  readonly weeks: string;
};

/** The parts of a stored game that the form shows, as the data file has them. */
const gameFile = z.object({
  slug: z.string(),
  title: z.string(),
  date_time: z.string(),
  timezone: z.string(),
  location: z.string().nullable(),
  field: z.string().nullable(),
  pitch: z.string().nullable(),
  notes: z.string().nullable(),
  is_public: z.boolean(),
  cancelled_at: z.string().nullish(),
  cancellation_reason: z.string().nullish(),
  format: z.object({ halves: z.number(), half_minutes: z.number() }),
  teams: z.array(
    z.looseObject({
      number: z.number(),
      name: z.string().nullish(),
      short_name: z.string().nullish(),
      jersey_color: z.string().nullish(),
    }),
  ),
  matchups: z.array(z.object({ match_index: z.number(), home_team: z.number(), away_team: z.number().nullish() })),
  participants: z.array(
    z.looseObject({
      player_type: z.enum(['user', 'junior', 'guest']),
      id: z.number().nullish(),
      name: z.string().nullish(),
      team: z.number().nullish(),
      rsvp: z.string().nullish(),
    }),
  ),
  lineup_edits: z
    .object({ numbers: z.record(z.string(), z.number()), fill_ins: z.record(z.string(), z.unknown()) })
    .nullish(),
});
export type StoredGame = z.infer<typeof gameFile>;

/** The row of a game that `readRow` gave. Throws TypeError for another one. */
export function storedGame(file: Fields): StoredGame {
  const { data, error } = gameFile.safeParse(file);
  if (data === undefined) throw new TypeError(`The stored game cannot be shown: ${error.message}`);
  return data;
}

/** Whether the form shows the teams of this game: numbers 1 to 2, 3 or 4, or none yet. Others come from data files. */
export const hasFormTeams = ({ teams }: StoredGame): boolean =>
  teams.length === 0 ||
  (teams.length >= TEAMS_MIN &&
    teams.length <= TEAMS_MAX &&
    teams.every(({ number }) => number >= 1 && number <= teams.length));

/** Each pair of teams once. */
export const PAIRS: readonly (readonly [home: number, away: number])[] = [
  [1, 2],
  [3, 4],
  [1, 3],
  [2, 4],
  [1, 4],
  [2, 3],
];

/** The form of a first game. `title`, `zone`: guesses for the visitor. */
export const firstGame = (title: string, zone: string, now: number): GameForm => ({
  title,
  zone,
  when: 'now',
  at: localText(zone, now),
  location: '',
  field: '',
  pitch: '',
  notes: '',
  halves: '2',
  minutes: '20',
  isPublic: true,
  weeks: '1',
  teamCount: '2',
  teams: TEAM_COLORS.slice(0, TEAMS_MAX).map((color) => ({ name: '', color })),
  pairings: PAIRS.map(([home, away]) => `:${home}:${away}`),
  players: new Map(),
  guests: Array.from({ length: TEAMS_MAX + 1 }, () => ''),
});

/** The form of a stored game. */
export function formOfGame(game: StoredGame): GameForm {
  const at = Date.parse(game.date_time);
  const count = Math.max(game.teams.length, TEAMS_MIN);
  const first = firstGame(game.title, game.timezone, at);
  const numbers = game.lineup_edits?.numbers ?? {};
  const guestsOf = (team: number | null): string =>
    game.participants
      .filter((player) => player.player_type === 'guest' && (player.team ?? null) === team)
      .map(({ name }) => lineOf(name ?? ''))
      .join('\n');
  return {
    ...first,
    when: 'at',
    location: game.location ?? '',
    field: game.field ?? '',
    pitch: game.pitch ?? '',
    notes: game.notes ?? '',
    halves: String(game.format.halves),
    minutes: String(game.format.half_minutes),
    isPublic: game.is_public,
    teamCount: String(Math.min(count, TEAMS_MAX)),
    teams: first.teams.map(({ name, color }, index) => {
      const stored = game.teams.find(({ number }) => number === index + 1);
      return { name: stored?.name ?? name, color: stored?.jersey_color ?? color };
    }),
    pairings: [
      ...game.matchups.map(
        ({ match_index: index, home_team: home, away_team: away }) => `${index}:${home}:${away ?? ''}`,
      ),
      // Teams that the game does not have yet would all play.
      ...PAIRS.filter(([home, away]) => Math.max(home, away) > game.teams.length).map(
        ([home, away]) => `:${home}:${away}`,
      ),
    ],
    players: new Map(
      game.participants.flatMap(({ player_type: type, id, team }): [string, PlayerEntry][] =>
        type === 'guest' || typeof id !== 'number'
          ? []
          : [
              [
                `${type}:${id}`,
                {
                  place: team === null || team === undefined ? 'in' : String(team),
                  number: numberText(numbers[`${type}:${id}`]),
                },
              ],
            ],
      ),
    ),
    guests: [null, 1, 2, 3, 4].map(guestsOf),
  };
}

/** The same game again at another time. */
export const copyOfGame = (game: StoredGame, when: 'now' | 'at', at: number): GameForm => ({
  ...formOfGame(game),
  when,
  at: localText(game.timezone, at),
  pairings: formOfGame(game).pairings.filter((pairing) => !pairing.endsWith(':')),
});

/** The next game of a club, as the last one was, without its players. */
export const nextGame = (last: StoredGame, now: number): GameForm => {
  const { players, guests } = firstGame('', 'UTC', now);
  const form = { ...copyOfGame(last, 'now', now), players, guests };
  return hasFormTeams(last) ? form : { ...form, ...teamsOfFirst(now) };
};

const teamsOfFirst = (now: number): Pick<GameForm, 'teams' | 'teamCount' | 'pairings'> => {
  const { teams, teamCount, pairings } = firstGame('', 'UTC', now);
  return { teams, teamCount, pairings };
};

const numberText = (number: number | undefined): string => (number === undefined ? '' : String(number));
const LINE_ENDS = /[\r\n]+/g;
const lineOf = (name: string): string => name.replaceAll(LINE_ENDS, ' ');

/** The form as the browser sent it. Missing fields are empty: the page shows each form whole. */
export function readGameForm(sent: URLSearchParams): GameForm {
  // A form finds a field by looking at all of them.
  const fields = new Map(sent);
  const text = (name: string): string => (fields.get(name) ?? '').trim();
  return {
    title: text('title'),
    when: sent.get('when') === 'now' ? 'now' : 'at',
    at: text('at'),
    zone: text('zone'),
    location: text('location'),
    field: text('field'),
    pitch: text('pitch'),
    notes: text('notes'),
    halves: text('halves'),
    minutes: text('minutes'),
    isPublic: sent.get('public') === 'yes',
    teamCount: text('teams'),
    teams: Array.from({ length: TEAMS_MAX }, (_, index) => ({
      name: text(`team${index + 1}_name`),
      color: text(`team${index + 1}_color`),
    })),
    pairings: sent.getAll('pairing'),
    players: new Map(
      [...fields.keys()].flatMap((name): [string, PlayerEntry][] => {
        const key = playerField.exec(name)?.[1];
        return key === undefined ? [] : [[key, { place: text(name), number: text(`n.${key}`) }]];
      }),
    ),
    guests: Array.from({ length: TEAMS_MAX + 1 }, (_, team) => sent.get(`guests${team}`) ?? ''),
    weeks: text('weeks'),
  };
}
const playerField = /^p\.((?:user|junior):[1-9]\d{0,14})$/;
