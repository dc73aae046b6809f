import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { apiJson, notModified } from '../../../src/http/core/answer.ts';
import { createServer } from '../../../src/http/core/server.ts';
import { createLogger } from '../../../src/ops/logger.ts';
import { get, health, noGates, openInFlight, testServers } from '../../support/http-server.ts';
import { TEST_CERT, TEST_KEY } from '../../support/tls.ts';

const serve = testServers();

describe('the server', () => {
  it('refuses a port in use', async () => {
    const { port } = await serve();
    const second = createServer({ host: '127.0.0.1', port, logger: createLogger('silent') });
    second.mount(health, noGates);
    await expect(second.listen()).rejects.toThrow(`127.0.0.1:${port}`);
    second.close();
  });

  it('drains: accepts no new connections, finishes requests in flight and asks clients to close', async () => {
    const { server, url, raw, finish } = await openInFlight(serve);
    server.stopListening();
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    const idle = server.idle();
    finish();
    const answer = await raw.answer();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('connection')).toBe('close');
    await idle;
    await raw.closed;
  });

  it('rule LIMIT-17: says that it closes the connection of a client that asks for that, which then opens another one', async () => {
    const { url } = await serve(get('/unchanged', () => notModified('"a"')));
    // Node.js keeps the connection unless the answer says otherwise, also when it has asked for its end.
    const agent = new http.Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    for (const path of ['/healthz', '/unchanged', '/healthz', '/not-found', '/healthz']) {
      for (const method of ['GET', 'HEAD']) {
        const request = http.request(url + path, { method, agent, headers: { connection: 'close' } }).end();
        const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
        await text(answer);
        expect(answer.headers.connection, `${method} ${path}`).toBe('close');
      }
    }
  });

  it('serves HTTPS, and does not start with an invalid certificate', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'touchline-tls-'));
    const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
    await writeFile(certFile, TEST_CERT);
    await writeFile(keyFile, TEST_KEY);
    const server = createServer({
      host: '127.0.0.1',
      port: 0,
      logger: createLogger('silent'),
      tls: { certFile, keyFile },
    });
    const big = 'x'.repeat(3_000_000);
    server.mount([...health, get('/big', () => apiJson(200, big))], noGates);
    const { port } = await server.listen();
    expect(await httpsGet(port, '/healthz')).toBe('{"status":"ok"}');
    expect(await httpsGet(port, '/big')).toBe(JSON.stringify(big));
    server.close();
    const options = { host: '127.0.0.1', port: 0, logger: createLogger('silent'), tls: { certFile, keyFile } };
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(() => createServer(options), 'the key of another certificate').toThrow(keyFile);
    const locked = createPrivateKey(TEST_KEY).export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'secret',
    });
    await writeFile(keyFile, locked);
    expect(() => createServer(options), 'a key with a passphrase').toThrow('without a passphrase');
    await writeFile(keyFile, TEST_KEY);
    await writeFile(certFile, 'no certificate');
    expect(() => createServer(options)).toThrow(certFile);
    await rm(folder, { recursive: true });
  });

  it('rule OPS-7: answers health, readiness and metrics', async () => {
    const { url } = await serve();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const metrics = await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer the-admin-token' } });
    expect(metrics.headers.get('content-type')).toBe('text/plain');
    expect(await metrics.text()).toBe('m 1\n');
  });
});

/** The body of an answer over TLS. */
const httpsGet = (port: number, address: string): Promise<string> =>
  new Promise((resolve, reject) => {
    https
      .get({ host: '127.0.0.1', port, path: address, rejectUnauthorized: false }, (answer) => resolve(text(answer)))
      .on('error', reject);
  });
