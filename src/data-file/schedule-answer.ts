// What is wrong with the times and places of a tournament (rules PLAN-4, PLACE-3 and PLACE-6).
import type { ScheduleAnswer } from '../../protocol/rest/fixtures.ts';
import type { PlayedMatch } from '../store/match-list.ts';
import type { StoredTournament } from '../store/tournament-profile.ts';
import { clashesIn, minutesOf, type ScheduledMatch } from '../tournament/clashes.ts';
import { bracketIn } from './fill-places.ts';

/** To look at all matches takes some milliseconds: once for a tournament as it is. */
const answers = new WeakMap<StoredTournament, ScheduleAnswer>();

export function scheduleAnswer(tournament: StoredTournament): ScheduleAnswer {
  const known = answers.get(tournament);
  if (known !== undefined) return known;
  const answer = scheduleOf(tournament);
  answers.set(tournament, answer);
  return answer;
}

function scheduleOf(tournament: StoredTournament): ScheduleAnswer {
  const { late, undecided } = bracketIn(tournament);
  return {
    clashes: clashesIn(tournament.matches.flatMap(scheduledMatch)).map(({ kind, id, with: other }) => ({
      kind,
      match_id: id,
      with_match_id: other,
    })),
    late: late.map(({ matchId, side, place, before, team }) => ({
      match_id: matchId,
      side,
      place,
      team_id: team,
      playing_team_id: before,
    })),
    undecided: undecided.map(({ matchId, side, place, teams }) => ({
      match_id: matchId,
      side,
      place,
      team_ids: [...teams],
    })),
  };
}

function scheduledMatch({ details, match }: PlayedMatch): ScheduledMatch[] {
  const { fixture } = match;
  if (fixture.kind !== 'match' || fixture.given.status === 'cancelled') return [];
  const { field, pitch } = details.place;
  const where = [field, pitch].flatMap((part) => part ?? []).join(' · ');
  return [
    {
      id: fixture.id,
      at: details.scheduledAt,
      minutes: minutesOf(fixture.format),
      group: details.stage.group_name,
      pitch: where === '' ? null : where,
      teams: [fixture.home.id, fixture.away.id].flatMap((team) => team ?? []),
      from: [details.from.home, details.from.away],
    },
  ];
}
