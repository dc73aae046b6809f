// The shirt colours of tournament teams, from the pages or REST to the live state: rule NAME-8.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MatchState } from '../../../protocol/wire/board.ts';
import { PLAIN_COLORS, sideColors } from '../../../src/browser/shared/colors.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { connect } from '../../support/subscriber.ts';
import { ADMIN_TOKEN } from '../../support/world/tokens.ts';

const token = 'tournament-key-cup-0123456789abcdef';
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({
    data: {
      touchline_data: 1,
      tournaments: [
        {
          id: 1,
          slug: 'cup',
          name: 'Cup',
          teams: [1, 2].map((id) => ({ id, name: `Team ${id}` })),
          matches: [{ id: 11, home_team_id: 1, away_team_id: 2 }],
        },
      ],
      tokens: [{ kind: 'tournament_static', tournament: 'cup', token }],
    },
  });
});
afterAll(() => gateway.close());

const paint = (team: number, color: string | null) =>
  gateway.call<{ team?: object; details?: readonly object[] }>('PATCH', `tournaments/cup/teams/${team}`, {
    token,
    body: { jersey_color: color },
  });

it('rule NAME-8: a colour reaches the live state at once, and screens take it', async () => {
  const screen = await connect(gateway.liveUrl, token);
  const { state } = await screen.subscribe('match:11');
  const board = (state as MatchState).matches['11'];
  expect(board?.home.color).toBeUndefined();

  expect((await paint(1, '#b91c1c')).body.team).toMatchObject({ jersey_color: '#b91c1c' });
  const delta = await screen.next('delta');
  expect([delta.cause, delta.patch]).toEqual([
    [{ action: 'edited' }],
    { matches: { 11: { home: { color: '#b91c1c' } } } },
  ]);
  if (board === undefined) throw new Error('The match has no board.');
  const colors = sideColors({ home: { ...board.home, color: '#b91c1c' }, away: board.away });
  expect([colors.home.color, colors.away.color]).toEqual(['#b91c1c', PLAIN_COLORS.away]);

  expect((await paint(1, null)).status).toBe(200);
  expect((await screen.next('delta')).patch).toEqual({ matches: { 11: { home: { color: null } } } });
  await screen.close();
});

it('rule NAME-8: a colour is a hex code, and an export has it', async () => {
  const refused = await paint(2, 'red');
  expect([refused.status, refused.body.details]).toEqual([
    422,
    [{ path: 'jersey_color', message: expect.any(String) }],
  ]);
  // Answers are held to the OpenAPI document, which is not to refuse what the service takes.
  expect((await paint(2, '#FFF')).body.team).toMatchObject({ jersey_color: '#FFF' });
  await paint(2, '#fff');
  const { body } = await gateway.call<{ tournaments: { teams: object[] }[] }>('GET', '/api/admin/export', {
    token: ADMIN_TOKEN,
  });
  expect(body.tournaments[0]?.teams[1]).toMatchObject({ jersey_color: '#fff' });
});
