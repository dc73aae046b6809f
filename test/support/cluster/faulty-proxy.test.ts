// Tests the tools of the fault tests: a fault without effect would prove nothing.
import net from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endOfValue, watchAnnouncements, watchStatements } from './points.ts';
import { openRandom } from './random.ts';
import { openFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';

/** An echo server behind a proxy, and a connection through it. */
async function openEcho() {
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  const proxy = await openFaultyProxy(() => [{ name: 'echo', port }]);
  onTestFinished(async () => {
    await proxy.close();
    server.close();
  });
  return proxy;
}

/** The echoed bytes so far, and the end of the connection. */
function call(proxy: FaultyProxy) {
  const socket = net.connect(proxy.port, '127.0.0.1');
  let heard = '';
  const times: number[] = [];
  socket.on('data', (bytes) => {
    heard += bytes.toString();
    times.push(performance.now());
  });
  socket.on('error', () => socket.destroy());
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  onTestFinished(() => void socket.destroy());
  return {
    say: (text: string) => socket.write(text),
    end: () => socket.end(),
    closed,
    heard: () => heard,
    until: (text: string) => expect.poll(() => heard, { timeout: 3_000, interval: 5 }).toBe(text),
  };
}

describe('a proxy', () => {
  test('passes on bytes in order', async () => {
    const proxy = await openEcho();
    const line = call(proxy);
    for (let number = 0; number < 50; number += 1) line.say(`${number},`);
    await line.until(Array.from({ length: 50 }, (_, number) => `${number},`).join(''));
    expect(proxy.reached).toEqual(['echo']);
  });

  test('that is cut ends open connections and accepts none until it is restored', async () => {
    const proxy = await openEcho();
    const line = call(proxy);
    line.say('a');
    await line.until('a');
    proxy.set({ kind: 'cut' });
    await line.closed;
    await call(proxy).closed;
    proxy.set({ kind: 'none' });
    const next = call(proxy);
    next.say('b');
    await next.until('b');
  });

  test('that is stalled loses nothing and delivers afterwards', async () => {
    const proxy = await openEcho();
    const line = call(proxy);
    line.say('a');
    await line.until('a');
    proxy.set({ kind: 'stalled' });
    line.say('b');
    const late = call(proxy);
    late.say('c');
    const other = await openEcho();
    const proof = call(other);
    proof.say('x');
    await proof.until('x');
    expect([line.heard(), late.heard()]).toEqual(['a', '']);
    proxy.set({ kind: 'none' });
    await line.until('ab');
    await late.until('c');
  });

  test('ends a connection whose client has ended before the server was reached', async () => {
    const proxy = await openEcho();
    proxy.set({ kind: 'stalled' });
    const line = call(proxy);
    line.end();
    const other = call(await openEcho());
    other.say('x');
    await other.until('x');
    proxy.set({ kind: 'none' });
    await line.closed;
    await expect.poll(() => proxy.open()).toBe(0);
  });

  test('that is a black hole swallows the bytes of open connections for good; later connections work', async () => {
    const proxy = await openEcho();
    const line = call(proxy);
    line.say('a');
    await line.until('a');
    proxy.set({ kind: 'black hole' });
    line.say('b');
    proxy.set({ kind: 'none' });
    const next = call(proxy);
    next.say('c');
    await next.until('c');
    line.say('d');
    next.say('e');
    await next.until('ce');
    expect(line.heard()).toBe('a');
  });

  test('that is delayed or throttled delivers later', async () => {
    const proxy = await openEcho();
    const line = call(proxy);
    proxy.set({ kind: 'delayed', ms: 60 });
    const began = performance.now();
    line.say('a');
    await line.until('a');
    expect(performance.now() - began).toBeGreaterThan(110);
    proxy.set({ kind: 'throttled', bytesPerSecond: 1_000 });
    const again = performance.now();
    line.say('b'.repeat(100));
    await line.until(`a${'b'.repeat(100)}`);
    expect(performance.now() - again).toBeGreaterThan(190);
  });
});

/** A message of the PostgreSQL protocol. */
function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(body, 'latin1');
  const head = Buffer.alloc(4);
  head.writeInt32BE(bytes.length + 4);
  return Buffer.concat([Buffer.from(type), head, bytes]);
}

