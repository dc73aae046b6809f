// Finds club games.
import type { Sql } from './driver/sql.ts';

/** The id of a club's game by its slug; null if unknown. */
export async function findGame(sql: Sql, clubSlug: string, gameSlug: string): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    select g.id from game g join club c on c.id = g.club_id where c.slug = ${clubSlug} and g.slug = ${gameSlug}`;
  return row?.id ?? null;
}
