// Apps poll while a game is written to: each answer is a state between request and answer, and includes every write
// acknowledged before the request.
import { randomUUID } from 'node:crypto';
import { setTimeout as after, setInterval as ticks } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';

const POLLERS = 200;
const MARKERS = 150;
const MARKERS_PER_SECOND = 50;
/** Pause between two requests of a poller: together they send about 400 requests a second. */
const PAUSE_MS = 500;

let gateway: TestGateway;
beforeAll(async () => {
  // The world's games with kick-off now; their own dates do not matter.
  const data = world();
  for (const club of data.clubs) for (const game of club.games) game.date_time = new Date().toISOString();
  gateway = await openTestGateway({ data });
});
afterAll(() => gateway.close());

/** Number of markers sent and acknowledged at a time. */
type Mark = { readonly sent: number; readonly acknowledged: number };

test('rule READ-17: every answer is a state between request and answer, not older than the last write acknowledged before', async () => {
  let mark: Mark = { sent: 0, acknowledged: 0 };
  let isOver = false;
  const seen = new Set<number>();
  let answers = 0;
  let unchanged = 0;
  const hasSeenEnough = () => answers + unchanged > 4 * POLLERS && seen.size > MARKERS / 4;

  async function write(): Promise<void> {
    let number = 0;
    for await (const _ of ticks(1_000 / MARKERS_PER_SECOND)) {
      number += 1;
      mark = { ...mark, sent: number };
      const body = { id: randomUUID(), type: 'Goal', timestamp: new Date().toISOString(), primary_player_pc_id: 1 };
      const { status } = await gateway.call('POST', 'games/sunday-5s/marker', { token: TOKENS.club, body });
      expect(status).toBe(201);
      mark = { ...mark, acknowledged: number };
      // A busy machine answers fewer questions in that time.
      if (number >= MARKERS && hasSeenEnough()) break;
    }
    isOver = true;
  }

  async function poll(address: string, startsAfterMs: number): Promise<void> {
    let etag = '';
    let goals = 0;
    await after(startsAfterMs);
    for await (const _ of ticks(PAUSE_MS)) {
      if (isOver) break;
      const asked = mark;
      const answer = await gateway.call<{ games?: Listed[]; upcoming_games?: Listed[] }>('GET', address, {
        token: TOKENS.club,
        headers: etag === '' ? {} : { 'if-none-match': etag },
      });
      if (answer.status === 304) unchanged += 1;
      else {
        answers += 1;
        expect(answer.status).toBe(200);
        etag = answer.headers.get('etag') ?? '';
        goals = goalsOf(answer.body.games ?? answer.body.upcoming_games ?? []);
        seen.add(goals);
      }
      expect(goals, 'no older than what was acknowledged before the question').toBeGreaterThanOrEqual(
        asked.acknowledged,
      );
      expect(goals, 'no newer than what was sent before the answer').toBeLessThanOrEqual(mark.sent);
    }
  }

  const pollers = Array.from({ length: POLLERS }, (_, index) =>
    poll(index % 2 === 0 ? 'club/upcoming_games' : 'clubs/riverside-fc', (index * PAUSE_MS) / POLLERS),
  );
  await Promise.all([write(), ...pollers]);
  expect(hasSeenEnough(), 'many answers and many states').toBe(true);
});

type Listed = { readonly id: number; readonly score: string | null };

/** `Team 1 12 · Bibs 0`: 12; before the first goal 0. */
function goalsOf(games: readonly Listed[]): number {
  const game = games.find(({ id }) => id === 100);
  if (game === undefined) throw new Error('The game is not among those to come.');
  return Number(/^Team 1 (\d+) /.exec(game.score ?? 'Team 1 0 ')?.[1]);
}
