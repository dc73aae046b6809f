// The tournaments of the world.
import { dayOf, daysFromNow, hoursFromNow, iso } from '../dates.ts';
import { HILLTOP, RIVERSIDE } from './clubs.ts';
import type { Match, Tournament } from './records.ts';

/** What a data file says of the Autumn Cup to change no more than the parts beside it. */
export const AUTUMN_CUP = { id: 7, name: 'Autumn Cup', slug: 'autumn-cup' } as const;
export const SPRING_CUP = { id: 8, name: 'Spring Cup', slug: 'spring-cup' } as const;
/** Only in `fullWorld`. */
export const HOUSE_LEAGUE = { id: 9, name: 'House League', slug: 'house-league' } as const;

/** The day on which the Autumn Cup begins: `2026-11-01`. */
export const CUP_STARTS = dayOf(daysFromNow(-21));

/**
 * Of match 701, ms since 1970. The match is late: its screen stops announcing the kick-off after half an hour, and the
 * home page lists the match for four hours.
 */
export const MATCH_KICK_OFF = hoursFromNow(-1);

/** Match 701: Riverside against Hilltop; the key of Riverside may write to it. */
export const openingMatch = (more: Partial<Match> = {}): Match => ({
  id: 701,
  stage: 'group',
  group_name: 'A',
  round: 1,
  scheduled_at: iso(MATCH_KICK_OFF),
  home_team_id: 71,
  away_team_id: 72,
  authorized_clubs: [RIVERSIDE.slug],
  ...more,
});

/** Match 702: the opponent of Riverside is not known yet. */
export const finalMatch = (more: Partial<Match> = {}): Match => ({
  id: 702,
  stage: 'final',
  home_team_id: 71,
  away_placeholder: 'Winner of A2',
  ...more,
});

/** Riverside FC hosts it, user 1 organizes it; teams 71 (Riverside) and 72 (Hilltop), matches 701 and 702. */
export const autumnCup = (more: Partial<Tournament> = {}): Tournament => ({
  ...AUTUMN_CUP,
  status: 'group_stage',
  format: 'groups_knockout',
  tournament_type: 'inter_club',
  start_date: CUP_STARTS,
  host_club: RIVERSIDE.slug,
  organizer_ids: [1],
  teams: [
    { id: 71, name: 'Riverside', club_id: RIVERSIDE.id, group_name: 'A' },
    { id: 72, name: 'Hilltop', club_id: HILLTOP.id, group_name: 'A' },
  ],
  players: [
    { user_id: 1, team_id: 71, jersey_number: 9 },
    { user_id: 2, team_id: 71, jersey_number: 7 },
    { user_id: 3, team_id: 72, jersey_number: 3 },
  ],
  matches: [openingMatch(), finalMatch()],
  ...more,
});

/** Hilltop hosts it, user 3 organizes it; match 801. */
export const springCup = (): Tournament => ({
  ...SPRING_CUP,
  status: 'registration',
  format: 'league',
  tournament_type: 'inter_club',
  host_club: HILLTOP.slug,
  organizer_ids: [3],
  teams: [{ id: 81, name: 'Hilltop', club_id: HILLTOP.id }],
  players: [],
  matches: [{ id: 801, stage: 'group', home_team_id: 81, away_placeholder: 'TBD' }],
});
