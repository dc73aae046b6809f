import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/auth/caller.ts';
import { unauthorized } from '../../../src/auth/access-problems.ts';
import { BAD_MAX, openCredentialGuard } from '../../../src/auth/credential-guard.ts';
import { openRate } from '../../../src/auth/rate-limit.ts';
import { openCallers } from '../../../src/http/core/callers.ts';
import { createLogger } from '../../../src/ops/logger.ts';
import { statusOf } from '../../support/refusal.ts';

const caller: Caller = { kind: 'club_static', tokenId: 1, club: 'riverside-fc' };
const MINUTE_MS = 60_000;

/** Callers with two valid credentials. `asked` counts the lookups; the clock stands until `clock.now` is set. */
function open() {
  const asked: string[] = [];
  const clock = { now: 0 };
  const guard = openCredentialGuard({
    identify: async (bearer) => {
      asked.push(bearer);
      if (!bearer.startsWith('good')) throw unauthorized();
      return caller;
    },
    isSigned: (bearer) => Promise.resolve(bearer.includes('signed')),
    refusals: { note: () => undefined },
    logger: createLogger('silent'),
    now: () => clock.now,
  });
  const callers = openCallers({
    guard,
    known: () => null,
    recheck: (one) => Promise.resolve(one),
    rate: openRate(undefined, () => clock.now),
    used: () => undefined,
    adminToken: 'boss',
  });
  const asking = (bearer: string, address: string): Parameters<typeof callers.callerOf>[0] => ({
    authorization: `Bearer ${bearer}`,
    address: () => address,
    query: () => new URLSearchParams(),
    allowance: null,
    spender: null,
  });
  const ask = (bearer: string, address = '10.0.0.1') =>
    statusOf(Promise.resolve(callers.callerOf(asking(bearer, address))));
  const askAdmin = (bearer: string, address = '10.0.0.1') => statusOf(callers.checkAdmin(asking(bearer, address)));
  const close = async (address = '10.0.0.1'): Promise<void> => {
    for (let tries = 0; tries < BAD_MAX; tries += 1) expect(await ask(`bad${tries}`, address)).toBe(401);
  };
  return { ask, askAdmin, asked, clock, close, callers, asking };
}

it('rule LIMIT-1: counts credentials of the API at the admin endpoints too, and never the admin token', async () => {
  const { askAdmin, ask } = open();
  for (let asked = 0; asked < 2_000; asked += 1) expect(await askAdmin('good')).toBe(403);
  expect(await askAdmin('good')).toBe(429);
  expect(await ask('good')).toBe(429);
  expect(await askAdmin('boss')).toBe(200);
});

it('rule LIMIT-1: large answers delay the next requests of their caller', async () => {
  const { callers, ask, asking } = open();
  const exchange = asking('good', '10.0.0.1');
  await callers.callerOf(exchange);
  callers.answered(exchange, 1_000);
  expect(exchange.allowance).toBe(1_999);
  expect(await ask('good')).toBe(200);
  callers.answered(exchange, 10 * 65_536);
  expect(exchange.allowance).toBe(1_988);
  callers.answered(exchange, 4_000 * 65_536);
  expect(exchange.allowance).toBe(0);
  expect(await ask('good')).toBe(429);
  callers.answered(exchange, 65_536);
  expect(exchange.allowance, 'an answer that was begun before').toBe(0);
});

it('rule LIMIT-1: large bodies delay the next requests of their caller', async () => {
  const { callers, ask, asking } = open();
  const exchange = asking('good', '10.0.0.1');
  await callers.callerOf(exchange);
  callers.received(exchange, 4_095);
  expect(exchange.allowance).toBe(1_999);
  callers.received(exchange, 10 * 4_096);
  expect(exchange.allowance).toBe(1_989);
  callers.received(exchange, 2_000 * 4_096);
  expect(exchange.allowance).toBe(0);
  expect(await ask('good')).toBe(429);
});

it('rule LIMIT-1: of requests that wait for the same look-up, a large answer delays the ones after it', async () => {
  const { callers, asking, asked } = open();
  const large = async (): Promise<void> => {
    const exchange = asking('good', '10.0.0.1');
    await callers.callerOf(exchange);
    callers.answered(exchange, 199 * 65_536);
  };
  const results = await Promise.allSettled(Array.from({ length: 50 }, large));
  expect(asked).toEqual(['good']);
  expect(results.map(({ status }) => status)).toEqual(results.map((_, nth) => (nth < 10 ? 'fulfilled' : 'rejected')));
});

