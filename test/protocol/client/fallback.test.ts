// The client without WebSockets, against a server whose every answer is written here (P56).
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type ChannelUpdate, type Client, type ClientStatus, connect } from '../../../protocol/client/client.ts';
import { causesBetween } from '../../../protocol/client/poll-changes.ts';
import type { ChannelState } from '../../../protocol/wire/board.ts';
import { collect } from '../../support/collect.ts';
import { CHANNEL, snapshot, state, WELCOME } from '../../support/follower.ts';
import { streamFetch } from '../../support/stream-fetch.ts';

type Request = { readonly path: string; readonly headers: IncomingMessage['headers']; readonly answer: ServerResponse };

const TIMING = {
  backoffBaseMs: 5,
  backoffMaxMs: 20,
  connectMs: 2_000,
  steadyMs: 1_000,
  pollMs: 10,
  quietMs: 60_000,
  deadMs: 60_000,
  checkMs: 10,
  provenMs: 50,
  betterMs: 60_000,
};
/** Short, for the test in which a stream is silent: elsewhere a busy machine would make one look so. */
const IMPATIENT = { ...TIMING, quietMs: 60, deadMs: 100 };

let server: Server;
let requests: ReturnType<typeof collect<Request>>;
let updates: ReturnType<typeof collect<ChannelUpdate>>;
let statuses: ReturnType<typeof collect<ClientStatus>>;
let client: Client;

