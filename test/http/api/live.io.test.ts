// What a request for view tokens costs: few questions to the database, and a limit of their channels.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { grown, scrape } from '../../support/scrape.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { world } from '../../support/world/world.ts';

const GAMES = 100;
const channels = Array.from({ length: GAMES }, (_, index) => `game:${1_000 + index}`);

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ data: world({ moreGames: GAMES }) });
});
afterAll(() => gateway.close());

const make = (token: string, names: readonly string[]) =>
  gateway.call('POST', 'view_tokens', { token, body: { channels: names } });

it('the rights to 100 games are one question, and no game is loaded', async () => {
  expect((await make(TOKENS.clubApp, ['game:100'])).status).toBe(201);
  const before = await scrape(gateway.url);
  expect((await make(TOKENS.clubApp, channels)).status).toBe(201);
  const after = await scrape(gateway.url);
  const reads = (what: string) => grown(before, after, `touchline_store_reads_total{what="${what}"}`);
  expect([reads('right'), reads('match')]).toEqual([1, 0]);
  expect((await make(TOKENS.otherClub, channels)).status).toBe(403);
});

it('rule LIMIT-7: a credential has 2,000 channels of new view tokens at once; others do not wait for it', async () => {
  const made = await Promise.all(Array.from({ length: 60 }, () => make(TOKENS.club, channels)));
  expect(made.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(20);
  const refused = made.find(({ status }) => status !== 201);
  expect(refused?.status).toBe(429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await make(TOKENS.app, channels)).status).toBe(201);
});