describe('an address that sends bad credentials (rule LIMIT-2)', () => {
  it('is still open for view tokens that we signed, and not again for one that is revoked', async () => {
    const { ask, asked, close } = open();
    await close();
    for (let tries = 0; tries < 100; tries += 1) expect(await ask(`bad${tries}`)).toBe(429);
    for (let screens = 0; screens < 50; screens += 1) expect(await ask(`good.signed.${screens}`)).toBe(200);
    const before = asked.length;
    for (let tries = 0; tries < 50; tries += 1) expect(await ask('revoked.signed.1')).toBe(429);
    expect(asked.length - before).toBe(1);
  });

  it('gets 429 after 200 in a minute, with at most 10 lookups a second', async () => {
    const { ask, asked, clock, close } = open();
    await close();
    expect(asked).toHaveLength(BAD_MAX);
    for (let tries = 0; tries < 100; tries += 1) expect(await ask('bad')).toBe(429);
    expect(asked).toHaveLength(BAD_MAX + 10);
    clock.now = 1_000;
    for (let tries = 0; tries < 100; tries += 1) expect(await ask('bad')).toBe(429);
    expect(asked).toHaveLength(BAD_MAX + 20);
  });

  it('is told when its minute is over, by Retry-After and the RateLimit headers', async () => {
    const { callers, asking, ask, clock, close } = open();
    await close();
    const refusedAfter = async (ms: number): Promise<unknown> => {
      clock.now = ms;
      for (let tries = 0; tries < 10; tries += 1) await ask('bad');
      return Promise.resolve(callers.callerOf(asking('bad', '10.0.0.1'))).catch((error: unknown) => error);
    };
    const terms = (seconds: number) => ({
      status: 429,
      headers: {
        'retry-after': String(seconds),
        ratelimit: `"bad-credentials";r=0;t=${seconds}`,
        'ratelimit-policy': `"bad-credentials";q=${BAD_MAX};w=60`,
      },
    });
    expect(await refusedAfter(0)).toMatchObject(terms(60));
    expect(await refusedAfter(20_500)).toMatchObject(terms(40));
    expect(await refusedAfter(59_999)).toMatchObject(terms(1));
  });

  it('does not affect other addresses, or credentials verified in the last 10 minutes', async () => {
    const { ask, close, clock } = open();
    expect(await ask('good')).toBe(200);
    clock.now = 9 * MINUTE_MS;
    await close();
    for (let tries = 0; tries < 20; tries += 1) await ask('bad');
    expect(await ask('good')).toBe(200);
    expect(await ask('good-and-unknown')).toBe(429);
    expect(await ask('bad', '10.0.0.2')).toBe(401);
    expect(await ask('good-and-unknown', '10.0.0.2')).toBe(200);
  });

  it('may try again when its minute is over', async () => {
    const { ask, clock, close } = open();
    await close();
    for (let tries = 0; tries < 20; tries += 1) await ask('bad');
    clock.now = MINUTE_MS - 1;
    expect(await ask('bad')).toBe(429);
    clock.now = MINUTE_MS;
    expect(await ask('bad')).toBe(401);
  });

  it('is blocked everywhere at once, for an IPv6 address with its whole /64', async () => {
    const { ask, askAdmin, close } = open();
    await close('2001:db8:1:2::1');
    expect(await askAdmin('bad', '2001:db8:1:2:ffff::1')).toBe(429);
    expect(await askAdmin('boss', '2001:db8:1:2:ffff::1')).toBe(200);
    expect(await ask('bad', '2001:db8:1:3::1')).toBe(401);
  });

  it('counts a wrong admin token', async () => {
    const { ask, askAdmin } = open();
    for (let tries = 0; tries < BAD_MAX; tries += 1) expect(await askAdmin(`wrong${tries}`)).toBe(401);
    expect(await ask('bad')).toBe(429);
  });

  it('has 1,000 unknown credentials looked up at once, and no more', async () => {
    const { ask, asked } = open();
    const statuses = await Promise.all(Array.from({ length: 1_100 }, (_, nth) => ask(`bad${nth}`)));
    expect([statuses.filter((status) => status === 429).length, asked.length]).toEqual([100, 1_000]);
    expect(await ask('bad', '10.0.0.2')).toBe(401);
  });

  it('looks up one unknown credential once, however many requests bring it at the same time', async () => {
    const { ask, asked } = open();
    await Promise.all(Array.from({ length: 500 }, () => ask('good')));
    expect(asked).toEqual(['good']);
  });
});

describe('the allowance of a caller (rule LIMIT-1)', () => {
  it('is noted at the request, for the RateLimit headers', async () => {
    const { callers, asking } = open();
    const first = asking('good', '10.0.0.1');
    await callers.callerOf(first);
    expect(first.allowance).toBe(1_999);
  });
});

it('rule LIMIT-2: remembers refused credentials in little memory', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const guard = openCredentialGuard({
    identify: () => Promise.reject(unauthorized()),
    isSigned: () => Promise.resolve(false),
    refusals: { note: () => undefined },
    logger: createLogger('silent'),
  });
  const heapUsed = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = heapUsed();
  // 64 MB in all.
  for (let sent = 0; sent < 1_000; sent += 1) {
    const bearer = String(sent).padEnd(64_000, 'x');
    await expect(guard.identify(bearer, `10.0.0.${sent % 10}`)).rejects.toMatchObject({ status: 401 });
  }
  expect(heapUsed() - before).toBeLessThan(32 * 1_048_576);
});
