// P44, P45 and P47: current rights, and how connections end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openViewTokens } from '../../src/auth/view-tokens.ts';
import { RECHECK_FRESH_MS } from '../../src/auth/credentials.ts';
import { RIGHTS_SPREAD } from '../../src/live/heartbeat.ts';
import { TIMING } from '../../src/live/timing.ts';
import { clubFile } from '../support/data-file.ts';
import { openTestGateway, TEST_SECRET, type TestGateway } from '../support/gateway.ts';
import { member } from '../support/world/clubs.ts';
import { SPRING_CUP } from '../support/world/tournaments.ts';
import { cupApp, tournamentKey, TOKENS } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';
import { gameKeeper, matchKeeper } from '../support/scorekeeper.ts';
import { advance, connect, connectRaw, positionOf, Refused } from '../support/subscriber.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openTestGateway({ timing: { recheckMs: 100 } });
});
afterAll(() => gateway.close());

const anaIs = (role: 'Owner' | 'Member'): object => clubFile({ members: [member(1, { role, jersey_number: 9 })] });

describe('P44: current rights', () => {
  it('P44 are checked more often than every 5 seconds, together with remembered tokens', () => {
    expect(TIMING.recheckMs).toBeLessThanOrEqual(4_000);
    expect(TIMING.recheckMs * (1 + RIGHTS_SPREAD) + RECHECK_FRESH_MS).toBeLessThan(4_900);
  });

  it('P44 a lost right ends the channel and nothing else; a gained one needs no new connection', async () => {
    const subscriber = await connect(gateway.liveUrl, TOKENS.app);
    await subscriber.subscribe('game:100');
    const cup = await subscriber.subscribe('match:702');

    await gateway.import(anaIs('Member'));
    expect(await subscriber.next('unsubscribed')).toEqual({
      type: 'unsubscribed',
      channel: 'game:100',
      reason: 'forbidden',
    });
    await gameKeeper(gateway, 'sunday-5s').post('Event');
    await matchKeeper(gateway, 702).post('Event');
    expect(await subscriber.next('delta')).toMatchObject({ channel: 'match:702', seq: cup.seq + 1 });
    subscriber.send({ type: 'subscribe', channel: 'game:100' });
    expect(await subscriber.next('error')).toMatchObject({ code: 'forbidden' });

    await gateway.import(anaIs('Owner'));
    await subscriber.subscribe('game:100');
    await subscriber.close();
  });

  it('P44 a club that is no longer authorized for a match loses it (rule ACCESS-6)', async () => {
    const subscriber = await connect(gateway.liveUrl, TOKENS.club);
    await subscriber.subscribe('match:701');
    await subscriber.subscribe('game:100');
    const { tournaments } = world();
    const [cup] = tournaments;
    const match = { ...cup?.matches[0], authorized_clubs: [] };
    await gateway.import({ touchline_data: 1, tournaments: [{ ...cup, matches: [match] }] });
    let frame = await subscriber.take();
    // The delta of the edit may come before the rights are checked.
    if (frame.type === 'delta') frame = await subscriber.take();
    expect(frame).toEqual({ type: 'unsubscribed', channel: 'match:701', reason: 'forbidden' });
    await gameKeeper(gateway, 'sunday-5s').post('Event');
    expect((await subscriber.next('delta')).channel).toBe('game:100');
    await subscriber.close();
  });
});

describe('P45: the end of a credential', () => {
  it('P45 a revoked token ends the connection with 4401 (rule DATA-9)', async () => {
    const subscriber = await connect(gateway.liveUrl, TOKENS.tournamentApp);
    await subscriber.subscribe('match:702');
    await gateway.import({
      touchline_data: 1,
      tokens: [{ ...cupApp(), revoked: true }],
    });
    expect((await subscriber.next('closing')).reason).toBe('revoked');
    expect((await subscriber.closed).code).toBe(4401);
    await expect(connectRaw(gateway.liveUrl, { token: TOKENS.tournamentApp })).rejects.toBeInstanceOf(Refused);
  });

  it('P45 a shared key that was replaced ends the connections of the old one', async () => {
    const subscriber = await connect(gateway.liveUrl, TOKENS.otherTournament);
    const token = 'the-new-key-of-the-spring-cup-0123456789';
    await gateway.import({
      touchline_data: 1,
      tokens: [tournamentKey(SPRING_CUP.slug, token)],
    });
    expect((await subscriber.next('closing')).reason).toBe('revoked');
    expect((await subscriber.closed).code).toBe(4401);
    const next = await connect(gateway.liveUrl, token);
    await next.close();
  });

  it('P45 an expired view token ends the connection with 4401', async () => {
    const viewToken = await gateway.viewToken(TOKENS.tournament, 'match:702');
    // The server makes no token for less than a minute, so the test signs one with another time.
    const claims = await openViewTokens([TEST_SECRET]).check(viewToken);
    if (claims === null || claims === 'expired') throw new Error('The view token is not good.');
    const short = await openViewTokens([TEST_SECRET]).make(['match:702'], 2, claims.viewId);
    const subscriber = await connect(gateway.liveUrl, short.token);
    await subscriber.subscribe('match:702');
    expect((await subscriber.next('closing')).reason).toBe('expired');
    expect(Date.now()).toBeGreaterThanOrEqual(short.expiresAt);
    expect((await subscriber.closed).code).toBe(4401);
  });
});

describe('P47: a server that stops', () => {
  it('P47 tells clients when to reconnect, closes with 1012, and resumes them after the restart', async () => {
    const subscribers = await Promise.all(
      Array.from({ length: 20 }, () => connect(gateway.liveUrl, TOKENS.tournament)),
    );
    const [first] = subscribers;
    if (first === undefined) throw new Error('There is no first subscriber.');
    const position = positionOf(await first.subscribe('match:702'));
    await gateway.restart();
    const delays = await Promise.all(
      subscribers.map(async (subscriber) => {
        const closing = await subscriber.next('closing');
        expect(closing.reason).toBe('shutdown');
        expect((await subscriber.closed).code).toBe(1012);
        return closing.retry_after_ms;
      }),
    );
    expect(new Set(delays).size, 'spread over time').toBeGreaterThan(10);

    const back = await connect(gateway.liveUrl, TOKENS.tournament);
    const { epoch, seq } = position;
    back.send({ type: 'subscribe', channel: 'match:702', since: { epoch, seq } });
    expect(await back.next('resumed')).toMatchObject({ epoch, seq });
    await matchKeeper(gateway, 702).post('Event');
    advance(position, await back.next('delta'));
    await back.close();
  });
});
