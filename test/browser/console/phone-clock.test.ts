// The time of an entry while the server cannot be asked: what the phone learned before counts.
import { WebSocket } from 'ws';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Link, openLive } from '../../../src/browser/console/live.ts';
import { collect } from '../../support/collect.ts';
import { CHANNEL } from '../../support/follower.ts';
import { type ScriptedServer, scriptedServer } from '../../support/scripted-server.ts';

/** The phone's clock is two minutes slow. */
const OFFSET_MS = 120_000;

/** The time of the phone's clock before anyone sets it. */
const wall = (): number => performance.timeOrigin + performance.now();
/** By how much it was set back since. */
let setBackMs = 0;

let server: ScriptedServer;
let links: ReturnType<typeof collect<Link>>;
let live: ReturnType<typeof openLive>;

beforeEach(async () => {
  setBackMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => Math.round(wall()) - setBackMs);
  server = await scriptedServer({ serverTime: () => wall() + OFFSET_MS });
  vi.stubGlobal('WebSocket', WebSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: `127.0.0.1:${server.port}` });
  links = collect<Link>();
  const nothing = (): void => undefined;
  live = openLive({
    token: 't',
    channel: CHANNEL,
    offsetMs: OFFSET_MS,
    onLink: links.put,
    onState: nothing,
    onEdited: nothing,
  });
});
afterEach(async () => {
  live.stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await server.stop();
});

const errorMs = (): number => Math.abs(live.now() - wall() - OFFSET_MS);

test('an answer without a time, as to a key that is not valid, leaves the time that the phone knows', async () => {
  const peer = await server.peer();
  await peer.expect('auth');
  expect(errorMs()).toBeLessThan(1_000);
  peer.send({ type: 'error', code: 'unauthorized', error: 'No.' });
  peer.close(4401);
  expect(await links.next()).toEqual({ state: 'signed_out' });
  expect(errorMs()).toBeLessThan(1_000);
});

test('the time of the server counts as soon as it answers, and still after the connection', async () => {
  const peer = await server.peer();
  await peer.expect('auth');
  peer.welcome();
  expect(await links.next()).toEqual({ state: 'live' });
  expect(errorMs()).toBeLessThan(1_000);
  peer.terminate();
  expect(await links.next()).toEqual({ state: 'stale' });
  live.reconnect();
  expect(errorMs()).toBeLessThan(1_000);
});

test('a phone whose clock is set back has the right time at once, and still notices a dead connection', async () => {
  const peer = await server.peer();
  await peer.expect('auth');
  peer.welcome(100);
  expect(await links.next()).toEqual({ state: 'live' });
  setBackMs = 300_000;
  expect(errorMs()).toBeLessThan(1_000);
  peer.fallSilent();
  expect(await links.next()).toEqual({ state: 'stale' });
  expect(errorMs()).toBeLessThan(1_000);
});
