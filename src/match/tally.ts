// The counts of one pairing during a fold. Immutable: each marker returns a new tally that shares unchanged parts.
import type { BoardGoal, BoardKeeper, BoardPlayer, CardCount, Side, Stats } from '../../protocol/wire/board.ts';
import type { ShownPerson } from './sides.ts';
import type { Life } from './lifecycle.ts';
import { itemsOf, listOf, NO_ITEMS, type PersistentList, withItem } from './persistent-list.ts';
import { type Keyed, PersistentMap } from './persistent-map.ts';
import { shareStructure } from './structural-sharing.ts';

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

const NO_COUNTS = {
  goals: { home: 0, away: 0 },
  entries: NO_ITEMS,
  cards: { home: noCards, away: noCards },
  stats: { home: noStats, away: noStats },
  saves: nothing,
  shootout: { home: NO_ITEMS, away: NO_ITEMS },
  juniors: nothing,
} as const satisfies Partial<Tally>;

/** The tally before the first marker. */
export const startingTally = (life: Life): Tally => ({
  ...NO_COUNTS,
  life,
  keepers: { home: null, away: null },
  booked: nothing,
});

/** Only what later markers depend on: status and clock, keepers, booked players. */
export const withoutCounts = (tally: Tally): Tally => tallyWith(tally, NO_COUNTS);

/** Whether all later markers have the same effect after both tallies. */
export const continuesAlike = (a: Tally, b: Tally): boolean =>
  shareStructure(a.life, b.life) === a.life &&
  shareStructure(a.keepers, b.keepers) === a.keepers &&
  (a.booked === b.booked ||
    (a.booked.size === b.booked.size && a.booked.values().every(({ key }) => b.booked.has(key))));

/** The tally after consecutive parts, of which each has its own counts. `start`: before the first one. */
export function totalOf(start: Tally, parts: readonly Tally[]): Tally {
  const { life, keepers, booked } = parts.at(-1) ?? start;
  const sum = (of: (tally: Tally) => number): number => parts.reduce((total, part) => total + of(part), 0);
  const perSide = <T>(of: (side: Side) => T): PerSide<T> => ({ home: of('home'), away: of('away') });
  const saves = new Map<string, number>();
  for (const { key, count } of parts.flatMap((part) => part.saves.values())) {
    saves.set(key, (saves.get(key) ?? 0) + count);
  }
  const juniors = new Map(parts.flatMap((part) => part.juniors.values().map((one) => [one.key, one])));
  return {
    life,
    keepers,
    booked,
    goals: perSide((side) => sum(({ goals }) => goals[side])),
    entries: listOf(parts.flatMap(({ entries }) => itemsOf(entries))),
    cards: perSide((side) => summed(noCards, (card) => sum(({ cards }) => cards[side][card]))),
    stats: perSide((side) => summed(noStats, (stat) => sum(({ stats }) => stats[side][stat]))),
    saves: PersistentMap.of([...saves].map(([key, count]) => ({ key, count }))),
    shootout: perSide((side) => listOf(parts.flatMap(({ shootout }) => itemsOf(shootout[side])))),
    juniors: PersistentMap.of([...juniors.values()]),
  };
}

/** The members of `zero`, each with its sum. */
const summed = <T extends CardCount | Stats>(zero: T, sumOf: (member: keyof T) => number): T => {
  const sums = { ...zero };
  for (const member in zero) Object.assign(sums, { [member]: sumOf(member) });
  return sums;
};

/** The tally with other members. Each is named, so that all tallies have one shape: a spread of several shapes is slow in V8. */
export const tallyWith = (tally: Tally, other: Partial<Tally>): Tally => ({
  life: other.life ?? tally.life,
  goals: other.goals ?? tally.goals,
  entries: other.entries ?? tally.entries,
  cards: other.cards ?? tally.cards,
  stats: other.stats ?? tally.stats,
  keepers: other.keepers ?? tally.keepers,
  saves: other.saves ?? tally.saves,
  shootout: other.shootout ?? tally.shootout,
  booked: other.booked ?? tally.booked,
  juniors: other.juniors ?? tally.juniors,
});

const onSide = <T>({ home, away }: PerSide<T>, side: Side, value: T): PerSide<T> =>
  side === 'home' ? { home: value, away } : { home, away: value };

function oneMore<Member extends string>(counts: Readonly<Record<Member, number>>, member: Member) {
  const more: Record<Member, number> = { ...counts };
  more[member] += 1;
  return more;
}

export const withGoal = (tally: Tally, side: Side, entry: GoalEntry): Tally =>
  tallyWith(tally, { goals: oneMore(tally.goals, side), entries: withItem(tally.entries, entry) });

export const withStat = (tally: Tally, side: Side, stat: keyof Stats): Tally =>
  tallyWith(tally, { stats: onSide(tally.stats, side, oneMore(tally.stats[side], stat)) });

export const withCard = (tally: Tally, side: Side, card: keyof CardCount): Tally =>
  tallyWith(tally, { cards: onSide(tally.cards, side, oneMore(tally.cards[side], card)) });

export const withKick = (tally: Tally, side: Side, scored: boolean): Tally =>
  tallyWith(tally, { shootout: onSide(tally.shootout, side, withItem(tally.shootout[side], scored)) });

export const withSave = (tally: Tally, keeper: Keeper | null): Tally =>
  keeper === null
    ? tally
    : tallyWith(tally, { saves: tally.saves.with({ key: keeper.key, count: savesOf(tally, keeper) + 1 }) });

export const savesOf = (tally: Tally, { key }: Keeper): number => tally.saves.get(key)?.count ?? 0;

/** `player`: the one that an event shows. */
export const withJunior = (tally: Tally, player: BoardPlayer | undefined): Tally =>
  player?.type !== 'junior' || player.name === undefined || tally.juniors.has(player.name)
    ? tally
    : tallyWith(tally, { juniors: tally.juniors.with({ key: player.name }) });

/** Whether this player is this keeper. A missing player type matches both types (rule STAT-6). */
export const isKeeper = (keeper: Keeper | null, { id, type }: ShownPerson): keeper is Keeper =>
  keeper !== null &&
  keeper.player.id === id &&
  (keeper.player.type === undefined || type === undefined || keeper.player.type === type);

/** The side whose current keeper this player is. */
export function keeperSide(tally: Tally, person: ShownPerson | null): Side | undefined {
  if (person === null) return undefined;
  if (isKeeper(tally.keepers.home, person)) return 'home';
  return isKeeper(tally.keepers.away, person) ? 'away' : undefined;
}
