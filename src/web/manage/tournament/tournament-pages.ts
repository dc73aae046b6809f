// What the pages of a tournament share: the stored tournament, the names of its matches, and how changes are saved.
import type { Place } from '../../../../protocol/data-file/place.ts';
import type { PageWords } from '../../../browser/shared/words.ts';
import type { Fixtures } from '../../../http/api/fixtures.ts';
import { notFound, Problem } from '../../../ops/problem.ts';
import type { TournamentLists, TournamentView } from '../../../resources/tournament-lists.ts';
import type { PlayedMatch } from '../../../store/match-list.ts';
import type { IntegrationQueries } from '../../../store/queries.ts';
import type { Visit } from '../../site.ts';
import type { Fault } from '../save-row.ts';
import { admitStaff, type Staff, type StaffDeps } from '../staff.ts';

export type TournamentPagesDeps = StaffDeps & {
  readonly integrations: Pick<IntegrationQueries, 'readMatchPeople' | 'readHostedTournaments'>;
  /** Throws Problem 503. */
  readonly tournaments: { readonly get: (slug: string) => Promise<TournamentLists | null> };
  readonly fixtures: Fixtures;
};

export type TournamentStaff = {
  readonly staff: Staff;
  readonly view: TournamentView;
  /** Of its times. */
  readonly zone: string;
};

/** Throws Problem 403 or 503. */
export async function admitTo(
  deps: TournamentPagesDeps,
  visit: Parameters<typeof admitStaff>[2],
): Promise<TournamentStaff> {
  const staff = await admitStaff(deps, 'tournament', visit);
  const lists = await deps.tournaments.get(staff.resource.slug);
  if (lists === null) throw notFound('Tournament');
  const { file } = await deps.fixtures.settings(staff.resource.id);
  return { staff, view: lists.view(), zone: typeof file['timezone'] === 'string' ? file['timezone'] : 'UTC' };
}

/** `owner` and `by` of a change. */
export const targetOf = ({ resource, visit }: Staff) => ({ owner: resource.slug, by: visit.session.userId });

/** What was done before the page was shown. */
export function noticeIn({ query, words }: Pick<Visit, 'query' | 'words'>): string | null {
  const notices: Readonly<Record<string, string>> = words.tournament.notices;
  const done = query.get('done') ?? '';
  return Object.hasOwn(notices, done) ? (notices[done] ?? null) : null;
}

/** The two names of a match: its teams, or the texts of their places. */
export function namesOf({ match }: PlayedMatch): { readonly home: string; readonly away: string } {
  const { fixture } = match;
  return fixture.kind === 'match' ? { home: fixture.home.name, away: fixture.away.name } : { home: '', away: '' };
}

export const titleOf = (match: PlayedMatch): string => {
  const { home, away } = namesOf(match);
  return `${home} – ${away}`;
};

/** `Semi-final 2`, `Group A · 3`: the number counts the matches of the round, or of the group, in the order of time. */
export function labelOf(match: PlayedMatch, { matches }: TournamentView, words: PageWords): string {
  const { group_name: group, knockout_round_label: label, knockout_round: name } = match.details.stage;
  const alike = matches.filter(({ details: { stage } }) => stage.group_name === group && stage.knockout_round === name);
  const number = alike.indexOf(match) + 1;
  if (group !== null) return words.fixtures.numbered(words.tournament.group(group), number);
  const round = label ?? name ?? words.tournament.match;
  return alike.length === 1 ? round : words.fixtures.numbered(round, number);
}

/** A place in words. */
export function placeText(place: Place, view: TournamentView, words: PageWords): string {
  if ('group' in place) return words.fixtures.inGroup(place.place, place.group);
  const id = 'winner_of' in place ? place.winner_of : place.loser_of;
  const match = view.matches.find((one) => one.match.fixture.id === id);
  const label = match === undefined ? String(id) : labelOf(match, view, words);
  return 'winner_of' in place ? words.fixtures.winnerOf(label) : words.fixtures.loserOf(label);
}

/** What a person can mend comes back as faults. Throws any other error again. */
export async function orFaults<T>(
  words: PageWords,
  work: () => Promise<T>,
): Promise<T | { readonly faults: readonly Fault[] }> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 422) return { faults: error.details ?? [{ path: '', message: error.message }] };
    if (error.status === 409) return { faults: [{ path: '', message: words.tournament.exists }] };
    if (error.status !== 429 && error.status !== 503) throw error;
    const { title, advice } = words.problems[error.status];
    return { faults: [{ path: '', message: `${title}. ${advice}` }] };
  }
}
