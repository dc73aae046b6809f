// Adds one marker to a tally and builds its event (rules MIN-1 to MIN-5, SIDE-1 to SIDE-6, SIDE-11, SCORE-1 to SCORE-3,
// KICK-1 to KICK-4, STAT-1 to STAT-8). Markers come in match order, so the tally holds the clock, the keepers and the
// shootout of that moment.
import { type BoardEvent, opposite, type Side } from '../../protocol/wire/board.ts';
import { withoutUndefined } from '../../protocol/wire/without-undefined.ts';
import { minuteAt } from './clock.ts';
import { goalEntry } from './goal.ts';
import { cardedPerson, type MarkerPlayers, markerPlayersOf, type Sides, shownPlayer } from './sides.ts';
import { advance, isLifecycle } from './lifecycle.ts';
import { isOwnGoal } from './own-goal.ts';
import { shareStructure } from './structural-sharing.ts';
import type { StoredMarker } from './command.ts';
import {
  isKeeper,
  type Keeper,
  keeperSide,
  type Tally,
  tallyWith,
  withCard,
  withGoal,
  withJunior,
  withKick,
  withSave,
  withStat,
} from './tally.ts';

type Step = { readonly tally: Tally; readonly event: BoardEvent };
/** The tally after a marker, and the side it counts for. */
type Effect = {
  readonly tally: Tally;
  readonly team?: Side | undefined;
  readonly minute?: string | undefined;
  readonly ownGoal?: boolean;
  readonly secondYellow?: boolean;
};

/**
 * The tally after `marker`, the latest so far, and the event of the marker. `known`: an event made of the same marker and sides
 * before. It is returned if it is still right.
 */
export function step(sides: Sides, tally: Tally, marker: StoredMarker, known?: BoardEvent): Step {
  const players = markerPlayersOf(sides, marker);
  const effect = effectOf(sides, tally, marker, players);
  const event = known !== undefined && shows(known, effect) ? known : eventOf(marker, players, effect);
  return { tally: withJunior(effect.tally, event.player), event };
}

const eventOf = (marker: StoredMarker, players: MarkerPlayers, effect: Effect): BoardEvent =>
  withoutUndefined({
    type: marker.type,
    at: new Date(marker.at).toISOString(),
    minute: effect.minute,
    team: effect.team,
    player: shownPlayer(players.primary, marker.scorer),
    second_player: shownPlayer(players.secondary, undefined),
    own_goal: effect.ownGoal === true,
    second_yellow: effect.secondYellow === true ? true : undefined,
    label: marker.label,
  });

/** Whether an event shows this effect. Its other fields depend on the marker and the sides alone. */
const shows = (event: BoardEvent, { minute, team, ownGoal = false, secondYellow = false }: Effect): boolean =>
  event.minute === minute &&
  event.team === team &&
  event.own_goal === ownGoal &&
  (event.second_yellow ?? false) === secondYellow;

function effectOf(sides: Sides, tally: Tally, marker: StoredMarker, players: MarkerPlayers): Effect {
  const { side } = players;
  const { type } = marker;
  if (isLifecycle(type)) {
    const life = advance(tally.life, type, marker.at, sides.format);
    return { tally: life === tally.life ? tally : tallyWith(tally, { life }) };
  }
  if (type === 'Keeper') return { tally: withKeepers(tally, marker, players) };
  if (tally.life.shootoutBegun) {
    const kick = kickOf(tally, marker, players);
    if (kick !== null) return kick;
  }
  const minute = marker.minute ?? minuteAt(tally.life.clock, marker.at);
  switch (type) {
    case 'Goal':
    case 'PenaltyScored':
      return goal(sides, tally, marker, players, minute);
    case 'PenaltyMissed':
      return { tally, team: takerSide(tally, players), minute };
    case 'Save':
      return save(tally, players, minute);
    case 'Shot':
    case 'Miss':
    case 'ChanceCreated':
    case 'Defense':
    case 'Foul':
      return { tally: side === undefined ? tally : withStat(tally, side, STATS[type]), team: side, minute };
    case 'YellowCard':
      return yellow(tally, marker, players, minute);
    case 'RedCard':
      return { tally: side === undefined ? tally : withCard(tally, side, 'red'), team: side, minute };
    case 'Substitution':
    case 'Penalty':
    case 'Event':
      return { tally, team: side, minute };
  }
}

