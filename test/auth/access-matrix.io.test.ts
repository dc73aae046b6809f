// Rules ACCESS-1 to ACCESS-9 and REQ-1 for every endpoint and every credential. The endpoints come from
// protocol/rest/endpoints.ts. An endpoint without a line in `cases` fails.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../protocol/rest/endpoint.ts';
import { endpoints } from '../../protocol/rest/endpoints.ts';
import { GOOD, type Target, targetsOf, type Who } from '../support/access-targets.ts';
import { iso, thisMinute } from '../support/dates.ts';
import { openEventStream } from '../support/event-stream.ts';
import { type Answer, openTestGateway, type TestGateway } from '../support/gateway.ts';
import { ADMIN_TOKEN, TOKENS } from '../support/world/tokens.ts';

/** Authorization headers that no endpoint accepts. */
const BAD = {
  missing: undefined,
  malformed: `Basic ${TOKENS.club}`,
  empty: 'Bearer ',
  unknown: 'Bearer nobody-has-this-token-0123456789',
  revoked: `Bearer ${TOKENS.revoked}`,
} as const;
/** The status for callers with access, and the body of the request. */
type Case = {
  readonly passes: number | ((target: Target) => number);
  readonly body?: (target: Target) => unknown;
};

/** As the documents say it, of an endpoint that the caller's channel is in. */
const refuses = ({ refusesViewTokens }: Endpoint, who: Who): boolean => refusesViewTokens === true && who === 'view';

const passes = ({ passes: status }: Case, target: Target): number =>
  typeof status === 'number' ? status : status(target);

const NO_MARKER = '7d1f2a10-0000-4000-8000-0000000000ff';
const event = (): unknown => ({ id: randomUUID(), type: 'Event', timestamp: iso(thisMinute) });

/** Endpoints that clubs and tournaments have. */
const ofBoth = (of: Readonly<Record<string, Case>>): Record<string, Case> =>
  Object.fromEntries(
    Object.entries(of).flatMap(([name, one]) => [
      [`${name}OfClub`, one],
      [`${name}OfTournament`, one],
    ]),
  );

/** The endpoints that read accounts, clubs and tournaments: no body, 200 for callers with access. */
const reads = Object.entries<Endpoint>(endpoints).filter(
  ([, { method, access, paths }]) =>
    method === 'GET' &&
    ['account', 'club', 'tournament'].includes(access) &&
    !paths.some((path) => path.endsWith('_id}')),
);
const cases: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(reads.map(([name]) => [name, { passes: 200 }])),
  getParticipants: { passes: 200 },
  patchParticipants: { passes: 200, body: () => ({}) },
  getLineups: { passes: 200 },
  patchLineups: { passes: 200, body: () => ({}) },
  patchScores: { passes: 200, body: () => ({ scores: { '1': 1 } }) },
  patchGoals: { passes: 200, body: () => ({ goals: [] }) },
  postGameMarker: { passes: 201, body: event },
  listGameMarkers: { passes: 200 },
  // Callers with access get 404: there is no such marker.
  deleteGameMarker: { passes: 404 },
  putGameMarker: { passes: 404, body: event },
  listMatchMarkers: { passes: 200 },
  postMatchMarker: { passes: 201, body: event },
  deleteMatchMarker: { passes: 404 },
  putMatchMarker: { passes: 404, body: event },
  getLive: { passes: 200 },
  getLiveEvents: { passes: 200 },
  // A feed has no log: callers with access get 422.
  getMatchLog: {
    passes: ({ params }) => (/^(club|tournament):/.test(params['channel'] ?? '') ? 422 : 200),
  },
  getViewers: { passes: 200 },
  // Nothing is on air for a whole club or tournament.
  patchAir: {
    passes: ({ params }) => (/^(club|tournament):/.test(params['channel'] ?? '') ? 422 : 200),
    body: () => ({ banner: null }),
  },
  createViewToken: { passes: 201, body: ({ params }) => ({ channels: [params['channel']] }) },
  ...ofBoth({ listWebhooks: { passes: 200 } }),
  ...ofBoth({ createWebhook: { passes: 201, body: () => ({ url: 'https://app.example/', events: ['goal'] }) } }),
  // There is no such webhook.
  ...ofBoth({ deleteWebhook: { passes: 404 }, rotateWebhookSecret: { passes: 404 }, resumeWebhook: { passes: 404 } }),
  ...ofBoth({ listWebhookDeliveries: { passes: 404 }, sendWebhookDelivery: { passes: 404 } }),
  importData: { passes: 200, body: () => ({ touchline_data: 1 }) },
  exportData: { passes: 200 },
  // No user has this id.
  eraseUser: { passes: 404 },
  ...managed('Game', { title: 'New' }, { one: 200, deleted: 409 }),
  // The address is wrong, so no invitation is made.
  createInvitation: { passes: 422, body: () => ({ email: 'nobody' }) },
  // There is no such invitation.
  withdrawInvitation: { passes: 404 },
  cancelGame: { passes: 409, body: () => ({}) },
  restoreGame: { passes: 200 },
  // No member, junior, team, player or match has the id of `addressOf`.
  ...managed('Member', { name: 'New' }),
  ...managed('Junior', { name: 'New' }),
  ...managed('Team', { name: 'New' }),
  ...managed('Player', { name: 'New' }),
  ...managed('Match', {}),
  createTournament: { passes: 201, body: () => ({ name: 'New' }) },
  readTournamentSettings: { passes: 200 },
  changeTournament: { passes: 200, body: () => ({}) },
  // No match has the id of `addressOf`.
  readTeamLineups: { passes: 404 },
  changeTeamLineups: { passes: 404, body: () => ({ lineups: {} }) },
  makeFixtures: { passes: 200, body: () => ({ knockout: { seeds: null }, preview: true }) },
};

