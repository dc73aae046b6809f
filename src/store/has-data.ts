// Whether a data file was ever applied.
import type { Sql } from './driver/sql.ts';

/** False while there is neither a user, a club nor a tournament. */
export async function hasData(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ hasData: boolean }[]>`
    select exists (select from app_user) or exists (select from club) or exists (select from tournament) as "hasData"`;
  return row?.hasData ?? false;
}
