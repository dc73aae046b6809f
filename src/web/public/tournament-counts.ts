// Scorers and cards of a tournament, counted from the states that public pages show.
import type { Board, BoardEvent, BoardState, Side } from '../../../protocol/wire/board.ts';
import { type Entry, matchEntries } from '../../browser/shared/entries.ts';
import { otherCard } from '../../browser/shared/sending-off.ts';
import { SIDES } from '../../browser/shared/side.ts';

type Counted<Counts> = { readonly name: string; readonly team: string } & Counts;
export type ScorerRow = Counted<{ readonly goals: number }>;
export type CardRow = Counted<{ readonly yellow: number; readonly red: number }>;

type NamedEntry = Entry & { readonly name: string };
type OfTeam = { readonly team: string; readonly entry: NamedEntry };

const entriesOf = (states: readonly BoardState[]): OfTeam[] =>
  states.flatMap((state) =>
    Object.entries<Board>(state.matches).flatMap(([matchId, board]) => {
      const listed = matchEntries(state, matchId);
      // The two cards of one sending-off count once (rule PAGE-16).
      const isSecondCard = ({ kind, key }: Entry): boolean => {
        const event: BoardEvent | undefined = board.events[key];
        return kind === 'red' && event !== undefined && otherCard(board, event) !== null;
      };
      const named = (side: Side): OfTeam[] =>
        listed[side].flatMap((entry) =>
          entry.name === null || isSecondCard(entry)
            ? []
            : [{ team: board[side]?.name ?? '', entry: { ...entry, name: entry.name } }],
        );
      return SIDES.flatMap(named);
    }),
  );

/** Entries of one player of one team together; two players may have the same name. */
function byPlayer(entries: readonly OfTeam[]): { name: string; team: string; own: readonly Entry[] }[] {
  const players = new Map<string, { name: string; team: string; own: Entry[] }>();
  for (const { team, entry } of entries) {
    const key = `${team}\n${entry.player ?? entry.name}`;
    const known = players.get(key) ?? { name: entry.name, team, own: [] };
    known.own.push(entry);
    players.set(key, known);
  }
  return [...players.values()];
}

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => a.name.localeCompare(b.name);

/** Most goals first; own goals do not count. */
export const scorersOf = (states: readonly BoardState[]): readonly ScorerRow[] =>
  byPlayer(entriesOf(states).filter(({ entry: { kind, note } }) => kind === 'goal' && note !== 'own_goal'))
    .map(({ name, team, own }) => ({ name, team, goals: own.length }))
    .sort((a, b) => b.goals - a.goals || byName(a, b));

/** Most red cards first, then most yellow ones. A second yellow card counts as a red one. */
export const cardsOf = (states: readonly BoardState[]): readonly CardRow[] =>
  byPlayer(entriesOf(states).filter(({ entry: { kind } }) => kind !== 'goal'))
    .map(({ name, team, own }) => {
      const count = (...kinds: Entry['kind'][]): number => own.filter(({ kind }) => kinds.includes(kind)).length;
      return { name, team, yellow: count('yellow'), red: count('second_yellow', 'red') };
    })
    .sort((a, b) => b.red - a.red || b.yellow - a.yellow || byName(a, b));
