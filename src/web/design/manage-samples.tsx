// The forms of the management pages with samples: with the problem of a field, with a fault of no field, and after another change.
import type { OwnLineups } from '../../http/api/fixtures.ts';
import type { Row } from '../../http/api/manage.ts';
import type { MatchPerson } from '../../store/match-people.ts';
import type { SquadPerson } from '../../store/squad.ts';
import type { PageLanguage } from '../layout/words.tsx';
import { firstGame, type GameForm } from '../manage/games/game-form.ts';
import { FormPage, type FormPageProps } from '../manage/games/form-page.tsx';
import { PersonPage } from '../manage/squad/person.tsx';
import { SquadPage } from '../manage/squad/squad.tsx';
import type { LineupState } from '../manage/tournament/lineups-page.tsx';
import { TournamentsPage } from '../manage/tournament/new-tournament.tsx';
import { SettingsPage, valuesOf } from '../manage/tournament/settings-page.tsx';
import { TeamLineupPage } from '../manage/tournament/team-lineup-page.tsx';
import { ARABIC, clubStaff, GREEK, hoursLater, LONG, tournamentStaff } from './sample-visit.ts';

const BY = 'Miguel Costa';
const UNKNOWN = { path: 'series_id', message: 'No such series.' };

const PEOPLE = [
  { key: 'user:1', name: 'Ana Silva', number: 9 },
  { key: 'user:2', name: 'محمد صلاح حامد', number: 11 },
  { key: 'junior:3', name: 'Pierre-Emerick Emiliano François Aubameyang', number: null },
];
const GAME: GameForm = {
  ...firstGame('Sunday 5s', 'Europe/Lisbon', hoursLater(48)),
  when: 'at',
  location: 'Riverside Park',
  players: new Map([
    ['user:1', { place: '1', number: '9' }],
    ['user:2', { place: '2', number: '' }],
  ]),
};

function GameSample({ language, ...props }: { readonly language: PageLanguage } & Partial<FormPageProps>) {
  return (
    <FormPage
      staff={clubStaff(language)}
      address="#game"
      form={GAME}
      faults={[]}
      hidden={{}}
      notice={null}
      people={{ people: PEOPLE, unlisted: 0 }}
      maybe={new Set(['user:2'])}
      isZoneGuessed={false}
      scripts={[]}
      title={language.words.games.newGame}
      stored={null}
      {...props}
    />
  );
}

export const gameProblems = (language: PageLanguage) => (
  <GameSample
    language={language}
    form={{ ...GAME, title: '', minutes: '900', zone: 'Europe/Lisbon' }}
    faults={[
      { path: 'title', message: language.words.games.faults.title },
      { path: 'format.half_minutes', message: language.words.games.faults.minutes(90) },
      UNKNOWN,
    ]}
  />
);

export const gameStale = (language: PageLanguage) => (
  <GameSample
    language={language}
    title={language.words.games.editTitle(GAME.title)}
    address="#game"
    form={{ ...GAME, title: 'كرة الأحد', location: LONG }}
    stored={{
      isOfService: true,
      hasFormTeams: true,
      cancellation: null,
      following: 3,
      isForFollowing: false,
      newer: { by: BY, form: GAME },
    }}
  />
);

const person = (id: number, name: string, more: Partial<SquadPerson> = {}): SquadPerson => ({
  kind: 'member',
  id,
  name,
  status: 'active',
  role: 'Member',
  jerseyNumber: id,
  position: null,
  hasAccount: false,
  ...more,
});
const SQUAD = [
  person(1, 'Ana Silva', { role: 'Owner', position: 'forward', hasAccount: true }),
  person(2, 'محمد صلاح حامد', { role: 'Moderator', status: 'pending' }),
  person(3, 'Pierre-Emerick Emiliano François Aubameyang', { jerseyNumber: null, position: 'midfielder' }),
  person(4, 'Lea Meyer', { kind: 'junior', role: null }),
  person(5, 'Bo', { status: 'former' }),
];

