// Staff make and change club games on pages, as a browser without scripts does (rules MANAGE-9 to MANAGE-12).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clubFile } from '../../../support/data-file.ts';
import { hoursFromNow, iso } from '../../../support/dates.ts';
import { formFields } from '../../../support/form-fields.ts';
import { openTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { goalBody } from '../../../support/goal-body.ts';
import { connect } from '../../../support/subscriber.ts';
import { TOKENS } from '../../../support/world/tokens.ts';
import { idIn, openVisitor, signIn, type Visitor } from '../../../support/visitor.ts';

const CLUB = '/manage/clubs/riverside-fc';
const NEW = `${CLUB}/games/new`;
const editAddress = (slug: string): string => `${CLUB}/games/${slug}/edit`;

type Game = {
  id: number;
  slug: string;
  title: string;
  date_time: string;
  participants: object[];
  lineup_edits: object | null;
};

let gateway: TestGateway;
/** Owner of Riverside; its moderator; owner of Hilltop; member. */
let ana: Visitor;
let rui: Visitor;
let eva: Visitor;
let max: Visitor;
beforeAll(async () => {
  gateway = await openTestGateway();
  [ana, rui, eva, max] = await Promise.all([
    signIn(gateway, 'user1@example.org'),
    signIn(gateway, 'user2@example.org'),
    signIn(gateway, 'user3@example.org'),
    signIn(gateway, 'user4@example.org'),
  ]);
});
afterAll(() => gateway.close());

const readGame = async (slug: string): Promise<Game> =>
  (await gateway.call<{ game: Game }>('GET', `clubs/riverside-fc/games/${slug}`, { token: TOKENS.club })).body.game;
const upcoming = async (): Promise<Game[]> =>
  (await gateway.call<{ games: Game[] }>('GET', 'club/upcoming_games', { token: TOKENS.club })).body.games;

/** Fills in the form at `address` and sends it. */
async function send(visitor: Visitor, address: string, over: Readonly<Record<string, string>>) {
  const shown = await visitor.get(address);
  expect(shown.status, shown.html).toBe(200);
  return visitor.post(address, { ...formFields(shown.html), ...over });
}

/** Makes a game and gives it as it is stored. */
async function make(title: string, over: Readonly<Record<string, string>> = {}): Promise<Game> {
  const { status, location } = await send(ana, NEW, { title, ...over });
  expect([status, location]).toEqual([303, `${CLUB}?done=created`]);
  const made = (await upcoming()).find((game) => game.title === title);
  if (made === undefined) throw new Error(`${title} is not listed`);
  return readGame(made.slug);
}

describe('rule MANAGE-9: who may use the forms', () => {
  it('staff only, with a form that was shown to them', async () => {
    expect([(await rui.get(NEW)).status, (await eva.get(NEW)).status, (await max.get(NEW)).status]).toEqual([
      200, 403, 403,
    ]);
    await max.get('/');
    expect((await max.post(NEW, { title: 'x' })).status).toBe(403);
    expect((await ana.post(NEW, { title: 'x', csrf: 'x' })).status).toBe(403);
    expect(await openVisitor(gateway).get(editAddress('sunday-5s'))).toMatchObject({ status: 303 });
    expect((await eva.get('/manage/clubs/hilltop/games/sunday-5s/edit')).status, 'a game of another club').toBe(404);
  });

  it('and takes forms of at most 256 KiB', async () => {
    await ana.get(NEW);
    expect((await ana.post(NEW, { notes: 'x'.repeat(262_144) })).status).toBe(413);
  });
});

describe('rule MANAGE-10: a form', () => {
  it('makes a game that starts now, with the players that were tapped, and opens its console', async () => {
    const taps = { 'p.user:1': '1', 'p.user:4': '2', 'p.junior:1': '2', 'n.user:4': '44', guests2: 'Zé\nTom' };
    const { status, location } = await send(ana, NEW, { ...taps, title: 'Right now', then: 'score' });
    expect(status).toBe(303);
    const [, id = '', token = ''] = /^\/console\/game:(\d+)#token=(tlk_[\w-]+)&kind=account$/.exec(location) ?? [];
    const made = (await upcoming()).find((game) => String(game.id) === id);
    expect(made?.title).toBe('Right now');
    const posted = await gateway.call('POST', `clubs/riverside-fc/games/${made?.slug}/marker`, {
      token,
      body: goalBody(),
    });
    expect(posted.status).toBe(201);
    expect(await readGame(made?.slug ?? '')).toMatchObject({
      participants: [
        { player_type: 'user', id: 1, team: 1 },
        { player_type: 'junior', id: 1, team: 2 },
        { player_type: 'user', id: 4, team: 2 },
        { player_type: 'guest', name: 'Zé', team: 2 },
        { player_type: 'guest', name: 'Tom', team: 2 },
      ],
      lineup_edits: { numbers: { 'user:4': 44 } },
    });
    const begun = {
      token,
      body: goalBody({ type: 'Start', primary_player_pc_id: undefined, primary_player_type: undefined }),
    };
    await gateway.call('POST', `clubs/riverside-fc/games/${made?.slug}/marker`, begun);
    expect((await ana.get(CLUB)).html).toContain('Live now');
    expect((await ana.get('/clubs/riverside-fc/integrations')).html).toContain('created: game Right now');
  });

  it('that is not right comes back whole, with each mistake at its field', async () => {
    const before = await upcoming();
    const shown = await send(ana, NEW, { title: '', minutes: 'many', location: 'Park', 'p.user:4': '2' });
    expect(shown.status).toBe(422);
    expect(shown.html).toContain('Nothing was saved yet.');
    expect(shown.html).toMatch(/id="title-error" class="error">Give the game a title\./);
    expect(shown.html).toMatch(/id="minutes-error" class="error">Type a whole number/);
    expect(formFields(shown.html)).toMatchObject({ location: 'Park', minutes: 'many', 'p.user:4': '2' });
    expect(await upcoming()).toEqual(before);
  });

  it('shows what only the import finds, too: a person of another club', async () => {
    const shown = await send(ana, NEW, { title: 'Stranger', 'p.user:5': '1' });
    expect(shown.status).toBe(422);
    expect(shown.html).toContain('There is no user 5 in this club.');
  });

  it('that is sent twice makes one game', async () => {
    const { html } = await ana.get(NEW);
    const fields = { ...formFields(html), title: 'Sent twice' };
    await ana.post(NEW, fields);
    await ana.post(NEW, fields);
    expect((await upcoming()).filter(({ title }) => title === 'Sent twice')).toHaveLength(1);
  });

  it('repeats a game each week at the same time of day', async () => {
    const zone = { when: 'at', at: '2099-03-22T10:00', zone: 'Europe/Lisbon', weeks: '3' };
    const { location } = await send(ana, NEW, { ...zone, title: 'Weekly' });
    expect(location).toBe(`${CLUB}?done=several`);
    const times = (await upcoming()).filter(({ title }) => title === 'Weekly').map(({ date_time: at }) => at);
    expect(times).toEqual(['2099-03-22T10:00:00.000Z', '2099-03-29T09:00:00.000Z', '2099-04-05T09:00:00.000Z']);
  });

  it('starts with the last game, or with a copy of any', async () => {
    const taps = { 'p.user:4': '2', 'n.user:4': '77', team1_name: 'Lions', location: 'Old park' };
    const { slug } = await make('To copy', { ...taps, when: 'at', at: '2099-05-05T10:00', zone: 'UTC' });
    const copied = formFields((await ana.get(`${NEW}?from=${slug}`)).html);
    expect(copied).toMatchObject({ ...taps, title: 'To copy', when: 'at', at: '2099-05-12T10:00' });
    expect(formFields((await ana.get(`${NEW}?from=${slug}&when=now`)).html)).toMatchObject({ ...taps, when: 'now' });
    for (const no of ['nothing', '', '%00']) expect((await ana.get(`${NEW}?from=${no}`)).status).toBe(404);
  });
});

describe('rule MANAGE-11: a change', () => {
  it('postpones a game, and screens hear of it at once', async () => {
    const { slug, id } = await make('Postponed');
    const subscriber = await connect(gateway.liveUrl, TOKENS.club);
    await subscriber.subscribe(`game:${id}`);
    const to = { when: 'at', at: '2099-06-01T19:45', zone: 'Europe/Lisbon', team2_name: 'Bibs' };
    const { status, location } = await send(ana, editAddress(slug), to);
    expect([status, location]).toEqual([303, `${CLUB}?done=changed`]);
    expect((await subscriber.next('delta')).cause).toEqual([{ action: 'edited' }]);
    await subscriber.close();
    expect((await readGame(slug)).date_time).toBe('2099-06-01T18:45:00.000Z');
    expect((await ana.get(`${CLUB}?done=changed`)).html).toContain('The game is changed.');
  });

  it('after the one of another person says who it was, shows both, and loses nothing', async () => {
    const { slug } = await make('Two editors', { location: 'Park' });
    const address = editAddress(slug);
    const fields = formFields((await rui.get(address)).html);
    await send(ana, address, { location: 'Hall', 'p.user:4': '1' });
    const shown = await rui.post(address, { ...fields, location: 'Beach' });
    expect(shown.status).toBe(422);
    expect(shown.html).toContain('Ana Silva has changed this in the meantime');
    expect(shown.html).toMatch(/Where<\/th><td[^>]*><bdi>Hall<\/bdi><\/td><td[^>]*><bdi>Beach<\/bdi>/);
    expect(shown.html).toMatch(/Max Member<\/th><td[^>]*><bdi>Team 1<\/bdi><\/td><td[^>]*><bdi>does not play<\/bdi>/);
    expect((await readGame(slug)) as object).toMatchObject({ location: 'Hall' });
    const again = formFields(shown.html);
    expect(again['location']).toBe('Beach');
    expect((await rui.post(address, again)).status).toBe(303);
    expect((await readGame(slug)) as object).toMatchObject({ location: 'Beach', participants: [] });
  });

  it('of a shirt number alone is a change, and keeps what the form does not show', async () => {
    const { slug } = await make('Numbers', { 'p.user:1': '1' });
    const editing = formFields((await ana.get(editAddress(slug))).html);
    await gateway.call('PATCH', `clubs/riverside-fc/games/${slug}/participants`, {
      token: TOKENS.club,
      body: { players: [{ id: 1, jersey_number: 23 }] },
    });
    expect((await ana.post(editAddress(slug), editing)).html, 'the number of the console').toContain('in the meantime');
    await send(ana, editAddress(slug), { 'n.user:1': '24' });
    expect((await readGame(slug)).lineup_edits).toMatchObject({ numbers: { 'user:1': 24 } });
  });

  it('of a game of a data file is possible, and says that the next file overwrites it', async () => {
    const address = editAddress('sunday-5s');
    expect((await ana.get(CLUB)).html).toContain('from a data file');
    expect((await ana.get(address)).html).toContain('The next data file with this game overwrites');
    expect((await ana.get(editAddress((await make('Own')).slug))).html).not.toContain('The next data file');
    expect((await send(ana, address, { location: 'Here' })).status).toBe(303);
    expect(await readGame('sunday-5s')).toMatchObject({ location: 'Here', title: 'Game sunday-5s' });
  });

  it('takes a player off who left the club meanwhile', async () => {
    const { slug } = await make('With one who leaves', { 'p.user:4': '1' });
    const maxIs = (status: string) => gateway.import(clubFile({ members: [{ user_id: 4, status }] }));
    await maxIs('former');
    expect(formFields((await ana.get(NEW)).html)).not.toHaveProperty(['p.user:4']);
    expect(formFields((await ana.get(`${NEW}?from=${slug}`)).html)).toMatchObject({ 'p.user:4': '1' });
    await send(ana, editAddress(slug), { 'p.user:4': '' });
    expect(await readGame(slug)).toMatchObject({ participants: [] });
    await maxIs('active');
  });

  it('keeps a pause of a game with three teams, and its other pairings', async () => {
    const { html } = await ana.get(editAddress('three-teams'));
    expect(html).toContain('Reds pauses');
    expect(html.match(/name="pairing" value="\d:\d:\d?" checked/g)).toHaveLength(3);
  });

  it('cannot take away a pairing that was played, and says so', async () => {
    const threeTeams = { teams: '3', pairing: ':1:3', when: 'at', at: '2099-07-07T10:00', zone: 'UTC' };
    const { slug, id } = await make('Three played', threeTeams);
    const body = goalBody({ match_id: `${id}_0` });
    const posted = await gateway.call('POST', `clubs/riverside-fc/games/${slug}/marker`, { token: TOKENS.club, body });
    expect(posted.status, JSON.stringify(posted.body)).toBe(201);
    const shown = await send(ana, editAddress(slug), { teams: '2', pairing: ':1:2' });
    expect([shown.status, shown.html]).toEqual([422, expect.stringContaining('has markers and cannot be left out')]);
  });

  it('to a game with six teams leaves the teams alone', async () => {
    const body = {
      title: 'Six',
      date_time: iso(hoursFromNow(2)),
      matchups: [{ match_index: 0, home_team: 5, away_team: 6 }],
      teams: [1, 2, 3, 4, 5, 6].map((number) => ({ number })),
    };
    const made = await gateway.call<{ game: Game }>('POST', 'clubs/riverside-fc/games', { token: TOKENS.club, body });
    const { slug } = made.body.game;
    expect((await ana.get(editAddress(slug))).html).toContain('more than four teams, or other team numbers');
    expect((await send(ana, editAddress(slug), { title: 'Still six' })).status).toBe(303);
    expect(await readGame(slug)).toMatchObject({ title: 'Still six', teams: body.teams });
  });
});

describe('rule MANAGE-12: deleting a game', () => {
  it('asks first, and takes it off the lists', async () => {
    const { slug } = await make('Called off');
    const address = editAddress(slug);
    const asked = await ana.get(`${address}?ask=delete`);
    expect(asked.html).toContain('Delete Called off?');
    const { location } = await ana.post(address, formFields(asked.html));
    expect(location).toBe(`${CLUB}?done=deleted`);
    expect((await upcoming()).map(({ title }) => title)).not.toContain('Called off');
    const gone = await ana.get(address);
    expect([gone.status, gone.html]).toEqual([404, expect.stringContaining('This game was deleted')]);
    expect((await ana.post(address, formFields(asked.html))).status).toBe(404);
  });

  it('is refused for a game with results, and for one that changed since', async () => {
    const { slug } = await make('Played');
    const address = editAddress(slug);
    await gateway.call('POST', `clubs/riverside-fc/games/${slug}/marker`, { token: TOKENS.club, body: goalBody() });
    const played = await ana.post(address, formFields((await ana.get(`${address}?ask=delete`)).html));
    expect([played.status, played.html]).toEqual([409, expect.stringContaining('it has results')]);
    const asked = formFields((await ana.get(`${address}?ask=delete`)).html);
    expect((await send(rui, address, { location: 'Elsewhere' })).location).toBe(`${CLUB}?done=changed`);
    const stale = await ana.post(address, asked);
    expect([stale.status, stale.html]).toEqual([
      412,
      expect.stringContaining('Rui Costa has changed this in the meantime'),
    ]);
  });
});

describe('the list of games', () => {
  it('leads to the console, the form and the copies', async () => {
    const { html } = await ana.get(CLUB);
    const id = idIn(html, /action="\/me\/console\?channel=game:(\d+)"/);
    expect((await ana.post(`/me/console?channel=game:${id}`)).location).toContain(`/console/game:${id}#token=`);
    for (const address of [editAddress('sunday-5s'), `${NEW}?from=sunday-5s`, `${NEW}?from=sunday-5s&amp;when=now`])
      expect(html).toContain(`href="${address}"`);
  });

  it('of a club without games offers the first one, whose zone the browser may choose', async () => {
    await gateway.import({
      touchline_data: 1,
      clubs: [{ id: 77, slug: 'fresh', name: 'Fresh', members: [{ user_id: 1, role: 'Owner' }] }],
    });
    const { html } = await ana.get('/manage/clubs/fresh');
    expect(html).toContain('The club has no games yet.');
    const form = await ana.get('/manage/clubs/fresh/games/new');
    expect(form.html).toContain('data-guess="yes"');
    expect(formFields(form.html)).toMatchObject({ title: 'Pick-up game', when: 'now', zone: 'UTC', teams: '2' });
  });
});
