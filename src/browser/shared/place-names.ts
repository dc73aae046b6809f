// Names of the places in a bracket ("Winner A") and of its rounds, in the reader's language. They are stored in English, in older
// rows in the language of the person who made them; a name in other words stays as it is (rule PLACE-7).
import type { Facts, FactsStage } from '../../../protocol/rest/facts.ts';
import type { Board, ChannelState, FeedMatch } from '../../../protocol/wire/board.ts';
import type { PlaceWords } from './words.ts';

/** Each gives a text that it does not know unchanged. */
export type PlaceNames = {
  /** Of a side without a team. */
  readonly place: (text: string) => string;
  /** Of a round. */
  readonly round: (text: string) => string;
  /** Between the names of a match. */
  readonly versus: string;
};

/** A name in any language. */
type Name = (words: PlaceWords) => string;
type Round = keyof PlaceWords['rounds'];

/** Longer texts are no names of places. */
const NAME_MAX = 200;
/** Texts that are remembered: a page shows the same ones again and again. */
const REMEMBERED_MAX = 500;

/** `known`: the languages in which a stored text may be. */
export function openPlaceNames(words: PlaceWords, known: readonly PlaceWords[]): PlaceNames {
  const all = roundsOf(words);
  return {
    place: remembering((text) => placeIn(text, known, all)?.(words) ?? text),
    round: remembering((text) => {
      const round = all.find((one) => plain(one) === plain(text) || known.some(({ rounds }) => rounds[one] === text));
      return round === undefined ? text : words.rounds[round];
    }),
    versus: words.versus,
  };
}

const roundsOf = ({ rounds }: PlaceWords): readonly Round[] => Object.keys(rounds) as Round[];

/** `semi_final` and `Semi final` are the same round. */
const plain = (text: string): string => text.toLowerCase().replaceAll('_', ' ');

function remembering(of: (text: string) => string): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    const name = names.get(text) ?? (text.length > NAME_MAX ? text : of(text));
    if (names.size >= REMEMBERED_MAX) names.clear();
    names.set(text, name);
    return name;
  };
}

/** What a stored text names; null for other words. */
function placeIn(text: string, known: readonly PlaceWords[], all: readonly Round[]): Name | null {
  const numbers = (text.match(/\d{1,3}/g) ?? []).map(Number);
  const rounds = all.flatMap((round): Name[] => [
    ({ rounds: names }) => names[round],
    ...numbers.map(
      (number): Name =>
        ({ rounds: names, numbered }) =>
          numbered(names[round], number),
    ),
  ]);
  const fixed = [
    ...rounds.flatMap((match): Name[] => [
      (words) => words.winnerOf(match(words)),
      (words) => words.loserOf(match(words)),
    ]),
    ...[1, 2, 3, 4, ...numbers].flatMap((place) =>
      numbers.map(
        (rank): Name =>
          (words) =>
            words.bestOf(place, rank),
      ),
    ),
  ];
  const found = fixed.find((name) => known.some((words) => name(words) === text));
  if (found !== undefined) return found;
  for (const words of known) {
    // German says the same of a group and of a match: then it is the group.
    const ofMatch =
      words.winnerOf('') === words.inGroup(1, '')
        ? []
        : [nameAround(text, words, 'winnerOf'), nameAround(text, words, 'loserOf')];
    const inGroup = [1, 2, ...numbers].map((place) => {
      const group = partOf(text, words.inGroup(place, GAP));
      return group === null ? null : (to: PlaceWords) => to.inGroup(place, group);
    });
    const name = [...ofMatch, ...inGroup].find((one) => one !== null);
    if (name) return name;
  }
  return null;
}

/** `Winner of A2`: of a match with a name of its own. */
function nameAround(text: string, words: PlaceWords, of: 'winnerOf' | 'loserOf'): Name | null {
  const match = partOf(text, words[of](GAP));
  return match === null ? null : (to) => to[of](match);
}

const GAP = '\0';

/** The part of `text` that stands in the gap of `around`; null where the rest differs. */
function partOf(text: string, around: string): string | null {
  const [before = '', after = ''] = around.split(GAP);
  const isLong = text.length > before.length + after.length;
  return isLong && text.startsWith(before) && text.endsWith(after)
    ? text.slice(before.length, text.length - after.length)
    : null;
}

type Sides = Pick<Board | FeedMatch, 'home' | 'away'>;

/** The state of a match, or of a tournament's feed, with these names. A state without places is the same object. */
export function withPlaceNames<State extends ChannelState>(state: State, names: PlaceNames): State {
  if (state.kind === 'game' || state.kind === 'club') return state;
  const matches = Object.entries<Sides & object>(state.matches).map(
    ([id, match]) => [id, named(match, names)] as const,
  );
  const [only] = Object.values<Sides>(state.matches);
  const title = 'title' in state && only ? { title: titleOf(only, state.title, names) } : {};
  const isSame = matches.every(([id, match]) => match === (state.matches as Record<string, object>)[id]);
  if (isSame && ('title' in state ? state.title : undefined) === title.title) return state;
  return { ...state, ...title, matches: Object.fromEntries(matches) };
}

function named<Match extends Sides>(match: Match, names: PlaceNames): Match {
  const [home, away] = [nameOf(match.home, names), nameOf(match.away, names)];
  const before = 'title' in match && typeof match.title === 'string' ? match.title : undefined;
  const title = before === undefined ? {} : { title: titleOf(match, before, names) };
  if (home === match.home.name && away === match.away?.name && title.title === before) return match;
  return {
    ...match,
    ...title,
    home: { ...match.home, name: home },
    ...(match.away === undefined ? {} : { away: { ...match.away, name: away } }),
  };
}

/** A side without a team has neither an id nor a number. */
function nameOf(side: Sides['home'] | Sides['away'], names: PlaceNames): string | undefined {
  if (side === undefined || 'number' in side || side.id !== undefined) return side?.name;
  return names.place(side.name);
}

/** A title that has the names of both sides gets the new ones. */
const titleOf = ({ home, away }: Sides, title: string, names: PlaceNames): string =>
  title === `${home.name} vs ${away?.name ?? ''}`
    ? `${nameOf(home, names) ?? ''} ${names.versus} ${nameOf(away, names) ?? ''}`
    : title;

/** The facts of a channel with these names. */
export const factsWithPlaceNames = (facts: Facts, names: PlaceNames): Facts => ({
  ...facts,
  ...stageWith(facts, names),
  stages: Object.fromEntries(Object.entries(facts.stages).map(([id, stage]) => [id, stageWith(stage, names)])),
  next: facts.next.map((fixture) => ({
    ...fixture,
    ...stageWith(fixture, names),
    home: fixture.open?.home === true ? names.place(fixture.home) : fixture.home,
    away: fixture.open?.away === true ? names.place(fixture.away) : fixture.away,
  })),
});

const stageWith = ({ group, round }: FactsStage, names: PlaceNames): FactsStage => ({
  group,
  round: typeof round === 'string' ? names.round(round) : round,
});
