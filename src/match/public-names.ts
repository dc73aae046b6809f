// How juniors are named for readers who are not staff (rules NAME-1 to NAME-5). The fold works with full names; this is the
// last step, from the state with full names to the live state. All readers of a live channel get the same state.
import type { PublicNames } from '../../protocol/data-file/fields.ts';
import type {
  BoardEvent,
  BoardGoal,
  BoardKeeper,
  BoardPlayer,
  BoardState,
  PlayerType,
} from '../../protocol/wire/board.ts';
import type { Fixture } from './fixture.ts';
import { wholeWords } from './whole-words.ts';

/** Who reads. `staff`: tokens that manage the club or tournament, by REST. `public`: pages that need no token. */
export type Audience = 'staff' | 'live' | 'public';

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
  readonly events: (events: Readonly<Record<string, BoardEvent>>) => Readonly<Record<string, BoardEvent>>;
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
  const names = new Set(fixture.kind === 'game' ? fixture.players.filter(isJunior).map(({ name }) => name) : []);
  const users = new Set(
    fixture.players.filter((one) => !('type' in one) || one.type === 'user').map(({ name }) => name),
  );
  const isUser = (name: string): boolean => users.has(name);
  const text = replacer([...names], shown);
  const plain = (name: string, type?: PlayerType | null): string =>
    type === 'junior' || names.has(name) ? shown(name) : name;
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
  const publicEvent = memo(event);
  const events = memo((all: Readonly<Record<string, BoardEvent>>) => mapped(all, publicEvent));
  return { events, player, plain, text, isUser };
}

const isJunior = ({ type }: { readonly type: PlayerType }): boolean => type === 'junior';

/** Replaces names that are whole words in the text. */
function replacer(names: readonly string[], shown: (name: string) => string): (text: string) => string {
  if (names.length === 0) return (text) => text;
  const pattern = wholeWords(names);
  return (text) => text.replaceAll(pattern, shown);
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

/** The live state of a state with full names; the same object if the policy hides nothing. */
export function withPublicNames(fixture: Fixture, full: BoardState): BoardState {
  if (!hidesNames(fixture)) return full;
  const names = publicNamesOf(fixture);
  const board = <T extends BoardState['matches'][string]>(one: T): T => ({
    ...one,
    keepers: mapped(one.keepers as Readonly<Record<string, BoardKeeper>>, names.player),
    events: names.events(one.events),
  });
  if (full.kind === 'match') return { ...full, matches: mapped(full.matches, board) };
  const typed = juniorsNamedIn(full);
  return {
    ...full,
    goals: full.goals.map((goal) => publicGoal(goal, names, typed)),
    matches: mapped(full.matches, board),
  };
}

/** Names that markers give to juniors: goals carry them without a type. */
function juniorsNamedIn(state: BoardState): ReadonlyMap<string, BoardPlayer> {
  const found = new Map<string, BoardPlayer>();
  for (const { events } of Object.values<BoardState['matches'][string]>(state.matches))
    for (const { player } of Object.values<BoardEvent>(events))
      if (player?.type === 'junior' && player.name !== undefined) found.set(player.name, player);
  return found;
}

const noNames: ReadonlyMap<string, BoardPlayer> = new Map();

/** A goal as live states show it. Goals name users by id; a name without an id may be a junior's. */
export function publicGoal<T extends Pick<BoardGoal, 'scorer' | 'user_id' | 'assister' | 'assister_user_id'>>(
  goal: T,
  { plain, player, isUser }: Names,
  typed: ReadonlyMap<string, BoardPlayer> = noNames,
): T {
  const shown = (name: string, id: number | undefined): string => {
    if (id !== undefined && isUser(name)) return name;
    const junior = typed.get(name);
    return junior === undefined ? plain(name) : (player(junior).name ?? HIDDEN);
  };
  const { scorer, assister } = goal;
  return {
    ...goal,
    scorer: shown(scorer, goal.user_id),
    ...(assister === undefined ? {} : { assister: shown(assister, goal.assister_user_id) }),
  };
}
