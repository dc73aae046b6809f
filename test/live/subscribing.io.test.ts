// P17–P22: channels, their access and their contents.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedState } from '../../protocol/wire/board.ts';
import { parseChannel } from '../../protocol/wire/ids.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { gameKeeper, matchKeeper } from '../support/scorekeeper.ts';
import { advance, connect, positionOf, type Subscriber } from '../support/subscriber.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openTestGateway();
});
afterAll(() => gateway.close());

const subscriberOf = (token: string = TOKENS.tournament): Promise<Subscriber> => connect(gateway.liveUrl, token);

describe('P17: subscribe', () => {
  it('P17 is answered by the same state as GET live', async () => {
    const subscriber = await subscriberOf();
    const snapshot = await subscriber.subscribe('match:701');
    expect(snapshot.state).toMatchObject({
      kind: 'match',
      id: 701,
      tournament: 'autumn-cup',
      title: 'Riverside vs Hilltop',
      matches: { '701': { status: 'scheduled', period: 'not_started', home: { id: 71 }, away: { id: 72 } } },
    });
    const polled = await gateway.call('GET', 'live/match:701', { token: TOKENS.tournament });
    expect(polled.body).toEqual(snapshot);
    await subscriber.close();
  });

  it('P17 delivers every change from then on', async () => {
    const subscriber = await subscriberOf();
    const keeper = matchKeeper(gateway, 701);
    const { seq } = await subscriber.subscribe('match:701');
    for (let i = 1; i <= 3; i += 1) {
      await keeper.post('Event', { label: `number ${i}` });
      expect(await subscriber.next('delta')).toMatchObject({ channel: 'match:701', seq: seq + i });
    }
    await subscriber.close();
  });

  it('P17 watches many channels on one connection, each with its own sequence', async () => {
    const subscriber = await subscriberOf(TOKENS.app);
    const game = await subscriber.subscribe('game:101');
    const match = await subscriber.subscribe('match:702');
    await gameKeeper(gateway, 'three-teams').post('Event', { match_id: '101_0' });
    expect(await subscriber.next('delta')).toMatchObject({ channel: 'game:101', seq: game.seq + 1 });
    await matchKeeper(gateway, 702).post('Event');
    expect(await subscriber.next('delta')).toMatchObject({ channel: 'match:702', seq: match.seq + 1 });
    await subscriber.close();
  });

  it('P17 delivers all pairings of a game, also the bye', async () => {
    const subscriber = await subscriberOf(TOKENS.club);
    const { state } = await subscriber.subscribe('game:101');
    expect(Object.keys(state.matches).sort()).toEqual(['101_0', '101_1', '101_2']);
    expect(state.matches['101_2']).not.toHaveProperty('away');
    await subscriber.close();
  });
});

describe('P18: read access', () => {
  const own = ['game:100', 'match:701', 'match:702', 'club:riverside-fc', 'tournament:autumn-cup'];
  const others = ['game:110', 'match:801', 'club:hilltop', 'tournament:spring-cup'];
  const missing = ['game:999', 'match:999', 'club:nowhere', 'tournament:nowhere'];
  const readable: Record<string, readonly string[]> = {
    [TOKENS.app]: own,
    [TOKENS.memberApp]: [],
    [TOKENS.adminApp]: [...own, ...others],
    [TOKENS.club]: ['game:100', 'match:701', 'club:riverside-fc'],
    [TOKENS.clubApp]: ['game:100', 'match:701', 'club:riverside-fc'],
    [TOKENS.otherClub]: ['game:110', 'club:hilltop'],
    [TOKENS.tournament]: ['match:701', 'match:702', 'tournament:autumn-cup'],
    [TOKENS.tournamentApp]: ['match:701', 'match:702', 'tournament:autumn-cup'],
    [TOKENS.otherTournament]: ['match:801', 'tournament:spring-cup'],
  };

  it.each(Object.entries(readable))(
    'P18 %s reads its channels; all other channels get the same forbidden',
    async (token, may) => {
      const subscriber = await subscriberOf(token);
      const words = new Set<string>();
      for (const channel of [...own, ...others, ...missing]) {
        subscriber.send({ type: 'subscribe', channel });
        if (may.includes(channel)) expect((await subscriber.next('snapshot')).channel).toBe(channel);
        else {
          const error = await subscriber.next('error');
          expect(error).toMatchObject({ channel, code: 'forbidden', hint: expect.any(String) });
          words.add(`${error.error} ${error.hint ?? ''}`.replaceAll(channel, 'CHANNEL'));
        }
      }
      expect(words.size, 'ways to say no').toBe(1);
      await subscriber.close();
    },
  );

  it('P18 a refused channel sends nothing', async () => {
    const subscriber = await subscriberOf(TOKENS.otherClub);
    subscriber.send({ type: 'subscribe', channel: 'match:702' });
    await subscriber.next('error');
    await matchKeeper(gateway, 702).post('Event');
    expect(await subscriber.unread()).toEqual([]);
    await subscriber.close();
  });
});

