// Errors over HTTP: the order of checks, details, headers and limits.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goalBody } from '../../support/goal-body.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { placesOf, promisedCalls } from '../../support/promised.ts';
import { openRaw } from '../../support/raw-http.ts';
import { TOKENS } from '../../support/world/tokens.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway();
});
afterAll(() => gateway.close());
const call = promisedCalls(() => gateway);

describe('the order of checks', () => {
  const game = 'clubs/riverside-fc/games/sunday-5s';

  it('rule REQ-1: is path, method, credential, reach, existence, body', async () => {
    const bad = { body: '{not json' };
    expect((await gateway.call('PUT', 'nowhere', bad)).status).toBe(404);
    expect((await gateway.call('PUT', `${game}/marker`, bad)).status).toBe(405);
    expect((await gateway.call('POST', `${game}/marker`, bad)).status).toBe(401);
    expect((await gateway.call('POST', 'clubs/hilltop/games/none/marker', { ...bad, token: TOKENS.club })).status).toBe(
      403,
    );
    expect(
      (await gateway.call('POST', 'clubs/riverside-fc/games/none/marker', { ...bad, token: TOKENS.club })).status,
    ).toBe(404);
    expect((await gateway.call('POST', `${game}/marker`, { ...bad, token: TOKENS.club })).status).toBe(422);
    const match = 'tournaments/autumn-cup/matches';
    expect((await gateway.call('POST', `${match}/abc/markers`, bad)).status).toBe(401);
    expect((await gateway.call('POST', `${match}/abc/markers`, { ...bad, token: TOKENS.otherTournament })).status).toBe(
      403,
    );
    expect((await gateway.call('POST', `${match}/abc/markers`, { ...bad, token: TOKENS.tournament })).status).toBe(404);
    expect((await gateway.call('POST', `${match}/701/markers`, { ...bad, token: TOKENS.tournament })).status).toBe(422);
  });

  it.each(['games', 'tournaments', 'invitations'])(
    'rule REQ-1: refuses a bad Idempotency-Key of %s after the reach and the existence of the club',
    async (kind) => {
      const headers = { 'idempotency-key': 'x'.repeat(101) };
      const make = async (club: string, token: string) =>
        (await gateway.call('POST', `clubs/${club}/${kind}`, { token, headers, body: {} })).status;
      expect(await make('riverside-fc', TOKENS.otherClub)).toBe(403);
      expect(await make('none', TOKENS.adminApp)).toBe(403);
      expect(await make('riverside-fc', TOKENS.adminApp)).toBe(422);
    },
  );

  it('holds for bodies that are too large', async () => {
    const body = `"${'x'.repeat(1_048_576)}"`;
    expect((await gateway.call('POST', `${game}/marker`, { body })).status).toBe(401);
    expect((await gateway.call('POST', `${game}/marker`, { body, token: TOKENS.otherClub })).status).toBe(403);
    const answer = await call('postGameMarker', `${game}/marker`, { body });
    expect(answer.status).toBe(413);
    expect(answer.body).toHaveProperty('hint');
  });
});

