// The people who may be in the line-ups of a tournament match: the players of its teams, and the members of their clubs.
import type { ISql } from './driver/sql.ts';

export type MatchPerson = {
  readonly id: number;
  readonly name: string;
  readonly side: 'home' | 'away';
  readonly number: number | null;
};

/** By side, then by number and name. A person of both teams is listed with the home team. */
export const readMatchPeople = (sql: ISql, tournamentId: number, matchId: number) => sql<MatchPerson[]>`
  select * from (
    select distinct on (u.id) u.id, u.name, p.side, p.number
    from (
      select r.user_id, case when r.team_id = m.home_team_id then 'home' else 'away' end as side, r.jersey_number as number, 1 as rank
      from tournament_match m join tournament_player r
        on r.tournament_id = m.tournament_id and r.team_id in (m.home_team_id, m.away_team_id)
      where m.id = ${matchId} and m.tournament_id = ${tournamentId}
      union all
      select c.user_id, case when t.id = m.home_team_id then 'home' else 'away' end, c.jersey_number, 2
      from tournament_match m join tournament_team t on t.id in (m.home_team_id, m.away_team_id)
      join club_member c on c.club_id = t.club_id and c.status = 'active'
      where m.id = ${matchId} and m.tournament_id = ${tournamentId}
      union all
      select l.user_id, l.side, l.jersey_number, 0
      from match_lineup l join tournament_match m on m.id = l.match_id
      where m.id = ${matchId} and m.tournament_id = ${tournamentId}
    ) p join app_user u on u.id = p.user_id
    order by u.id, p.rank, p.side desc
  ) listed order by side desc, number nulls last, name collate "C", id`;
