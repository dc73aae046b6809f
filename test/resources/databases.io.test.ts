// The read interface gives the same answers on both kinds of database.
import { expect, test } from 'vitest';
import { testDatabases } from '../support/database.ts';
import { iso, thisMinute } from '../support/dates.ts';
import { openTestGateway } from '../support/gateway.ts';
import { fullWorld } from '../support/world/full-world.ts';
import { TOKENS } from '../support/world/tokens.ts';

const kinds = await testDatabases();
const READ: readonly (readonly [address: string, token: string])[] = [
  ['resources', TOKENS.app],
  ['resources', TOKENS.adminApp],
  ['tournament', TOKENS.tournament],
  ['tournament', TOKENS.league],
  ['tournament/players', TOKENS.league],
  ['tournament/matches', TOKENS.tournament],
  ['club', TOKENS.club],
  ['club', TOKENS.otherClub],
  ['club/players', TOKENS.club],
  ['club/upcoming_games', TOKENS.club],
  ['club/past_games', TOKENS.club],
  ['club/past_games?limit=1&page=2', TOKENS.club],
];

test.runIf(kinds.length > 1)('every list is the same on the embedded database and on PostgreSQL', async () => {
  const worlds: unknown[][] = [];
  for (const kind of kinds) {
    const gateway = await openTestGateway({ kind, data: fullWorld() });
    try {
      const goal = {
        id: '7d1f2a10-0000-4000-8000-000000000001',
        type: 'Goal',
        timestamp: iso(thisMinute),
      };
      const body = { ...goal, primary_player_pc_id: 1 };
      await gateway.call('POST', 'games/sunday-5s/marker', { token: TOKENS.club, body });
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
});