beforeEach(async () => {
  [requests, updates, statuses] = [collect(), collect(), collect()];
  // It answers every WebSocket handshake with 404, as a proxy without Upgrade does.
  server = createServer((request, answer) => {
    if (request.url === '/api/v1/live') answer.writeHead(404).end();
    else requests.put({ path: decodeURIComponent(request.url ?? ''), headers: request.headers, answer });
  }).on('upgrade', (_, socket) => socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  client.close();
  server.closeAllConnections();
  server.close();
});

function follow(timing = TIMING): void {
  client = connect({
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/live`,
    token: 'secret',
    WebSocket,
    fetch: streamFetch,
    random: () => 0.5,
    timing,
    onStatus: statuses.put,
  });
  client.subscribe(CHANNEL, updates.put);
}
const json = ({ answer }: Request, status: number, body: object, more: Record<string, string> = {}): void => {
  answer.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body));
};
const stream = ({ answer }: Request, ...frames: readonly object[]): void => {
  if (!answer.headersSent) answer.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const frame of frames) answer.write(`event: e\ndata: ${JSON.stringify(frame)}\n\n`);
};
/** The next request for this address. */
async function asked(path: string): Promise<Request> {
  const request = await requests.next();
  expect(request.path).toBe(`/api/v1/live/${path}`);
  return request;
}
/** Two streams that fail: the client begins to poll. */
async function untilItPolls(): Promise<void> {
  for (let time = 0; time < 2; time += 1) json(await asked(`${CHANNEL}/events`), 502, {});
}
const shown = async (): Promise<unknown> => {
  const update = await updates.next();
  return update.kind === 'state' ? [update.seq, update.state, update.cause] : update;
};

test('P56 an event stream is asked for with the credential in a header, and continued by Last-Event-ID', async () => {
  follow();
  const first = await asked(`${CHANNEL}/events`);
  expect(first.headers).toMatchObject({ authorization: 'Bearer secret', accept: 'text/event-stream' });
  expect(first.headers).not.toHaveProperty('last-event-id');
  stream(first, WELCOME, snapshot(7, state(1)));
  expect(await shown()).toEqual([7, state(1), []]);
  expect(client.transport()).toBe('events');
  stream(first, { type: 'closing', reason: 'shutdown', retry_after_ms: 1 });
  first.answer.end();
  const second = await asked(`${CHANNEL}/events`);
  expect(second.headers['last-event-id']).toBe('e1:7');
  expect(second.path).not.toContain('secret');
});

test('P56 a stream that is silent gives way to polling, and what was missed comes as one change', async () => {
  follow(IMPATIENT);
  const first = await asked(`${CHANNEL}/events`);
  stream(first, WELCOME, snapshot(7, { ...state(1), matches: {} }));
  await updates.next();
  const poll = await asked(CHANNEL);
  expect(poll.headers).toMatchObject({ authorization: 'Bearer secret' });
  const goal = { type: 'Goal', at: 'now', own_goal: false };
  const after = { ...state(2), matches: { 701: { events: { m1: goal } } } };
  json(poll, 200, snapshot(9, after), { etag: '"e1-9"' });
  expect(await shown()).toEqual([9, after, [{ action: 'recorded', marker_id: 'm1', type: 'Goal' }]]);
  expect((await asked(CHANNEL)).headers['if-none-match']).toBe('"e1-9"');
});

test('P56 a poll that another node answers with an older state does not take the client back', async () => {
  follow();
  await untilItPolls();
  json(await asked(CHANNEL), 200, snapshot(7, { ...state(1), matches: {} }));
  expect(await shown()).toEqual([7, expect.anything(), []]);
  json(await asked(CHANNEL), 200, snapshot(6, { ...state(0), matches: {} }));
  json(await asked(CHANNEL), 304, {});
  json(await asked(CHANNEL), 200, snapshot(8, { ...state(2), matches: {} }));
  expect(await shown()).toEqual([8, expect.objectContaining({ score: { home: 2 } }), [{ action: 'edited' }]]);
});

test('P56 a refused token ends the client, a refused channel only itself', async () => {
  follow();
  json(await asked(`${CHANNEL}/events`), 403, { error: 'No.', hint: 'Ask.' });
  expect(await shown()).toEqual({ kind: 'refused', channel: CHANNEL, code: 'forbidden', message: 'No.', hint: 'Ask.' });
  client.subscribe('match:702', updates.put);
  json(await asked('match:702/events'), 401, { error: 'Bad token.' });
  const status = await statuses.next();
  expect(status).toEqual({ state: 'closed', reason: 'unauthorized', message: 'Bad token.', hint: null });
});

test('P56 the page of a proxy in place of an answer refuses no channel', async () => {
  follow();
  const first = await asked(`${CHANNEL}/events`);
  first.answer.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Blocked</h1>');
  stream(await asked(`${CHANNEL}/events`), WELCOME, snapshot(7, state(1)));
  expect(await shown()).toEqual([7, expect.anything(), []]);
});

test('P56 more channels than a browser has connections for are polled', async () => {
  follow();
  for (let id = 1; id <= 4; id += 1) client.subscribe(`match:${id}`, () => undefined);
  const paths = new Set<string>();
  while (![...paths].some((path) => !path.endsWith('/events'))) paths.add((await requests.next()).path);
  expect(paths, 'the fifth stream').not.toContain('/api/v1/live/match:4/events');
  expect(client.transport()).toBe('polling');
});

test('P56 a channel that has ended makes room for another stream', async () => {
  follow();
  for (let id = 1; id <= 3; id += 1) client.subscribe(`match:${id}`, () => undefined);
  const first = await asked(`${CHANNEL}/events`);
  for (let id = 1; id <= 3; id += 1) stream(await asked(`match:${id}/events`), WELCOME);
  stream(first, WELCOME, snapshot(7, state(1)), { type: 'unsubscribed', channel: CHANNEL, reason: 'forbidden' });
  first.answer.end();
  await updates.next();
  expect(await shown()).toMatchObject({ kind: 'refused', channel: CHANNEL, code: 'forbidden' });
  client.subscribe('match:4', () => undefined);
  await asked('match:4/events');
  expect(client.transport()).toBe('events');
});

test('causes between two states name what came, changed and went', () => {
  const match = (events: object): ChannelState =>
    ({ kind: 'match', matches: { 701: { events } } }) as unknown as ChannelState;
  const goal = { type: 'Goal', team: 'home' };
  // Each poll brings objects of its own, and the order of their members means nothing.
  const same = { team: 'home', type: 'Goal' };
  expect(
    causesBetween(match({ a: goal, b: goal, c: goal }), match({ a: same, b: { ...goal, team: 'away' }, d: goal })),
  ).toEqual([
    { action: 'deleted', marker_id: 'c', type: 'Goal' },
    { action: 'updated', marker_id: 'b', type: 'Goal' },
    { action: 'recorded', marker_id: 'd', type: 'Goal' },
  ]);
  expect(causesBetween(match({}), match({}))).toEqual([{ action: 'edited' }]);
  for (const kind of ['club', 'tournament']) {
    const feed = { kind, slug: 'x', matches: { 701: { channel: 'match:701' } } } as unknown as ChannelState;
    expect(causesBetween(feed, feed)).toEqual([{ action: 'recorded' }]);
  }
});