describe('the points of a statement', () => {
  const STORES = 'insert into match_log (…) select … on conflict do nothing';
  const whole = (piece: Buffer | Promise<Buffer>): boolean => Buffer.isBuffer(piece);

  test('are found among other statements, in pieces of any size', async () => {
    const watch = watchStatements();
    const { up, down } = watch.inspect();
    if (!up || !down) throw new Error('It reads both ways.');
    expect(whole(up(message('', 'startup')))).toBe(true);
    const asked = watch.commit.asked.hold();
    expect(
      whole(up(Buffer.concat([message('P', 's1\0select 1\0\0\0'), message('B', '\0s1\0'), message('S', '')]))),
    ).toBe(true);
    const stored = Buffer.concat([message('P', `s2\0${STORES}\0\0\0`), message('B', '\0s2\0'), message('S', '')]);
    expect(whole(up(stored.subarray(0, 40)))).toBe(true);
    const held = up(stored.subarray(40));
    await asked.reached;
    asked.release();
    expect(await held).toEqual(stored.subarray(40));

    const answered = watch.commit.answered.hold();
    const select = Buffer.concat([message('C', 'SELECT 1\0'), message('Z', 'I')]);
    expect(whole(down(select)), 'the answer to the other statement').toBe(true);
    const answer = down(select);
    await answered.reached;
    answered.discard();
    expect(await answer).toEqual(Buffer.alloc(0));
    expect(whole(down(select)), 'nothing is held after that').toBe(true);
  });
});

describe('the protocol of Redis', () => {
  test('is split into values, also when they come in pieces', () => {
    const values = [
      '+OK\r\n',
      ':12\r\n',
      '$3\r\nabc\r\n',
      '$-1\r\n',
      '*2\r\n$1\r\na\r\n*1\r\n:1\r\n',
      '%1\r\n+a\r\n#t\r\n',
      '>1\r\n_\r\n',
    ];
    const all = Buffer.from(values.join(''));
    let at = 0;
    for (const value of values) {
      const end = endOfValue(all, at);
      expect(all.toString('latin1', at, end ?? 0)).toBe(value);
      at = end ?? 0;
      for (let cut = 1; cut < value.length; cut += 1)
        expect(endOfValue(Buffer.from(value.slice(0, cut)), 0)).toBeNull();
    }
  });

  test('withholds messages from a deaf node, and nothing else', async () => {
    const watch = watchAnnouncements();
    const { down } = watch.inspect();
    if (!down) throw new Error('It reads what comes down.');
    const text = '*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$2\r\nhi\r\n';
    const sharded = '>3\r\n$8\r\nsmessage\r\n$1\r\nc\r\n$2\r\nhi\r\n';
    const subscribed = '*3\r\n$9\r\nsubscribe\r\n$1\r\nc\r\n:1\r\n';
    expect(String(await down(Buffer.from(text)))).toBe(text);
    watch.setDeaf(true);
    expect(String(await down(Buffer.from(`+PONG\r\n${text}${subscribed}${sharded.slice(0, 9)}`)))).toBe(
      `+PONG\r\n${subscribed}`,
    );
    expect(String(await down(Buffer.from(`${sharded.slice(9)}:1\r\n`)))).toBe(':1\r\n');
    expect(watch.dropped()).toBe(2);
  });
});

test('the same seed gives the same draws, and actors do not disturb each other', () => {
  const draw = (seed: number): number[] => {
    const random = openRandom(seed);
    return Array.from({ length: 50 }, () => random.between(1, 6));
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  expect(new Set(draw(7))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  const [one, other] = [openRandom(7), openRandom(7)];
  other.next();
  expect(openRandom(7).fork('a').next()).toBe(one.fork('a').next());
  expect(one.fork('a').next()).not.toBe(one.fork('b').next());
});
