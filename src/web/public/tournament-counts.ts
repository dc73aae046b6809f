// Scorers and cards of a tournament, counted from the states that public pages show.
import type { Board, BoardEvent, BoardState, Side } from '../../../protocol/wire/board.ts';
import { type Entry, matchEntries, withSendingOffs } from '../../browser/shared/entries.ts';
import { playerKey } from '../../browser/shared/player-key.ts';
import type { Language } from '../../browser/shared/language.ts';
import { SIDES } from '../../browser/shared/side.ts';
import { byNameIn } from '../layout/by-name.ts';

/** `userId`: null for a junior, and for a name without an account. */
type Player = { readonly name: string; readonly team: string; readonly userId: number | null };
type Counted<Counts> = Player & Counts;
type ScorerRow = Counted<{ readonly goals: number }>;
type CardRow = Counted<{ readonly yellow: number; readonly red: number }>;

type NamedEntry = Entry & { readonly name: string };
/** A goal or card, with the team and the player of it. `hasId`: not only a name. */
type OfTeam = {
  readonly team: string;
  readonly userId: number | null;
  readonly hasId: boolean;
  readonly entry: NamedEntry;
};

/** The goals and cards with a name, in pieces: there may be thousands of matches. */
export function* namedEntries(states: readonly BoardState[]): Generator<void, readonly OfTeam[]> {
  const found: OfTeam[] = [];
  for (const state of states) {
    for (const [matchId, board] of Object.entries<Board>(state.matches)) {
      const listed = withSendingOffs(board, matchEntries(state, matchId));
      for (const side of SIDES) found.push(...listed[side].flatMap((entry) => ofTeam(board, side, entry)));
    }
    yield;
  }
  return found;
}

const ofTeam = (board: Board, side: Side, entry: Entry): OfTeam[] => {
  if (entry.name === null) return [];
  const event = board.events[entry.key];
  const hasId = event?.player?.id !== undefined;
  return [{ team: board[side]?.name ?? '', userId: userIdOf(event), hasId, entry: { ...entry, name: entry.name } }];
};

const userIdOf = (event: BoardEvent | undefined): number | null =>
  event?.player?.type === 'junior' ? null : (event?.player?.id ?? null);

const teamAndName = ({ team, entry }: OfTeam): string => `${team}\n${entry.name.toLowerCase()}`;

/**
 * Entries of one player of one team together. Two players may have the same name. An entry with only a name is of the only user with
 * it, as in `result.scorers` (rule READ-5).
 */
function byPlayer(entries: readonly OfTeam[]): (Player & { readonly own: readonly Entry[] })[] {
  const users = new Map<string, Set<number>>();
  for (const one of entries) {
    if (one.userId === null) continue;
    const key = teamAndName(one);
    users.set(key, (users.get(key) ?? new Set()).add(one.userId));
  }
  const players = new Map<string, Player & { readonly own: Entry[] }>();
  // The name is the one of an entry with an id, where there is one.
  for (const one of entries.toSorted((a, b) => Number(b.hasId) - Number(a.hasId))) {
    const { team, entry } = one;
    const [only = null, another] = one.hasId ? [] : (users.get(teamAndName(one)) ?? []);
    const userId = one.userId ?? (another === undefined ? only : null);
    const key = `${team}\n${userId === null ? entry.player : playerKey({ id: userId })}`;
    const known = players.get(key) ?? { name: entry.name, team, userId, own: [] };
    known.own.push(entry);
    players.set(key, known);
  }
  return [...players.values()];
}

/** Most goals first; own goals do not count. */
export const scorersOf = (entries: readonly OfTeam[], language: Language): readonly ScorerRow[] => {
  const byName = byNameIn(language);
  return byPlayer(entries.filter(({ entry: { kind, note } }) => kind === 'goal' && note !== 'own_goal'))
    .map(({ own, ...player }) => ({ ...player, goals: own.length }))
    .sort((a, b) => b.goals - a.goals || byName(a, b));
};

/** Most red cards first, then most yellow ones. A second yellow card counts as a red one. */
export const cardsOf = (entries: readonly OfTeam[], language: Language): readonly CardRow[] => {
  const byName = byNameIn(language);
  return byPlayer(entries.filter(({ entry: { kind } }) => kind !== 'goal'))
    .map(({ own, ...player }) => {
      const count = (...kinds: Entry['kind'][]): number => own.filter(({ kind }) => kinds.includes(kind)).length;
      return { ...player, yellow: count('yellow'), red: count('second_yellow', 'red') };
    })
    .sort((a, b) => b.red - a.red || b.yellow - a.yellow || byName(a, b));
};