/** The markers that only count. */
const STATS = {
  Shot: 'shots_off_target',
  Miss: 'missed_chances',
  ChanceCreated: 'chances_created',
  Defense: 'defensive_contributions',
  Foul: 'fouls',
} as const;

/** In a shootout these three types are kicks (rules KICK-1, KICK-2); null for other types. */
function kickOf(tally: Tally, marker: StoredMarker, players: MarkerPlayers): Effect | null {
  const { minute } = marker;
  if (marker.type === 'PenaltyMissed') {
    const team = takerSide(tally, players);
    return { tally: team === undefined ? tally : withKick(tally, team, false), team, minute };
  }
  if (marker.type !== 'Goal' && marker.type !== 'PenaltyScored') return null;
  return {
    tally: players.side === undefined ? tally : withKick(tally, players.side, true),
    team: players.side,
    minute,
  };
}

function goal(
  sides: Sides,
  tally: Tally,
  marker: StoredMarker,
  players: MarkerPlayers,
  minute: string | undefined,
): Effect {
  const ownGoal = isOwnGoal(marker);
  if (players.side === undefined) return { tally, minute, ownGoal };
  const team = ownGoal ? opposite(players.side) : players.side;
  const scored = withGoal(tally, team, goalEntry(sides, marker, players, team, { minute, ownGoal }));
  // An own goal is not a shot of either side (rule STAT-1).
  return { tally: ownGoal ? scored : withStat(scored, team, 'shots_on_target'), team, minute, ownGoal };
}

/**
 * The side that takes the kick: the side of the secondary player if there is one, else of the primary. If that one is the
 * keeper, it is the other side.
 */
function takerSide(tally: Tally, players: MarkerPlayers): Side | undefined {
  const keeper = keeperSide(tally, players.primary);
  // A keeper may be borrowed from the other team: the goal that he keeps decides.
  const primary = keeper ?? players.side;
  if (players.secondary !== null)
    return players.secondary.side ?? (primary === undefined ? undefined : opposite(primary));
  return keeper === undefined ? primary : opposite(keeper);
}

/** The primary player shoots. If the primary is the current keeper, the roles are swapped (rule STAT-3). */
function save(tally: Tally, players: MarkerPlayers, minute: string | undefined): Effect {
  const keeper = keeperSide(tally, players.primary);
  const team = players.side ?? keeper;
  if (team === undefined) return { tally, minute };
  const defending = keeper ?? opposite(team);
  const shot = withStat(tally, opposite(defending), 'shots_on_target');
  const saved = withStat(shot, defending, 'gk_saves');
  return { tally: withSave(saved, tally.keepers[defending]), team, minute };
}

function yellow(tally: Tally, marker: StoredMarker, players: MarkerPlayers, minute: string | undefined): Effect {
  const { side } = players;
  const carded = side === undefined ? tally : withCard(tally, side, 'yellow');
  const who = cardedPerson(marker, players);
  if (who === undefined) return { tally: carded, team: side, minute };
  const secondYellow = tally.booked.has(who);
  const booked = secondYellow ? tally.booked : tally.booked.with({ key: who });
  return { tally: tallyWith(carded, { booked }), team: side, minute, secondYellow };
}

/**
 * Primary is the home keeper, secondary the away keeper; without a player the keeper stays (rule STAT-5). A marker that names
 * the keeper again may add or correct the name and the type.
 */
function withKeepers(tally: Tally, marker: StoredMarker, players: MarkerPlayers): Tally {
  const asKeeper = (person: MarkerPlayers['primary'], current: Keeper | null, name?: string): Keeper | null => {
    if (person === null) return current;
    const player = shownPlayer(person, name) ?? {};
    if (!isKeeper(current, person)) return { key: person.key, player };
    return shareStructure(current, { key: current.key, player: { ...current.player, ...player } });
  };
  const home = asKeeper(players.primary, tally.keepers.home, marker.scorer);
  const away = asKeeper(players.secondary, tally.keepers.away);
  if (home === tally.keepers.home && away === tally.keepers.away) return tally;
  return tallyWith(tally, { keepers: { home, away } });
}
