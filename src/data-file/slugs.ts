// Clubs and tournaments by slug, as they are after the import.
import type { Draft, Drafted } from './draft.ts';
import { textOf, type Table } from './rows.ts';

export type Slugs = {
  /** The id of a slug; adds a fault at `place` for an unknown one. Null and undefined are returned unchanged. */
  find<T extends string | null | undefined>(slug: T, place: string): number | Exclude<T, string>;
  has(id: number): boolean;
};

/** Reads all slugs: clubs and tournaments are few. */
export async function openSlugs({ sql, faults }: Draft, table: Table, drafted: readonly Drafted[]): Promise<Slugs> {
  const ids = new Set<number>();
  const bySlug = new Map<string, number>();
  for (const { row } of drafted) {
    ids.add(Number(row['id']));
    bySlug.set(textOf(row['slug']), Number(row['id']));
  }
  const stored = await sql<{ row: { id: number; slug: string } }[]>`
    select jsonb_build_object('id', id, 'slug', slug) as row from ${sql(table.name)}`;
  for (const { row } of stored) {
    if (!ids.has(row.id)) bySlug.set(row.slug, row.id);
  }
  for (const { row } of stored) ids.add(row.id);
  return {
    find(slug, place) {
      if (typeof slug !== 'string') return slug as Exclude<typeof slug, string>;
      const id = bySlug.get(slug);
      if (id === undefined) faults.add(place, `There is no ${table.name} ${slug} in the file or the database.`);
      return id ?? 0;
    },
    has: (id) => ids.has(id),
  };
}
