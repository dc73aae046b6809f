// The forms of a tournament's matches and teams with samples.
import type { FixturesAnswer } from '../../../protocol/rest/fixtures.ts';
import type { Row } from '../../http/api/manage.ts';
import type { PageLanguage } from '../layout/words.tsx';
import { firstValues } from '../manage/tournament/fixtures-form.ts';
import { FixturesPage } from '../manage/tournament/fixtures-page.tsx';
import { NEW_MATCH } from '../manage/tournament/match-form.ts';
import { MatchPage } from '../manage/tournament/match-page.tsx';
import { TeamPage } from '../manage/tournament/team-page.tsx';
import type { TournamentStaff } from '../manage/tournament/tournament-pages.ts';
import { TEAMS } from './public-parts.tsx';
import { GREEK, hoursLater, LONG, tournamentStaff } from './sample-visit.ts';

const tournament = (language: PageLanguage): TournamentStaff => ({
  staff: tournamentStaff(language),
  view: {
    tournament: {
      id: 7,
      name: 'Autumn Cup',
      slug: 'autumn-cup',
      status: 'group_stage',
      format: 'groups_knockout',
      tournament_type: 'inter_club',
      description: null,
      start_date: '2018-09-01',
      end_date: null,
      location: null,
      host_club: null,
    },
    publicNames: 'initials',
    timezone: 'Europe/Lisbon',
    teams: TEAMS,
    crests: {},
    players: [],
    matches: [],
  },
  zone: 'Europe/Lisbon',
});

export const matchProblems = (language: PageLanguage) => (
  <MatchPage
    {...tournament(language)}
    row={null}
    hidden={{}}
    values={{
      ...NEW_MATCH,
      home: String(TEAMS[0]?.id),
      away: String(TEAMS[2]?.id),
      status: 'awarded',
      home_score: '3',
    }}
    faults={[
      { path: 'score.away', message: language.words.tournament.faults.score },
      { path: 'notes', message: language.words.tournament.faults.reason },
    ]}
  />
);

const TEAM: Row = {
  file: { name: LONG, short_name: 'BVL', group_name: 'C', jersey_color: '#2563eb' },
  etag: '',
  isOfService: true,
};

export const teamStale = (language: PageLanguage) => (
  <TeamPage
    staff={tournamentStaff(language)}
    row={TEAM}
    faults={[]}
    newer={{ by: null }}
    formKey=""
    values={{ name: GREEK, short_name: 'AEK', group_name: 'C', badge_url: '', jersey_color: '#ea580c' }}
  />
);

const PREVIEW: FixturesAnswer = {
  created: false,
  matches: TEAMS.slice(1).map(({ name }, index) => ({
    id: null,
    group_name: 'C',
    knockout_round: null,
    knockout_round_label: null,
    pitch: 'Pitch 1',
    round: index + 1,
    scheduled_at: new Date(hoursLater(index)).toISOString(),
    home: { name: TEAMS[0]?.name ?? '', team_id: 1 },
    away: { name, team_id: null },
  })),
};

export const fixturesPreview = (language: PageLanguage) => {
  const shown = tournament(language);
  return (
    <FixturesPage {...shown} values={{ ...firstValues(shown), pitches: 'Pitch 1' }} faults={[]} preview={PREVIEW} />
  );
};
