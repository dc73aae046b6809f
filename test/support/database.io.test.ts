import postgres from 'postgres';
import { expect, it } from 'vitest';
import { installationId } from '../../src/store/log/positions.ts';
import { bestDatabase, createDatabase } from './database.ts';

const hasPostgres = (await bestDatabase()) === 'postgres';

it.skipIf(!hasPostgres)(
  'gives each database an installation of its own, so that tests on one Redis hear no messages of others',
  async () => {
    const databases = await Promise.all([createDatabase(), createDatabase()]);
    const ids = await Promise.all(
      databases.map(async ({ url }) => {
        const sql = postgres(url, { max: 1 });
        const id = await installationId(sql);
        await sql.end();
        return id;
      }),
    );
    for (const database of databases) await database.drop();
    expect(new Set(ids).size).toBe(2);
  },
);
