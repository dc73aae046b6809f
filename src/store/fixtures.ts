// Builds fixtures for the match machine from the rows of data files. One statement each, so that a fixture is one
// consistent snapshot.
import type { Fragment, ISql } from './driver/sql.ts';
import type { Fixture, FixtureSide, Format, GameFixture, TournamentFixture } from '../match/fixture.ts';

/** Colours of team 1, 2 … for teams without a colour in the data file. */
const PALETTE = ['#1e40af', '#ffffff', '#b91c1c', '#facc15', '#15803d', '#7e22ce', '#ea580c', '#0f172a'] as const;

/** The name of a team, or a default. */
export const teamName = (number: number, name: string | null): string => name ?? `Team ${number}`;
export const teamColor = (number: number, color: string | null): string =>
  color ?? PALETTE[(number - 1) % PALETTE.length] ?? PALETTE[0];

/** A row of `gameFixtureSql`. */
export type GameFixtureRow = Omit<GameFixture, 'kind' | 'teams' | 'format'> &
  FormatRow & { readonly teams: readonly { number: number; name: string | null; color: string | null }[] };
/** A row of `matchFixtureSql`. */
export type MatchFixtureRow = Omit<TournamentFixture, 'kind' | 'title' | 'home' | 'away' | 'format'> &
  FormatRow & { readonly home: SideRow; readonly away: SideRow };
type FormatRow = {
  readonly halves: number;
  readonly half_minutes: number;
  readonly extra_half_minutes: number;
};
type SideRow = Omit<FixtureSide, 'name'> & { readonly name: string | null; readonly placeholder: string | null };

/** SQL expression: the fixture of the game `g` as jsonb. */
export const gameFixtureSql = (sql: ISql): Fragment => sql`
  jsonb_build_object(
    'id', g.id, 'slug', g.slug, 'title', g.title, 'clubId', g.club_id, 'gameMode', g.game_mode, 'kickOff', g.date_time,
    'clubSlug', (select c.slug from club c where c.id = g.club_id),
    'halves', g.halves, 'half_minutes', g.half_minutes, 'extra_half_minutes', g.extra_half_minutes,
    'teams', (
      select coalesce(jsonb_agg(jsonb_build_object('number', t.number, 'name', t.name, 'color', t.jersey_color)
        order by t.number), '[]')
      from game_team t where t.game_id = g.id),
    'pairings', (
      select coalesce(jsonb_agg(jsonb_build_object('index', p.match_index, 'home', p.home_team, 'away', p.away_team)
        order by p.match_index), '[]')
      from game_matchup p where p.game_id = g.id),
    'players', (
      select coalesce(jsonb_agg(jsonb_build_object('type', p.player_type, 'id', p.player_id, 'team', p.team,
        'name', coalesce(u.name, j.name)) order by p.place), '[]')
      from game_participant p
      left join app_user u on p.player_type = 'user' and u.id = p.player_id
      left join junior j on p.player_type = 'junior' and j.id = p.player_id
      where p.game_id = g.id and p.player_type <> 'guest'))`;

