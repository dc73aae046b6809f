// The players of a match on the phone: those of the server's line-up, with the changes that wait to be sent.
import type { GameParticipants, LineupPatch, MatchLineups } from '../../../protocol/rest/lineups.ts';
import { type Fixture, inOrder, isKeeperRole, type Pairing, type Player, type Team } from './fixture.ts';
import { SIDES } from '../shared/side.ts';
import type { Side } from '../../../protocol/wire/board.ts';

/** Below the path of a game or match. */
export const lineupPath = ({ kind, path }: Pick<Fixture, 'kind' | 'path'>): string =>
  `${path}/${kind === 'game' ? 'participants' : 'lineups'}`;

/** The name of a side in the server's line-up: `home`, `away`, or the number of a game's team; null if it is unknown. */
export const teamKeyOf = (kind: Fixture['kind'], side: Side, team: Team | null): 'home' | 'away' | number | null =>
  kind === 'match' ? side : (team?.number ?? null);

type FillIn = MatchLineups['lineups']['home']['fill_ins'][number];

const fillInPlayer = (
  { id, name, jersey_number: number, is_substitute: isSubstitute }: FillIn,
  side: Side,
): Player => ({
  id: null,
  type: null,
  name,
  number,
  side,
  isStarter: !isSubstitute,
  isCaptain: false,
  isKeeper: false,
  fillIn: id,
});

/** The fixture with the players of the server's line-up. */
export function withLineup(fixture: Fixture, lineup: MatchLineups | GameParticipants): Fixture {
  const playersOf = 'lineups' in lineup ? matchPlayers(lineup) : gamePlayers(lineup);
  const { halves, half_minutes, extra_half_minutes } = ('lineups' in lineup ? lineup.match : lineup.game).format;
  const format = { halves, halfMinutes: half_minutes, extraHalfMinutes: extra_half_minutes };
  const pairings = fixture.pairings.map((pairing) => ({
    ...pairing,
    players: inOrder(SIDES.flatMap((side) => playersOf(pairing, side))),
  }));
  return { ...fixture, format, pairings };
}

/** Without a line-up all players of the team may play. */
const matchPlayers =
  ({ lineups }: MatchLineups) =>
  (_: Pairing, side: Side): readonly Player[] => {
    const { starters, substitutes, squad, fill_ins: fillIns } = lineups[side];
    const isNamed = starters.length + substitutes.length > 0;
    const playerOf =
      (isStarter: boolean) =>
      (player: MatchLineups['lineups']['home']['starters'][number]): Player => ({
        id: player.id,
        type: 'user',
        name: player.name,
        number: player.jersey_number,
        side,
        isStarter,
        isCaptain: player.captain,
        isKeeper: isKeeperRole(player.position),
      });
    return [
      ...(isNamed ? starters : squad).map(playerOf(true)),
      ...substitutes.map(playerOf(false)),
      ...fillIns.map((fillIn) => fillInPlayer(fillIn, side)),
    ];
  };

const gamePlayers =
  ({ participants, fill_ins: fillIns }: GameParticipants) =>
  (pairing: Pairing, side: Side): readonly Player[] => {
    const number = pairing[side]?.number;
    const known = new Map(pairing.players.map((player) => [`${player.type} ${player.id}`, player.isKeeper]));
    const players = participants
      .filter(({ team }) => team !== null && team === number)
      .map((player): Player => {
        const type = player.player_type === 'guest' ? null : player.player_type;
        const isKeeper = known.get(`${type} ${player.id}`) ?? false;
        return {
          id: player.id,
          type,
          name: player.name,
          number: player.jersey_number,
          side,
          isStarter: !player.is_substitute,
          isCaptain: player.is_captain,
          isKeeper: player.pitch_role === null ? isKeeper : isKeeperRole(player.pitch_role),
        };
      });
    return [...players, ...fillIns.filter(({ team }) => team === number).map((fillIn) => fillInPlayer(fillIn, side))];
  };

/** The fixture with changes that the server may not have yet, in order. */
export const withChanges = (fixture: Fixture, changes: readonly LineupPatch[]): Fixture =>
  changes.length === 0
    ? fixture
    : {
        ...fixture,
        pairings: fixture.pairings.map((pairing) => ({
          ...pairing,
          players: inOrder(
            changes.reduce((players, change) => changed(fixture, pairing, players, change), pairing.players),
          ),
        })),
      };

function changed(
  { kind }: Fixture,
  pairing: Pairing,
  before: readonly Player[],
  { players, fill_ins: fillIns }: LineupPatch,
): readonly Player[] {
  const numbers = new Map(
    (players ?? []).map(({ id, player_type: type, jersey_number: number }) => [`${type ?? 'user'} ${id}`, number]),
  );
  const numbered = before.map((player) => {
    const number = numbers.get(`${player.type} ${player.id}`);
    return number === undefined ? player : { ...player, number };
  });
  return (fillIns ?? []).reduce<readonly Player[]>((all, { id, team, name, ...rest }) => {
    const others = all.filter(({ fillIn }) => fillIn !== id);
    const side = SIDES.find((one) => String(teamKeyOf(kind, one, pairing[one])) === String(team));
    if (name === null || side === undefined) return others;
    const fillIn = { id, name, jersey_number: rest.jersey_number ?? null, is_substitute: rest.is_substitute ?? false };
    return [...others, fillInPlayer(fillIn, side)];
  }, numbered);
}
