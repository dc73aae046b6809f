// A store with a data file in it, and the matches that it holds.
import { beforeAll } from 'vitest';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { importData } from '../../src/data-file/import.ts';
import { type Match, openMatch } from '../../src/match/match.ts';
import type { Sql } from '../../src/store/driver/sql.ts';
import { loadMatch, type PositionedMatch } from '../../src/store/matches.ts';
import { type DatabaseKind, openTestStore, type TestStore } from './database.ts';

/** For one file or one `describe`: a store that has the data file, open while the tests run. */
export function filledStore(kind: DatabaseKind, data: () => object): { readonly sql: Sql } {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(kind);
    await importData(store.sql, data());
    return () => store.close();
  });
  return {
    get sql() {
      return store.sql;
    },
  };
}

/** A stored match; throws when there is none. */
export async function storedMatch(sql: Sql, ref: MatchRef): Promise<PositionedMatch> {
  const stored = await loadMatch(sql, ref);
  if (stored === null) throw new Error(`${ref} is not there.`);
  return stored;
}

/** A stored match with its state; throws when there is none. */
export const openedMatch = async (sql: Sql, ref: MatchRef): Promise<Match> => openMatch(await storedMatch(sql, ref));
