import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/auth/caller.ts';
import { openRate } from '../../../src/auth/rate-limit.ts';
import { apiJson, headerBlock } from '../../../src/http/core/answer.ts';
import { openCallers } from '../../../src/http/core/callers.ts';
import { API_BODY_LIMIT } from '../../../src/http/core/request-body.ts';
import { echo, GET_HEALTH, HOST, post, testServers } from '../../support/http-server.ts';
import { openRaw } from '../../support/raw-http.ts';

const serve = testServers();

/** The credential is looked up until `admit`. It has 100 requests, and gets no more. `arrived`: whole bodies. */
const lookup = { arrived: 0, admit: (): void => undefined };
const lookedUp = new Promise<Caller>((resolve) => {
  lookup.admit = () => {
    resolve({ kind: 'club_static', tokenId: 1, club: 'own' });
  };
});
const callers = openCallers({
  guard: { identify: () => lookedUp, countBad: () => undefined },
  known: () => null,
  rate: openRate({ perSecond: 1, burst: 100 }, () => 0),
  recheck: (one: Caller) => Promise.resolve(one),
  used: () => undefined,
  adminToken: null,
});
const serveLookedUp = testServers({
  ...callers,
  received(exchange, length) {
    lookup.arrived += 1;
    callers.received(exchange, length);
  },
});

