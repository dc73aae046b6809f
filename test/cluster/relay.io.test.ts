// The relay on real Redis servers, healthy and broken: messages arrive, lost ones delay no node, and a dead link is found
// and replaced.
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../src/ops/logger.ts';
import { openMessageSigning } from '../../src/auth/mac.ts';
import { openRelay, type Relay, RELAY_TIMING } from '../../src/cluster/relay.ts';
import { openEnvelopes } from '../../src/cluster/envelope.ts';
import type { Message } from '../../src/cluster/messages.ts';
import { cpuMs } from '../support/cpu-ms.ts';
import { openProxy } from '../support/proxy.ts';
import { hasRedisServer, type RedisServer, startRedis } from '../support/redis.ts';

const moved = (seq: number, more: object = {}): Message => ({
  kind: 'moved',
  ref: 'game:1',
  epoch: 'e1',
  seq,
  at: seq,
  after: { seq: seq - 1, at: seq - 1 },
  changes: [{ seq, at: seq, cause: [{ action: 'recorded' }] }],
  ...more,
});

type Node = Relay & {
  /** The `seq` of each message that was heard. */
  readonly heard: number[];
  readonly states: boolean[];
  readonly lines: string[];
  readonly dropped: string[];
};

const SECRET = 'a secret of thirty-two characters';

/** Short waits: a link is found dead within half a second. */
const quick = { heartbeatMs: 50, silentMs: 400, retryMs: 20 };

function node(urls: readonly string[], installation: string, secrets: readonly string[] = [SECRET]): Node {
  const heard: number[] = [];
  const states: boolean[] = [];
  const lines: string[] = [];
  const dropped: string[] = [];
  const relay = openRelay({
    urls,
    installation,
    signing: openMessageSigning(secrets),
    dropped: (reason) => dropped.push(reason),
    receive: (message) => heard.push(message.kind === 'moved' ? message.seq : 0),
    changed: (isUp) => states.push(isUp),
    logger: createLogger('warn', { write: (line) => lines.push(line) }),
    timing: quick,
  });
  onTestFinished(relay.close);
  return { ...relay, heard, states, lines, dropped };
}

const whenUp = (...nodes: readonly Node[]) =>
  expect.poll(() => nodes.every((one) => one.isUp()), { timeout: 8_000, interval: 10 }).toBe(true);
const whenAway = (...nodes: readonly Node[]) =>
  expect.poll(() => nodes.some((one) => one.isUp()), { timeout: 8_000, interval: 10 }).toBe(false);

