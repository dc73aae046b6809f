// The themes of clubs and tournaments: list, find, save and delete.
import { type Action, columnOf, type ResourceRef, writeAudit } from './audit.ts';
import { transaction } from './driver/transaction.ts';
import type { Fragment, ISql, Sql } from './driver/sql.ts';
import type { Resource } from './integrations.ts';

/** The club or tournament that has the themes. */
export type ThemeOwner = Pick<Resource, 'kind' | 'slug'>;

type StoredTheme = {
  readonly name: string;
  /** Parameters of an address, by name. */
  readonly settings: Readonly<Record<string, string>>;
};

/** Who changes a theme. `at`: ms since 1970. */
type ThemeAct = {
  readonly resource: ResourceRef;
  readonly name: string;
  readonly userId: number;
  readonly at: number;
};

type SavedTheme = ThemeAct & {
  readonly settings: StoredTheme['settings'];
  /** The parameters that these settings replace; others of a theme that exists stay. */
  readonly replaced: readonly string[];
};

/** Maximum number of a club or tournament. */
export const THEMES_MAX = 20;

const idOf = (sql: ISql, { kind, slug }: ThemeOwner): Fragment =>
  sql`(select id from ${sql(kind)} where slug = ${slug})`;

/** By name. */
export const listThemes = async (sql: Sql, owner: ThemeOwner): Promise<readonly StoredTheme[]> =>
  sql<StoredTheme[]>`
    select name, settings from theme where ${columnOf(sql, owner)} = ${idOf(sql, owner)} order by name`;

/** The settings of a theme; null for an unknown one. */
export async function findTheme(sql: Sql, owner: ThemeOwner, name: string): Promise<StoredTheme['settings'] | null> {
  const [row] = await sql<Pick<StoredTheme, 'settings'>[]>`
    select settings from theme where ${columnOf(sql, owner)} = ${idOf(sql, owner)} and name = ${name}`;
  return row?.settings ?? null;
}

/** Saves a new theme or changes one. False, and nothing saved, for a new one where there are already `THEMES_MAX`. */
export async function saveTheme(sql: Sql, saved: SavedTheme): Promise<boolean> {
  const { resource, name, settings, replaced } = saved;
  const column = columnOf(sql, resource);
  return transaction(sql, async (tx) => {
    // Two at the same time are counted one after the other.
    await tx`select from ${tx(resource.kind)} where id = ${resource.id} for no key update`;
    const stored = await tx`
      insert into theme (${column}, name, settings)
      select ${resource.id}::bigint, ${name}::text, ${JSON.stringify(settings)}::text::jsonb
      where (select count(*) from theme t where t.${column} = ${resource.id} and t.name <> ${name}) < ${THEMES_MAX}
      on conflict (${column}, name) do update
        set settings = (theme.settings - ${replaced}::text[]) || excluded.settings
      returning name`;
    if (stored.length === 0) return false;
    await audit(tx, saved, 'theme_saved');
    return true;
  });
}

/** False if the club or tournament has no such theme. */
export async function deleteTheme(sql: Sql, act: ThemeAct): Promise<boolean> {
  const { resource, name } = act;
  return transaction(sql, async (tx) => {
    const deleted = await tx`
      delete from theme where ${columnOf(tx, resource)} = ${resource.id} and name = ${name} returning name`;
    if (deleted.length === 0) return false;
    await audit(tx, act, 'theme_deleted');
    return true;
  });
}

const audit = (tx: ISql, { resource, name, userId, at }: ThemeAct, action: Action): Promise<void> =>
  writeAudit(tx, { userId, action, subject: name, resource }, at);
