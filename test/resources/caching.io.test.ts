// Cached answers: validators, encodings, and no outdated answer on any node.
import { randomUUID } from 'node:crypto';
import { setInterval as ticks } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { tournamentProfileAnswer } from '../../protocol/rest/tournament.ts';
import type { z } from 'zod';
import { bestDatabase, createDatabase } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { createProxiedDatabase, type ProxiedDatabase } from '../support/proxied-database.ts';
import type { FaultProxy } from '../support/proxy.ts';
import type { Past, Upcoming } from '../support/riverside.ts';
import { rawRequest } from '../support/raw-get.ts';
import { HILLTOP } from '../support/world/clubs.ts';
import { fullWorld } from '../support/world/full-world.ts';
import { clubKey, TOKENS } from '../support/world/tokens.ts';

type Cup = z.infer<typeof tournamentProfileAnswer>;

const hasPostgres = (await bestDatabase()) === 'postgres';
const HOUR = 3_600_000;
/** One second, plus time for a busy machine. */
const ELSEWHERE_MS = 1_500;

const get = <T = unknown>(gateway: TestGateway, address: string, headers: Record<string, string> = {}) =>
  gateway.call<T>('GET', address, { token: address.startsWith('tour') ? TOKENS.tournament : TOKENS.club, headers });
const post = async (gateway: TestGateway, slug: string, type: string, more: object = {}): Promise<string> => {
  const body = { id: randomUUID(), type, timestamp: new Date().toISOString(), ...more };
  const { status } = await gateway.call('POST', `games/${slug}/marker`, { token: TOKENS.club, body });
  expect(status).toBe(201);
  return body.id;
};
const LISTS = [
  'club',
  'club/players',
  'club/upcoming_games',
  'club/past_games',
  'tournament',
  'tournament/players',
  'tournament/matches',
];

describe('a cached answer', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openTestGateway({ data: fullWorld() });
  });
  afterAll(() => gateway.close());

  test.each(LISTS)('rule READ-18: of %s has a strong ETag, and is 304 for a client that has it', async (address) => {
    const whole = await get(gateway, address);
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(whole.headers.get('cache-control')).toBe('private, no-cache');
    expect(whole.headers.get('vary')).toBe('Accept-Encoding');
    expect(whole.headers.get('set-cookie')).toBeNull();
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, body, headers } = await get(gateway, address, { 'if-none-match': condition });
      expect([status, body]).toEqual([304, undefined]);
      expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
      expect(headers.get('cache-control')).toBe('private, no-cache');
    }
    expect((await get(gateway, address, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get(gateway, address)).headers.get('etag')).toBe(etag);
  });

  test('is the same for resources', async () => {
    const first = await gateway.call('GET', 'resources', { token: TOKENS.app });
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await gateway.call('GET', 'resources', { token: TOKENS.app, headers })).status).toBe(304);
  });

  test('is compressed for clients that accept it, with its own validator', async () => {
    const ask = (encoding: string, more: Record<string, string> = {}) =>
      rawRequest(gateway.url, '/api/v1/club', {
        authorization: `Bearer ${TOKENS.club}`,
        'accept-encoding': encoding,
        ...more,
      });
    const plain = await ask('identity');
    const gzip = await ask('gzip, deflate');
    const brotli = await ask('gzip, deflate, br');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(gzip.body.length).toBeLessThan(plain.body.length / 2);
    expect(new Set([plain, gzip, brotli].map(({ headers }) => headers.etag)).size).toBe(3);
    const again = await ask('gzip', { 'if-none-match': gzip.headers.etag ?? '' });
    expect([again.status, again.headers.etag, again.body.length]).toEqual([304, gzip.headers.etag, 0]);
    expect((await ask('br;q=0, gzip;q=0.5, *;q=0')).headers['content-encoding']).toBe('gzip');
    expect((await ask('gzip;q=0')).headers['content-encoding']).toBeUndefined();
    expect((await ask('br;q=0.1, identity')).headers['content-encoding']).toBeUndefined();
  });

  test('answers HEAD with the length and no body', async () => {
    const headers = { authorization: `Bearer ${TOKENS.club}` };
    const head = await fetch(`${gateway.url}/api/v1/club`, { method: 'HEAD', headers });
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1_000);
    expect(await head.text()).toBe('');
  });

  test('changes only with writes to its content', async () => {
    const tags = async () =>
      Promise.all(LISTS.map(async (address) => (await get(gateway, address)).headers.get('etag')));
    const changed = (before: readonly unknown[], after: readonly unknown[]) =>
      LISTS.filter((_, index) => before[index] !== after[index]);
    const before = await tags();
    await post(gateway, 'sunday-5s', 'Start');
    const started = await tags();
    expect(changed(before, started)).toEqual(['club', 'club/upcoming_games']);
    const id = await post(gateway, 'sunday-5s', 'Foul', { primary_player_pc_id: 1 });
    expect(changed(started, await tags()), 'a foul shows in no list').toEqual([]);
    await gateway.call('DELETE', `games/sunday-5s/markers/${id}`, { token: TOKENS.club });
    expect(changed(started, await tags())).toEqual([]);
  });

  test('is refused as soon as the permission is lost', async () => {
    const read = () => gateway.call('GET', 'clubs/hilltop', { token: TOKENS.otherClub });
    const { headers } = await read();
    const condition = { 'if-none-match': headers.get('etag') ?? '' };
    await gateway.import({
      touchline_data: 1,
      tokens: [{ ...clubKey(HILLTOP.slug, TOKENS.otherClub), revoked: true }],
    });
    expect((await read()).status).toBe(401);
    const conditional = await gateway.call('GET', 'clubs/hilltop', { token: TOKENS.otherClub, headers: condition });
    expect(conditional.status).toBe(401);
    expect(conditional.headers.get('cache-control')).toBe('no-store');
  });
});