describe('a rejected body', () => {
  const game = 'games/sunday-5s';

  it.each([
    ['', ''],
    ['   ', ''],
    ['{"scores": ', ''],
    ['[]', ''],
    ['null', ''],
    ['"scores"', ''],
    ['{}', 'scores'],
    ['{"scores": []}', 'scores'],
    ['{"scores": {}}', 'scores'],
    ['{"scores": {"1": "3"}}', 'scores.1'],
    ['{"scores": {"7": 3}}', 'scores.7'],
  ])('rule REQ-2: is answered 422 with the place: %s', async (body, path) => {
    const answer = await call('patchScores', `${game}/scores`, { body });
    expect(answer.status).toBe(422);
    expect(placesOf(answer)).toEqual([path]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('rules REQ-2, ID-8, ID-9, TIME-2: names every place of a marker', async () => {
    const body = { id: '1', timestamp: '2026-11-22', type: 'Dive', primary_player_pc_id: 0, label: 7, own_goal: 'yes' };
    const answer = await call('postGameMarker', `${game}/marker`, { body });
    expect(placesOf(answer)).toEqual(['id', 'timestamp', 'type', 'primary_player_pc_id', 'label', 'own_goal']);
  });

  it('names places that only the game can check', async () => {
    const answer = await call('postGameMarker', 'games/three-teams/marker', { body: goalBody() });
    expect(placesOf(answer)).toEqual(['match_id']);
    const goals = {
      goals: [
        { team: '1', scorer: 'A' },
        { team: '9', scorer: 'B' },
      ],
    };
    expect(placesOf(await call('patchGoals', `${game}/goals`, { body: goals }))).toEqual(['goals[1].team']);
  });

  it('leaves the connection usable', async () => {
    const raw = await openRaw(Number(new URL(gateway.url).port));
    const head = `POST /api/v1/${game}/marker HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKENS.club}\r\n`;
    for (const body of ['{', '{}', JSON.stringify({})]) {
      raw.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
      expect((await raw.answer()).status).toBe(422);
    }
    raw.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    expect((await raw.answer()).status).toBe(200);
    raw.socket.destroy();
  });
});

describe('headers', () => {
  it('rule REQ-7: are private, no-cache for answers, no-store for refusals, and set no cookies', async () => {
    const good = await gateway.call('GET', 'games/sunday-5s/markers', { token: TOKENS.club });
    expect(good.headers.get('cache-control')).toBe('private, no-cache');
    expect(good.headers.get('set-cookie')).toBeNull();
    expect(good.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(good.headers.get('x-content-type-options')).toBe('nosniff');
    const refused = [
      await gateway.call('GET', 'games/sunday-5s/markers'),
      await gateway.call('GET', 'games/sunday-5s/markers', { token: TOKENS.tournament }),
      await gateway.call('GET', 'games/none/markers', { token: TOKENS.club }),
      await gateway.call('GET', 'live'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 403, 404, 426]);
    for (const { headers, body } of refused) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('set-cookie')).toBeNull();
      expect(body).toHaveProperty('error');
    }
  });

  it('rule ACCESS-2: of a 401 name the scheme, and its body the accepted credentials', async () => {
    const { headers, body } = await gateway.call<{ error: string; hint: string }>('GET', 'games/sunday-5s/markers');
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(body.error).toBe('Invalid API token.');
    for (const kind of ['club API key', 'connected app token', 'tournament API key']) expect(body.hint).toContain(kind);
  });

  it('rule REQ-11: let apps in browsers call the API, and read its errors', async () => {
    const origin = { origin: 'https://scores.example' };
    const preflight = await gateway.call('OPTIONS', 'games/sunday-5s/marker', {
      headers: {
        ...origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    const taken = ['Authorization', 'Content-Type', 'If-None-Match', 'If-Match', 'Idempotency-Key', 'Traceparent'];
    for (const name of taken) expect(preflight.headers.get('access-control-allow-headers')).toContain(name);
    for (const token of [TOKENS.club, undefined]) {
      const answer = await gateway.call('GET', 'games/sunday-5s/markers', { token, headers: origin });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-expose-headers')).toContain('ETag');
    }
  });
});

describe('limits', () => {
  it('rules LIMIT-1, REQ-6: answer 429 with Retry-After to a credential with too many requests, and to no other', async () => {
    const ask = `GET /api/v1/live/match:801 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKENS.otherTournament}\r\n\r\n`;
    const statuses = new Map<number, number>();
    let refused: ReadonlyMap<string, string> | undefined;
    for (let round = 0; round < 10 && !statuses.has(429); round += 1) {
      const port = Number(new URL(gateway.url).port);
      const raws = await Promise.all(Array.from({ length: 25 }, () => openRaw(port)));
      // A request that waits for the check of its credential must not have others behind it (rule LIMIT-17).
      await call('getLive', 'live/match:801', { token: TOKENS.otherTournament });
      // All are sent before the first answer is read: on a slow machine reading takes longer than the allowance needs to grow.
      for (const raw of raws) raw.write(ask.repeat(100));
      for (const raw of raws) {
        for (let count = 0; count < 100; count += 1) {
          // On a slow machine the check may be due again now: then the connection ends.
          const answer = await raw.answer().catch(() => null);
          if (answer === null) break;
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          if (answer.status === 429) refused ??= answer.headers;
        }
        raw.socket.destroy();
      }
    }
    expect(statuses.get(200)).toBeGreaterThanOrEqual(1_990);
    expect(refused?.get('retry-after')).toBe('1');
    expect(refused?.get('ratelimit')).toBe('"requests";r=0;t=2');
    expect((await call('getLive', 'live/match:701')).status).toBe(200);
  });
});