export const squadProblem = (language: PageLanguage) => (
  <SquadPage
    staff={clubStaff(language)}
    squad={SQUAD}
    names="initials"
    refused={{
      kind: 'junior',
      formKey: '',
      form: { name: '', number: '100', position: '', role: null },
      faults: [
        { path: 'name', message: language.words.squad.problems.noName },
        { path: 'jersey_number', message: language.words.squad.problems.badNumber },
      ],
    }}
  />
);

const MEMBER: Row = {
  file: { name: 'Ana Silva', jersey_number: 9, club_position: 'forward', role: 'Member', status: 'active' },
  etag: '',
  isOfService: false,
};

export const personStale = (language: PageLanguage) => (
  <PersonPage
    staff={clubStaff(language)}
    person={{ kind: 'member', id: 1 }}
    row={MEMBER}
    faults={[]}
    newer={{ by: BY }}
    form={{ name: 'Ana Silva Santos', number: '10', position: 'midfielder', role: 'Member', status: 'active' }}
    hasAccount={false}
  />
);

const MATCH: OwnLineups['match'] = {
  id: 701,
  tournamentId: 7,
  tournament: 'autumn-cup',
  tournamentName: 'Autumn Cup',
  home: ARABIC,
  away: LONG,
  sides: ['away'],
  open: [],
  at: hoursLater(48),
  zone: 'Europe/Lisbon',
};

export const tournamentFault = (language: PageLanguage) => (
  <TournamentsPage
    staff={clubStaff(language)}
    hosted={[{ slug: 'autumn-cup', name: 'Autumn Cup' }]}
    own={[MATCH]}
    name=""
    formKey=""
    faults={[
      { path: 'name', message: language.words.tournament.faults.name },
      { path: '', message: language.words.problems[503].advice },
    ]}
  />
);

const SETTINGS: Row = {
  file: {
    name: 'Autumn Cup',
    start_date: '2018-09-01',
    location: 'Riverside Park',
    timezone: 'Europe/Lisbon',
    match_format: { halves: 2, half_minutes: 20 },
    public_names: 'initials',
    tie_breaks: ['goal_difference'],
  },
  etag: '',
  isOfService: true,
};
const VALUES = valuesOf(SETTINGS);

export const settingsProblem = (language: PageLanguage) => (
  <SettingsPage
    staff={tournamentStaff(language)}
    row={SETTINGS}
    hidden={{}}
    values={{ ...VALUES, name: '', half_minutes: '0' }}
    faults={[
      { path: 'name', message: language.words.tournament.faults.name },
      { path: 'match_format', message: language.words.tournament.faults.minutes(1, 600) },
    ]}
  />
);

export const settingsStale = (language: PageLanguage) => (
  <SettingsPage
    staff={tournamentStaff(language)}
    row={SETTINGS}
    hidden={{}}
    faults={[]}
    newer={{ by: null }}
    values={{ ...VALUES, name: GREEK, halves: '1' }}
  />
);

const PLAYERS: readonly MatchPerson[] = PEOPLE.map(({ name, number }, index) => ({
  id: index + 1,
  name,
  number,
  side: 'away',
}));
const LINEUP: LineupState = {
  people: PLAYERS,
  hidden: {},
  faults: [],
  entries: new Map([
    [1, { part: 'starters', number: '9' }],
    [2, { part: 'substitutes', number: '1a' }],
  ]),
};

const lineup = (language: PageLanguage, form: Partial<LineupState>) => (
  <TeamLineupPage
    staff={clubStaff(language)}
    own={{ match: MATCH, lineups: {}, etag: '' }}
    form={{ ...LINEUP, ...form }}
  />
);

export const lineupFault = (language: PageLanguage) =>
  lineup(language, { faults: [{ path: '', message: language.words.tournament.faults.number('محمد صلاح حامد') }] });

export const lineupStale = (language: PageLanguage) => {
  const { starts, bench } = language.words.tournament;
  return lineup(language, {
    newer: { by: BY, differences: [{ label: 'Ana Silva', stored: bench, typed: `${starts} 9` }] },
  });
};
