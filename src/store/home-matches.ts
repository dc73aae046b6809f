// The matches of the first page: those of all clubs and tournaments that a user manages, in one query.
import type { Sql } from './driver/sql.ts';
import { matchName, matchZone, type Offer, openPlaces } from './integrations.ts';

/** A game or match with the place that it has in its tournament. */
export type HomeOffer = Offer & {
  readonly kind: 'club' | 'tournament';
  /** The id of its club or tournament. */
  readonly resourceId: number;
  /** The name of its group; null without one. */
  readonly group: string | null;
  /** The round as the tournament names it; null without one. */
  readonly round: string | null;
  /** Of a game that is cancelled, with its reason where one was given; null for any other, and for a match. */
  readonly cancellation: { readonly reason: string | null } | null;
  /** The addresses of the crests of its club, or of both sides. */
  readonly crests: readonly string[];
};

/** Of each club or tournament; of a search, which may look at thousands of them. */
const OFFERED_MAX = 200;
const FOUND_MAX = 12;
/** Of a search in all. */
const FOUND_IN_ALL = 2_400;

/**
 * Upcoming matches first, then those without a date, then past ones, newest first; they are next until `lateMs` after their
 * kick-off. `text`: a part of the title, in any case; null for all.
 */
export const findHomeMatches = async (
  sql: Sql,
  of: { readonly clubs: readonly number[]; readonly tournaments: readonly number[] },
  { now, lateMs, text }: { readonly now: number; readonly lateMs: number; readonly text: string | null },
): Promise<readonly HomeOffer[]> => sql<HomeOffer[]>`
  with found as (
    select 'club' as kind, g.club_id as "resourceId", g.id, 'game:' || g.id as channel,
      '/clubs/' || c.slug || '/games/' || g.slug as path, g.title, g.date_time as at,
      nullif(g.timezone, 'UTC') as zone, null::text as "group", null::text as round, null::text as "homePlace", null::text as "awayPlace",
      case when g.cancelled_at is not null then jsonb_build_object('reason', g.cancellation_reason) end as cancellation,
      to_jsonb(array_remove(array[c.badge_url], null)) as crests
    from game g join club c on c.id = g.club_id where g.club_id = any(${of.clubs}::bigint[])
    union all
    select 'tournament', m.tournament_id, m.id, 'match:' || m.id, '/tournaments/' || t.slug || '/matches/' || m.id,
      ${matchName(sql)}, m.scheduled_at, ${matchZone(sql)}, m.group_name, m.knockout_round_label,
      ${openPlaces(sql)}, null::jsonb,
      to_jsonb(array_remove(array[coalesce(h.badge_url, hc.badge_url), coalesce(w.badge_url, wc.badge_url)], null))
    from tournament_match m join tournament t on t.id = m.tournament_id
    left join tournament_team h on h.id = m.home_team_id left join tournament_team w on w.id = m.away_team_id
    left join club hc on hc.id = h.club_id left join club wc on wc.id = w.club_id
    where m.tournament_id = any(${of.tournaments}::bigint[])
  ), placed as (
    select f.*, row_number() over (partition by f.kind, f."resourceId" order by
      case when f.at is null then 1 when f.at < ${now - lateMs} then 2 else 0 end, abs(f.at - ${now}), f.id) as place
    from found f where ${text}::text is null or f.title ilike ${patternOf(text ?? '')}
  )
  select kind, "resourceId", channel, path, title, at, zone, "group", round, "homePlace", "awayPlace", cancellation, crests
  from placed where place <= ${text === null ? OFFERED_MAX : FOUND_MAX}
  order by kind, "resourceId", place limit ${text === null ? null : FOUND_IN_ALL}::bigint`;

const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
