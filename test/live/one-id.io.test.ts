// Fifty phones, or one phone with fifty retries: an id counts once (rule ID-3).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardState } from '../../protocol/wire/board.ts';
import { testDatabases } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { TOKENS } from '../support/world/tokens.ts';

const POSTS = 50;

describe.each(await testDatabases())('50 simultaneous posts of one id on %s', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openTestGateway({ kind });
  });
  afterAll(async () => {
    await gateway.close();
  });

  it.each([
    { what: 'a club game', address: 'games/sunday-5s/marker', channel: 'game:100', token: TOKENS.club },
    {
      what: 'a tournament match',
      address: 'tournaments/autumn-cup/matches/701/markers',
      channel: 'match:701',
      token: TOKENS.tournament,
    },
  ])('rule ID-3: are one 201, 49 times 200 and one goal in $what', async ({ address, channel, token }) => {
    const body = {
      id: randomUUID(),
      timestamp: new Date().toISOString(),
      type: 'Goal',
      primary_player_pc_id: 1,
    };
    const answers = await Promise.all(
      Array.from({ length: POSTS }, () => gateway.call('POST', address, { token, body })),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([...Array.from({ length: POSTS - 1 }, () => 200), 201]);
    const live = await gateway.call<{ seq: number; state: BoardState }>('GET', `live/${channel}`, { token });
    const [board] = Object.values(live.body.state.matches);
    expect(board?.score).toEqual({ home: 1, away: 0 });
    expect(Object.keys(board?.events ?? {})).toEqual([body.id]);
    expect(live.body.seq).toBe(1);
  });
});
