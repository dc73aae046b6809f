// A mail that a server did not take: what the log says, and that it does not arrive later.
import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openMailer } from '../../src/mail/mailer.ts';
import { TEST_CERT, TEST_KEY } from '../support/tls.ts';

/** The port of the server, which ends with the test. */
async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Sends one mail that is not taken. Returns the reason in the log. */
async function reasonAt(port: number, isSecure: boolean): Promise<string> {
  const lines: string[] = [];
  const mailer = openMailer(
    { host: '127.0.0.1', port, isSecure, needsTls: false, login: null, from: 'scores@example.org' },
    { warn: (...line: readonly unknown[]) => void lines.push(String(line.at(-1))) },
  );
  expect(await mailer.send({ to: 'ana@example.org', subject: 'Hello', text: '', html: '' })).toBe(false);
  await mailer.close();
  expect(lines).toHaveLength(1);
  return /did not take a mail: (.*)\.$/.exec(lines[0] ?? '')?.[1] ?? '';
}

test('the log names a refused certificate, a refused connection, and the answer of the server', async () => {
  const secure = await listening(createTlsServer({ cert: TEST_CERT, key: TEST_KEY }));
  expect(await reasonAt(secure, true)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  const ended = createTcpServer();
  const free = await listening(ended);
  ended.close();
  await once(ended, 'close');
  expect(await reasonAt(free, false)).toBe('ECONNREFUSED');
  const refusing = await listening(createTcpServer((socket) => socket.end('554 Not here\r\n')));
  expect(await reasonAt(refusing, false)).toBe('EPROTOCOL 554');
});

test('rule ACCOUNT-4: a mail that takes more than 8 seconds is broken off', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const said: string[] = [];
  const server = createTcpServer((socket) => {
    socket.write('220 slow\r\n');
    socket.on('data', (data: Buffer) => {
      said.push(...data.toString().trim().split('\r\n'));
      // The answer that comes too late.
      if (said.at(-1)?.startsWith('RCPT')) vi.advanceTimersByTime(8_000);
      socket.write('250 yes\r\n');
    });
    socket.on('close', () => server.emit('left'));
  });
  const left = once(server, 'left');
  expect(await reasonAt(await listening(server), false)).toBe('no answer in time');
  await left;
  expect(said).toEqual([expect.stringMatching(/^EHLO/), 'MAIL FROM:<scores@example.org>', 'RCPT TO:<ana@example.org>']);
});
