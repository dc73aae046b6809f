// A match that is deleted and made again under its id, while the rights of its subscribers are checked.
import { expect, it } from 'vitest';
import { mayReadChannel } from '../../src/auth/access.ts';
import type { Caller } from '../../src/auth/caller.ts';
import type { LiveEvents } from '../../src/live/events.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import { openLiveMatches } from '../../src/live/live-matches.ts';
import { TIMING } from '../../src/live/timing.ts';
import { openEvents } from '../../src/ops/events.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { oneMatchStore } from '../support/one-match-store.ts';
import { openSession, sessionsWith, unused } from '../support/one-session.ts';
import { game } from '../support/play.ts';

const fixture = game();
const caller: Caller = { kind: 'club_static', tokenId: 1, club: fixture.clubSlug };

/** A subscriber of a match that was deleted and made again. `checked` ends the check of its rights, which began with the deletion. */
async function subscribedToDeleted() {
  const events = openEvents<LiveEvents>();
  const store = { ...oneMatchStore(fixture), load: () => Promise.resolve(null) };
  const stored = oneMatchStore(fixture);
  let isStored = true;
  const matches = openLiveMatches({
    store: { ...store, load: (ref) => (isStored ? stored.load(ref) : store.load()) },
    storeIdle: () => Promise.resolve(),
    isWatched: () => false,
    events,
    publish: () => undefined,
    flushBudget: openFlushBudget(TIMING),
    follow: () => Promise.resolve(),
    unfollow: () => undefined,
    timing: TIMING,
    logger: createLogger('silent'),
  });
  let endCheck: (rights: Caller) => void = unused;
  const check = new Promise<Caller>((resolve) => (endCheck = resolve));
  const sessions = sessionsWith({
    recheck: () => check,
    mayRead: mayReadChannel,
    mayLoad: () => true,
    scopeInMemory: matches.scope,
    matchChannel: matches.channel,
  });
  const rechecks: Promise<void>[] = [];
  events.on('vanished', () => void rechecks.push(sessions.recheck()));
  const frames: unknown[] = [];
  const session = openSession(sessions, caller, {
    buffered: () => 0,
    send: (frame) => frames.push(JSON.parse(frame.toString())) > 0,
    subscribe: () => undefined,
    unsubscribe: () => undefined,
  });
  await sessions.subscribe(session, { type: 'subscribe', channel: 'game:100' });
  const before = matches.positions().get('game:100');
  if (before === undefined) throw new Error('The match is not in memory.');
  isStored = false;
  await matches.compare('game:100', before, undefined);
  expect(rechecks).toHaveLength(1);
  isStored = true;
  await matches.get('game:100');
  frames.length = 0;
  return {
    sessions,
    session,
    frames,
    matches,
    async checked() {
      endCheck(caller);
      await Promise.all(rechecks);
    },
    async close() {
      sessions.closed(session);
      await matches.close();
    },
  };
}

it('P44 the subscribers of a deleted match that is made again at once are told', async () => {
  const { session, frames, checked, close } = await subscribedToDeleted();
  await checked();
  expect(frames).toEqual([{ type: 'unsubscribed', channel: 'game:100', reason: 'forbidden' }]);
  expect(session.channels.size).toBe(0);
  await close();
});

it('P20 a subscriber of the deleted match that subscribes again follows the new one', async () => {
  const { sessions, session, frames, matches, checked, close } = await subscribedToDeleted();
  await sessions.subscribe(session, { type: 'subscribe', channel: 'game:100', ref: 1 });
  await checked();
  expect(frames).toMatchObject([{ type: 'snapshot', ref: 1 }]);
  expect((await matches.get('game:100'))?.channel.subscribers()).toBe(1);
  await close();
});
