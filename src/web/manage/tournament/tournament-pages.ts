// What the pages of a tournament share: the stored tournament, the names of its matches, and how changes are saved.
import type { Place } from '../../../../protocol/data-file/place.ts';
import { placeNamesIn } from '../../../browser/shared/place-languages.ts';
import type { PageWords } from '../../../browser/shared/words.ts';
import type { Fixtures } from '../../../http/api/fixtures.ts';
import type { FixtureSide } from '../../../match/fixture.ts';
import { notFound } from '../../../ops/not-found.ts';
import type { TournamentLists, TournamentView } from '../../../resources/tournament-lists.ts';
import type { PlayedMatch } from '../../../store/match-list.ts';
import type { IntegrationQueries } from '../../../store/queries.ts';
import type { Visit } from '../../site.ts';
import { type Fault, faultsIn } from '../save-row.ts';
import { admitStaff, type Staff, type StaffDeps } from '../staff.ts';
import { entryOf } from '../../layout/entry-of.ts';

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
export const noticeIn = ({ query, words }: Pick<Visit, 'query' | 'words'>): string | null =>
  entryOf(words.tournament.notices, query.get('done'));

/** The two names of a match: its teams, or the texts of their places. */
export function namesOf({ match }: PlayedMatch, words: PageWords): { readonly home: string; readonly away: string } {
  const { fixture } = match;
  if (fixture.kind !== 'match') return { home: '', away: '' };
  const { place } = placeNamesIn(words.tournament.language);
  const nameOf = ({ id, name }: FixtureSide): string => (id === null ? place(name) : name);
  return { home: nameOf(fixture.home), away: nameOf(fixture.away) };
}

export const titleOf = (match: PlayedMatch, words: PageWords): string => {
  const { home, away } = namesOf(match, words);
  return `${home} – ${away}`;
};

/** '' for a match that is not there. */
export function titleOfId({ matches }: TournamentView, id: number, words: PageWords): string {
  const match = matches.find((one) => one.match.fixture.id === id);
  return match === undefined ? '' : titleOf(match, words);
}

/** `Semi-final 2`, `Group A · 3`: the number counts the matches of the round, or of the group, in the order of time. */
export function labelOf(match: PlayedMatch, { matches }: TournamentView, words: PageWords): string {
  const { group_name: group, knockout_round_label: label, knockout_round: name } = match.details.stage;
  const { number, isOnly } = numbersIn(matches).get(match.match.fixture.id) ?? { number: 0, isOnly: true };
  if (group !== null) return words.fixtures.numbered(words.frame.group(group), number);
  const round = placeNamesIn(words.tournament.language).round(label ?? name ?? words.tournament.match);
  return isOnly ? round : words.fixtures.numbered(round, number);
}

type Numbers = ReadonlyMap<number, { readonly number: number; readonly isOnly: boolean }>;
const numbersOf = new WeakMap<readonly PlayedMatch[], Numbers>();

/** The number of each match, by its id, among those of its group and round; counted once for the matches of a page. */
function numbersIn(matches: readonly PlayedMatch[]): Numbers {
  const known = numbersOf.get(matches);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  const counted = matches.map(({ match, details: { stage } }) => {
    const kind = JSON.stringify([stage.group_name, stage.knockout_round]);
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    return { id: match.fixture.id, kind, number };
  });
  const numbers = new Map(
    counted.map(({ id, kind, number }) => [id, { number, isOnly: counts.get(kind) === 1 }] as const),
  );
  numbersOf.set(matches, numbers);
  return numbers;
}

/** A place in words. */
export function placeText(place: Place, view: TournamentView, words: PageWords): string {
  if ('group' in place) return words.fixtures.inGroup(place.place, place.group);
  if ('rank' in place) return words.fixtures.bestOf(place.best_of_place, place.rank);
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
    return { faults: faultsIn(error, words, words.tournament.exists) };
  }
}
