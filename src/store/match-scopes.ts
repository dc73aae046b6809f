// Which club or tournament a game or match belongs to, without loading it.
import { type MatchRef, parseChannel } from '../../protocol/wire/ids.ts';
import type { Sql } from './driver/sql.ts';

export type MatchScope =
  | { readonly kind: 'game'; readonly clubSlug: string }
  | {
      readonly kind: 'match';
      readonly tournament: { readonly slug: string };
      readonly authorizedClubs: readonly string[];
    };

export type ScopedRef = { readonly ref: MatchRef; readonly scope: MatchScope };

/** The ids of the games, or of the matches, among these. */
export const idsOf = (kind: 'game' | 'match', refs: readonly MatchRef[]): number[] =>
  refs.map(parseChannel).flatMap((parsed) => (parsed?.kind === kind ? [parsed.id] : []));

/** The scopes of these games and matches, in one statement; unknown ones are left out. */
export async function readMatchScopes(sql: Sql, refs: readonly MatchRef[]): Promise<readonly ScopedRef[]> {
  return sql<ScopedRef[]>`
    select 'game:' || g.id as ref, jsonb_build_object('kind', 'game', 'clubSlug', c.slug) as scope
    from game g join club c on c.id = g.club_id where g.id = any(${idsOf('game', refs)}::bigint[])
    union all
    select 'match:' || m.id, jsonb_build_object('kind', 'match', 'tournament', jsonb_build_object('slug', t.slug),
      'authorizedClubs', (
        select coalesce(jsonb_agg(c.slug order by a.place), '[]')
        from match_authorized_club a join club c on c.id = a.club_id where a.match_id = m.id))
    from tournament_match m join tournament t on t.id = m.tournament_id
    where m.id = any(${idsOf('match', refs)}::bigint[])`;
}
