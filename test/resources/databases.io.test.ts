// The read interface gives the same answers on both kinds of database.
import { expect, test } from 'vitest';
import { testDatabases } from '../support/database.ts';
import { openTestGateway } from '../support/gateway.ts';
import { KEYS, seasonData } from '../support/season.ts';

const kinds = await testDatabases();
const now = Date.now();
const READ: readonly (readonly [address: string, token: string])[] = [
  ['resources', KEYS.app],
  ['resources', KEYS.adminApp],
  ['tournament', KEYS.cup],
  ['tournament', KEYS.league],
  ['tournament/players', KEYS.league],
  ['tournament/matches', KEYS.cup],
  ['club', KEYS.club],
  ['club', KEYS.bareClub],
  ['club/players', KEYS.club],
  ['club/upcoming_games', KEYS.club],
  ['club/past_games', KEYS.club],
  ['club/past_games?limit=1&page=2', KEYS.club],
];

test.runIf(kinds.length > 1)(
  'every list is the same on the embedded database and on PostgreSQL',
  async () => {
    const worlds: unknown[][] = [];
    for (const kind of kinds) {
      const gateway = await openTestGateway({ kind, data: seasonData(now) });
      try {
        const goal = {
          id: '7d1f2a10-0000-4000-8000-000000000001',
          type: 'Goal',
          timestamp: new Date(now).toISOString(),
        };
        const body = { ...goal, primary_player_pc_id: 1 };
        await gateway.call('POST', 'games/full-game/marker', { token: KEYS.club, body });
        const answers: unknown[] = [];
        for (const [address, token] of READ) {
          const answer = await gateway.call('GET', address, { token });
          expect(answer.status, address).toBe(200);
          answers.push(JSON.parse(JSON.stringify(answer.body).replaceAll(gateway.url, '')));
        }
        worlds.push(answers);
      } finally {
        await gateway.close();
      }
    }
    const [first, ...others] = worlds;
    for (const other of others) expect(other).toEqual(first);
  },
  60_000,
);
