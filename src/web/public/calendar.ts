// Calendars (RFC 5545): `/clubs/{slug}/calendar.ics` and `/tournaments/{slug}/calendar.ics`, for readers who may see the page.
import ical, { ICalEventStatus } from 'ical-generator';
import type { Board, MatchStatus } from '../../../protocol/wire/board.ts';
import type { CompletedGame } from '../../../protocol/rest/game.ts';
import { DEFAULT_FORMAT, type Format } from '../../match/fixture.ts';
import { NOSNIFF } from '../../http/core/answer.ts';
import type { PastGame } from '../../resources/club-lists.ts';
import type { TournamentView } from '../../resources/tournament-lists.ts';
import type { PageRef } from '../../store/public-pages.ts';
import { scoreText } from './board.tsx';
import { clubPageRef, readClub } from './club.tsx';
import { oneLine } from '../../ops/one-line.ts';
import { pathOf, type PublicPagesDeps } from './page.ts';
import type { Content, PublicFile } from './serve.ts';
import { tournamentPageRef } from './tournament.tsx';
import { whenText } from './when.tsx';

type Ref<Kind extends PageRef['kind']> = Extract<PageRef, { kind: Kind }>;
type Deps = Pick<PublicPagesDeps, 'clubs' | 'tournaments' | 'baseUrl'>;

export type CalendarEvent = {
  /** The same for ever: as `game-100`. */
  readonly id: string;
  readonly title: string;
  /** ms since 1970 */
  readonly start: number;
  readonly end: number;
  /** The time at the ground (rule PAGE-34), as `Sun, 22 Nov 2026, 10:00 GMT`: calendars show their own zone. */
  readonly localTime: string;
  readonly place: string | null;
  readonly url: string;
  readonly status: MatchStatus;
  /** Why it is cancelled; null: no reason was given. */
  readonly reason?: string | null;
};

const HEADERS = { 'content-type': 'text/calendar; charset=utf-8', ...NOSNIFF } as const;
/** Calendars ask again after this time, s. */
const ASK_AGAIN_S = 3_600;
/** Of a break between two halves, minutes. */
const BREAK_MIN = 15;

/** Until the end of regular time, ms. */
const lengthOf = ({ halves, halfMinutes }: Format): number =>
  (halves * halfMinutes + (halves - 1) * BREAK_MIN) * 60_000;

/** A club game keeps its end when it becomes past: lists of past games do not have the format. */
const GAME_MS = lengthOf(DEFAULT_FORMAT);

export const clubCalendar = (deps: Deps): PublicFile<Ref<'club'>> => ({
  name: 'club-calendar',
  path: '/clubs/{slug}/calendar.ics',
  headers: HEADERS,
  isWithoutWords: true,
  memberView: 'members',
  refOf: clubPageRef,
  async read(ref, access, { userId }) {
    const lists = await deps.clubs.get(ref.slug);
    if (lists === null) return null;
    const { club, coming, results } = await readClub(lists, { isMember: userId !== null && access.isMember });
    const events = [
      ...coming.flatMap(({ details, match }): CalendarEvent[] => {
        const { fixture, state } = match;
        if (fixture.kind !== 'game') return [];
        const path = pathOf('clubs', fixture.clubSlug, 'games', fixture.slug);
        const [first] = Object.values<Board>(state.matches);
        return [
          {
            id: `game-${fixture.id}`,
            title: fixture.title,
            url: deps.baseUrl() + path,
            start: fixture.kickOff,
            end: fixture.kickOff + GAME_MS,
            localTime: whenText(fixture.kickOff, 'en', details.place.timezone),
            place: placeOf(details.place),
            status: fixture.cancellation ? 'cancelled' : (first?.status ?? 'scheduled'),
            reason: fixture.cancellation?.reason ?? null,
          },
        ];
      }),
      ...results.map(pastEvent),
    ];
    return content(club.name, deps.baseUrl(), events);
  },
});

