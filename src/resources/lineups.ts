// The line-up of one game or match: the players of the data file with what staff changed (rule LINE-1).
import type { GameParticipants, MatchLineups, PlayedFormat } from '../../protocol/rest/lineups.ts';
import type { Fixture } from '../match/fixture.ts';
import { fillInsOf, shirtNumber } from '../match/lineup-edits.ts';
import type { LineupPlayers, LineupRow } from '../store/lineups.ts';

export function lineupResource(fixture: Fixture, lineup: LineupPlayers): MatchLineups | GameParticipants {
  if (fixture.kind === 'match' && lineup.kind === 'match') {
    const { players } = lineup;
    return {
      match: { id: fixture.id, format: formatOf(fixture) },
      lineups: { home: sideOf(fixture, players, 'home'), away: sideOf(fixture, players, 'away') },
    };
  }
  if (fixture.kind !== 'game' || lineup.kind !== 'game')
    throw new TypeError('The players are not those of the fixture.');
  return {
    game: { id: fixture.id, slug: fixture.slug, format: formatOf(fixture) },
    participants: lineup.players.map((player) => ({
      ...player,
      jersey_number: shirtNumber(fixture, `${player.player_type}:${String(player.id)}`, player.jersey_number),
    })),
    fill_ins: fixture.teams.flatMap(({ number }) =>
      fillInsOf(fixture, String(number)).map((fillIn) => ({ ...fillIn, team: number })),
    ),
  };
}

const formatOf = ({ format }: Fixture): PlayedFormat => ({
  halves: format.halves,
  half_minutes: format.halfMinutes,
  extra_half_minutes: format.extraHalfMinutes,
});

function sideOf(
  fixture: Fixture,
  players: readonly LineupRow[],
  side: 'home' | 'away',
): MatchLineups['lineups']['home'] {
  const partOf = (wanted: LineupRow['part']) =>
    players
      .filter((player) => player.side === side && player.part === wanted)
      .map(({ side: _, part: __, ...player }) => ({
        ...player,
        jersey_number: shirtNumber(fixture, `user:${String(player.id)}`, player.jersey_number),
      }));
  return {
    starters: partOf('starters'),
    substitutes: partOf('substitutes'),
    squad: partOf('squad'),
    fill_ins: fillInsOf(fixture, side).map(({ team: _, ...fillIn }) => fillIn),
  };
}