describe.skipIf(!hasRedisServer)('the relay', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.close());

  const pair = async (): Promise<readonly [Node, Node]> => {
    const installation = randomUUID();
    const nodes = [node([server.url], installation), node([server.url], installation)] as const;
    await whenUp(...nodes);
    for (const one of nodes) await one.follow('game:1');
    return nodes;
  };
  /** Sends messages until the other node hears one: then its link is up and its topics are followed. */
  const expectToHear = async (from: Node, to: Node): Promise<void> => {
    const before = to.heard.length;
    from.publish('game:1', moved(7));
    await expect.poll(() => to.heard.length, { interval: 10 }).toBeGreaterThan(before);
  };

  it('rule LIVE-8: carries messages to the nodes that follow the topic, in order, and to no other node', async () => {
    const [one, two] = await pair();
    const stranger = node([server.url], randomUUID());
    await whenUp(stranger);
    await stranger.follow('game:1');
    const idle = node([server.url], randomUUID());
    await whenUp(idle);
    for (let seq = 1; seq <= 500; seq += 1) one.publish('game:1', moved(seq));
    await expect.poll(() => two.heard.length).toBe(500);
    expect(two.heard).toEqual(Array.from({ length: 500 }, (_, n) => n + 1));
    // Not to the sender, not to another installation, not to nodes that do not follow.
    for (const other of [one, stranger, idle]) expect(other.heard).toEqual([]);
    two.unfollow('game:1');
    await two.follow('game:2');
    one.publish('game:1', moved(501));
    one.publish('game:2', moved(502));
    await expect.poll(() => two.heard.at(-1)).toBe(502);
    expect(two.heard).not.toContain(501);
  });

  it('carries changed rights and data files to all nodes', async () => {
    const [one, two] = await pair();
    one.publish('all', { kind: 'rights' });
    await expect.poll(() => two.heard).toEqual([0]);
  });

  it('rule LIVE-3: ignores foreign messages and logs them', async () => {
    const [, two] = await pair();
    const redis = new Redis(server.url);
    onTestFinished(() => redis.disconnect());
    const [channel = ''] = (await redis.pubsub('CHANNELS', '*:game:1')) as string[];
    for (const text of ['', 'nonsense', 'x {"sentAt":1,"message":{"kind":"moved","ref":"club:x"}}', 'x null'])
      await redis.publish(channel, text);
    await expect.poll(() => two.lines.length).toBe(4);
    expect(two.heard).toEqual([]);
    expect(two.isUp()).toBe(true);
    expect(two.dropped).toEqual(Array(4).fill('forged'));
    // A flood of them does not fill the log.
    for (let at = 0; at < 100; at += 1) await redis.publish(channel, 'nonsense');
    await expect.poll(() => two.dropped.length).toBe(104);
    expect(two.lines.length).toBeLessThan(15);
  });

  it('rule LIVE-9: drops what another secret signed, what was changed or moved, and what comes again', async () => {
    const [one, two] = await pair();
    await two.follow('game:2');
    const redis = new Redis(server.url);
    const listener = new Redis(server.url);
    onTestFinished(() => {
      redis.disconnect();
      listener.disconnect();
    });
    const caught: string[] = [];
    const [channel = ''] = (await redis.pubsub('CHANNELS', '*:game:1')) as string[];
    await listener.subscribe(channel);
    listener.on('message', (_from, text) => caught.push(text));
    one.publish('game:1', moved(7));
    await expect.poll(() => [two.heard.length, caught.length]).toEqual([1, 1]);
    const [genuine = ''] = caught;
    const foreign = openEnvelopes(randomUUID(), openMessageSigning(['another secret of 32 characters !!']));
    const known = openEnvelopes(randomUUID(), openMessageSigning([SECRET]));
    const body = JSON.stringify({ sentAt: Date.now(), message: moved(8) });
    await redis.publish(channel, foreign.sign(channel, body));
    await redis.publish(channel, genuine.replace('"seq":7', '"seq":8'));
    await redis.publish(channel, genuine.replace(/ 1 /, ' 2 ').replace(/ \d+ /, ' 99 '));
    await redis.publish(channel.replace('game:1', 'game:2'), genuine);
    await redis.publish(channel, genuine);
    await redis.publish(channel, known.sign(channel, '{"sentAt":1}'));
    await expect.poll(() => two.dropped).toEqual(['forged', 'forged', 'forged', 'forged', 'replayed', 'malformed']);
    expect(two.heard).toEqual([7]);
    one.publish('game:1', moved(9));
    await expect.poll(() => two.heard).toEqual([7, 9]);
  });

  it('hears nodes that know the secret as an older one, during a change of secrets', async () => {
    const installation = randomUUID();
    const old = node([server.url], installation, [SECRET]);
    const both = node([server.url], installation, [SECRET, 'the next secret, of 32 characters']);
    const next = node([server.url], installation, ['the next secret, of 32 characters', SECRET]);
    await whenUp(old, both, next);
    old.publish('all', { kind: 'rights' });
    both.publish('all', { kind: 'rights' });
    await expect.poll(() => [both.heard.length, next.heard.length]).toEqual([1, 2]);
    next.publish('all', { kind: 'rights' });
    await expect.poll(() => both.heard.length).toBe(2);
    await expect.poll(() => old.dropped).toEqual(['forged']);
  });

  it('leaves no subscription behind', async () => {
    const redis = new Redis(server.url);
    onTestFinished(() => redis.disconnect());
    const [one, two] = await pair();
    const count = async (): Promise<number> => ((await redis.pubsub('CHANNELS', '*')) as string[]).length;
    const before = await count();
    for (let id = 10; id < 1_300; id += 1) void one.follow(`game:${id}`);
    await one.follow('club:riverside-fc');
    expect(await count()).toBe(before + 1_291);
    for (let id = 10; id < 1_300; id += 1) one.unfollow(`game:${id}`);
    one.unfollow('club:riverside-fc');
    await expect.poll(count).toBe(before);
    await Promise.all([one.close(), two.close()]);
    await expect.poll(async () => Number(/connected_clients:(\d+)/.exec(await redis.info('clients'))?.[1])).toBe(1);
    await expect.poll(count).toBe(0);
  });

  it('rule OPS-8: sends the last messages before it closes, and closes without a Redis that does not answer', async () => {
    const [one, two] = await pair();
    // The second one waits in the process for the answer to the first.
    one.publish('game:1', moved(1));
    await new Promise<void>((resolve) => setImmediate(resolve));
    one.publish('game:1', moved(2));
    await one.close();
    await expect.poll(() => two.heard).toEqual([1, 2]);
    server.freeze();
    onTestFinished(server.thaw);
    two.publish('game:1', moved(3));
    await two.close();
  });

  it.each(['refuse', 'freeze'] as const)(
    'rule OPS-4: finds out that the network is gone and comes back by itself: %s',
    async (fault) => {
      const proxy = await openProxy({ host: '127.0.0.1', port: server.port });
      onTestFinished(proxy.close);
      const installation = randomUUID();
      const near = node([`redis://127.0.0.1:${proxy.port}`], installation);
      const far = node([server.url], installation);
      await whenUp(near, far);
      const linesBefore = near.lines.length;
      for (const one of [near, far]) await one.follow('game:1');
      for (let outage = 1; outage <= 2; outage += 1) {
        proxy.set(fault);
        await whenAway(near);
        // Nothing is said, kept or thrown.
        near.publish('game:1', moved(1));
        await near.follow(`game:${outage + 1}`);
        near.unfollow(`game:${outage}`);
        expect(near.unsentBytes()).toBe(0);
        proxy.set('pass');
        await whenUp(near);
        await near.follow('game:1');
        await expectToHear(near, far);
        await expectToHear(far, near);
      }
      expect(near.states).toEqual([true, false, true, false, true]);
      // One line per loss, not one per attempt.
      expect(near.lines.slice(linesBefore)).toHaveLength(2);
      expect(far.heard).not.toContain(1);
    },
  );

  it('finds a half-open connection within 10 seconds as it is set', () => {
    expect(RELAY_TIMING.heartbeatMs + RELAY_TIMING.silentMs).toBeLessThan(10_000);
  });

  it('is not delayed by a frozen Redis, and resumes when it thaws', async () => {
    const [one, two] = await pair();
    server.freeze();
    onTestFinished(server.thaw);
    const began = cpuMs();
    const big = moved(1, {
      changes: [{ seq: 1, at: 1, cause: [{ action: 'recorded', marker_id: 'x'.repeat(60_000) }] }],
    });
    for (let n = 0; n < 1_000; n += 1) one.publish('game:1', big);
    // In CPU time: a busy machine takes longer.
    expect(cpuMs() - began).toBeLessThan(1_000);
    // Unsent messages beyond a limit are dropped, and all of them when the link is closed.
    expect(one.unsentBytes()).toBeLessThan(9 * 1_024 * 1_024);
    await whenAway(one, two);
    expect(one.unsentBytes()).toBe(0);
    server.thaw();
    await whenUp(one, two);
    await expectToHear(one, two);
    await expectToHear(two, one);
  });

  it('follows everything again on a Redis that was killed and came back empty', async () => {
    const [one, two] = await pair();
    await server.kill();
    await whenAway(one, two);
    await two.follow('game:5');
    await server.start();
    await whenUp(one, two);
    await expectToHear(one, two);
    const before = two.heard.length;
    one.publish('game:5', moved(9));
    await expect.poll(() => two.heard.length).toBe(before + 1);
  });

  it('starts without Redis and connects when it comes up', async () => {
    const late = await startRedis();
    onTestFinished(late.close);
    await late.kill();
    const one = node([late.url], 'late');
    await expect.poll(() => one.lines.join('')).toContain('Redis is away');
    expect(one.isUp()).toBe(false);
    await one.follow('game:1');
    await late.start();
    await whenUp(one);
  });

  it('logs each new reason while Redis is away: its password has changed', async () => {
    const locked = await startRedis();
    onTestFinished(locked.close);
    const one = node([locked.url], 'locked');
    await whenUp(one);
    const admin = new Redis(locked.url);
    await admin.config('SET', 'requirepass', 'another');
    await admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    admin.disconnect();
    await expect.poll(() => one.lines.join('')).toContain('NOAUTH');
  });
});