test('rule READ-3: a game becomes past with time alone, in lists that are read all the while', async () => {
  const data = fullWorld();
  const [club] = data.clubs;
  const withGames = (games: object[]) => ({ ...data, clubs: [{ ...club, games }, data.clubs[1]] });
  const gateway = await openTestGateway({ data: withGames([]) });
  const soon = Date.now() + 3_000;
  const teams = [{ number: 1 }, { number: 2 }];
  const timed = (id: number, slug: string, at: number, more: object = {}) => ({
    id,
    slug,
    title: slug,
    date_time: new Date(at).toISOString(),
    teams,
    ...more,
  });
  const games = [
    timed(200, 'nobody-came', soon - 4 * HOUR),
    timed(201, 'reported-early', soon, { scores: { 1: 1 } }),
    timed(202, 'next-week', soon + 100 * HOUR),
  ];
  try {
    await gateway.import(withGames(games));
    const slugs = async (list: string) =>
      (await get<Upcoming>(gateway, `club/${list}`)).body.games.map(({ slug }) => slug);
    expect(await slugs('upcoming_games')).toEqual(['nobody-came', 'reported-early', 'next-week']);
    expect(await slugs('past_games')).toEqual([]);
    await expect.poll(() => slugs('upcoming_games'), { timeout: 5_000, interval: 50 }).toEqual(['next-week']);
    expect(Date.now()).toBeGreaterThanOrEqual(soon);
    expect(await slugs('past_games')).toEqual(['reported-early', 'nobody-came']);
  } finally {
    await gateway.close();
  }
});

