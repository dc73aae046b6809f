// The tournaments that a club hosts, for its staff.
import type { Sql } from './driver/sql.ts';

export type HostedTournament = { readonly slug: string; readonly name: string };

/** The newest first, 100 at most. */
export const readHostedTournaments = (sql: Sql, clubId: number) => sql<HostedTournament[]>`
  select slug, name from tournament where host_club_id = ${clubId} order by start_date desc nulls first, id desc limit 100`;
