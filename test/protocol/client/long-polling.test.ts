// Clients that poll for hours: what they hold, what they learn, and whether they still try the better way. Every answer is
// written here.
import { getEventListeners } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { type ChannelUpdate, type Client, connect, type FetchLike } from '../../../protocol/client/client.ts';
import { BlockedSocket } from '../../support/blocked-network.ts';
import { collect } from '../../support/collect.ts';
import { CHANNEL, snapshot, state } from '../../support/follower.ts';

const OTHER = 'match:702';
const TIMING = {
  backoffBaseMs: 1,
  backoffMaxMs: 2,
  connectMs: 2_000,
  pollMs: 2,
  quietMs: 60,
  deadMs: 100,
  checkMs: 10,
  betterMs: 20,
  betterMaxMs: 20,
};

let tries = 0;
class CountedSocket extends BlockedSocket {
  constructor() {
    super();
    tries += 1;
  }
}

const answer = (status: number, body: object): ReturnType<FetchLike> =>
  Promise.resolve({
    status,
    headers: new Headers({ etag: '"e1-7"' }),
    body: null,
    text: () => Promise.resolve(JSON.stringify(body)),
  });
const found = (channel: string) => answer(200, snapshot(7, { ...state(1), matches: {} }, { channel }));
const forbidden = () => answer(403, { error: 'No.', hint: 'Ask.' });

let client: Client;
afterEach(() => client.close());

/** A client whose polls are answered by `poll`, and whose event streams by `stream`. */
function open(poll: (channel: string, signal: AbortSignal) => ReturnType<FetchLike>, stream = () => answer(502, {})) {
  tries = 0;
  const fetch: FetchLike = (url, { signal }) => {
    const [, channel = '', end = ''] = /live\/([^/]+)(.*)$/.exec(decodeURIComponent(url)) ?? [];
    return end === '/events' ? stream() : poll(channel, signal);
  };
  client = connect({
    url: 'ws://host/live',
    token: 't',
    WebSocket: CountedSocket,
    fetch,
    random: () => 0.5,
    timing: TIMING,
  });
  const updates = collect<ChannelUpdate>();
  client.subscribe(CHANNEL, updates.put);
  return updates;
}

test('P56 a right that is lost while the client polls ends the channel', async () => {
  let polls = 0;
  const updates = open((channel) => ((polls += 1) > 3 ? forbidden() : found(channel)));
  expect(await updates.next()).toMatchObject({ kind: 'state', seq: 7 });
  expect(await updates.next()).toMatchObject({ kind: 'refused', channel: CHANNEL, code: 'forbidden' });
});

test('P56 the better way is tried again although a channel of the client was refused', async () => {
  let isForbidden = false;
  const updates = open(
    (channel) => (channel === CHANNEL && isForbidden ? forbidden() : found(channel)),
    () => (isForbidden ? forbidden() : answer(502, {})),
  );
  const others = collect<ChannelUpdate>();
  client.subscribe(OTHER, others.put);
  await others.next();
  isForbidden = true;
  while ((await updates.next()).kind !== 'refused');
  const before = tries;
  await vi.waitFor(() => expect(tries).toBeGreaterThan(before + 2), 20_000);
});

test('P56 streams are tried again when few enough channels are left', async () => {
  let isForbidden = false;
  let streams = 0;
  const updates = open(
    (channel) => (channel === CHANNEL && isForbidden ? forbidden() : found(channel)),
    () => {
      streams += 1;
      return answer(502, {});
    },
  );
  for (let id = 1; id <= 4; id += 1) client.subscribe(`match:${id}`, () => undefined);
  await updates.next();
  isForbidden = true;
  while ((await updates.next()).kind !== 'refused');
  const before = streams;
  await vi.waitFor(() => expect(streams).toBeGreaterThan(before), 20_000);
});

test('a client that polls for hours keeps nothing of its earlier polls', async () => {
  const signals: AbortSignal[] = [];
  open((channel, signal) => {
    signals.push(signal);
    return found(channel);
  });
  await vi.waitFor(() => expect(signals.length).toBeGreaterThan(20), 20_000);
  const last = signals.at(-1);
  expect(last && getEventListeners(last, 'abort').length).toBeLessThan(3);
});
