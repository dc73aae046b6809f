// Facts for pages beside the live state (protocol/rest/facts.ts).
import {
  type Facts,
  type FactsLineup,
  type FactsLineups,
  type FactsPlayer,
  type FactsTable,
  NO_FACTS,
} from '../../protocol/rest/facts.ts';
import type { TournamentTeam } from '../../protocol/rest/tournament.ts';
import type { Fixture } from '../match/fixture.ts';
import { fillInsOf, shirtNumber } from '../match/lineup-edits.ts';
import { juniorName, publicNamesOf } from '../match/public-names.ts';
import type { ListedGame, Participant } from '../store/game-list.ts';
import type { MatchDetails, PlayedMatch } from '../store/match-list.ts';

/** Facts of a tournament match; `teams` in table order. */
export function matchFacts(
  competition: string,
  { details, match }: PlayedMatch,
  teams: readonly TournamentTeam[],
): Facts {
  const { fixture } = match;
  const lineups = { home: matchLineup(fixture, details, 'home'), away: matchLineup(fixture, details, 'away') };
  return {
    ...NO_FACTS,
    competition,
    kick_off: details.scheduledAt,
    group: details.stage.group_name,
    round: roundOf(details.stage),
    lineups: isNamed(lineups) ? { [fixture.id]: lineups } : {},
    tables: tablesOf(teams.filter(({ group_name: group }) => group === details.stage.group_name)),
  };
}

/** The round's number in a group; in a knockout stage the name of the round, or of the stage itself. */
function roundOf({ stage, round, ...knockout }: MatchDetails['stage']): number | string | null {
  const name = knockout.knockout_round_label ?? knockout.knockout_round;
  if (name !== null) return readable(name);
  return round ?? (UNNAMED_STAGES.has(stage) ? null : readable(stage));
}

/** These say nothing about one match. */
const UNNAMED_STAGES: ReadonlySet<string> = new Set(['', 'group', 'league', 'knockout']);

/** `semi_final` → `Semi final`. */
const readable = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

type KickOffs = Iterable<readonly [matchId: string, kickOff: number | null]>;

/** Facts of a whole tournament. */
export const tournamentFacts = (competition: string, kickOffs: KickOffs, teams: readonly TournamentTeam[]): Facts => ({
  ...clubFacts(competition, kickOffs),
  tables: tablesOf(teams),
});

/** Facts of a club's feed. */
export const clubFacts = (competition: string, kickOffs: KickOffs): Facts => ({
  ...NO_FACTS,
  competition,
  kick_offs: Object.fromEntries([...kickOffs].flatMap(([id, at]) => (at === null ? [] : [[id, at]]))),
});

/** Shirt numbers of the club's players by user id. */
type Squad = ReadonlyMap<number, number | null>;

/** Facts of a club game: a line-up for each pairing with two sides. */
export function gameFacts(
  competition: string,
  { match, details: { participants } }: Pick<ListedGame, 'match' | 'details'>,
  squad: Squad,
): Facts {
  const { fixture } = match;
  if (fixture.kind !== 'game') throw new TypeError(`match:${String(fixture.id)} is no club game`);
  // The same names as in the live state, for all readers (rule NAME-2).
  const shown = participants.map((one) =>
    one.player.player_type === 'junior'
      ? { ...one, player: { ...one.player, name: juniorName(one.player.name, 'live', fixture.publicNames) } }
      : one,
  );
  const lineups = fixture.pairings.flatMap(({ index, home, away }): [string, FactsLineups][] => {
    if (away === null) return [];
    const both = {
      home: teamLineup(fixture, shown, { team: home, squad }),
      away: teamLineup(fixture, shown, { team: away, squad }),
    };
    return isNamed(both) ? [[`${fixture.id}_${index}`, both]] : [];
  });
  return { ...NO_FACTS, competition, kick_off: fixture.kickOff, lineups: Object.fromEntries(lineups) };
}

const isNamed = ({ home, away }: FactsLineups): boolean =>
  [home, away].some(({ starters, substitutes }) => starters.length + substitutes.length > 0);

function matchLineup(fixture: Fixture, { lineup }: MatchDetails, side: 'home' | 'away'): FactsLineup {
  const named = (starts: boolean): FactsPlayer[] =>
    lineup
      .filter((player) => player.side === side && player.starter === starts)
      .map(({ id, jersey_number: given, name, captain, position }) => {
        return { number: shirtNumber(fixture, `user:${String(id)}`, given), name, captain, position };
      });
  return withFillIns(fixture, side, { starters: named(true), substitutes: named(false) });
}

function teamLineup(
  fixture: Fixture,
  participants: readonly Participant[],
  { team, squad }: { readonly team: number; readonly squad: Squad },
): FactsLineup {
  const numberOf = ({ id, player_type: type }: Participant['player']): number | null =>
    type === 'user' ? (squad.get(id ?? 0) ?? null) : null;
  const named = (substitutes: boolean): FactsPlayer[] =>
    participants
      .filter((one) => one.team === team && one.rsvp === 'confirmed' && one.player.is_substitute === substitutes)
      .map(({ player }) => ({
        number: shirtNumber(fixture, `${player.player_type}:${String(player.id)}`, numberOf(player)),
        name: player.name,
        captain: player.is_captain,
        position: player.pitch_role,
      }));
  return withFillIns(fixture, String(team), { starters: named(false), substitutes: named(true) });
}

/** Fill-ins follow the players of the line-up, if there is one (rule LINE-2). */
function withFillIns(fixture: Fixture, team: string, { starters, substitutes }: FactsLineup): FactsLineup {
  if (starters.length + substitutes.length === 0) return { starters, substitutes };
  const fillIns = (isSubstitute: boolean): FactsPlayer[] =>
    fillInsOf(fixture, team)
      .filter((fillIn) => fillIn.is_substitute === isSubstitute)
      .map(({ jersey_number: number, name }) => {
        return { number, name: publicNamesOf(fixture).plain(name), captain: false, position: null };
      });
  return { starters: [...starters, ...fillIns(false)], substitutes: [...substitutes, ...fillIns(true)] };
}

/** Teams without a group are in no table. */
function tablesOf(teams: readonly TournamentTeam[]): readonly FactsTable[] {
  const groups = new Set(teams.flatMap(({ group_name: group }) => (group === null ? [] : [group])));
  return [...groups].map((group) => ({
    group,
    rows: teams
      .filter((team) => team.group_name === group)
      .map((team) => ({
        id: team.id,
        name: team.name,
        played: team.matches_played,
        won: team.wins,
        drawn: team.draws,
        lost: team.losses,
        goals_for: team.goals_for,
        goals_against: team.goals_against,
        points: team.points,
      })),
  }));
}