/** SQL expression: the fixture of the tournament match `m` as jsonb. */
export const matchFixtureSql = (sql: ISql): Fragment => sql`(
  select jsonb_build_object(
    'id', m.id, 'tournament', jsonb_build_object('id', t.id, 'slug', t.slug, 'name', t.name),
    'halves', coalesce(m.halves, t.halves), 'half_minutes', coalesce(m.half_minutes, t.half_minutes),
    'extra_half_minutes', coalesce(m.extra_half_minutes, t.extra_half_minutes),
    'home', ${sideSql(sql, 'home')}, 'away', ${sideSql(sql, 'away')},
    'authorizedClubs', (
      select coalesce(jsonb_agg(c.slug order by a.place), '[]')
      from match_authorized_club a join club c on c.id = a.club_id where a.match_id = m.id),
    'players', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.user_id, 'name', u.name, 'team', p.side) order by p.user_id), '[]')
      from (
        select l.user_id, l.side from match_lineup l where l.match_id = m.id
        union all
        -- A player in no line-up plays for his team in the tournament (rule SIDE-1).
        select r.user_id, case when r.team_id = m.home_team_id then 'home' else 'away' end
        from tournament_player r
        where r.tournament_id = m.tournament_id and r.team_id in (m.home_team_id, m.away_team_id)
          and not exists (select from match_lineup l where l.match_id = m.id and l.user_id = r.user_id)
      ) p join app_user u on u.id = p.user_id),
    'given', jsonb_build_object('status', m.status, 'playedAt', m.played_at, 'score', (
      select jsonb_build_object('home', s.home, 'away', s.away,
        'home_penalties', s.home_penalties, 'away_penalties', s.away_penalties)
      from match_given_score s where s.match_id = m.id)))
  from tournament t where t.id = m.tournament_id)`;

function sideSql(sql: ISql, side: 'home' | 'away'): Fragment {
  const teamId = side === 'home' ? sql`m.home_team_id` : sql`m.away_team_id`;
  const placeholder = side === 'home' ? sql`m.home_placeholder` : sql`m.away_placeholder`;
  return sql`(
    select jsonb_build_object('id', s.id, 'name', s.name, 'clubId', s.club_id, 'slug', c.slug, 'badgeUrl', c.badge_url,
      'placeholder', ${placeholder})
    from (select 1) one left join tournament_team s on s.id = ${teamId} left join club c on c.id = s.club_id)`;
}

const formatOf = (row: FormatRow): Format => ({
  halves: row.halves === 1 ? 1 : 2,
  halfMinutes: row.half_minutes,
  extraHalfMinutes: row.extra_half_minutes,
});

export function gameFixture({ halves, half_minutes, extra_half_minutes, teams, ...row }: GameFixtureRow): GameFixture {
  return {
    kind: 'game',
    ...row,
    format: formatOf({ halves, half_minutes, extra_half_minutes }),
    teams: teams.map(({ number, name, color }) => ({
      number,
      name: teamName(number, name),
      color: teamColor(number, color),
    })),
  };
}

export function matchFixture(row: MatchFixtureRow): TournamentFixture {
  const { halves, half_minutes, extra_half_minutes, home, away, ...rest } = row;
  const sides = { home: sideOf(home), away: sideOf(away) };
  return {
    kind: 'match',
    ...rest,
    ...sides,
    title: `${sides.home.name} vs ${sides.away.name}`,
    format: formatOf({ halves, half_minutes, extra_half_minutes }),
  };
}

const sideOf = ({ placeholder, ...side }: SideRow): FixtureSide => ({
  ...side,
  name: side.name ?? placeholder ?? 'TBD',
});

/** The fixtures of many games or matches, by id. */
export async function loadFixtures(
  sql: ISql,
  kind: 'game' | 'match',
  ids: readonly number[],
): Promise<ReadonlyMap<number, Fixture>> {
  const wanted = JSON.stringify(ids);
  const fixtures = new Map<number, Fixture>();
  if (kind === 'game') {
    const rows = await sql<{ fixture: GameFixtureRow }[]>`
      select ${gameFixtureSql(sql)} as fixture from game g
      where g.id in (select value::bigint from jsonb_array_elements_text(${wanted}::text::jsonb))`;
    for (const { fixture } of rows) fixtures.set(fixture.id, gameFixture(fixture));
  } else {
    const rows = await sql<{ fixture: MatchFixtureRow }[]>`
      select ${matchFixtureSql(sql)} as fixture from tournament_match m
      where m.id in (select value::bigint from jsonb_array_elements_text(${wanted}::text::jsonb))`;
    for (const { fixture } of rows) fixtures.set(fixture.id, matchFixture(fixture));
  }
  return fixtures;
}
