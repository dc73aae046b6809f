// The log of a game or match over HTTP: pages, tokens, and the states before and after each entry.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { logAnswer } from '../../../protocol/rest/match-log.ts';
import { daysFromNow, iso } from '../../support/dates.ts';
import type { Answer } from '../../support/gateway.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { placesOf, promisedCalls } from '../../support/promised.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { world } from '../../support/world/world.ts';
import { gameKeeper, matchKeeper } from '../../support/scorekeeper.ts';

type Log = z.infer<typeof logAnswer>;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ data: world({ moreGames: 6 }) });
});
afterAll(() => gateway.close());
const call = promisedCalls(() => gateway);

const read = async (channel: string, query = '', token: string = TOKENS.club): Promise<Log> => {
  const answer = await call<Log>('getMatchLog', `live/${channel}/log${query}`, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const snapshotOf = async (channel: string): Promise<{ seq: number; state: unknown }> =>
  (await call<{ seq: number; state: unknown }>('getLive', `live/${channel}`)).body;

const HOUR_MS = 3_600_000;
const EXTRA = (index: number) => ({ slug: `extra-${index}`, channel: `game:${1_000 + index}` });
const goalOf = { primary_player_pc_id: '1', primary_player_type: 'user' } as const;

describe('the log', () => {
  it('rule LIVE-6: names the marker, its time, its arrival and its token, but never a secret', async () => {
    const { slug, channel } = EXTRA(0);
    const asked = Date.now();
    const id = randomUUID();
    const at = daysFromNow(-2);
    const twoHoursAhead = iso(at + 2 * HOUR_MS).replace('Z', '+02:00');
    const goal = { id, type: 'Goal', timestamp: twoHoursAhead, label: 'header', ...goalOf };
    await call('postGameMarker', `clubs/riverside-fc/games/${slug}/marker`, { token: TOKENS.app, body: goal });
    await call('deleteGameMarker', `games/${slug}/markers/${id}`, { token: TOKENS.clubApp });
    await call('patchScores', `games/${slug}/scores`, { body: { scores: { '1': 3 } } });
    const { entries, next, channel: named } = await read(channel);
    expect([named, next]).toEqual([channel, null]);
    expect(entries).toMatchObject([
      {
        seq: 1,
        happened_at: iso(at),
        cause: [{ action: 'recorded', marker_id: id, type: 'Goal' }],
        markers: [{ id, timestamp: iso(at), type: 'Goal', label: 'header', ...goalOf }],
        by_hand: null,
        token: { kind: 'connected_app', app_name: 'Score Phone', user: { id: 1, name: 'Ana Silva' }, club: null },
      },
      {
        seq: 2,
        happened_at: null,
        cause: [{ action: 'deleted', marker_id: id }],
        markers: [],
        token: { kind: 'club_app', app_name: 'Old App', club: 'riverside-fc' },
      },
      {
        seq: 3,
        cause: [{ action: 'scores' }],
        by_hand: { corrections: { '1': 3 }, goals: null },
        token: { kind: 'club_static', app_name: null, user: null, club: 'riverside-fc', tournament: null },
      },
    ]);
    for (const entry of entries) {
      expect(Date.parse(entry.at)).toBeGreaterThanOrEqual(asked - 1);
      expect(entry).not.toHaveProperty('state');
    }
    const text = JSON.stringify(entries);
    for (const token of Object.values(TOKENS)) expect(text).not.toContain(token);
    expect(text).not.toMatch(/hash|[0-9a-f]{64}/);
  });

  it('rule READ-19: comes in pages, each entry once, and continues after the newest entry', async () => {
    const { slug, channel } = EXTRA(1);
    const keeper = gameKeeper(gateway, slug);
    for (let i = 0; i < 7; i += 1) await keeper.post('Event', { label: `number ${i}` });
    const seqs: number[] = [];
    let address: string | null = `/api/v1/live/${channel}/log?limit=3`;
    while (address !== null) {
      const page: Answer<Log> = await call<Log>('getMatchLog', address);
      seqs.push(...page.body.entries.map(({ seq }) => seq));
      address = page.body.next;
      expect(page.headers.get('link')).toBe(address === null ? null : `<${address}>; rel="next"`);
    }
    expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await read(channel, '?after=7')).toMatchObject({ entries: [], next: null });
    await keeper.post('Event');
    expect((await read(channel, '?after=7')).entries).toMatchObject([{ seq: 8 }]);
  });

  it('rejects an invalid query with its place, and has no entries for feeds', async () => {
    const places = async (query: string): Promise<string[]> => {
      const answer = await call('getMatchLog', `live/game:100/log?${query}`);
      expect(answer.status).toBe(422);
      return placesOf(answer);
    };
    expect(await places('after=-1')).toEqual(['after']);
    expect(await places('after=99999999999999999'), 'one detail, for two bounds of it').toEqual(['after']);
    expect(await places('limit=0')).toEqual(['limit']);
    expect(await places('limit=201')).toEqual(['limit']);
    expect(await places('limit=21&state=true')).toEqual(['limit']);
    expect(await places('state=yes')).toEqual(['state']);
    const feed = await call('getMatchLog', 'live/club:riverside-fc/log');
    expect([feed.status, placesOf(feed)]).toEqual([422, ['channel']]);
    expect(feed.body['hint']).toContain('game:ID');
    expect((await call('getMatchLog', 'live/nonsense/log')).status).toBe(404);
  });

  it('rules ACCESS-6, LIVE-6: is open to a club that is authorized for the match, and closed to view tokens', async () => {
    await matchKeeper(gateway, 701).post('Start');
    expect((await read('match:701')).entries).toMatchObject([
      { seq: 1, token: { kind: 'tournament_static', tournament: 'autumn-cup' } },
    ]);
    const view = await call<{ token: string }>('createViewToken', 'view_tokens', { body: { channels: ['match:701'] } });
    expect((await call('getMatchLog', 'live/match:701/log', { token: view.body.token })).status).toBe(403);
  });
});

describe('the states', () => {
  it('are the states that subscribers saw, before and after every kind of change', async () => {
    const { slug, channel } = EXTRA(2);
    const keeper = gameKeeper(gateway, slug);
    const shown: { seq: number; state: unknown }[] = [await snapshotOf(channel)];
    const does = async (step: Promise<unknown>): Promise<void> => {
      await step;
      shown.push(await snapshotOf(channel));
    };
    await does(keeper.post('Start'));
    await does(keeper.post('Goal', goalOf));
    const late = randomUUID();
    const earlier = iso(Date.now() - 3_700_000);
    await does(keeper.post('Goal', { ...goalOf, id: late, timestamp: earlier }));
    await does(keeper.post('Goal', { ...goalOf, id: late, timestamp: earlier, label: 'changed' }));
    await does(keeper.patch('scores', { scores: { '1': 7, '2': 1 } }));
    await does(keeper.patch('goals', { goals: [{ team: 1, scorer: 'Ana Silva', minute: '12' }] }));
    await does(keeper.delete(late));
    await does(keeper.post('ResetMatch'));
    await does(keeper.post('Start'));
    await does(keeper.post('YellowCard', goalOf));
    expect(shown.map(({ seq }) => seq)).toEqual(shown.map((_, index) => index));

    const told: Log['entries'] = [];
    let address: string | null = `/api/v1/live/${channel}/log?state=true&limit=4`;
    while (address !== null) {
      const page: Answer<Log> = await call<Log>('getMatchLog', address);
      told.push(...page.body.entries);
      address = page.body.next;
    }
    expect(told).toHaveLength(shown.length - 1);
    for (const { seq, state, note } of told) {
      expect(state?.before, `before ${seq}`).toEqual(shown[seq - 1]?.state);
      expect(state?.after, `after ${seq}`).toEqual(shown[seq]?.state);
      expect(note).toBeUndefined();
    }
  });

  it('rule LIMIT-14: a large page ends early, and the next one continues', async () => {
    const { slug, channel } = EXTRA(4);
    const goals = Array.from({ length: 500 }, () => ({ team: 1, scorer: 'x'.repeat(100), minute: '12' }));
    for (let change = 0; change < 12; change += 1)
      await gameKeeper(gateway, slug).patch('goals', { goals: goals.slice(change) });
    const seqs: number[] = [];
    let address: string | null = `/api/v1/live/${channel}/log?state=true`;
    let pages = 0;
    for (; address !== null; pages += 1) {
      const page: Answer<Log> = await call<Log>('getMatchLog', address);
      expect(JSON.stringify(page.body).length).toBeLessThan(1.5 * 1_048_576);
      for (const { seq, state } of page.body.entries) {
        seqs.push(seq);
        expect(state?.after).toMatchObject({ goals: { length: 501 - seq } });
      }
      address = page.body.next;
    }
    expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(pages).toBeGreaterThan(1);
  });

  it('of a match imported with its markers are given as far as they are stored, else null with a reason', async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    const marker = (id: string, minute: number) => ({
      id,
      type: 'Goal',
      timestamp: iso(daysFromNow(-2) + minute * 60_000),
      ...goalOf,
    });
    const data = world();
    const [club] = data.clubs;
    const game = { ...club?.games[0], id: 1_500, slug: 'brought' };
    const markers = [marker(first, 10), marker(second, 20), marker(third, 30)];
    await gateway.import({ ...data, clubs: [{ ...club, games: [{ ...game, markers }] }], tournaments: [], tokens: [] });
    const keeper = gameKeeper(gateway, 'brought');
    const shown = [await snapshotOf('game:1500')];
    expect(shown[0]?.seq).toBe(3);
    await keeper.post('Event');
    shown.push(await snapshotOf('game:1500'));
    await keeper.delete(second);
    shown.push(await snapshotOf('game:1500'));
    await keeper.post('Event');
    shown.push(await snapshotOf('game:1500'));

    const { entries } = await read('game:1500', '?state=true');
    expect(entries.map(({ seq }) => seq)).toEqual([4, 5, 6]);
    // The store no longer has the deleted marker.
    expect(entries[0]?.state).toEqual({ before: null, after: null });
    expect(entries[1]?.state).toEqual({ before: null, after: shown[2]?.state });
    expect(entries[2]?.state).toEqual({ before: shown[2]?.state, after: shown[3]?.state });
    expect(entries.map(({ note }) => note?.includes('only its newest version'))).toEqual([true, true, undefined]);
  });

  it('rule LIVE-7: follow imports that change names and results', async () => {
    const { slug, channel } = EXTRA(3);
    const data = world({ moreGames: 6 });
    const withGame = (more: object) => ({
      ...data,
      clubs: data.clubs.map((club) => ({
        ...club,
        games: club.games.map((game) => (game.slug === slug ? { ...game, ...more } : game)),
      })),
      tokens: [],
    });
    await gateway.import(withGame({ title: 'Renamed', scores: { '1': 2 } }));
    const imported = await snapshotOf(channel);
    await gameKeeper(gateway, slug).patch('scores', { scores: { '1': 4 } });
    const { entries } = await read(channel, '?state=true');
    expect(entries).toMatchObject([
      { seq: imported.seq, cause: [{ action: 'edited' }], token: null, by_hand: { corrections: { '1': 2 } } },
      { cause: [{ action: 'scores' }], by_hand: { corrections: { '1': 4 } } },
    ]);
    expect(entries[0]?.note).toContain('States show the current ones');
    expect(entries[0]?.state).toMatchObject({ before: { team_scores: { '1': 0 } }, after: imported.state });
    expect(entries[1]?.state).toMatchObject({ before: imported.state, after: { team_scores: { '1': 4 } } });
  });
});
