// Writes the drafted rows, each table after the tables that it refers to.
import type { ISql } from '../store/driver/sql.ts';
import { type Draft, type Drafted, type DraftedOwner, ENTITIES, type OnProgress } from './draft.ts';
import type { Drafts } from './drafts.ts';
import { EDITS } from './imported-edits.ts';
import { replaceLists, writeRows } from './rows.ts';
import { TABLES } from './tables.ts';

/** Writes the changed rows with their lists, and reports the progress of all rows. */
export async function writeDrafts({ sql, maybeYield }: Draft, drafts: Drafts, onProgress: OnProgress): Promise<void> {
  for (const entity of ENTITIES) {
    // There is at most one valid shared key at any time.
    if (entity === 'tokens')
      await sql`update api_token set revoked = true, replaced = true where id = any(${drafts.replacedKeys})`;
    const drafted: readonly Drafted[] = drafts[entity];
    const changed = drafted.filter(({ state }) => state !== 'unchanged').map(({ row }) => row);
    let done = drafted.length - changed.length;
    await writeRows(sql, TABLES[entity], changed, (count) => {
      done += count;
      onProgress({ entity, done, total: drafted.length });
      return maybeYield();
    });
    if (drafted.length > 0 && changed.length === 0) onProgress({ entity, done, total: done });
    await writeLists(
      sql,
      drafted.filter((entry): entry is DraftedOwner => 'changed' in entry),
    );
  }
}

async function writeLists(sql: ISql, owners: readonly DraftedOwner[]): Promise<void> {
  const tables = new Set(owners.flatMap(({ changed }) => [...changed.keys()]));
  for (const table of tables) {
    const lists = owners.flatMap(({ id, stored, changed }) => {
      const rows = changed.get(table);
      // Those of stored games and matches are written when they are reserved.
      if (stored !== null && EDITS.includes(table)) return [];
      return rows ? [{ parent: id, rows, isNew: stored === null }] : [];
    });
    await replaceLists(sql, table, lists);
  }
}
