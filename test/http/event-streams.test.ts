// The end of an event stream, from each of its sides, and its signs of life.
import { afterEach, expect, it, vi } from 'vitest';
import { CLOSE } from '../../protocol/wire/close-codes.ts';
import type { Caller } from '../../src/auth/caller.ts';
import { openAdmission } from '../../src/http/admission.ts';
import { openEventStreams } from '../../src/http/event-streams.ts';
import { openStreamTopics } from '../../src/http/stream-topics.ts';
import { openChannel } from '../../src/live/channel.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import { TIMING } from '../../src/live/timing.ts';
import { newCounters } from '../../src/ops/counters.ts';
import { nextTurn } from '../support/next-turn.ts';
import { sessionsWith } from '../support/one-session.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const caller: Caller = { kind: 'club_static', tokenId: 1, club: 'riverside' };
const scope = { kind: 'game', clubSlug: 'riverside' } as const;

/** A node with one channel, and a stream of it on an answer that the test looks at. */
async function openStream(maxConnections = 0) {
  const counts = newCounters();
  const rights = { mayRead: true };
  const answer = { texts: [] as string[], isTaken: true, finishes: 0, cuts: 0 };
  const deps = { publish: () => undefined, flushBudget: openFlushBudget(TIMING), timing: TIMING };
  const step = { seq: 1, at: 1, cause: [], state: { kind: 'air', match: 'game:100' } as const };
  const channel = openChannel('game:100', { epoch: 'e', step }, deps, { hashed: false });
  const sessions = sessionsWith({
    recheck: (known) => Promise.resolve(known),
    mayRead: () => rights.mayRead,
    mayLoad: () => true,
    scopeInMemory: () => scope,
    scopeOf: () => Promise.resolve(scope),
    matchChannel: () => Promise.resolve({ channel, match: { fixture: scope } as never }),
    airChannel: () => Promise.resolve(channel),
    counts,
  });
  const admission = openAdmission({ isDraining: () => false, maxConnections, maxPerAddress: 0 });
  if (maxConnections > 0) admission.reserve('elsewhere', true);
  const topics = openStreamTopics();
  const streams = openEventStreams({
    sessions,
    admission,
    streamTopics: topics,
    counts,
    timing: TIMING,
    waitingMax: 64 * 1_024,
  });
  ends.push(streams.close);
  const out = {
    write(text: string): boolean {
      answer.texts.push(text);
      return answer.isTaken;
    },
    probe: () => (answer.isTaken ? 0 : null),
    finish: () => void (answer.finishes += 1),
    close: () => void (answer.cuts += 1),
  };
  const stream = streams.start(out, {
    caller,
    channel: 'game:100',
    since: undefined,
    address: 'here',
    network: 'here',
  });
  await nextTurn();
  return {
    answer,
    counts,
    rights,
    sessions,
    stream,
    session: [...sessions.all()][0],
    /** What is open because of the stream. */
    open: () => ({ subscribers: channel.subscribers(), sessions: sessions.count(), slots: admission.count() }),
  };
}

const NONE = { subscribers: 0, sessions: 0, slots: 0 };

it('P53 P54 begins with welcome and snapshot, and ends after `unsubscribed`, with all that it held', async () => {
  const { answer, rights, sessions, open } = await openStream();
  expect(answer.texts.map((text) => text.split('\n')[0])).toEqual(['event: welcome', 'event: snapshot']);
  expect([open(), answer.finishes]).toEqual([{ subscribers: 1, sessions: 1, slots: 1 }, 0]);
  rights.mayRead = false;
  await sessions.recheck();
  expect(answer.texts.at(-1)).toMatch(/^event: unsubscribed\n/);
  expect([open(), answer.finishes]).toEqual([NONE, 1]);
});

it('P54 ends once after `closing`, which counts as a close', async () => {
  const { answer, counts, sessions, open } = await openStream();
  sessions.drain();
  expect(answer.texts.at(-1)).toMatch(/^event: closing\n/);
  expect([open(), answer.finishes]).toEqual([NONE, 1]);
  expect([...counts.closes]).toEqual([[CLOSE.restart, 1]]);
});

it('P55 holds nothing any more when its reader has gone', async () => {
  const { answer, stream, open } = await openStream();
  stream.closed();
  expect([open(), answer.finishes]).toEqual([NONE, 0]);
});

it('rule LIMIT-10: ends at once when the last slot was taken since its request was admitted', async () => {
  const { answer, open } = await openStream(1);
  expect(answer).toMatchObject({ texts: [], finishes: 1 });
  expect(open()).toEqual({ ...NONE, slots: 1 });
});

it('P37 a reader that has taken all is alive; one for which data waits must take it', async () => {
  const { answer, session } = await openStream();
  if (!session) throw new Error('no session');
  session.heardAt = 0;
  session.socket.ping();
  expect(session.heardAt).toBeGreaterThan(0);
  answer.isTaken = false;
  session.socket.send('{"type":"pong","server_time":1}');
  session.heardAt = 0;
  session.socket.ping();
  expect(session.heardAt).toBe(0);
});

it('P55 P42 a slow reader is not cut while it takes a little at a time, and is cut when it takes nothing', async () => {
  let now = performance.now();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  ends.push(vi.useRealTimers, vi.restoreAllMocks);
  const { answer, session, stream } = await openStream();
  const probe = async (): Promise<void> => {
    now += TIMING.commentMs / 3;
    vi.advanceTimersByTime(TIMING.commentMs / 3);
    await nextTurn();
    await nextTurn();
  };
  answer.isTaken = false;
  session?.socket.send(`{"type":"pong","text":"${'x'.repeat(100_000)}"}`);
  expect(session?.socket.send('{"type":"pong"}'), 'its socket is full').toBe(false);
  for (let probes = 0; probes < 30; probes += 1) {
    await probe();
    stream.writable(0);
    expect(answer.cuts).toBe(0);
  }
  const stuckProbes = Math.ceil(TIMING.stuckMs / (TIMING.commentMs / 3));
  for (let probes = 0; probes < stuckProbes; probes += 1) await probe();
  expect(answer.cuts).toBeGreaterThan(0);
});
