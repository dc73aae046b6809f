// The overlay's document on a real gateway: who gets it, its data, and that a refusal shows nothing on air.
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardState } from '../../protocol/wire/board.ts';
import type { DeltaFrame, SnapshotFrame } from '../../protocol/wire/down.ts';
import type { Facts } from '../../protocol/rest/facts.ts';
import { updatesOf } from '../../src/browser/shared/page-data.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { MATCH_KICK_OFF } from '../support/world/tournaments.ts';

type Data = { now: number; facts: Facts; frames: (SnapshotFrame | DeltaFrame)[] };

let folder: string;
let gateway: TestGateway;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'touchline-overlay-'));
  await mkdir(path.join(folder, 'assets'));
  const manifest = { overlay: { js: '/assets/overlay-ABC.js', css: '/assets/overlay-ABC.css' } };
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  gateway = await openTestGateway({ pages: folder });
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

const open = (address: string): Promise<Response> => fetch(gateway.url + address);
async function dataOf(channel: string, token: string, more = ''): Promise<Data> {
  const answer = await open(`/overlay/${channel}?token=${await gateway.viewToken(token, channel)}${more}`);
  expect(answer.status).toBe(200);
  const json = /<script type="application\/json" id="page-data">(.*)<\/script>/s.exec(await answer.text())?.[1] ?? '';
  return JSON.parse(json) as Data;
}
const MATCH = 'tournaments/autumn-cup/matches/701/markers';
const record = (type: string, more: object = {}): Promise<unknown> =>
  gateway.call('POST', MATCH, {
    token: TOKENS.tournament,
    body: { id: randomUUID(), type, timestamp: new Date().toISOString(), ...more },
  });

