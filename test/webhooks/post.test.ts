// One attempt: where it may go, and how much of an answer is read.
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type AddressRules, checkedLookup, problemOfUrl } from '../../src/webhooks/address.ts';
import { ANSWER_BYTES, ANSWER_KEPT, ATTEMPT_MS, openPost } from '../../src/webhooks/post.ts';
import { delayAfter, RETRY_DELAYS } from '../../src/webhooks/retries.ts';
import { signedHeaders } from '../../src/webhooks/signature.ts';
import { TEST_CERT, TEST_KEY } from '../support/tls.ts';
import { openReceiver, type Receiver } from '../support/webhook-receiver.ts';

const production = { isProduction: true };
const HOUR = 3_600_000;

/** The result of the look-up that a connection makes. */
const lookUp = (name: string, addresses: readonly string[], isProduction = true): Promise<unknown> =>
  new Promise((resolve) => {
    const found: LookupAddress[] = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    checkedLookup({ isProduction, resolve: (_name, _options, done) => done(null, found) })(
      name,
      { all: true },
      (error, all) => resolve(error?.message ?? all),
    );
  });

describe('rule HOOK-8: addresses', () => {
  it.each([
    ['https://app.example/hook?a=1', null],
    ['https://203.0.114.7:8443/', null],
    ['http://app.example/', 'https://'],
    ['https://127.0.0.1/', 'public internet'],
    ['https://[::1]/', 'public internet'],
    ['https://[::ffff:10.0.0.1]/', 'public internet'],
    ['https://169.254.169.254/latest/meta-data', 'public internet'],
    ['https://0x7f000001/', 'public internet'],
    ['https://2130706433/', 'public internet'],
    ['https://[64:ff9b::a00:1]/', 'public internet'],
    ['https://100.64.0.1/', 'public internet'],
    ['https://[fd00::1]/', 'public internet'],
    ['https://[::7f00:1]/', 'public internet'],
    ['https://[::127.0.0.1]/', 'public internet'],
    ['https://[::2]/', 'public internet'],
    ['https://[fec0::1]/', 'public internet'],
    ['https://[64:ff9b:1::7f00:1]/', 'public internet'],
    ['https://[2606:4700::1]/', null],
    ['https://user:pass@app.example/', 'user name'],
    ['https://app.example/#part', 'fragment'],
    ['app.example', 'absolute'],
    ['file:///etc/passwd', 'https://'],
  ])('%s', (url, problem) => {
    const found = problemOfUrl(url, production);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toContain(problem);
  });

  it('a name is refused when one of its addresses is private; the checked addresses are those of the connection', async () => {
    expect(await lookUp('app.example', ['203.0.114.7', '2606:4700::1'])).toEqual([
      { address: '203.0.114.7', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
    for (const address of ['10.0.0.1', '127.0.0.1', '192.168.1.1', '::1', 'fe80::1', '::ffff:127.0.0.1', '0.0.0.0'])
      expect(await lookUp('app.example', ['203.0.114.7', address])).toContain('app.example is not an address');
    expect(await lookUp('app.example', [])).toContain('no address');
    expect(await lookUp('localhost', ['127.0.0.1'], false)).toHaveLength(1);
    expect(await lookUp('intranet.example', ['10.0.0.1'], false)).toContain('is not an address');
  });
});

/** A server that answers each request with bytes of its own. Returns its host and port. */
async function openRaw(answer: (socket: net.Socket) => void): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      answer(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('one attempt', () => {
  let receiver: Receiver;
  const takes = (response: Parameters<Receiver['answer']>[0]): void => void response.writeHead(204).end();
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterEach(() => {
    receiver.answer = takes;
  });
  afterAll(() => receiver.close());
  const post = openPost({ isProduction: false }, 60_000);

  it('rule HOOK-8: goes to no private address, also by a name that resolves to one', async () => {
    const guarded = openPost(
      {
        ...production,
        resolve: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      },
      ATTEMPT_MS,
    );
    const { port } = new URL(receiver.url);
    for (const url of [`https://127.0.0.1:${port}/`, `https://rebound.example:${port}/`])
      expect(await guarded(url, {}, '{}')).toMatchObject({
        status: null,
        answer: expect.stringContaining('public internet'),
      });
    expect(receiver.received).toEqual([]);
  });

  it('rule HOOK-8: connects to the address that was checked, also when the name changes from one attempt to the next', async () => {
    const answers = ['127.0.0.1', '10.0.0.1', '169.254.169.254'];
    let asked = 0;
    const rebound = openPost(
      {
        isProduction: false,
        resolve: (_name, _options, done) => done(null, [{ address: answers[asked++] ?? '', family: 4 }]),
      },
      ATTEMPT_MS,
    );
    const url = `http://rebound.example:${new URL(receiver.url).port}/`;
    const before = receiver.received.length;
    expect(await rebound(url, {}, '{}')).toMatchObject({ status: 204 });
    for (let again = 0; again < 2; again += 1) {
      expect(await rebound(url, {}, '{}')).toMatchObject({
        status: null,
        answer: 'rebound.example is not an address of the public internet.',
      });
    }
    // One look-up for each attempt: none between the check and the connection.
    expect([asked, receiver.received.length]).toEqual([3, before + 1]);
  });

  it('rule HOOK-8: follows no redirect', async () => {
    receiver.answer = (response) => void response.writeHead(307, { location: receiver.url }).end();
    const before = receiver.received.length;
    expect(await post(receiver.url, {}, '{}')).toMatchObject({ status: 307, isDelivered: false });
    expect(receiver.received).toHaveLength(before + 1);
    const { answer } = await post(receiver.url, {}, '{}');
    expect(answer).toBe(`Redirects are not followed. It leads to ${receiver.url}`);
  });

  it('rule HOOK-8: reads 64 KiB of an answer, and stores its first 1,000 characters', async () => {
    const written = { bytes: 0 };
    receiver.answer = (response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && written.bytes < 400 * ANSWER_BYTES) {
          written.bytes += 1_024;
          if (!response.write('x'.repeat(1_024))) break;
        }
      };
      response.on('drain', more);
      more();
    };
    const { status, isDelivered, answer } = await post(receiver.url, {}, '{}');
    expect([status, isDelivered, answer]).toEqual([200, true, 'x'.repeat(ANSWER_KEPT)]);
    expect(written.bytes).toBeLessThan(400 * ANSWER_BYTES);
  });

  it('rule HOOK-8: has a time for everything together', async () => {
    receiver.answer = () => undefined;
    expect(await openPost({ isProduction: false }, 300)(receiver.url, {}, '{}')).toEqual({
      status: null,
      isDelivered: false,
      answer: 'No answer within 0.3 s.',
    });
  });

  it.each([
    [
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
      'it changes the protocol (101)',
    ],
    ['HTTP/1.1 200 O', 'the connection was closed'],
    ['', 'the connection was closed'],
    ['SSH-2.0-OpenSSH\r\n', 'Parse Error: Expected HTTP/, RTSP/ or ICE/'],
  ])('rule HOOK-8: ends with an answer that is none: %j', async (text, reason) => {
    const url = await openRaw((socket) => socket.end(text));
    expect(await post(`http://${url}/`, {}, '{}')).toEqual({
      status: null,
      isDelivered: false,
      answer: `No answer: ${reason}`,
    });
  });

  it('names what is wrong with TLS in one line', async () => {
    const plain = await openRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect((await post(`https://${plain}/`, {}, '{}')).answer).toMatch(/^No answer: TLS failed \([a-z ]+\)$/);
    const server = createServer({ key: TEST_KEY, cert: TEST_CERT }, (_, response) => response.end()).listen(0);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answers = await Promise.all([
      post(`https://127.0.0.1:${port}/`, {}, '{}'),
      post(`http://127.0.0.1:${port}/`, {}, '{}'),
    ]);
    expect(answers.map(({ answer }) => answer)).toEqual([
      'No answer: self-signed certificate',
      'No answer: the connection was closed',
    ]);
  });

  it('an answer that is cut off, or comes byte by byte, counts by its status', async () => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n';
    const cut = await openRaw((socket) => socket.end(`${head}half`));
    expect(await post(`http://${cut}/`, {}, '{}')).toEqual({ status: 200, isDelivered: true, answer: 'half' });
    const slow = await openRaw((socket) => {
      socket.write(head);
      const writing = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(writing));
    });
    const quick = openPost({ isProduction: false }, 300);
    expect(await quick(`http://${slow}/`, {}, '{}')).toMatchObject({ status: 200, isDelivered: true });
    const slower = await openRaw((socket) => {
      const writing = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 10);
      socket.on('close', () => clearInterval(writing));
    });
    expect((await quick(`http://${slower}/`, {}, '{}')).answer).toBe('No answer within 0.3 s.');
  });

  it('names a connection that is refused', async () => {
    expect((await post('http://127.0.0.1:1/', {}, '{}')).answer).toContain('ECONNREFUSED');
    // A name with several addresses, all of which refuse.
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    const resolve: AddressRules['resolve'] = (_name, _options, done) => done(null, addresses);
    const { answer } = await openPost({ isProduction: false, resolve }, ATTEMPT_MS)('http://localhost:1/', {}, '{}');
    expect(answer).toBe('No answer: connect ECONNREFUSED 127.0.0.1:1; connect ECONNREFUSED 127.0.0.2:1');
  });
});

describe('rule HOOK-6: attempts', () => {
  it('spread over about a day, then there are no more', () => {
    const total = RETRY_DELAYS.reduce((sum, delay) => sum + delay, 0);
    expect(total).toBeGreaterThan(23 * HOUR);
    expect(total).toBeLessThan(24 * HOUR);
    expect([delayAfter(1), delayAfter(RETRY_DELAYS.length), delayAfter(RETRY_DELAYS.length + 1)]).toEqual([
      5_000,
      8 * HOUR,
      null,
    ]);
  });
});

describe('rule HOOK-7: signatures', () => {
  it('are those of the example of Standard Webhooks', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
    expect(signedHeaders(message, [secret], 1_614_265_330_000)).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });
});
