// An attacker who can write to Redis cannot change what a screen shows (rule LIVE-9).
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { openMessageSigning } from '../../src/auth/mac.ts';
import { openEnvelopes } from '../../src/cluster/envelope.ts';
import { testDatabases } from '../support/database.ts';
import type { TestGateway } from '../support/gateway.ts';
import { goalBody } from '../support/goal-body.ts';
import { testRedis } from '../support/redis.ts';
import { openRedisNodes, type RedisNodes } from '../support/redis-nodes.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { scrape } from '../support/scrape.ts';
import { connect } from '../support/subscriber.ts';

const redisUrl = await testRedis();
const hasPostgres = (await testDatabases()).includes('postgres');
const token = TOKENS.club;

type Live = { seq: number; epoch: string; state: { goals: unknown[] } };

describe.skipIf(!hasPostgres || redisUrl === null)('a forged message on Redis (rule LIVE-9)', () => {
  let near: TestGateway;
  let far: TestGateway;
  let attacker: RedisNodes['redis'];
  let spy: RedisNodes['redis'];
  let installation: string;
  beforeAll(async () => {
    const opened = await openRedisNodes(redisUrl ?? '');
    ({ redis: attacker, installation } = opened);
    [near, far] = opened.nodes;
    spy = attacker.duplicate();
    return async () => {
      spy.disconnect();
      await opened.close();
    };
  });

  const live = async (node: TestGateway): Promise<Live> =>
    (await node.call<Live>('GET', 'live/game:100', { token })).body;
  const drops = async (reason: string, node = far): Promise<number> =>
    (await scrape(node.url)).get(`touchline_relay_drops_total{reason="${reason}"}`) ?? NaN;

  it('shows no goal and is counted, and true changes still arrive', async () => {
    const screen = await connect(far.liveUrl, token);
    const { seq, epoch } = await screen.subscribe('game:100');
    const marker = await spyOn('game:100');

    // The next change, made up by the attacker: its position follows exactly.
    const first = await post();
    expect((await screen.next('delta')).seq).toBe(seq + 1);
    const [genuine = ''] = await marker.caught(1);
    const body = genuine.slice(genuine.indexOf('{'));
    const told = JSON.parse(body) as { message: { seq: number; at: number; changes: { seq: number }[] } };
    const { message } = told;
    const next = { seq: message.seq + 1, at: message.at + 1 };
    const changes = message.changes.map((change) => ({
      ...(JSON.parse(JSON.stringify(change).replaceAll(first, randomUUID())) as object),
      ...next,
    }));
    const forged = JSON.stringify({
      sentAt: Date.now(),
      message: { ...message, ...next, after: { seq: message.seq, at: message.at }, changes },
    });
    const stranger = openEnvelopes(randomUUID(), openMessageSigning(['the secret of another server, 32 chars']));
    const [sender = '', number = '', mac = ''] = genuine.split(' ');
    const attempts = [
      `${randomUUID()} ${forged}`,
      stranger.sign(marker.channel, forged),
      `${sender} ${Number(number) + 100} ${mac} ${forged}`,
      `${sender} ${number} ${mac} ${forged}`,
      `${sender} ${Number(number) + 100} ${mac} ${body}`,
    ];
    const forgedBefore = await drops('forged');
    for (const text of attempts) await attacker.publish(marker.channel, text);
    await expect.poll(() => drops('forged')).toBe(forgedBefore + attempts.length);
    // A real message that is replayed, on its own channel and on the channel of another match.
    const replayedBefore = await drops('replayed');
    for (let at = 0; at < 50; at += 1) await attacker.publish(marker.channel, genuine);
    await expect.poll(() => drops('replayed')).toBe(replayedBefore + 50);

    // The node that sent it counts them too, although it needs no message of its own.
    const dropsNear = async () => [await drops('forged', near), await drops('replayed', near)];
    await expect.poll(dropsNear).toEqual([attempts.length, 50]);

    expect(await screen.unread()).toEqual([]);
    expect(await live(far)).toMatchObject({ seq: seq + 1, epoch });
    await post();
    expect((await screen.next('delta')).seq).toBe(seq + 2);
    expect(await screen.unread()).toEqual([]);
    expect(await live(far)).toEqual(await live(near));
    await screen.close();
  });

  it('makes no node forget rights or lists', async () => {
    const reads = async (): Promise<number> =>
      (await scrape(far.url)).get('touchline_store_reads_total{what="token"}') ?? 0;
    const all = await spyOn('all');
    await near.import({ touchline_data: 1 });
    const caught = await all.caught(1);
    await far.call('GET', 'club', { token });
    const before = await reads();
    const dropped = (await drops('forged')) + (await drops('replayed'));
    for (let at = 0; at < 100; at += 1) {
      await attacker.publish(all.channel, `x ${JSON.stringify({ sentAt: Date.now(), message: { kind: 'rights' } })}`);
      for (const text of caught) await attacker.publish(all.channel, text);
    }
    await expect
      .poll(async () => (await drops('forged')) + (await drops('replayed')))
      .toBe(dropped + 100 * (1 + caught.length));
    await far.call('GET', 'club', { token });
    expect(await reads()).toBe(before);
  });

  async function post(): Promise<string> {
    const marker = goalBody();
    const { status } = await near.call('POST', 'games/sunday-5s/marker', { token, body: marker });
    expect(status).toBe(201);
    return marker.id;
  }

  /** Receives the messages about a change on a topic. Those about requests and viewers come from both nodes, at any time. */
  async function spyOn(topic: string) {
    const channel = `touchline:${installation}:{0}:${topic}`;
    const heard: string[] = [];
    spy.on('message', (from, text) => {
      if (from === channel && /"kind":"(moved|rights|data)"/.test(text)) heard.push(text);
    });
    await spy.subscribe(channel);
    return {
      channel,
      async caught(least: number): Promise<readonly string[]> {
        await expect.poll(() => heard.length).toBeGreaterThanOrEqual(least);
        return [...heard];
      },
    };
  }
});