describe('the overlay', () => {
  it('rules PAGE-6, PAGE-12: is a page that may be framed, loads nothing from other hosts, and contains no token', async () => {
    const token = await gateway.viewToken(TOKENS.tournament, 'match:701');
    const answer = await open(`/overlay/match:701?token=${token}`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`connect-src 'self' ${gateway.url.replace('http', 'ws')};`);
    expect(policy).not.toMatch(/unsafe|frame-ancestors/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const html = await answer.text();
    expect(html).toContain('src="/assets/overlay-ABC.js"');
    expect(html).not.toContain(token);
  });

  it('has the facts of a match: competition, kick-off, the table of its group', async () => {
    const { facts } = await dataOf('match:701', TOKENS.tournament);
    expect(facts.competition).toBe('Autumn Cup');
    expect(facts.kick_off).toBe(MATCH_KICK_OFF);
    expect(facts.tables.map(({ group, rows }) => [group, rows.map(({ name }) => name)])).toEqual([
      ['A', ['Hilltop', 'Riverside']],
    ]);
  });

  it('has the line-ups of a club game, and all tables of a tournament', async () => {
    const game = (await dataOf('game:100', TOKENS.club)).facts;
    expect(game.lineups['100_0']?.home.starters.map(({ name }) => name)).toEqual(['Ana Silva', 'Rui Costa']);
    expect(game.competition).toBe('Riverside FC');
    const cup = (await dataOf('tournament:autumn-cup', TOKENS.tournament)).facts;
    expect(cup.tables).toHaveLength(1);
    const club = (await dataOf('club:riverside-fc', TOKENS.club)).facts;
    expect(club).toMatchObject({ competition: 'Riverside FC', kick_off: null, group: null, round: null });
    expect([club.lineups, club.tables]).toEqual([{}, []]);
  });

  it('has the group and the round of a match, and the kick-offs of a feed', async () => {
    expect((await dataOf('match:701', TOKENS.tournament)).facts).toMatchObject({ group: 'A', round: 1, kick_offs: {} });
    expect((await dataOf('match:702', TOKENS.tournament)).facts).toMatchObject({ group: null, round: 'Final' });
    const kickOffs = async (channel: string, token: string): Promise<Facts['kick_offs']> =>
      (await dataOf(channel, token)).facts.kick_offs;
    expect(await kickOffs('tournament:autumn-cup', TOKENS.tournament)).toEqual({ '701': MATCH_KICK_OFF });
    const games = await kickOffs('club:riverside-fc', TOKENS.club);
    const { facts } = await dataOf('game:101', TOKENS.club);
    expect([games['101_0'], games['101_2']]).toEqual([facts.kick_off, facts.kick_off]);
    expect(facts.kick_off).toBeGreaterThan(0);
  });

  it('rule PAGE-29: has the stages of a tournament, the time zones of a club, and what comes next', async () => {
    const cup = (await dataOf('tournament:autumn-cup', TOKENS.tournament)).facts;
    expect(cup.stages).toMatchObject({ '701': { group: 'A', round: 1 }, '702': { group: null, round: 'Final' } });
    const club = (await dataOf('club:riverside-fc', TOKENS.club)).facts;
    const game = (await dataOf('game:101', TOKENS.club)).facts;
    expect(club.zones['101_0']).toBe(game.zone);
    expect(typeof game.zone).toBe('string');
    // Its own match is not among them, and they are in order.
    const times = club.next.map(({ kick_off: at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(game.next.length).toBeLessThan(Math.max(1, club.next.length));
  });

  it('rule PAGE-8: has the states of the last seconds, as far as its delay reaches', async () => {
    const before = await dataOf('match:701', TOKENS.tournament, '&delay=60');
    expect(before.frames).toHaveLength(1);
    await record('Start');
    await record('Goal', { primary_player_pc_id: '1' });
    const late = await dataOf('match:701', TOKENS.tournament, '&delay=60');
    const updates = updatesOf('match:701', late.frames);
    const scores = updates.map(({ state }) => (state as BoardState).matches['701']?.score.home);
    expect(scores).toEqual([undefined, 0, 1]);
    expect(updates.at(-1)?.cause[0]).toMatchObject({ action: 'recorded', type: 'Goal' });
    // Nothing happened before, so that state is as old as any delay.
    expect(updates[0]?.at).toBe(0);
    expect((await dataOf('match:701', TOKENS.tournament)).frames).toHaveLength(1);
  });

  it('has the tables of that time too: the end of a match is not revealed early', async () => {
    const tables = async (more = ''): Promise<Facts['tables']> =>
      (await dataOf('match:701', TOKENS.tournament, more)).facts.tables;
    const before = await tables();
    await record('FullTime');
    expect((await tables())[0]?.rows[0]).toMatchObject({ name: 'Riverside', played: 1, points: 3 });
    expect(await tables('&delay=60')).toEqual(before);
    // Nor after the lists were loaded again because of another edit.
    const edit = {
      touchline_data: 1,
      tournaments: [{ id: 7, slug: 'autumn-cup', name: 'Autumn Cup', location: 'Elsewhere' }],
    };
    await gateway.import(edit);
    expect(await tables('&delay=60')).toEqual(before);
    expect((await tables())[0]?.rows[0]?.played).toBe(1);
  });

  it('knows the age of the newest change also after a restart', async () => {
    const [before] = (await dataOf('match:701', TOKENS.tournament)).frames;
    await gateway.restart();
    const [after] = (await dataOf('match:701', TOKENS.tournament)).frames;
    expect(after?.at).toBe(before?.at);
  });

  it('rule PAGE-6: escapes names', async () => {
    await record('Event', { label: '</script><script>alert(1)</script>' });
    const token = await gateway.viewToken(TOKENS.tournament, 'match:701');
    const html = await (await open(`/overlay/match:701?token=${token}`)).text();
    expect(html).not.toContain('<script>alert');
    const { frames } = await dataOf('match:701', TOKENS.tournament);
    expect(JSON.stringify(frames)).toContain('</script><script>alert(1)</script>');
  });
});

describe('the facts of an overlay', () => {
  it('are answered only to the token of the page', async () => {
    const token = await gateway.viewToken(TOKENS.tournament, 'match:701');
    const answer = await open(`/overlay/match:701/facts?token=${token}`);
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as Facts).competition).toBe('Autumn Cup');
    expect((await open('/overlay/match:701/facts')).status).toBe(401);
    expect((await open(`/overlay/match:702/facts?token=${token}`)).status).toBe(403);
  });
});

describe('a refused overlay', () => {
  it.each([
    ['match:701', '', 401],
    ['match:701', '?token=nonsense', 401],
    ['match:701', `?token=${TOKENS.otherClub}`, 403],
    ['nothing', `?token=${TOKENS.tournament}`, 404],
  ])('rules PAGE-7, PAGE-19: of %s with %j shows nothing and loads itself again', async (channel, query, status) => {
    const answer = await open(`/overlay/${channel}${query}`);
    expect(answer.status).toBe(status);
    expect(Number(answer.headers.get('refresh'))).toBeGreaterThan(0);
    const html = await answer.text();
    expect(/<body data-status="\d+">(.*)<\/body>/s.exec(html)?.[1]?.trim()).toBe('');
    expect(html).not.toMatch(/style|background/);
  });

  it.each([
    ['match:701', '', /^Open the overlay with a valid view token in its address: \/overlay\/…\?token=…$/],
    ['match:701', '&token=nonsense', /^Open the overlay with a valid view token/],
    ['match:701', `&token=${TOKENS.otherClub}`, /^Open the overlay with a view token that names this channel/],
    ['nothing', `&token=${TOKENS.tournament}`, /^Open the overlay of game:ID, match:ID/],
    ['match:701', '&lang=de', /^Öffnen Sie das Overlay mit einem gültigen View-Token in der Adresse/],
    ['match:701', '&lang=ar', /^افتح طبقة البث برمز عرض صالح/],
  ])('of %s with %j tells the operator what to do, with monitor (rule PAGE-19)', async (channel, query, sentence) => {
    const html = await (await open(`/overlay/${channel}?monitor=1${query}`)).text();
    expect(/<aside class="monitor bad" dir="(?:ltr|rtl)"><p>(.*)<\/p><\/aside>/.exec(html)?.[1]).toMatch(sentence);
    expect(html).toContain('<link rel="stylesheet" href="/assets/overlay-ABC.css">');
    const [, lang = 'en'] = /lang=(\w+)/.exec(query) ?? [];
    expect(html).toContain(`<html lang="${lang}">`);
  });
});

it('every page has the icon', async () => {
  const token = await gateway.viewToken(TOKENS.tournament, 'match:701');
  const pages = [
    `/overlay/match:701?token=${token}`,
    '/overlay/match:701',
    '/screen/match:701',
    '/sign-in',
    '/api/docs',
  ];
  for (const page of pages) {
    const answer = await open(page);
    expect(await answer.text(), page).toMatch(/<link rel="icon" href="data:image\/svg\+xml,%3Csvg/);
    expect(answer.headers.get('content-security-policy'), page).toMatch(/img-src [^;]*data:/);
  }
});
