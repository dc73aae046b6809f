// A page follows its channel, on a server whose every frame the test writes.
import { WebSocket } from 'ws';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChannelState } from '../../../protocol/wire/board.ts';
import { CLOSE } from '../../../protocol/wire/close-codes.ts';
import {
  type ChannelView,
  type InitialStates,
  watchChannel,
  type Follower,
} from '../../../src/browser/shared/channel-view.ts';
import { liveUrl } from '../../../src/browser/shared/follow.ts';
import { collect } from '../../support/collect.ts';
import { CHANNEL, snapshot } from '../../support/follower.ts';
import { type ScriptedServer, scriptedServer } from '../../support/scripted-server.ts';
import { shownStates } from '../../support/shown-states.ts';

/** The page's clock is a minute and a half ahead. */
const AHEAD_MS = 90_000;
const state = shownStates()['added time'] as ChannelState;

let server: ScriptedServer;
let views: ReturnType<typeof collect<ChannelView>>;
let follower: Follower;

const watch = (delayMs = 0, given?: InitialStates): Follower =>
  watchChannel({
    url: server.url,
    token: 't',
    channel: CHANNEL,
    delayMs,
    initial: given,
    onView: views.put,
    WebSocket,
    now: () => Date.now() + AHEAD_MS,
    refusedRetryMs: 20,
    timing: { backoffBaseMs: 5, backoffMaxMs: 20, burstPings: 3, burstGapMs: 2 },
  });
beforeEach(async () => {
  server = await scriptedServer();
  views = collect<ChannelView>();
});
afterEach(async () => {
  vi.useRealTimers();
  follower.stop();
  await server.stop();
});

/** No time passes, so that frames take none on a busy machine either. */
const stopClocks = (): void => void vi.useFakeTimers({ toFake: ['Date', 'performance'] });

/** The next connection, welcomed and subscribed. */
async function joined() {
  const peer = await server.peer();
  await peer.expect('auth');
  peer.welcome();
  const { ref } = await peer.expect('subscribe');
  return { peer, show: (seq: number, more: object = {}) => peer.send(snapshot(seq, state, { ref, ...more })) };
}

test('rule PAGE-7: a refused token is retried for ever, and the last state stays', async () => {
  stopClocks();
  follower = watch();
  const first = await joined();
  first.show(1);
  expect(await views.next()).toEqual({ state, rejection: null, events: [] });
  first.peer.send({ type: 'closing', reason: 'revoked' });
  expect(await views.next()).toMatchObject({ state, rejection: { reason: 'revoked' } });
  const second = await server.peer();
  await second.expect('auth');
  second.send({ type: 'error', code: 'unauthorized', error: 'Invalid API token.', hint: 'Make a new one.' });
  second.close(CLOSE.unauthorized);
  const rejection = { reason: 'unauthorized', message: 'Invalid API token.', hint: 'Make a new one.' };
  expect(await views.next()).toMatchObject({ state, rejection });
  const third = await joined();
  // Between two connections the time is still the server's.
  expect(Math.abs(follower.now() - Date.now())).toBeLessThan(100);
  third.show(2);
  expect(await views.next()).toMatchObject({ rejection: null });
});

test('rule PAGE-7: a forbidden channel is requested again', async () => {
  follower = watch();
  const { peer } = await joined();
  peer.send({ type: 'error', channel: CHANNEL, ref: 1, code: 'forbidden', error: 'This token may not read it.' });
  expect(await views.next()).toMatchObject({ state: null, rejection: { reason: 'forbidden' } });
  (await joined()).show(1);
  expect((await views.next()).rejection).toBeNull();
  expect((await views.next()).state).toEqual(state);
});

test('silence is measured from the last message, also across connections without one', async () => {
  follower = watch();
  expect(follower.silentMs()).toBeLessThan(1_000);
  const { peer } = await joined();
  peer.send({ type: 'closing', reason: 'expired' });
  await views.next();
  const before = follower.silentMs();
  await server.peer();
  await expect.poll(() => follower.silentMs(), { interval: 5 }).toBeGreaterThan(before + 20);
});

test('a goal between the writing of the page and its subscription is reported', async () => {
  stopClocks();
  const at = Date.now();
  const given = { kind: 'state', channel: CHANNEL, epoch: 'e', seq: 4, at: at - 60_000, state, cause: [] } as const;
  follower = watch(0, { now: at, updates: [given] });
  expect(await views.next()).toEqual({ state, rejection: null, events: [] });
  const peer = await server.peer();
  await peer.expect('auth');
  peer.welcome();
  const { ref, since } = await peer.expect('subscribe');
  expect(since).toEqual({ epoch: 'e', seq: 4 });
  const goal = { type: 'Goal', at: new Date(at).toISOString(), team: 'away', own_goal: false };
  const patch = { matches: { '701': { score: { away: 3 }, events: { g: goal } } } };
  const cause = [{ action: 'recorded', marker_id: 'g', type: 'Goal' }];
  peer.send({ type: 'resumed', channel: CHANNEL, ref, epoch: 'e', seq: 4 });
  peer.send({ type: 'delta', channel: CHANNEL, seq: 5, at, cause, patch });
  expect((await views.next()).events).toMatchObject([{ kind: 'goal', key: 'g', side: 'away' }]);
  // By the server's clock, not by the page's, although only the delta contains it.
  expect(Math.abs(follower.now() - Date.now())).toBeLessThan(100);
});

test('a delayed view shows the delayed time, by the server’s clock', async () => {
  stopClocks();
  follower = watch(8_000);
  const { show } = await joined();
  show(1, { at: Date.now() - 60_000 });
  expect((await views.next()).state).toEqual(state);
  expect(Math.abs(follower.now() - (Date.now() - 8_000))).toBeLessThan(100);
  expect(follower.waitMs()).toBeNull();
});

test('the channel has the host and the security of the page', () => {
  expect(liveUrl({ protocol: 'https:', host: 'h:1' }, '/api/v1')).toBe('wss://h:1/api/v1/live');
  expect(liveUrl({ protocol: 'http:', host: 'h' }, '/api/v1')).toBe('ws://h/api/v1/live');
});
