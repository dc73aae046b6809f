// A database of each released version is brought up to date and answers as that version did (rule OPS-14). `released/` has what the
// version stored, as pg_dump wrote it, and its answers by token.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testDatabases } from '../../support/database.ts';
import { openTestGateway } from '../../support/gateway.ts';
import { newDatabase } from '../../support/new-database.ts';
import { TOKENS } from '../../support/world/tokens.ts';

const FOLDER = path.join(import.meta.dirname, 'released');
const versions = readdirSync(FOLDER).flatMap((file) => (file.endsWith('.sql') ? [path.basename(file, '.sql')] : []));
const hasPostgres = (await testDatabases()).includes('postgres');

type Answers = Readonly<Record<'club' | 'tournament', Readonly<Record<string, object>>>>;

describe.skipIf(!hasPostgres)('a database of a released version', () => {
  test.each(versions)('rule OPS-14: %s', async (version) => {
    const databaseUrl = await newDatabase();
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
    await sql.unsafe(await readFile(path.join(FOLDER, `${version}.sql`), 'utf8'));
    await sql.end();
    const gateway = await openTestGateway({ databaseUrl, data: null });
    onTestFinished(gateway.close);
    const answers = JSON.parse(await readFile(path.join(FOLDER, `${version}.json`), 'utf8')) as Answers;
    for (const kind of ['club', 'tournament'] as const)
      for (const [address, before] of Object.entries(answers[kind]))
        expect((await gateway.call('GET', address, { token: TOKENS[kind] })).body, address).toMatchObject(before);
  });
});
