// A node that has missed the newest changes.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createDatabase, testDatabases } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { goalBody } from '../support/goal-body.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';

const hasPostgres = (await testDatabases()).includes('postgres');
const token = TOKENS.club;

describe.skipIf(!hasPostgres)('a node that is behind', () => {
  it('decides from the store, not from memory alone: a repeat here may be a change there', async () => {
    const database = await createDatabase();
    const options = { databaseUrl: database.url, timing: { pollMs: 600_000 } };
    const ahead = await openTestGateway({ ...options, data: world() });
    const behind = await openTestGateway({ ...options, data: null });
    const call = (node: TestGateway, method: string, address: string, body?: object) =>
      node.call(method, `games/sunday-5s/${address}`, { token, body });
    const [kept, dropped] = [goalBody(), goalBody()];
    for (const body of [kept, dropped]) expect((await call(ahead, 'POST', 'marker', body)).status).toBe(201);
    expect((await call(behind, 'GET', 'markers')).status).toBe(200);

    const late = goalBody();
    expect((await call(ahead, 'POST', 'marker', late)).status).toBe(201);
    expect((await call(behind, 'DELETE', `markers/${late.id}`)).status, 'of a marker that is not here yet').toBe(200);
    expect((await call(ahead, 'DELETE', `markers/${dropped.id}`)).status).toBe(200);
    expect((await call(behind, 'POST', 'marker', dropped)).status, 'of a marker that is there no more').toBe(201);
    expect((await call(behind, 'DELETE', `markers/${randomUUID()}`)).status).toBe(404);
    expect((await call(ahead, 'POST', 'marker', dropped)).status, 'a repeat').toBe(200);
    for (const node of [ahead, behind]) {
      const { markers } = (await call(node, 'GET', 'markers')).body as { markers: { id: string }[] };
      expect(markers.map(({ id }) => id).sort()).toEqual([kept.id, dropped.id].sort());
    }

    for (const node of [ahead, behind]) await node.close();
    await database.drop();
  });

  it('P33 reads the store for a client that polls, when its ETag is of a later state', async () => {
    const database = await createDatabase();
    const options = { databaseUrl: database.url, timing: { pollMs: 600_000 } };
    const ahead = await openTestGateway({ ...options, data: world() });
    const behind = await openTestGateway({ ...options, data: null });
    const poll = async (node: TestGateway, etag: string) => {
      const headers = { 'if-none-match': etag };
      const answer = await node.call<{ seq?: number } | null>('GET', 'live/game:100', { token, headers });
      return { status: answer.status, etag: answer.headers.get('etag') ?? '', seq: answer.body?.seq };
    };
    let seen = await poll(behind, '');
    for (const form of [(etag: string) => etag, (etag: string) => `W/${etag}`, (etag: string) => `"other", ${etag}`]) {
      await ahead.call('POST', 'games/sunday-5s/marker', { token, body: goalBody() });
      const next = await poll(ahead, seen.etag);
      expect(next.seq).toBe((seen.seq ?? 0) + 1);
      expect(await poll(behind, form(next.etag))).toMatchObject({ status: 304, etag: next.etag });
      seen = next;
    }
    expect(await poll(behind, seen.etag.replace(/\d+"$/, '999"')), 'of no state').toEqual({ ...seen, status: 200 });

    for (const node of [ahead, behind]) await node.close();
    await database.drop();
  });
});
