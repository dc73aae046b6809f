// JSON-LD of a match, for search engines (schema.org/SportsEvent).
import type { MatchStatus } from '../../../protocol/wire/board.ts';

type EventFacts = {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  /** ISO 8601; null when there is no date yet. */
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly place: string | null;
  readonly home: string;
  readonly away: string | null;
  readonly status: MatchStatus;
  readonly organizer: string;
};

const STATUSES: Readonly<Record<MatchStatus, 'Scheduled' | 'Postponed' | 'Cancelled'>> = {
  scheduled: 'Scheduled',
  live: 'Scheduled',
  completed: 'Scheduled',
  awarded: 'Scheduled',
  abandoned: 'Cancelled',
  postponed: 'Postponed',
  cancelled: 'Cancelled',
};

const team = (name: string) => ({ '@type': 'SportsTeam', name });

export const sportsEvent = ({ name, description, url, startDate, endDate, ...facts }: EventFacts): object => ({
  '@context': 'https://schema.org',
  '@type': 'SportsEvent',
  name,
  description,
  url,
  sport: 'Association football',
  ...(startDate === null ? {} : { startDate }),
  ...(endDate === null ? {} : { endDate }),
  ...(facts.place === null ? {} : { location: { '@type': 'Place', name: facts.place } }),
  homeTeam: team(facts.home),
  ...(facts.away === null ? {} : { awayTeam: team(facts.away) }),
  eventStatus: `https://schema.org/Event${STATUSES[facts.status]}`,
  organizer: { '@type': 'SportsOrganization', name: facts.organizer },
});
