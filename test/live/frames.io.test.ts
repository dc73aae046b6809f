// P10–P16: valid and invalid frames.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { connect, connectRaw, type Subscriber } from '../support/subscriber.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openTestGateway();
});
afterAll(() => gateway.close());

const subscriberOf = (token: string = TOKENS.tournament): Promise<Subscriber> => connect(gateway.liveUrl, token);

describe('P10: text that is not a frame', () => {
  it('P10 is answered invalid, and the connection stays', async () => {
    const subscriber = await subscriberOf();
    const bad = [
      'no JSON',
      '',
      'null',
      '17',
      '[]',
      '"ping"',
      '{}',
      '{"type":"shout"}',
      '{"type":"welcome"}',
      '{"type":1}',
      '{"type":"subscribe"}',
      '{"type":"subscribe","channel":701}',
      '{"type":"subscribe","channel":"match:701","since":13}',
      '{"type":"subscribe","channel":"match:701","since":{"epoch":"a"}}',
      '{"type":"subscribe","channel":"match:701","since":{"epoch":"a","seq":-1}}',
      '{"type":"subscribe","channel":"match:701","since":{"epoch":"a","seq":1.5}}',
      '{"type":"subscribe","channel":"match:701","since":{"epoch":1,"seq":1}}',
      '{"type":"subscribe","channel":"match:701","ref":1.5}',
      '{"type":"subscribe","channel":"match:701","ref":{}}',
      '{"type":"unsubscribe"}',
      '{"type":"ping","t":"now"}',
      '{"type":"ping","ref":null}',
    ];
    for (const text of bad) {
      subscriber.send(text);
      expect(await subscriber.next('error'), text).toMatchObject({ code: 'invalid', hint: expect.any(String) });
    }
    await subscriber.subscribe('match:701');
    await subscriber.close();
  });

  it('P10 the error repeats the ref of the frame if it is readable', async () => {
    const subscriber = await subscriberOf();
    subscriber.send('{"type":"shout","ref":"r1"}');
    expect(await subscriber.next('error')).toMatchObject({ code: 'invalid', ref: 'r1' });
    await subscriber.close();
  });

  it('P10 unknown fields are ignored', async () => {
    const subscriber = await subscriberOf();
    subscriber.send('{"type":"ping","ref":1,"mood":"good","since":null}');
    expect(await subscriber.next('pong')).toMatchObject({ ref: 1 });
    await subscriber.close();
  });
});

describe('P11 and P12: frames that end the connection', () => {
  it('P11 a binary frame closes with 1003', async () => {
    const subscriber = await subscriberOf();
    subscriber.send(Buffer.from('{"type":"ping"}'));
    expect((await subscriber.closed).code).toBe(1003);
  });

  it('P11 holds before sign-in too', async () => {
    const subscriber = await connectRaw(gateway.liveUrl);
    subscriber.send(Buffer.from('{"type":"ping"}'));
    expect((await subscriber.closed).code).toBe(1003);
  });

  const pingOf = (bytes: number): string => {
    const frame = '{"type":"ping","pad":""}';
    return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
  };

  it('P12 a frame of 4,096 bytes is accepted', async () => {
    const subscriber = await subscriberOf();
    subscriber.send(pingOf(4_096));
    await subscriber.next('pong');
    await subscriber.close();
  });

  it.each([4_097, 20_000, 200_000])('P12 a frame of %i bytes closes with 1009', async (bytes) => {
    const subscriber = await subscriberOf();
    subscriber.send(pingOf(bytes));
    expect((await subscriber.closed).code).toBe(1009);
  });

  it('P12 counts bytes, not letters', async () => {
    const subscriber = await subscriberOf();
    subscriber.send(`{"type":"ping","pad":"${'é'.repeat(2_100)}"}`);
    expect((await subscriber.closed).code).toBe(1009);
  });
});