const pastEvent = (game: PastGame): CalendarEvent => ({
  id: `game-${game.id}`,
  url: game.url,
  title: game.score === null || game.cancellation ? game.title : `${game.title}: ${game.score}`,
  start: Date.parse(game.date_time),
  end: Date.parse(game.date_time) + GAME_MS,
  localTime: whenText(Date.parse(game.date_time), 'en', game.timezone),
  place: placeOf(game),
  status: game.cancellation ? 'cancelled' : 'completed',
  reason: game.cancellation?.reason ?? null,
});

type Place = Pick<CompletedGame, 'location' | 'field' | 'pitch'>;
const placeOf = ({ location, field, pitch }: Place): string | null =>
  [location, field, pitch].filter((name) => name !== null).join(', ') || null;

export const tournamentCalendar = (deps: Deps): PublicFile<Ref<'tournament'>> => ({
  name: 'tournament-calendar',
  path: '/tournaments/{slug}/calendar.ics',
  headers: HEADERS,
  isWithoutWords: true,
  memberView: 'all',
  refOf: tournamentPageRef,
  async read(ref) {
    const lists = await deps.tournaments.get(ref.slug);
    if (lists === null) return null;
    const view = lists.view();
    return content(view.tournament.name, deps.baseUrl(), matchEvents(view, deps.baseUrl()));
  },
});

/** Matches without a date are in no calendar. */
const matchEvents = ({ tournament, timezone, matches }: TournamentView, baseUrl: string): CalendarEvent[] =>
  matches.flatMap(({ details, match: { fixture, state } }) => {
    const board: Board | undefined = state.matches[String(fixture.id)];
    if (details.scheduledAt === null || board === undefined) return [];
    const title = board.score.home === undefined ? fixture.title : `${fixture.title}: ${scoreText(board)}`;
    return [
      {
        id: `match-${fixture.id}`,
        title,
        status: board.status,
        start: details.scheduledAt,
        end: details.scheduledAt + lengthOf(fixture.format),
        localTime: whenText(details.scheduledAt, 'en', timezone),
        place: placeOf({ location: tournament.location, ...details.place }),
        url: baseUrl + pathOf('tournaments', tournament.slug, 'matches', fixture.id),
      },
    ];
  });

function content(name: string, baseUrl: string, events: readonly CalendarEvent[]): Content {
  return { version: JSON.stringify([name, events]), make: () => calendarText(name, baseUrl, events) };
}

const STATUSES: Readonly<Record<MatchStatus, ICalEventStatus>> = {
  scheduled: ICalEventStatus.CONFIRMED,
  live: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  awarded: ICalEventStatus.CONFIRMED,
  postponed: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
  abandoned: ICalEventStatus.CANCELLED,
};

/** The text with its lines, which the library escapes. */
const plain = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map(oneLine)
    .join('\n');

/**
 * The calendar as text. The same events give the same text on every node: an event's DTSTAMP is its beginning, because when it
 * was edited is not known.
 */
export function calendarText(name: string, baseUrl: string, events: readonly CalendarEvent[]): string {
  const calendar = ical({
    // The library writes it as it is.
    name: oneLine(name).replaceAll(/[\\;,]/g, String.raw`\$&`),
    prodId: { company: 'Touchline', product: 'Calendar', language: 'EN' },
    ttl: ASK_AGAIN_S,
    url: baseUrl,
  });
  const { host } = new URL(baseUrl);
  for (const { id, title, start, end, localTime, place, url, status, reason = null } of events) {
    calendar.createEvent({
      id: `${id}@${host}`,
      start: new Date(start),
      end: new Date(end),
      stamp: new Date(start),
      summary: plain(title),
      description: reason === null ? localTime : `${localTime}\n${plain(reason)}`,
      location: place === null ? null : plain(place),
      url,
      status: STATUSES[status],
    });
  }
  return `${calendar.toString()}\r\n`;
}
