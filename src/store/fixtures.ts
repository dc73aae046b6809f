// Builds fixtures for the match machine from the rows of data files. One statement each, so that a fixture is one
// consistent snapshot.
import type { Fragment, ISql } from './driver/sql.ts';
import type { Fixture } from '../match/fixture.ts';

/** Colours of team 1, 2 … for teams without a colour in the data file. */
export const TEAM_COLORS = [
  '#1e40af',
  '#ffffff',
  '#b91c1c',
  '#facc15',
  '#15803d',
  '#7e22ce',
  '#ea580c',
  '#0f172a',
] as const;

/** SQL expression: the fixture of the game `g` of the club `c` as json. `players`: its players as json. */
export const gameFixtureSql = (sql: ISql, players: Fragment): Fragment => sql`
  json_build_object(
    'kind', 'game', 'id', g.id, 'slug', g.slug, 'title', g.title, 'clubId', g.club_id, 'clubSlug', c.slug,
    'gameMode', g.game_mode, 'kickOff', g.date_time, 'publicNames', c.public_names,
    'format', json_build_object('halves', g.halves, 'halfMinutes', g.half_minutes, 'extraHalfMinutes', g.extra_half_minutes),
    'teams', (
      select coalesce(json_agg(json_build_object('number', t.number, 'name', coalesce(t.name, 'Team ' || t.number), 'shortName', t.short_name,
        'color', coalesce(t.jersey_color, (${TEAM_COLORS}::text[])[(t.number - 1) % ${TEAM_COLORS.length}::integer + 1]))
        order by t.number), '[]')
      from game_team t where t.game_id = g.id),
    'pairings', (
      select coalesce(json_agg(json_build_object('index', p.match_index, 'home', p.home_team, 'away', p.away_team)
        order by p.match_index), '[]')
      from game_matchup p where p.game_id = g.id),
    'players', ${players},
    'cancellation', case when g.cancelled_at is not null then json_build_object('reason', g.cancellation_reason) end,
    'lineupEdits', (select e.edits from game_lineup_edit e where e.game_id = g.id))`;

const gamePlayersSql = (sql: ISql): Fragment => sql`(
  select coalesce(json_agg(json_build_object('type', p.player_type, 'id', p.player_id, 'team', p.team,
    'name', coalesce(u.name, j.name)) order by p.place), '[]')
  from game_participant p
  left join app_user u on p.player_type = 'user' and u.id = p.player_id
  left join junior j on p.player_type = 'junior' and j.id = p.player_id
  where p.game_id = g.id and p.player_type <> 'guest')`;

/** SQL expression: the format of the match `m` of the tournament `t` as json. */
export const matchFormatSql = (sql: ISql): Fragment => sql`
  json_build_object('halves', coalesce(m.halves, t.halves), 'halfMinutes', coalesce(m.half_minutes, t.half_minutes),
    'extraHalfMinutes', coalesce(m.extra_half_minutes, t.extra_half_minutes))`;

/** SQL expression: the result of the match `m` in the data file as json. */
export const givenResultSql = (sql: ISql): Fragment => sql`
  json_build_object('status', m.status, 'playedAt', m.played_at, 'score', (
    select json_build_object('home', s.home, 'away', s.away, 'home_penalties', s.home_penalties,
      'away_penalties', s.away_penalties)
    from match_given_score s where s.match_id = m.id))`;

/** SQL expression: what staff changed in the line-up of the match `m`; null without changes. */
export const lineupEditsSql = (sql: ISql): Fragment =>
  sql`(select e.edits from match_lineup_edit e where e.match_id = m.id)`;

/** SQL expression: the fixture of the match `m` as json. */
const matchFixtureSql = (sql: ISql): Fragment => sql`(
  select json_build_object(
    'kind', 'match', 'id', m.id, 'title', (sides.home->>'name') || ' vs ' || (sides.away->>'name'),
    'tournament', json_build_object('id', t.id, 'slug', t.slug, 'name', t.name), 'publicNames', t.public_names,
    'format', ${matchFormatSql(sql)}, 'home', sides.home, 'away', sides.away,
    'authorizedClubs', (
      select coalesce(json_agg(c.slug order by a.place), '[]')
      from match_authorized_club a join club c on c.id = a.club_id where a.match_id = m.id),
    'players', (
      select coalesce(json_agg(json_build_object('id', p.user_id, 'name', u.name, 'team', p.side) order by p.user_id), '[]')
      from (
        select l.user_id, l.side from match_lineup l where l.match_id = m.id
        union all
        -- A player in no line-up plays for his team in the tournament (rule SIDE-1).
        select r.user_id, case when r.team_id = m.home_team_id then 'home' else 'away' end
        from tournament_player r
        where r.tournament_id = m.tournament_id and r.team_id in (m.home_team_id, m.away_team_id)
          and not exists (select from match_lineup l where l.match_id = m.id and l.user_id = r.user_id)
      ) p join app_user u on u.id = p.user_id),
    'lineupEdits', ${lineupEditsSql(sql)}, 'given', ${givenResultSql(sql)})
  from tournament t, lateral (select
    ${sideSql(sql, sql`m.home_team_id`, sql`m.home_placeholder`, sql`m.away_team_id`)} as home,
    ${sideSql(sql, sql`m.away_team_id`, sql`m.away_placeholder`, sql`m.home_team_id`)} as away) sides
  where t.id = m.tournament_id)`;

/** A team without a short name has the one of its club, unless both teams are of that club (rule NAME-7). */
const sideSql = (sql: ISql, teamId: Fragment, placeholder: Fragment, otherId: Fragment): Fragment => sql`(
  select json_build_object('id', s.id, 'name', coalesce(s.name, ${placeholder}, 'TBD'), 'clubId', s.club_id,
    'slug', c.slug, 'badgeUrl', coalesce(s.badge_url, c.badge_url), 'color', s.jersey_color, 'shortName', coalesce(s.short_name, case
      when s.club_id is distinct from (select o.club_id from tournament_team o where o.id = ${otherId}) then c.short_name
    end))
  from (select 1) one left join tournament_team s on s.id = ${teamId} left join club c on c.id = s.club_id)`;

/** SQL query: the fixtures of the games or matches with these ids, as json. */
export const fixturesSql = (sql: ISql, kind: 'game' | 'match', ids: readonly number[]): Fragment =>
  kind === 'game'
    ? sql`
        select ${gameFixtureSql(sql, gamePlayersSql(sql))} as fixture
        from game g join club c on c.id = g.club_id where g.id = any(${ids})`
    : sql`select ${matchFixtureSql(sql)} as fixture from tournament_match m where m.id = any(${ids})`;

/** The fixtures of many games or matches, by id. */
export async function loadFixtures(
  sql: ISql,
  kind: 'game' | 'match',
  ids: readonly number[],
): Promise<ReadonlyMap<number, Fixture>> {
  const rows = await sql<{ fixture: Fixture }[]>`${fixturesSql(sql, kind, ids)}`;
  return new Map(rows.map(({ fixture }) => [fixture.id, fixture]));
}
