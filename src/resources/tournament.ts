// A tournament match and table for the REST interface (rules READ-7, READ-8, READ-15).
import type { PublicNames, TieBreak } from '../../protocol/data-file/fields.ts';
import type { LineupPlayer, TournamentMatch, TournamentTeam } from '../../protocol/rest/tournament.ts';
import type { Match } from '../match/apply.ts';
import type { FixtureSide, TournamentFixture } from '../match/fixture.ts';
import { shirtNumber } from '../match/lineup-edits.ts';
import type { MatchDetails, PlayedMatch, TeamDetails } from '../store/match-list.ts';
import { matchResult } from './result.ts';
import { countingMatch, fairPlayOf, standings, type StandingsMatch } from '../match/standings.ts';
import { isoTimeOrNull } from '../../protocol/wire/iso-time.ts';

/** `policy`: how juniors are named (rule NAME-3). */
export function matchResource(details: MatchDetails, match: Match, policy: PublicNames = 'full'): TournamentMatch {
  const fixture = matchFixtureOf(match);
  const { id, home, away } = fixture;
  const result = matchResult(match, policy);
  return {
    id,
    ...details.stage,
    status: result.status,
    scheduled_at: isoTimeOrNull(details.scheduledAt),
    played_at: result.played_at,
    started_at: result.started_at,
    ended_at: result.ended_at,
    period: result.period,
    ...details.place,
    home_team: teamResource(home, details.homePlaceholder),
    away_team: teamResource(away, details.awayPlaceholder),
    lineups: { home: lineupOf(fixture, details, 'home'), away: lineupOf(fixture, details, 'away') },
    score: result.score,
    winner_club_id: result.winner_club_id,
    goals: result.goals,
    cards: result.cards,
    commentary: result.commentary,
    ...details.remarks,
  };
}

const teamResource = ({ id, slug, name }: FixtureSide, placeholder: string | null) => ({ id, slug, name, placeholder });

function lineupOf(
  fixture: TournamentFixture,
  { lineup }: MatchDetails,
  side: 'home' | 'away',
): { starters: LineupPlayer[]; substitutes: LineupPlayer[] } {
  const players = lineup.filter((player) => player.side === side);
  const listed = (starters: boolean): LineupPlayer[] =>
    players
      .filter(({ starter }) => starter === starters)
      .map(({ side: _, starter: _starter, jersey_number: given, ...player }) => {
        return { ...player, jersey_number: shirtNumber(fixture, `user:${player.id}`, given) };
      });
  return { starters: listed(true), substitutes: listed(false) };
}

function matchFixtureOf({ fixture }: Match): TournamentFixture {
  if (fixture.kind !== 'match') throw new TypeError(`game:${String(fixture.id)} is no tournament match`);
  return fixture;
}

/** The teams by group in table order. `counting`: the `countingResult` of every match. */
export function teamResources(
  teams: readonly TeamDetails[],
  counting: readonly StandingsMatch[],
  tieBreaks: readonly TieBreak[],
): TournamentTeam[] {
  const byId = new Map(teams.map((team) => [team.id, team]));
  const placed = standings(
    teams.map(({ id, name, group_name: group }) => ({ id, name, group })),
    counting,
    tieBreaks,
  );
  return placed.flatMap(({ team: { id }, row }) => {
    const team = byId.get(id);
    return team === undefined ? [] : [{ ...team, ...row }];
  });
}

/** The match as the table counts it: one or none. */
export function countingResult({ details, match }: PlayedMatch): StandingsMatch[] {
  const { id, home, away } = matchFixtureOf(match);
  const board = match.state.matches[String(id)];
  if (board === undefined) return [];
  const { status, score } = board;
  const group = details.stage.group_name;
  return countingMatch({ group, home: home.id, away: away.id, status, score, fairPlay: fairPlayOf(match) });
}
