// A live match that takes another state whole: after an edit, when the store went back, and when the match is gone.
import { describe, expect, it } from 'vitest';
import { decide } from '../../src/match/match.ts';
import { fresh, openLive, scoreOf } from '../support/live-on-memory.ts';
import { game, NOW } from '../support/play.ts';

describe('after an edit', () => {
  it.each([
    ['and earlier positions stay', false, game({ title: 'Monday' }), true],
    ['and of an erased person nothing stays', true, game({ title: 'Monday' }), false],
    ['and under another policy of names nothing stays', false, game({ publicNames: 'initials' }), false],
  ])('the match is shown as it is stored, %s', async (_, erased, fixture, isKept) => {
    const { did, frames, live, log, store } = openLive();
    live.channel.joined();
    log.push({ seq: 1, at: 5, change: null, erased });
    store.stored = fresh({ id: 9, seq: 1, at: 5, fixture });
    await live.catchUp();
    expect([live.match().fixture, live.slept()]).toMatchObject([fixture, { id: 9, seq: 1, at: 5, epoch: 'e' }]);
    expect(did).toEqual(['log', 'log', 'shown 1']);
    expect(frames.map((frame) => JSON.parse(frame) as unknown)).toEqual([
      expect.objectContaining({ type: 'delta', seq: 1, cause: [{ action: 'edited' }] }),
    ]);
    expect(live.channel.resume({ epoch: 'e', seq: 0 }) !== null).toBe(isKept);
  });

  it('other work waits for it, and the log is read after it', async () => {
    const { did, live, record } = openLive();
    const edited = live.catchUp(async () => {
      await Promise.resolve();
      did.push('work');
    });
    await Promise.all([edited, record(1)]);
    expect(did).toEqual(['work', 'log', 'commit 0, 1', 'shown 1', 'moved 0–1, 1']);
  });
});

it('rule LIVE-4: of a store that went back the state is shown, announced and served under a new epoch', async () => {
  const { did, frames, live, log, races, record, store } = openLive();
  live.channel.joined();
  await record(1);
  await record(2);
  log.splice(1);
  store.stored = fresh({ id: 9, seq: 1, at: log[0]?.at ?? 0 });
  did.length = 0;
  frames.length = 0;
  await live.catchUp();
  expect(did).toEqual(['log', 'shown 1', 'moved 1–1', 'went back']);
  expect(frames.map((frame) => JSON.parse(frame) as unknown)).toEqual([
    expect.objectContaining({ type: 'snapshot', epoch: 'after e', seq: 1 }),
  ]);
  expect(races.wentBack).toBe(1);
  expect(live.slept()).toMatchObject({ epoch: 'after e', seq: 1, id: 9, leftEpochs: new Set(['e']) });
});

it.each([
  ['is told', false, ['log', 'vanished']],
  ['is not told again, when it was dropped already', true, ['log']],
])('the end of a match that is not stored any more %s', async (_, isRetired, done) => {
  const { did, live, log, record } = openLive();
  await record(1);
  log.length = 0;
  did.length = 0;
  if (isRetired) live.retire();
  await live.catchUp();
  expect(did).toEqual(done);
});

it('a state that was decided on another one is computed again', async () => {
  const [one, other] = [openLive(), openLive()];
  const base = other.live.match();
  await one.record(1);
  await other.record(5);
  const { change } = decide(one.live.match(), scoreOf(2), NOW);
  if (!change) throw new Error('no change');
  one.live.accept([{ change, before: base, after: other.live.match() }]);
  expect(one.live.match().state).toMatchObject({ team_scores: { '1': 2 } });
});
