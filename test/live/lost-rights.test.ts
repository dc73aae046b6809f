// A right that is lost while a subscriber waits for its channel.
import { expect, it } from 'vitest';
import type { Caller } from '../../src/auth/caller.ts';
import { mayReadChannel } from '../../src/auth/access.ts';
import { openChannel } from '../../src/live/channel.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import { TIMING } from '../../src/live/timing.ts';
import { nextTurn } from '../support/next-turn.ts';
import { openSession, sessionsWith } from '../support/one-session.ts';

const tokenOf = (club: string): Caller => ({ kind: 'club_static', tokenId: 1, club });
const scope = { kind: 'game', clubSlug: 'riverside' } as const;

/** A node whose channels are loaded when `load` is called, and a subscriber of a club's key. */
function openNode() {
  const frames: unknown[] = [];
  const joined = new Set<string>();
  let load: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  const rights = { club: 'riverside', isStored: true, stored: 'riverside', check: null as Promise<Caller> | null };
  /** Called before the database answers. */
  const late = { scope: (): void | Promise<void> => undefined };
  const deps = { publish: () => undefined, flushBudget: openFlushBudget(TIMING), timing: TIMING };
  const open = async (name: 'game:100' | 'air:game:100' | 'club:riverside') => {
    await loaded;
    const step = { seq: 1, at: 1, cause: [], state: { kind: 'air', match: 'game:100' } as const };
    return openChannel(name, { epoch: 'e', step }, deps, { hashed: false });
  };
  const sessions = sessionsWith({
    recheck: () => rights.check ?? Promise.resolve(tokenOf(rights.club)),
    mayRead: mayReadChannel,
    mayLoad: () => true,
    scopeInMemory: () => (rights.isStored ? scope : null),
    scopeOf: async () => {
      await nextTurn();
      await late.scope();
      return rights.isStored ? { kind: 'game', clubSlug: rights.stored } : null;
    },
    matchChannel: async () => ({ channel: await open('game:100'), match: { fixture: scope } as never }),
    feedChannel: () => open('club:riverside'),
    airChannel: () => open('air:game:100'),
  });
  const session = openSession(sessions, tokenOf('riverside'), {
    buffered: () => 0,
    send: (frame) => frames.push(JSON.parse(frame.toString())) > 0,
    subscribe: (name) => joined.add(name),
    unsubscribe: (name) => joined.delete(name),
  });
  return { sessions, session, frames, joined, rights, late, load };
}

it.each(['game:100', 'air:game:100', 'club:riverside'])('P44 is not given %s any more', async (channel) => {
  const { sessions, session, frames, joined, rights, load } = openNode();
  const subscribed = sessions.subscribe(session, { type: 'subscribe', channel, ref: 1 });
  await nextTurn();
  rights.club = 'hilltop';
  await sessions.recheck();
  load();
  await subscribed;
  expect(frames.slice(1)).toMatchObject([{ type: 'error', code: 'forbidden', channel, ref: 1 }]);
  expect([...joined, ...session.channels.keys()]).toEqual([]);
  sessions.closed(session);
});

it('P44 a match that is deleted meanwhile is not given any more', async () => {
  const { sessions, session, frames, joined, rights, load } = openNode();
  const subscribed = sessions.subscribe(session, { type: 'subscribe', channel: 'air:game:100', ref: 1 });
  await nextTurn();
  rights.isStored = false;
  await sessions.recheck();
  load();
  await subscribed;
  expect(frames.slice(1)).toMatchObject([{ type: 'error', code: 'forbidden', ref: 1 }]);
  expect([...joined, ...session.channels.keys()]).toEqual([]);
  sessions.closed(session);
});

it('P44 a match stays with its club while this node has the club under the slug of before (rule ACCESS-4)', async () => {
  const { sessions, session, frames, joined, rights, load } = openNode();
  load();
  for (const channel of ['game:100', 'air:game:100'])
    await sessions.subscribe(session, { type: 'subscribe', channel, ref: 1 });
  const count = frames.length;
  rights.club = rights.stored = 'riverside-fc';
  await sessions.recheck();
  expect(frames.length).toBe(count);
  expect([...joined]).toEqual(['game:100', 'air:game:100']);
  rights.stored = 'hilltop';
  await sessions.recheck();
  expect(frames.slice(count)).toMatchObject([
    { type: 'unsubscribed', channel: 'game:100', reason: 'forbidden' },
    { type: 'unsubscribed', channel: 'air:game:100', reason: 'forbidden' },
  ]);
  expect([...joined]).toEqual([]);
  sessions.closed(session);
});

it('P21 P44 a channel that was left while the database was asked is not ended again', async () => {
  const { sessions, session, frames, rights, late, load } = openNode();
  load();
  await sessions.subscribe(session, { type: 'subscribe', channel: 'game:100' });
  rights.club = 'hilltop';
  const frame = new TextEncoder().encode(JSON.stringify({ type: 'unsubscribe', channel: 'game:100' })).buffer;
  late.scope = () => {
    sessions.receive(session, frame);
  };
  await sessions.recheck();
  expect(frames.slice(2)).toEqual([{ type: 'unsubscribed', channel: 'game:100' }]);
  sessions.closed(session);
});

it('P44 a check of rights that ends after a later one gives no right back', async () => {
  const { sessions, session, rights, load } = openNode();
  load();
  let endCheck: (caller: Caller) => void = () => undefined;
  rights.check = new Promise((resolve) => (endCheck = resolve));
  const earlier = sessions.recheck();
  await nextTurn();
  rights.check = null;
  rights.club = 'hilltop';
  await sessions.recheck();
  endCheck(tokenOf('riverside'));
  await earlier;
  expect(session.state).toMatchObject({ caller: tokenOf('hilltop') });
  sessions.closed(session);
});

it('P44 what the database says to an earlier check does not count after a later one', async () => {
  const { sessions, session, frames, joined, rights, late, load } = openNode();
  load();
  await sessions.subscribe(session, { type: 'subscribe', channel: 'game:100' });
  const count = frames.length;
  rights.club = 'hilltop';
  late.scope = async () => {
    rights.club = 'riverside';
    await sessions.recheck();
    rights.stored = 'hilltop';
  };
  await sessions.recheck();
  expect(frames.slice(count)).toEqual([]);
  expect([...joined]).toEqual(['game:100']);
  sessions.closed(session);
});