describe('a request body', () => {
  it('arrives whole, in parts and chunks', async () => {
    const body = Buffer.alloc(300_000, 'é');
    const { url, port } = await serve(
      post(async (exchange) => ({
        status: 200,
        headers: headerBlock({ 'content-type': 'text/plain' }),
        body: await exchange.body(),
      })),
    );
    const answer = await fetch(`${url}/p`, { method: 'POST', body });
    expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true);
    const raw = await openRaw(port);
    raw.write(`POST /p HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`);
    raw.write('2\r\nde\r\n0\r\n\r\n');
    expect((await raw.answer()).body).toBe('abcde');
    raw.write(`POST /p HTTP/1.1\r\n${HOST}Content-Length: 0\r\n\r\n`);
    expect((await raw.answer()).body).toBe('');
    raw.socket.destroy();
  });

  it('rule LIMIT-1: that arrives before its credential is looked up counts too', async () => {
    const { url } = await serveLookedUp({ ...echo, access: 'caller' });
    const send = () =>
      fetch(`${url}/p`, { method: 'POST', body: Buffer.alloc(16_000), headers: { authorization: 'Bearer tlk_known' } });
    const statuses = Array.from({ length: 40 }, async () => (await send()).status);
    await expect.poll(() => lookup.arrived).toBe(40);
    lookup.admit();
    // Each takes four of 100.
    expect((await Promise.all(statuses)).filter((status) => status === 200)).toHaveLength(25);
    expect((await send()).status).toBe(429);
  });

  it('rule REQ-4: with a length over the limit is answered 413 before it arrives', async () => {
    const { port } = await serve(echo);
    const raw = await openRaw(port);
    raw.write(`POST /p HTTP/1.1\r\n${HOST}Content-Length: ${API_BODY_LIMIT + 1}\r\n\r\n`);
    const answer = await raw.answer();
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String), hint: expect.stringContaining('1048576') });
    raw.socket.destroy();
  });

  it('rule REQ-4: over the limit while it is still arriving is answered 413 at once, and the connection serves on', async () => {
    const { port } = await serve(echo);
    const raw = await openRaw(port);
    const part = 'x'.repeat(65_536);
    const chunk = `10000\r\n${part}\r\n`;
    raw.write(`POST /p HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`);
    for (let sent = 0; sent <= API_BODY_LIMIT; sent += part.length) raw.write(chunk);
    const answer = await raw.answer();
    expect(answer.status).toBe(413);
    raw.write(`${chunk}0\r\n\r\n${GET_HEALTH}`);
    expect((await raw.answer()).body).toBe('{"status":"ok"}');
    raw.socket.destroy();
  });

  it('rule LIMIT-24: in 5,000 chunks of one byte ends the connection, and hides no other request behind it', async () => {
    const { port, lines } = await serve(echo);
    const raw = await openRaw(port);
    raw.write(
      `POST /p HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(5_000)}0\r\n\r\n${GET_HEALTH}`,
    );
    await raw.closed;
    expect(raw.rest()).toBe('');
    expect(lines.filter((line) => line.includes('too many parts'))).toEqual([expect.stringContaining('"path":"/p"')]);
    const next = await openRaw(port);
    next.write(GET_HEALTH);
    expect((await next.answer()).body).toBe('{"status":"ok"}');
    next.socket.destroy();
  });

  it('rule REQ-4: of exactly the limit is accepted', async () => {
    const { url } = await serve(echo);
    const answer = await fetch(`${url}/p`, { method: 'POST', body: Buffer.alloc(API_BODY_LIMIT) });
    expect(await answer.json()).toEqual({ bytes: API_BODY_LIMIT });
  });

  it('rules REQ-4, LIMIT-8: that its handler has not asked for is kept up to 16 KiB and a part, and over the limit not at all', async () => {
    const { port } = await serve(
      post(async (exchange) => {
        await asked;
        return apiJson(200, (await exchange.body()).byteLength);
      }),
    );
    let ask: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (ask = resolve));
    const raw = await openRaw(port);
    raw.write(`POST /p HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`);
    const before = process.memoryUsage().arrayBuffers;
    const grown = (): number => process.memoryUsage().arrayBuffers - before;
    const chunk = Buffer.from(`100000\r\n${'x'.repeat(1_048_576)}\r\n`);
    for (let sent = 0; sent < 100; sent += 1) raw.socket.write(chunk);
    // The server reads no further: most of it stays with the client.
    await expect.poll(() => raw.socket.writableLength).toBeLessThan(100 * chunk.byteLength);
    expect(grown()).toBeLessThan(8 * 1_048_576);
    ask();
    expect((await raw.answer()).status).toBe(413);
    expect(grown()).toBeLessThan(50 * 1_048_576);
    raw.socket.destroy();
  });

  it.each(['gzip, chunked', 'xchunked', 'identity', 'chunked, chunked'])(
    'with Transfer-Encoding %s is answered 501 and the connection closed',
    async (encoding) => {
      const { port } = await serve(echo);
      const raw = await openRaw(port);
      raw.write(`POST /p HTTP/1.1\r\n${HOST}Transfer-Encoding: ${encoding}\r\n\r\n0\r\n\r\n`);
      expect((await raw.answer()).status).toBe(501);
      await raw.closed;
    },
  );

  it('with two transfer encodings is answered 501 and the connection closed', async () => {
    const { port } = await serve(echo);
    const raw = await openRaw(port);
    raw.write(`POST /p HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n`);
    expect((await raw.answer()).status).toBe(501);
    await raw.closed;
  });

  it('with two lengths is answered 400 and the connection closed', async () => {
    const { port } = await serve(echo);
    const raw = await openRaw(port);
    raw.write(`POST /p HTTP/1.1\r\n${HOST}Content-Length: 3\r\nContent-Length: 30\r\n\r\nabc`);
    expect((await raw.answer()).status).toBe(400);
    await raw.closed;
  });

  it('of unclear framing hides no other request behind it', async () => {
    const paths: string[] = [];
    const { port } = await serve(
      post((exchange) => {
        paths.push(exchange.header('x-hidden'));
        return apiJson(200, {});
      }),
    );
    const hidden = `POST /p HTTP/1.1\r\n${HOST}X-Hidden: yes\r\nContent-Length: 0\r\n\r\n`;
    for (const framing of ['Content-Length: 0\r\nContent-Length: 90', 'Transfer-Encoding: chunked, chunked']) {
      const raw = await openRaw(port);
      raw.write(`POST /p HTTP/1.1\r\n${HOST}${framing}\r\n\r\n${framing.startsWith('T') ? '0\r\n\r\n' : ''}${hidden}`);
      await raw.closed;
    }
    expect(paths).toEqual([]);
  });
});
