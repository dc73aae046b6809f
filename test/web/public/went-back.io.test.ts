// Public pages of a database that went back, to a history that became as long as the lost one.
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backupOf } from '../../support/backup-of.ts';
import { createDatabase, testDatabases } from '../../support/database.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openVisitor } from '../../support/visitor.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { world } from '../../support/world/world.ts';

const hasPostgres = (await testDatabases()).includes('postgres');
const GAME = {
  ref: 'game:1001',
  markers: 'games/extra-1/marker',
  token: TOKENS.club,
  team: '1',
  pages: ['/clubs/riverside-fc/games/extra-1', '/clubs/riverside-fc', '/embed/game:1001'],
};
const MATCH = {
  ref: 'match:702',
  markers: 'tournaments/autumn-cup/matches/702/markers',
  token: TOKENS.tournament,
  team: 'home',
  pages: ['/tournaments/autumn-cup/matches/702', '/tournaments/autumn-cup', '/embed/match:702'],
};

describe.skipIf(!hasPostgres)('a page that was read before the database went back', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let sql: postgres.Sql;
  beforeAll(async () => {
    database = await createDatabase();
    sql = postgres(database.url, { max: 1 });
    await (await openTestGateway({ databaseUrl: database.url, data: world({ moreGames: 2 }) })).close();
  });
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });

  test.each([
    ['a game', GAME],
    ['a match', MATCH],
  ])(
    'rule LIVE-4: of %s has the new history, as long as the lost one',
    async (_, { ref, markers, token, team, pages }) => {
      const open = () => openTestGateway({ databaseUrl: database.url, data: null, timing: { pollMs: 100 } });
      const write = async (node: TestGateway, type: string) => {
        const body = { id: randomUUID(), timestamp: new Date().toISOString(), type, team };
        expect((await node.call('POST', markers, { token, body })).status).toBe(201);
      };
      const read = (node: TestGateway) =>
        Promise.all(
          pages.map(async (page) => {
            const { status, html } = await openVisitor(node).get(page);
            expect(status).toBe(200);
            return html.replaceAll(node.url, '');
          }),
        );
      const lost = await open();
      await write(lost, 'Start');
      const restore = await backupOf(sql, ref);
      await write(lost, 'Goal');
      await lost.close();
      const reader = await open();
      const before = await read(reader);
      await restore();
      const writer = await open();
      await write(writer, 'Event');
      const now = await read(writer);
      const sameAs = (others: readonly string[]) => pages.filter((_page, n) => others[n] === now[n]);
      expect(sameAs(before)).toEqual([]);
      await expect.poll(async () => sameAs(await read(reader)), { interval: 300 }).toEqual(pages);
      await writer.close();
      await reader.close();
    },
  );
});
