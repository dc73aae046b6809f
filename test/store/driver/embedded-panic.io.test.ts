// An error that PostgreSQL does not survive, as when the disk has no room for its log.
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { meansStoreAway } from '../../../src/store/driver/errors.ts';
import { openTestStore } from '../../support/database.ts';

it('rule OPS-3: the embedded database starts again after it, with all that was stored', async () => {
  const { sql, home, close } = await openTestStore('embedded');
  onTestFinished(close);
  await sql`create table note (text text)`;
  await sql`insert into note values ('before')`;
  // The next file of its log cannot be written.
  const [log] = await sql<{ name: string }[]>`select pg_walfile_name(pg_current_wal_insert_lsn() + 16777216) as name`;
  const place = path.join(home, 'embedded', 'database', 'pg_wal', log?.name ?? '');
  await mkdir(place);
  await sql`select pg_switch_wal()`;
  const failure = await sql`insert into note values ('lost')`.catch((error: unknown) => error);
  expect(meansStoreAway(failure)).toBe(true);
  await expect(sql`select 1`).rejects.toSatisfy(meansStoreAway);

  await rm(place, { recursive: true });
  await expect.poll(() => sql`select text from note`.catch(() => null)).toEqual([{ text: 'before' }]);
  await sql`insert into note values ('after')`;
});
