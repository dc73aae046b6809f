// Reads of pages and lists that take long hold no connection of the database that a marker or another change needs.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TransactionSql } from '../../src/store/driver/sql.ts';
import { testDatabases } from '../support/database.ts';
import { type GatewayWithSql, openGatewayWithSql } from '../support/gateway-with-sql.ts';
import { TOKENS } from '../support/world/tokens.ts';

const hasPostgres = (await testDatabases()).includes('postgres');
const token = TOKENS.club;
const otherToken = TOKENS.otherClub;
/** More than all connections of a node. */
const READS = 24;
/** Connections for such reads. */
const POOL = 3;

const goal = () => ({
  id: randomUUID(),
  timestamp: new Date().toISOString(),
  type: 'Goal',
  primary_player_pc_id: 1,
});

/** A game, with a key that may read it. */
type Game = { readonly token: string; readonly game: string };

/** Statements of this database that wait for a lock. */
async function waitingIn(lock: TransactionSql): Promise<number> {
  const [row] = await lock<{ count: number }[]>`
    select count(*)::integer as count from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())`;
  return row?.count ?? 0;
}

describe.skipIf(!hasPostgres)('slow reads', () => {
  let opened: GatewayWithSql;

  beforeAll(async () => {
    opened = await openGatewayWithSql();
  });
  afterAll(() => opened.close());

  it('rule LIMIT-23: a marker and a view token are stored while more reads of lists wait than there are connections', async () => {
    const { gateway, sql } = opened;
    const post = () => gateway.call('POST', 'games/sunday-5s/marker', { token, body: goal() });
    expect((await post()).status).toBe(201);
    let ended = 0;
    const reads: Promise<number>[] = [];

    await sql.begin(async (lock) => {
      // What the matches of a club are read from, and a marker of a club game is not.
      await lock`lock table match_authorized_club in access exclusive mode`;
      for (let read = 0; read < READS; read += 1) {
        const status = gateway.call('GET', 'club/matches', { token }).then((answer) => {
          ended += 1;
          return answer.status;
        });
        reads.push(status);
      }
      await expect.poll(() => waitingIn(lock)).toBeGreaterThanOrEqual(POOL);
      expect((await post()).status).toBe(201);
      const made = await gateway.call('POST', 'view_tokens', {
        token,
        body: { channels: ['game:100'], expires_in: 3_600 },
      });
      expect(made.status, 'a view token').toBe(201);
      expect(ended, 'reads that did not wait').toBe(0);
    });
    expect(new Set(await Promise.all(reads))).toEqual(new Set([200]));
  });

  it('rule LIMIT-23: the log of another club does not wait for all pages of one', async () => {
    const { gateway, sql } = opened;
    const own: Game = { token, game: 'game:100' };
    const other: Game = { token: otherToken, game: 'game:110' };
    const ended: string[] = [];
    const snapshot = async ({ token: bearer, game }: Game): Promise<void> => {
      expect((await gateway.call('GET', `live/${game}`, { token: bearer })).status).toBe(200);
    };
    const log = async ({ token: bearer, game }: Game): Promise<number> => {
      const { status } = await gateway.call('GET', `live/${game}/log`, { token: bearer });
      ended.push(game);
      return status;
    };
    // In memory: then nothing but the log is read.
    await Promise.all([snapshot(own), snapshot(other)]);
    const reads: Promise<number>[] = [];

    await sql.begin(async (lock) => {
      // A log names the users of tokens; nothing else here reads users.
      await lock`lock table app_user in access exclusive mode`;
      for (let nth = 0; nth < READS; nth += 1) reads.push(log(own));
      await expect.poll(() => waitingIn(lock)).toBe(POOL);
      await snapshot(own);
      reads.push(log(other));
      // Answered after the log of the other club has come.
      for (let nth = 0; nth < 3; nth += 1) await snapshot(other);
    });
    expect(new Set(await Promise.all(reads))).toEqual(new Set([200]));
    expect(ended.indexOf(other.game)).toBeLessThan(READS / 2);
  });
});
