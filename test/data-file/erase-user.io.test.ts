// Erasing a person (rule NAME-6): no table keeps the name, statistics stay, running nodes follow.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataFileSchema } from '../../protocol/data-file/data-file.ts';
import { importData } from '../../src/data-file/import.ts';
import { eraseUser } from '../../src/data-file/erase-user.ts';
import { bestDatabase, createDatabase, openTestStore, testDatabases, type TestStore } from '../support/database.ts';
import { clubFile } from '../support/data-file.ts';
import { daysFromNow, iso } from '../support/dates.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { ADMIN_TOKEN, TOKENS } from '../support/world/tokens.ts';
import { world as testWorld } from '../support/world/world.ts';
import { connect } from '../support/subscriber.ts';

const NAME = 'Ana Silva';
const past = Date.now() - 60_000;
const kickOff = daysFromNow(-21);

/** Every row of every table as text; `data_version` only tells caches to read again. */
async function everything({ sql }: TestStore): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and table_name <> 'data_version' order by 1`;
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await sql<{ row: string }[]>`select to_jsonb(t)::text as row from ${sql(name)} t`;
    rows.push(...found.map(({ row }) => `${name}: ${row}`));
  }
  return rows.join('\n');
}

const bySide = { scorer: NAME, label: `${NAME} scores, Anabel claps` };
const inMinute = (minute: number): string => iso(kickOff + minute * 60_000);
const storedMarkers = [
  { id: randomUUID(), timestamp: iso(kickOff), type: 'Start' },
  { id: randomUUID(), timestamp: inMinute(5), type: 'Goal', primary_player_pc_id: 1, ...bySide },
  { id: randomUUID(), timestamp: inMinute(6), type: 'Goal', team: '2', scorer: 'Rui Costa', label: 'past Ana  Silva' },
];

/** The test world with Ana in every place that names people. */
const world = () => {
  const data = testWorld();
  const [own, ...clubs] = data.clubs;
  const players = [
    { player_type: 'user', id: 1, team: 1 },
    { player_type: 'user', id: 2, team: 2 },
  ];
  const base = { date_time: iso(kickOff), teams: [{ number: 1 }, { number: 2 }], participants: players };
  const goals = [
    { team: '1', scorer: 'Ana S.', user_id: 1, minute: '3' },
    { team: '2', scorer: 'Rui', user_id: 2, assister: NAME, assister_user_id: 1 },
  ];
  const games = [
    { id: 150, slug: 'by-markers', title: 'By markers', ...base, markers: storedMarkers },
    { id: 151, slug: 'by-hand', title: 'By hand', ...base, scores: { '1': 1, '2': 1 }, goals },
  ];
  return { ...data, clubs: [{ ...own, games: [...(own?.games ?? []), ...games] }, ...clubs] };
};

describe.each(await testDatabases())('on %s', (kind) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(kind);
    await importData(store.sql, world());
    const { sql } = store;
    await sql`insert into audit (at, user_id, user_name, action, subject, club_id) values (1, 1, ${NAME}, 'key_generated', '', 10)`;
    for (const subject of [`member ${NAME}`, `player Rui Costa, player ${NAME}, player Zé`]) {
      await sql`insert into audit (at, user_name, action, subject) values (2, 'Rui', 'row_created', ${subject})`;
    }
    const webhook = '0d8f7a52-6f0e-4a5e-9a0b-2f4c7f1f5b10';
    await sql`insert into webhook (id, club_id, url, events, secret, created_at) values (${webhook}::uuid, 10, '', '[]', '', 1)`;
    await sql`
      insert into webhook_delivery (webhook_id, id, channel, body, created_at, attempts, attempted_at, answer)
      values (${webhook}::uuid, 'a', 'game:150', ${NAME}, 1, 1, 1, '')`;
    const change = {
      cause: [{ action: 'recorded' }],
      put: [
        { id: 'a', primary: { id: 1 }, scorer: NAME, label: NAME },
        { id: 'b', scorer: 'ANA SILVA' },
      ],
    };
    const hand = { goals: [{ seq: 1, list: [{ team: '1', scorer: 'Ana S.', user_id: 1 }], dropped: [] }] };
    await sql`insert into on_air values ('match:701', 4, 1, ${JSON.stringify({ text: { text: `Player of the match: ${NAME}` } })}::text::jsonb)`;
    await sql`update game set cancelled_at = 1, cancellation_reason = ${`${NAME} is ill`} where id = 100`;
    await sql`update live_match set seq = 3, at = 1 where ref = 'match:801'`;
    for (const [seq, logged] of [change, { cause: [], hand }, { edited: true, hand }].entries())
      await sql`insert into match_log (match, after, at, seq, changes)
        select id, ${seq}, 1, ${seq + 1}, ${JSON.stringify([logged])}::text::json from live_match where ref = 'match:801'`;
  });
  afterAll(() => store.close());

  test('rule NAME-6: no table keeps the name, the address or the password; statistics stay', async () => {
    const before = await everything(store);
    const spelled = [NAME, 'ANA SILVA', 'Ana  Silva', 'Ana S.'];
    for (const text of [...spelled, 'user1@example.org']) expect(before).toContain(text);
    const counted = await store.sql`select ref, count(*)::integer as markers from marker group by ref order by ref`;
    const { affected } = await eraseUser(store.sql, 1);
    expect(affected).toEqual(expect.arrayContaining(['game:100', 'game:150', 'game:151', 'match:701']));
    const after = await everything(store);
    for (const text of [...spelled, 'ana-silva', 'user1@example.org']) expect(after).not.toContain(text);
    expect(after).toContain('Deleted player scores, Anabel claps');
    expect(after).toContain('Rui Costa');
    expect(await store.sql`select ref, count(*)::integer as markers from marker group by ref order by ref`).toEqual(
      counted,
    );
    const [user] = await store.sql`select name, email, password_hash, avatar_url, is_admin from app_user where id = 1`;
    expect(user).toEqual({
      name: 'Deleted player',
      email: null,
      password_hash: null,
      avatar_url: null,
      is_admin: false,
    });
    expect(await store.sql`select from api_token where user_id = 1`).toHaveLength(0);
    expect(await store.sql`select from club_member where user_id = 1 and role <> 'Member'`).toHaveLength(0);
    expect(await store.sql`select from tournament_organizer where user_id = 1`).toHaveLength(0);
  });

  test('rule NAME-6: a name with a comma goes from the trail, and one of an earlier line-up from messages', async () => {
    const name = 'Costa (Jr.), Rui';
    const { sql } = store;
    const user = { id: 990, slug: 'costa-jr', name };
    const marker = { id: randomUUID(), timestamp: iso(kickOff), type: 'Goal', team: '1', primary_player_pc_id: 990 };
    const game = { id: 152, slug: 'left', title: 'Left', teams: [{ number: 1 }, { number: 2 }], markers: [marker] };
    await importData(sql, { ...clubFile({ games: [game] }), users: [user] });
    const people = [`player Ana, player ${name}, player ${name}`, `member ${name}`];
    for (const subject of [...people, `player ${name} II`])
      await sql`insert into audit (at, user_name, action, subject) values (3, 'Rui', 'row_created', ${subject})`;
    await sql`insert into audit (at, user_name, action, subject) values (3, 'Rui', 'invitation_made', ${`${name}, Owner`})`;
    await sql`
      insert into webhook_delivery (webhook_id, id, channel, body, created_at, attempts, attempted_at, answer)
      select id, 'b', 'game:152', ${name}, 1, 1, 1, '' from webhook`;
    await eraseUser(sql, 990);
    const subjects = await sql<{ subject: string }[]>`select subject from audit where at = 3 order by id`;
    expect(subjects.map(({ subject }) => subject)).toEqual([
      'player Ana, player Deleted player, player Deleted player',
      'member Deleted player',
      `player ${name} II`,
      'Deleted player',
    ]);
    expect(await sql`select from webhook_delivery where channel = 'game:152'`).toHaveLength(0);
    await sql`delete from audit where subject = ${`player ${name} II`}`;
    expect(await everything(store)).not.toContain(name);
  });

  test('rule NAME-6: erasing again changes nothing; an unknown id is 404', async () => {
    const before = await everything(store);
    expect(await eraseUser(store.sql, 1)).toEqual({ affected: [] });
    expect(await everything(store)).toBe(before);
    await expect(eraseUser(store.sql, 999)).rejects.toMatchObject({ status: 404 });
  });
});

describe('npm run erase-user', () => {
  let first: TestGateway;
  let second: TestGateway;
  let database: Awaited<ReturnType<typeof createDatabase>> | null = null;
  const start = path.resolve(import.meta.dirname, '../../src/start.mjs');
  const run = (...args: readonly string[]): Promise<{ code: number; out: string; err: string }> =>
    new Promise((resolve) => {
      const env = {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        PUBLIC_URL: first.url,
        TOUCHLINE_ADMIN_TOKEN: ADMIN_TOKEN,
      };
      execFile(process.execPath, [start, 'erase-user', ...args], { env }, (error, out, err) => {
        resolve({ code: Number(error?.code ?? 0), out, err });
      });
    });

  beforeAll(async () => {
    database = (await bestDatabase()) === 'postgres' ? await createDatabase() : null;
    const shared = database === null ? {} : { databaseUrl: database.url };
    first = await openTestGateway({ ...shared, data: world(), timing: { pollMs: 200 } });
    second = database === null ? first : await openTestGateway({ ...shared, data: null, timing: { pollMs: 200 } });
  });
  afterAll(async () => {
    if (second !== first) await second.close();
    await first.close();
    await database?.drop();
  });

  test('says what is wrong with the command', async () => {
    expect(await run()).toMatchObject({ code: 2, err: expect.stringContaining('Name one user id.') });
    expect(await run('ana')).toMatchObject({ code: 2 });
    expect(await run('999')).toEqual({ code: 1, out: '', err: 'There is no user with the id 999.\n' });
    expect(await run('1', '--token', 'x'.repeat(40))).toMatchObject({ code: 1, err: expect.stringContaining('401') });
  });

  test.each([
    [502, '<html>Bad gateway</html>'],
    [404, '{"message":"Not found"}'],
  ])('says that an answer %i is not one of a Touchline server', async (status, text) => {
    const other = createServer((_request, response) => response.writeHead(status).end(text)).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    expect(await run('1', '--url', url)).toEqual({
      code: 1,
      out: '',
      err: `${url} answered ${status}. This is not an answer of a Touchline server.\n`,
    });
    other.close();
  });

  test('rule NAME-6: erases on all running nodes: live state, lists and credentials', async () => {
    const goal = { id: randomUUID(), timestamp: iso(past), type: 'Goal', primary_player_pc_id: 1, scorer: NAME };
    await first.call('POST', 'games/sunday-5s/marker', { token: TOKENS.club, body: goal });
    const subscriber = await connect(second.liveUrl, TOKENS.club);
    expect(JSON.stringify((await subscriber.subscribe('game:100')).state)).toContain(NAME);
    expect((await second.call('GET', 'resources', { token: TOKENS.app })).status).toBe(200);

    const { code, out } = await run('1');
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('User 1 is erased.') });

    const delta = await subscriber.next('delta');
    expect(delta).toMatchObject({ cause: [{ action: 'edited' }] });
    expect(JSON.stringify(delta)).toContain('Deleted player');
    await subscriber.close();
    for (const node of new Set([first, second])) {
      for (const address of [
        'live/game:100',
        'club',
        'club/past_games',
        'games/sunday-5s/markers',
        'live/game:100/log',
      ]) {
        await expect
          .poll(async () => JSON.stringify((await node.call('GET', address, { token: TOKENS.club })).body))
          .not.toContain(NAME);
      }
      await expect.poll(async () => (await node.call('GET', 'resources', { token: TOKENS.app })).status).toBe(401);
    }
    const { body } = await first.call<{ games: { result: { goals: unknown[] } }[] }>('GET', 'club/past_games', {
      token: TOKENS.club,
    });
    expect(body.games.flatMap(({ result }) => result.goals)).toHaveLength(4);
    expect(await run('1')).toMatchObject({ code: 0, out: expect.stringContaining('0 games and matches changed') });
  });

  test('rule NAME-6: who comes back to a channel gets no delta with the name', async () => {
    const channels = ['game:100', 'air:game:100'];
    const nodes = [...new Set([first, second])];
    const back = await Promise.all(
      nodes.map(async ({ liveUrl }) => {
        const subscriber = await connect(liveUrl, TOKENS.club);
        const since = new Map<string, { epoch: string; seq: number }>();
        for (const channel of channels) {
          const { epoch, seq } = await subscriber.subscribe(channel);
          since.set(channel, { epoch, seq });
        }
        return { subscriber, since };
      }),
    );
    /** Until each subscriber was sent all of these, in any order. */
    const sent = (...texts: readonly string[]): Promise<unknown> =>
      Promise.all(
        back.map(async ({ subscriber }) => {
          let missing = texts;
          while (missing.length > 0) {
            const frame = JSON.stringify(await subscriber.take());
            missing = missing.filter((text) => !frame.includes(text));
          }
        }),
      );
    const goal = { id: randomUUID(), timestamp: iso(past), type: 'Goal', primary_player_pc_id: 2 };
    const posted = await first.call('POST', 'games/sunday-5s/marker', { token: TOKENS.club, body: goal });
    expect(posted.status).toBe(201);
    await sent('Rui Costa');
    for (const text of ['Rui Costa scored', 'It rains']) {
      await first.call('PATCH', 'live/game:100/air', { token: TOKENS.club, body: { text: { text } } });
      await sent(text);
    }
    const { status } = await first.call('DELETE', '/api/admin/users/2', { token: ADMIN_TOKEN });
    expect(status).toBe(200);
    await sent('Deleted player', '"kind":"air"');
    for (const { subscriber, since } of back) {
      for (const channel of channels) {
        subscriber.send({ type: 'subscribe', channel, since: since.get(channel), ref: channel });
        let frame = await subscriber.take();
        while (!('ref' in frame)) frame = await subscriber.take();
        expect(frame).toMatchObject({ type: 'snapshot', ref: channel });
        expect(JSON.stringify([frame, ...(await subscriber.unread())])).not.toContain('Rui Costa');
      }
      await subscriber.close();
    }
    const { body: history } = await first.call('GET', '/api/admin/export?history=true', { token: ADMIN_TOKEN });
    expect(JSON.stringify(history)).toContain('"edited":true');
    expect(dataFileSchema.safeParse(history).error, 'can be imported').toBeUndefined();
  });
});
