// How juniors are named for readers who are not staff (rules NAME-1 to NAME-5). The fold works with full names; this is the
// last step, from the state with full names to the live state. All readers of a live channel get the same state.
import type { PublicNames } from '../../protocol/data-file/fields.ts';
import type {
  Board,
  BoardEvent,
  BoardGoal,
  BoardKeeper,
  BoardPlayer,
  BoardState,
  PlayerType,
} from '../../protocol/wire/board.ts';
import type { Shown } from './board.ts';
import type { Fixture } from './fixture.ts';
import { foldedBoard, headOf, type Show } from './folded-board.ts';
import type { Pairing } from './pairing.ts';
import { shareStructure, shareWhole } from './structural-sharing.ts';
import { nameKey, wholeWords } from './whole-words.ts';

/** Who reads. `staff`: tokens that manage the club or tournament, by REST. `public`: pages that need no token. */
type Audience = 'staff' | 'live' | 'public';

/** Shown where a policy hides a name and there is no shirt number. */
const HIDDEN = 'Player';

/** The policy for an audience: staff see full names, public pages never more than initials. */
export function policyFor(audience: Audience, policy: PublicNames): PublicNames {
  if (audience === 'staff') return 'full';
  return audience === 'public' && policy === 'full' ? 'initials' : policy;
}

/** The name of a junior for an audience. `shirt`: the shirt number, where one is known. */
export function juniorName(name: string, audience: Audience, policy: PublicNames, shirt: number | null = null): string {
  switch (policyFor(audience, policy)) {
    case 'full':
      return name;
    case 'initials':
      return initialsOf(name);
    case 'none':
      return shirt === null ? HIDDEN : String(shirt);
  }
}

/** `Kid One` → `K. O.`; the first letter or digit of each word, in any script. */
function initialsOf(name: string): string {
  const initials = name.split(/\s+/u).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0].toUpperCase() ?? []);
  return initials.length === 0 ? HIDDEN : initials.map((initial) => `${initial}.`).join(' ');
}

/** Whether live states of this fixture hide names at all. */
export const hidesNames = ({ publicNames }: Fixture): boolean => publicNames !== 'full';

/** How the live state of one fixture shows names. The same input object gives the same output object. */
export type Names = {
  readonly event: Show;
  readonly player: <T extends BoardPlayer>(player: T) => T;
  /** A name without its player: hidden if it is the name of a junior. */
  readonly plain: (name: string, type?: PlayerType | null) => string;
  /** Whether a user of the roster has this name; a junior may have the same name. */
  readonly isUser: (name: string) => boolean;
  /** A text that a scorekeeper wrote: juniors' names in it are hidden. */
  readonly text: (text: string) => string;
};

/** How names of a fixture are shown in live states. */
export const publicNamesOf = memo(namesFor);

function namesFor(fixture: Fixture): Names {
  const shown = (name: string): string => juniorName(name, 'live', fixture.publicNames);
  const names = fixture.kind === 'game' ? fixture.players.filter(isJunior).map(({ name }) => name) : [];
  const juniors = new Set(names.map(nameKey));
  const users = new Set(
    fixture.players.filter((one) => !('type' in one) || one.type === 'user').map(({ name }) => nameKey(name)),
  );
  const isUser = (name: string): boolean => users.has(nameKey(name));
  const text = replacer(names, shown);
  const plain = (name: string, type?: PlayerType | null): string =>
    type === 'junior' || juniors.has(nameKey(name)) ? shown(name) : name;
  const player = <T extends BoardPlayer>(one: T): T => {
    if (one.name === undefined || (one.type === 'user' && isUser(one.name))) return one;
    const name = plain(one.name, one.type);
    return name === one.name ? one : { ...one, name };
  };
  const event = (one: BoardEvent): BoardEvent => ({
    ...one,
    ...(one.player === undefined ? {} : { player: player(one.player) }),
    ...(one.second_player === undefined ? {} : { second_player: player(one.second_player) }),
    ...(one.label === undefined ? {} : { label: text(one.label) }),
  });
  return { event: memo(event), player, plain, text, isUser };
}