describe('P13: ref', () => {
  it.each([0, -5, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 'a', ''])(
    'P13 comes back as it was sent: %j',
    async (ref) => {
      const subscriber = await subscriberOf();
      subscriber.send({ type: 'subscribe', channel: 'match:701', ref });
      const { epoch, seq, ref: back } = await subscriber.next('snapshot');
      expect(back).toBe(ref);
      subscriber.send({ type: 'subscribe', channel: 'match:701', ref, since: { epoch, seq } });
      expect((await subscriber.next('resumed')).ref).toBe(ref);
      subscriber.send({ type: 'subscribe', channel: 'match:801', ref });
      expect((await subscriber.next('error')).ref).toBe(ref);
      subscriber.send({ type: 'unsubscribe', channel: 'match:701', ref });
      expect((await subscriber.next('unsubscribed')).ref).toBe(ref);
      subscriber.send({ type: 'ping', ref });
      expect((await subscriber.next('pong')).ref).toBe(ref);
      await subscriber.close();
    },
  );

  it('P13 is left out when the client sends none', async () => {
    const subscriber = await subscriberOf();
    expect(await subscriber.subscribe('match:701')).not.toHaveProperty('ref');
    subscriber.send({ type: 'ping' });
    expect(await subscriber.next('pong')).not.toHaveProperty('ref');
    await subscriber.close();
  });
});

describe('P14: the order of answers', () => {
  it('P14 is the order of the frames, and clients need not wait for answers', async () => {
    const subscriber = await connectRaw(gateway.liveUrl);
    subscriber.send({ type: 'auth', token: TOKENS.tournament });
    subscriber.send({ type: 'subscribe', channel: 'tournament:autumn-cup', ref: 1 });
    subscriber.send({ type: 'subscribe', channel: 'match:702', ref: 2 });
    subscriber.send({ type: 'subscribe', channel: 'match:999', ref: 3 });
    subscriber.send({ type: 'unsubscribe', channel: 'match:702', ref: 4 });
    subscriber.send('no frame');
    subscriber.send({ type: 'subscribe', channel: 'match:702', ref: 5 });
    await subscriber.next('welcome');
    expect((await subscriber.next('snapshot')).ref).toBe(1);
    expect((await subscriber.next('snapshot')).ref).toBe(2);
    expect(await subscriber.next('error')).toMatchObject({ ref: 3, code: 'forbidden' });
    expect((await subscriber.next('unsubscribed')).ref).toBe(4);
    expect(await subscriber.next('error')).toMatchObject({ code: 'invalid' });
    expect((await subscriber.next('snapshot')).ref).toBe(5);
    await subscriber.close();
  });
});

describe('P15: ping', () => {
  it('P15 is answered with the same t and the time of the server', async () => {
    const subscriber = await subscriberOf();
    // The last two: nanoseconds since 1970, and about the largest number of JSON.
    for (const t of [0, -1.5, 1e15, 1.8e18, 1.7e308]) {
      const before = Date.now();
      subscriber.send({ type: 'ping', t });
      const pong = await subscriber.next('pong');
      expect(pong.t).toBe(t);
      expect(pong.server_time).toBeGreaterThanOrEqual(before);
      expect(pong.server_time).toBeLessThanOrEqual(Date.now());
    }
    await subscriber.close();
  });
});

describe('P16: a field without a value', () => {
  it('P16 is left out of every frame; only patches contain null', async () => {
    const keeper = matchKeeper(gateway, 701);
    const subscriber = await subscriberOf();
    const texts: string[] = [];
    subscriber.socket.on('message', (data: Buffer) => texts.push(data.toString()));
    await subscriber.subscribe('match:701');
    await subscriber.subscribe('tournament:autumn-cup');
    const id = await keeper.post('Goal', { primary_player_pc_id: 1 });
    await keeper.delete(id);
    // The goal comes and goes on both channels.
    const came = [];
    while (came.length < 4) came.push(await subscriber.next('delta'));
    expect(
      texts.some((text) => text.includes('null')),
      'the deletion removes by null',
    ).toBe(true);
    for (const text of texts) {
      const frame = JSON.parse(text) as Record<string, unknown>;
      delete frame['patch'];
      expect(JSON.stringify(frame)).not.toContain('null');
    }
    await subscriber.close();
  });
});