describe.runIf(hasPostgres)('two nodes on one database', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let one: TestGateway;
  let other: TestGateway;
  beforeAll(async () => {
    database = await createDatabase();
    one = await openTestGateway({ databaseUrl: database.url, data: fullWorld() });
    other = await openTestGateway({ databaseUrl: database.url, data: null });
  });
  afterAll(async () => {
    await one.close();
    await other.close();
    await database.drop();
  });

  /** Reads from the other node until it shows the value; fails after the allowed time. */
  const shows = <T>(address: string, isSeen: (body: T) => boolean): Promise<void> =>
    expect
      .poll(async () => isSeen((await get<T>(other, address)).body), { timeout: ELSEWHERE_MS, interval: 20 })
      .toBe(true);

  test('rule READ-18: give the same validators', async () => {
    // Players and games contain links with the port: only lists without links are equal on two nodes.
    const tags = await Promise.all(
      [one, other].map(async (node) => (await get(node, 'tournament/matches')).headers.get('etag')),
    );
    expect(tags[0]).toBe(tags[1]);
  });

  test('rule READ-17: show a write of the other node within a second', async () => {
    const scoreOf = (body: Upcoming, id: number) => body.games.find((game) => game.id === id)?.score;
    for (const address of LISTS) await get(other, address);
    await post(one, 'sunday-5s', 'Goal', { primary_player_pc_id: 1 });
    await shows<Upcoming>('club/upcoming_games', (body) => scoreOf(body, 100) === 'Team 1 1 · Bibs 0');
    // And back: a node that is behind accepts a write.
    await post(other, 'sunday-5s', 'Goal', { primary_player_pc_id: 2 });
    expect(scoreOf((await get<Upcoming>(other, 'club/upcoming_games')).body, 100)).toBe('Team 1 1 · Bibs 1');

    const body = { scores: { 2: 8 } };
    await one.call('PATCH', 'games/won/scores', { token: TOKENS.club, body });
    await shows<Past>('club/past_games', ({ games }) => games.some(({ score }) => score === 'Team 1 4 · Bibs 8'));
    await post(one, 'forgotten', 'Start');
    await shows<Upcoming>('club/upcoming_games', ({ games }) => games[0]?.slug === 'forgotten');

    const marker = { id: randomUUID(), type: 'Start', timestamp: new Date().toISOString() };
    await one.call('POST', 'tournaments/autumn-cup/matches/701/markers', { token: TOKENS.tournament, body: marker });
    await shows<Cup>('tournament', ({ matches }) => matches.some(({ status }) => status === 'live'));
  });

  test('show an import of the other node within a second', async () => {
    await get(other, 'club');
    await one.import({ touchline_data: 1, users: [{ id: 1, slug: 'ana-silva', name: 'Ana Renamed' }] });
    await shows<{ players: { name: string }[] }>('club', ({ players }) =>
      players.some(({ name }) => name === 'Ana Renamed'),
    );
  });
});

describe.runIf(hasPostgres)('while the database is away', () => {
  let database: ProxiedDatabase;
  let proxy: FaultProxy;
  let gateway: TestGateway;
  beforeAll(async () => {
    database = await createProxiedDatabase();
    proxy = database.proxy;
    gateway = await openTestGateway({ databaseUrl: database.url, data: fullWorld() });
  });
  afterEach(() => {
    proxy.set('pass');
  });
  afterAll(async () => {
    await gateway.close();
    await database.close();
  });

  test.each(['refuse', 'freeze'] as const)(
    'rules OPS-2, OPS-3: lists that are held are served, also for long (%s)',
    async (fault) => {
      const held = new Map<string, unknown>();
      for (const address of LISTS) held.set(address, (await get(gateway, address)).body);
      const own = (await gateway.call('GET', 'resources', { token: TOKENS.app })).body;
      proxy.set(fault);
      const until = performance.now() + 2_000;
      for await (const _ of ticks(100)) {
        for (const address of LISTS) {
          const asked = performance.now();
          const { status, body } = await get(gateway, address);
          expect([status, body]).toEqual([200, held.get(address)]);
          expect(performance.now() - asked).toBeLessThan(2_500);
        }
        if (performance.now() > until) break;
      }
      expect((await gateway.call('GET', 'resources', { token: TOKENS.app })).body).toEqual(own);
      expect((await get(gateway, 'club/past_games?limit=7')).status).toBe(503);

      proxy.set('pass');
      await expect.poll(async () => (await gateway.call('GET', '/readyz')).status, { interval: 200 }).toBe(200);
      await gateway.import({ touchline_data: 1, users: [{ id: 1, slug: 'ana-silva', name: `Ana ${fault}` }] });
      expect((await get<{ players: { name: string }[] }>(gateway, 'club/players')).body.players[0]?.name).toBe(
        `Ana ${fault}`,
      );
    },
  );
});
