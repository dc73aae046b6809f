import { expect, test } from 'vitest';
import { openTestStore, testDatabases } from './support/database.ts';

for (const kind of await testDatabases()) {
  test(`a new ${kind} database has the schema, and numbers come back as numbers`, async () => {
    const store = await openTestStore(kind);
    const [row] = await store.sql`select count(*) as n, 1700000000000::bigint as t, array[1,2]::bigint[] as a from live_match`;
    expect(row).toEqual({ n: 0, t: 1700000000000, a: [1, 2] });
    await store.close();
  });
}
