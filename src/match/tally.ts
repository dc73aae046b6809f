// The counts of one pairing during a fold. Immutable: each marker returns a new tally that shares unchanged parts.
import type { BoardGoal, BoardKeeper, BoardPlayer, CardCount, Side, Stats } from '../../protocol/wire/board.ts';
import type { ShownPerson } from './sides.ts';
import type { Life } from './lifecycle.ts';
import { NO_ITEMS, type PersistentList, withItem } from './persistent-list.ts';
import { type Keyed, PersistentMap } from './persistent-map.ts';

type PerSide<T> = { readonly home: T; readonly away: T };

/** An entry of the goal list with the marker it came from. */
export type GoalEntry = {
  readonly key: string;
  readonly at: number;
  readonly arrival: number;
  readonly goal: BoardGoal;
};

export type Keeper = { readonly key: string; readonly player: Omit<BoardKeeper, 'saves'> };

export type Tally = {
  readonly life: Life;
  readonly goals: PerSide<number>;
  /** In match order. */
  readonly entries: PersistentList<GoalEntry>;
  readonly cards: PerSide<CardCount>;
  readonly stats: PerSide<Stats>;
  readonly keepers: PerSide<Keeper | null>;
  /** Saves by player, so that a returning keeper keeps the count. */
  readonly saves: PersistentMap<Keyed & { readonly count: number }>;
  readonly shootout: PerSide<PersistentList<boolean>>;
  /** Players with a yellow card. */
  readonly booked: PersistentMap<Keyed>;
  /** Names that markers give to juniors. */
  readonly juniors: PersistentMap<Keyed>;
};

const noStats: Stats = {
  shots_on_target: 0,
  shots_off_target: 0,
  missed_chances: 0,
  chances_created: 0,
  gk_saves: 0,
  defensive_contributions: 0,
  fouls: 0,
};
const noCards: CardCount = { yellow: 0, red: 0 };
const nothing: PersistentMap<never> = PersistentMap.of<never>([]);

/** The tally before the first marker. */
export const startingTally = (life: Life): Tally => ({
  life,
  goals: { home: 0, away: 0 },
  entries: NO_ITEMS,
  cards: { home: noCards, away: noCards },
  stats: { home: noStats, away: noStats },
  keepers: { home: null, away: null },
  saves: nothing,
  shootout: { home: NO_ITEMS, away: NO_ITEMS },
  booked: nothing,
  juniors: nothing,
});

export const withGoal = (tally: Tally, side: Side, entry: GoalEntry): Tally => ({
  ...tally,
  goals: { ...tally.goals, [side]: tally.goals[side] + 1 },
  entries: withItem(tally.entries, entry),
});

export const withStat = (tally: Tally, side: Side, stat: keyof Stats): Tally => ({
  ...tally,
  stats: { ...tally.stats, [side]: { ...tally.stats[side], [stat]: tally.stats[side][stat] + 1 } },
});

export const withCard = (tally: Tally, side: Side, card: keyof CardCount): Tally => ({
  ...tally,
  cards: { ...tally.cards, [side]: { ...tally.cards[side], [card]: tally.cards[side][card] + 1 } },
});

export const withKick = (tally: Tally, side: Side, scored: boolean): Tally => ({
  ...tally,
  shootout: { ...tally.shootout, [side]: withItem(tally.shootout[side], scored) },
});

export const withSave = (tally: Tally, keeper: Keeper | null): Tally =>
  keeper === null
    ? tally
    : { ...tally, saves: tally.saves.with({ key: keeper.key, count: savesOf(tally, keeper) + 1 }) };

export const savesOf = (tally: Tally, { key }: Keeper): number => tally.saves.get(key)?.count ?? 0;

/** `player`: the one that an event shows. */
export const withJunior = (tally: Tally, player: BoardPlayer | undefined): Tally =>
  player?.type !== 'junior' || player.name === undefined || tally.juniors.has(player.name)
    ? tally
    : { ...tally, juniors: tally.juniors.with({ key: player.name }) };

/** The side whose current keeper this player is. A missing player type matches both types. */
export function keeperSide(tally: Tally, person: ShownPerson | null): Side | undefined {
  if (person === null) return undefined;
  const isKeeper = (keeper: Keeper | null): boolean =>
    keeper !== null &&
    keeper.player.id === person.id &&
    (keeper.player.type === undefined || person.type === undefined || keeper.player.type === person.type);
  if (isKeeper(tally.keepers.home)) return 'home';
  return isKeeper(tally.keepers.away) ? 'away' : undefined;
}