const isJunior = ({ type }: { readonly type: PlayerType }): boolean => type === 'junior';

/** Replaces names that are whole words in the text. Most texts have none: only names that occur make a pattern. */
function replacer(names: readonly string[], shown: (name: string) => string): (text: string) => string {
  const known = names.map((name) => ({ name, key: nameKey(name) }));
  return (text) => {
    const textKey = nameKey(text);
    const found = known.filter(({ key }) => textKey.includes(key)).map(({ name }) => name);
    return found.length === 0 ? text : text.replaceAll(wholeWords(found), shown);
  };
}

/** Computes each value once. Unchanged events keep their reference, so that a patch visits only what changed. */
function memo<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

const mapped = <V, W>(all: Readonly<Record<string, V>>, of: (value: V) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(all).map(([key, value]) => [key, of(value)]));

type PublicState = Pick<Shown, 'fixture' | 'pairings' | 'named'>;

/**
 * The live state of a state with full names; the same object if the policy hides nothing. `before`: an earlier one; parts that are
 * equal keep their reference.
 */
export function withPublicNames(shown: PublicState, before: (PublicState & { state: BoardState }) | null): BoardState {
  const { fixture, pairings, named } = shown;
  if (!hidesNames(fixture)) return named;
  const names = publicNamesOf(fixture);
  const was = before?.fixture === fixture ? before : null;
  if (named.kind === 'match') {
    const state = was?.state.kind === 'match' ? was.state : undefined;
    return shareWhole(state, { ...named, matches: publicBoards(named.matches, pairings, names, state?.matches) });
  }
  const state = was?.state.kind === 'game' ? was.state : undefined;
  const areGoalsSame =
    was?.named.kind === 'game' &&
    was.named.goals === named.goals &&
    pairings.every(({ tally }, index) => tally.juniors === was.pairings[index]?.tally.juniors);
  const isJuniors = (name: string): boolean => pairings.some(({ tally }) => tally.juniors.has(name));
  const goals = (): BoardGoal[] => named.goals.map((goal) => publicGoal(goal, names, isJuniors));
  return shareWhole(state, {
    ...named,
    goals: areGoalsSame && state !== undefined ? state.goals : shareStructure(state?.goals, goals()),
    matches: publicBoards(named.matches, pairings, names, state?.matches),
  });
}

function publicBoards<T extends Board>(
  named: Readonly<Record<string, T>>,
  pairings: readonly Pairing[],
  { event, player }: Names,
  before: Readonly<Record<string, T>> | undefined,
): Record<string, T> {
  const boards = pairings.flatMap(({ sides, blocks }): [string, T][] => {
    const board = named[sides.id];
    if (board === undefined) return [];
    const head = headOf(board);
    const keepers = mapped(head.keepers as Readonly<Record<string, BoardKeeper>>, player);
    return [[sides.id, foldedBoard<T>({ ...head, keepers }, blocks, before?.[sides.id], event)]];
  });
  return shareWhole(before, Object.fromEntries(boards));
}

/**
 * A goal as live states show it. Goals name users by id; a name without an id may be a junior's. `isJuniors`: whether markers
 * give the name to a junior: goals carry it without a type.
 */
export function publicGoal<T extends Pick<BoardGoal, 'scorer' | 'user_id' | 'assister' | 'assister_user_id'>>(
  goal: T,
  { plain, isUser }: Names,
  isJuniors: (name: string) => boolean = () => false,
): T {
  const shown = (name: string, id: number | undefined): string => {
    if (id !== undefined && isUser(name)) return name;
    return plain(name, isJuniors(name) ? 'junior' : null);
  };
  const { scorer, assister } = goal;
  return {
    ...goal,
    scorer: shown(scorer, goal.user_id),
    ...(assister === undefined ? {} : { assister: shown(assister, goal.assister_user_id) }),
  };
}