/** The endpoints of a kind of rows. The game of the world has markers by then, so it cannot be deleted. */
function managed(kind: string, body: object, { one = 404, deleted = 404 } = {}): Readonly<Record<string, Case>> {
  return {
    [`create${kind}`]: { passes: 201, body: () => body },
    [`read${kind}`]: { passes: one },
    [`change${kind}`]: { passes: one, body: () => ({}) },
    [`delete${kind}`]: { passes: deleted },
  };
}

let gateway: TestGateway;
let view: string;

beforeAll(async () => {
  gateway = await openTestGateway({ config: { isTrustedProxy: (address) => address === '127.0.0.1' } });
  view = await gateway.viewToken(TOKENS.tournament, 'match:701');
});
afterAll(() => gateway.close());

const bearerOf = (who: Who): string => `Bearer ${who === 'view' ? view : TOKENS[who]}`;

type Goal = { readonly endpoint: Endpoint; readonly of: Case; readonly target: Target };

function addressOf({ endpoint, target }: Goal): string {
  const path = endpoint.paths[target.path === 'explicit' ? 0 : 1];
  if (path === undefined) throw new Error(`There is no ${target.path} path.`);
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(target.params[name] ?? (name === 'id' ? NO_MARKER : '999')),
  );
}

/** Each request comes from an address of its own: 200 bad credentials a minute close one (rule LIMIT-2). */
let addresses = 0;
const nextAddress = (): string => `10.0.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`;

/** One request. Refused callers send a body that is not JSON: access is checked before the body (rule REQ-1). */
function call(goal: Goal, authorization: string | undefined, isWelcome: boolean): Promise<Answer<unknown>> {
  const { endpoint, of, target } = goal;
  if (endpoint.isStream === true) return callStream(goal, authorization);
  const isBodyRead = of.body !== undefined && (isWelcome || target.params['channel'] !== undefined);
  return gateway.call(endpoint.method, addressOf(goal), {
    headers: { 'x-forwarded-for': nextAddress(), ...(authorization === undefined ? {} : { authorization }) },
    ...(of.body === undefined ? {} : { body: isBodyRead ? of.body(target) : 'no JSON' }),
  });
}