describe('P19: malformed names', () => {
  it.each(['', 'match', 'match:', 'match:abc', 'match:-1', 'match:1.5', 'match:0701', 'MATCH:701', 'board:1', 'club:'])(
    'P19 %j is invalid, in subscribe and in unsubscribe',
    async (channel) => {
      expect(parseChannel(channel)).toBeNull();
      const subscriber = await subscriberOf();
      subscriber.send({ type: 'subscribe', channel, ref: 1 });
      expect(await subscriber.next('error')).toMatchObject({ code: 'invalid', ref: 1 });
      subscriber.send({ type: 'unsubscribe', channel, ref: 2 });
      expect(await subscriber.next('error')).toMatchObject({ code: 'invalid', ref: 2 });
      await subscriber.close();
    },
  );
});

describe('P20: subscribing twice', () => {
  it('P20 is answered again and does not double the deltas', async () => {
    const subscriber = await subscriberOf();
    const keeper = matchKeeper(gateway, 702);
    const { seq } = await subscriber.subscribe('match:702');
    await keeper.post('Event');
    await subscriber.next('delta');
    const again = await subscriber.subscribe('match:702');
    expect(again.seq).toBe(seq + 1);
    await keeper.post('Event');
    expect((await subscriber.next('delta')).seq).toBe(seq + 2);
    expect(await subscriber.unread()).toEqual([]);
    await subscriber.close();
  });
});

describe('P21: unsubscribe', () => {
  it('P21 ends the channel and leaves the others', async () => {
    const subscriber = await subscriberOf();
    await subscriber.subscribe('match:702');
    await subscriber.subscribe('match:701');
    subscriber.send({ type: 'unsubscribe', channel: 'match:702' });
    const answer = await subscriber.next('unsubscribed');
    expect(answer.channel).toBe('match:702');
    expect(answer).not.toHaveProperty('reason');
    await matchKeeper(gateway, 702).post('Event');
    await matchKeeper(gateway, 701).post('Event');
    expect((await subscriber.next('delta')).channel).toBe('match:701');
    expect(await subscriber.unread()).toEqual([]);
    await subscriber.close();
  });

  it('P21 is answered in the same way for a channel without a subscription', async () => {
    const subscriber = await subscriberOf();
    subscriber.send({ type: 'unsubscribe', channel: 'match:999', ref: 1 });
    expect(await subscriber.next('unsubscribed')).toEqual({ type: 'unsubscribed', channel: 'match:999', ref: 1 });
    await subscriber.close();
  });
});

describe('P22: feeds', () => {
  const fields = ['away', 'channel', 'clock', 'home', 'period', 'score', 'status', 'title'];

  it('P22 of a tournament hold all its matches, each with eight fields', async () => {
    const subscriber = await subscriberOf();
    const { state } = await subscriber.subscribe('tournament:autumn-cup');
    expect(state).toMatchObject({ kind: 'tournament', slug: 'autumn-cup' });
    expect(Object.keys(state.matches)).toEqual(['701', '702']);
    for (const match of Object.values(state.matches)) {
      expect(fields).toEqual(expect.arrayContaining(Object.keys(match)));
    }
    expect(state.matches['701']).toMatchObject({ channel: 'match:701', title: 'Riverside vs Hilltop' });
    await subscriber.close();
  });

  it('P22 of a club hold the games of its upcoming list', async () => {
    const subscriber = await subscriberOf(TOKENS.club);
    const { state } = await subscriber.subscribe('club:riverside-fc');
    expect(state).toMatchObject({ kind: 'club', slug: 'riverside-fc' });
    expect(Object.keys(state.matches).sort()).toEqual(['100_0', '101_0', '101_1', '101_2']);
    await subscriber.close();
  });

  it('P22 change only with the score, the clock and the status', async () => {
    const subscriber = await subscriberOf();
    const keeper = matchKeeper(gateway, 702);
    let position = positionOf(await subscriber.subscribe('tournament:autumn-cup'));
    await keeper.post('Event', { label: 'a dog on the pitch' });
    await keeper.post('Foul', { team: 'home' });
    await keeper.post('Start');
    position = advance(position, await subscriber.next('delta'));
    expect((position.state as FeedState).matches['702']).toMatchObject({
      status: 'live',
      period: 'first_half',
      clock: { running: true, elapsed_ms: 0 },
      score: { home: 0, away: 0 },
    });
    await keeper.post('Goal', { team: 'home', scorer: 'Somebody' });
    const delta = await subscriber.next('delta');
    expect(delta).toMatchObject({ patch: { matches: { '702': { score: { home: 1 } } } } });
    expect(delta.cause).toMatchObject([{ action: 'recorded', type: 'Goal' }]);
    position = advance(position, delta);
    expect(position.state).toEqual((await subscriber.subscribe('tournament:autumn-cup')).state);
    await subscriber.close();
  });
});