/** A stream has no end: its head is the answer. */
async function callStream(goal: Goal, authorization: string | undefined): Promise<Answer<unknown>> {
  const headers = { 'x-forwarded-for': nextAddress(), ...(authorization === undefined ? {} : { authorization }) };
  const stream = await openEventStream(gateway.url + addressOf(goal), { headers });
  const { status } = stream;
  const heads = new Headers(
    Object.entries(stream.headers).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const body: unknown = status === 200 ? null : JSON.parse(await stream.text);
  stream.close();
  return { status, headers: heads, body };
}

const API_CREDENTIALS = ['club API key', 'connected app token', 'tournament API key'];

/** A refusal has an error and a hint; a 401 names the accepted credentials. */
function expectRefusal(answer: Answer<unknown>, status: 401 | 403, accepted = API_CREDENTIALS): void {
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ error: expect.any(String), hint: expect.any(String) });
  expect(answer.headers.get('cache-control')).toContain('no-store');
  if (status === 403) return;
  const { error, hint } = answer.body as { error: string; hint: string };
  expect(error).toBe('Invalid API token.');
  for (const kind of accepted) expect(hint).toContain(kind);
}

const caseOf = new Map(Object.entries(cases));
const goals = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) => {
  const of = caseOf.get(name);
  if (of === undefined) return [];
  return targetsOf[endpoint.access](endpoint)
    .filter(({ path }) => endpoint.paths[path === 'explicit' ? 0 : 1] !== undefined)
    .map((target) => ({ title: `${name}: ${target.what}`, goal: { endpoint, of, target } }));
});

describe('the access matrix', () => {
  it('covers every endpoint of the table and no other', () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(endpoints).sort());
  });

  describe.each(goals)('$title', ({ goal }) => {
    const { endpoint, of, target } = goal;

    it('rules ACCESS-1, ACCESS-7, REQ-6: answers each good credential as the table says', async () => {
      for (const who of GOOD) {
        const isWelcome = target.in.includes(who) && !refuses(endpoint, who);
        const answer = await call(goal, bearerOf(who), isWelcome);
        if (isWelcome) expect(answer.status, `${who}: ${JSON.stringify(answer.body)}`).toBe(passes(of, target));
        else if (target.notFound?.includes(who) === true) expect(answer.status, who).toBe(404);
        else expectRefusal(answer, 403);
        if (answer.status === 404) expect(answer.body, who).toMatchObject({ hint: expect.any(String) as string });
      }
    });

    it.skipIf(endpoint.access === 'public')('answers 401 to bad credentials', async () => {
      const accepted = endpoint.access === 'admin' ? ['admin token'] : API_CREDENTIALS;
      for (const header of Object.values(BAD)) expectRefusal(await call(goal, header, false), 401, accepted);
    });

    it.skipIf(endpoint.access === 'public')(
      'rule ACCESS-9: accepts the admin token at admin endpoints only',
      async () => {
        const answer = await call(goal, `Bearer ${ADMIN_TOKEN}`, endpoint.access === 'admin');
        if (endpoint.access === 'admin') expect(answer.status).toBe(passes(of, target));
        else expectRefusal(answer, 401);
      },
    );
  });

  it('rules ACCESS-5, MANAGE-2: gives the same refusal for existing and missing resources', async () => {
    const byPlace = new Map<string, Set<string>>();
    for (const { goal } of goals) {
      const { endpoint, target } = goal;
      for (const who of GOOD) {
        if (target.in.includes(who) || target.notFound?.includes(who) === true || refuses(endpoint, who)) continue;
        const { status, body } = await call(goal, bearerOf(who), false);
        const named = Object.values(target.params).reduce(
          (text, value) => text.replaceAll(value, '…'),
          JSON.stringify(body),
        );
        const place = `${who} ${endpoint.method} ${endpoint.paths[target.path === 'explicit' ? 0 : 1] ?? ''}`;
        byPlace.set(place, (byPlace.get(place) ?? new Set()).add(`${status} ${named}`));
      }
    }
    for (const [place, answers] of byPlace) expect([...answers], place).toHaveLength(1);
  });

  it('rules REQ-1, LIMIT-9: checks the path, then the method, then the credential', async () => {
    expect((await gateway.call('GET', '/api/v1/nothing/here')).status).toBe(404);
    const wrong = await gateway.call('PUT', '/api/v1/games/sunday-5s/markers');
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toContain('GET');
    expect((await gateway.call('GET', '/api/v1/games/no-such-game/markers')).status).toBe(401);
  });
});
