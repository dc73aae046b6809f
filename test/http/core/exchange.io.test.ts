import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../../src/auth/caller.ts';
import { openRate } from '../../../src/auth/rate-limit.ts';
import { type Answer, apiJson, headerBlock } from '../../../src/http/core/answer.ts';
import { openCallers } from '../../../src/http/core/callers.ts';
import type { Exchange } from '../../../src/http/core/exchange.ts';
import { Problem } from '../../../src/ops/problem.ts';
import { echo, get, GET_HEALTH, HOST, ok, openInFlight, post, testServers } from '../../support/http-server.ts';
import { openRaw } from '../../support/raw-http.ts';
import { nextTurn } from '../../support/next-turn.ts';

const serve = testServers();
const caller: Caller = { kind: 'club_static', tokenId: 1, club: 'own' };
/** Each request is the caller's, who has 40 and gets no more. */
const serveCaller = testServers(
  openCallers({
    guard: { identify: () => Promise.resolve(caller), countBad: () => undefined },
    known: () => caller,
    rate: openRate({ perSecond: 1, burst: 40 }, () => 0),
    recheck: (one: Caller) => Promise.resolve(one),
    used: () => undefined,
    adminToken: null,
  }),
);
afterEach(() => void vi.useRealTimers());

describe('an exchange', () => {
  it('rule REQ-6: answers 500 with the Error body when a handler throws, logs it, and serves on', async () => {
    const { url, port, lines } = await serve(
      get('/now', () => {
        throw new Error('boom at once');
      }),
      get('/later', async () => {
        await nextTurn();
        throw new TypeError('boom later');
      }),
    );
    const raw = await openRaw(port);
    for (const path of ['/now', '/later', '/now']) {
      raw.write(`GET ${path} HTTP/1.1\r\n${HOST}\r\n`);
      const answer = await raw.answer();
      expect(answer.status).toBe(500);
      expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String), hint: expect.any(String) });
      expect(answer.body).not.toContain('boom');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect(lines.join()).toContain('boom at once');
    expect(lines.join()).toContain('boom later');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('rule LIMIT-1: counts the length of a read answer and sends it whole; the next request is refused before its work', async () => {
    let worked = 0;
    const handle = (): Answer => {
      worked += 1;
      return apiJson(200, 'x'.repeat(1_000_000));
    };
    const route = { name: 'large', access: 'caller', path: '/large', handle } as const;
    const { url } = await serveCaller({ ...route, method: 'GET' }, { ...route, method: 'POST' });
    const ask = async (method: string): Promise<unknown> => {
      const answer = await fetch(`${url}/large`, { method, headers: { authorization: 'Bearer tlk_known' } });
      const text = await answer.text();
      return [answer.status, /r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1], text.length === 1_000_002];
    };
    expect(await ask('HEAD')).toEqual([200, '39', false]);
    expect(await ask('POST')).toEqual([200, '38', true]);
    for (const left of ['22', '6', '0']) expect(await ask('GET')).toEqual([200, left, true]);
    expect(worked).toBe(5);
    expect(await ask('GET')).toEqual([429, '0', false]);
    expect(worked).toBe(5);
  });

  it('answers a thrown Problem with its status, body and headers', async () => {
    const { url } = await serve(
      get('/x', () => {
        throw new Problem(429, 'Too many requests.', { hint: 'Wait.', headers: { 'retry-after': '1' } });
      }),
    );
    const answer = await fetch(`${url}/x`);
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toEqual({ error: 'Too many requests.', hint: 'Wait.' });
  });

  it('rule REQ-6: answers 503 with Retry-After to every error of an unavailable store', async () => {
    const { url } = await serve(
      get('/x', async () => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      }),
    );
    const answer = await fetch(`${url}/x`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('releases a request that is aborted in mid-body', async () => {
    const seen: unknown[] = [];
    const { server, port, url, lines } = await serve(
      post(async (exchange) => {
        try {
          return apiJson(200, (await exchange.body()).byteLength);
        } catch (error) {
          seen.push(error);
          throw error;
        }
      }),
    );
    const raw = await openRaw(port);
    raw.write(`POST /p HTTP/1.1\r\n${HOST}Content-Length: 1000\r\n\r\nhalf of it`);
    await expect.poll(() => server.inFlight()).toBe(1);
    raw.socket.resetAndDestroy();
    await server.idle();
    await expect.poll(() => seen).toHaveLength(1);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  it('drops the answer of a client that left during the handler', async () => {
    const { server, url, raw, finish } = await openInFlight(serve);
    raw.socket.destroy();
    await server.idle();
    finish();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('survives a half-closed client', async () => {
    const { server, url, raw, finish } = await openInFlight(serve);
    raw.socket.end();
    await server.idle();
    finish();
    await raw.closed;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    raw.socket.destroy();
  });

  it('rules LIMIT-5, REQ-6: answers 503 with Retry-After for a handler that hangs, and drops its late answer', async () => {
    let finish: () => void = () => undefined;
    const working = new Promise<void>((resolve) => (finish = resolve));
    const { url, server } = await serve({
      ...get('/slow', async () => {
        await working;
        return ok();
      }),
      timeMs: 100,
    });
    const answer = await fetch(`${url}/slow`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await answer.json()).toHaveProperty('hint');
    expect(server.inFlight()).toBe(0);
    finish();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('does not count the time that a body takes to arrive', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    let asked: Exchange | undefined;
    const handle = (exchange: Exchange) => echo.handle((asked = exchange));
    const { port } = await serve({ ...echo, handle, timeMs: 400 });
    const raw = await openRaw(port);
    raw.write(`POST /p HTTP/1.1\r\n${HOST}Content-Length: 8\r\n\r\n`);
    const started = performance.now();
    for (let part = 0; part < 8; part += 1) {
      vi.advanceTimersByTime(300);
      raw.write('x');
      while (asked?.activeAt !== performance.now()) await nextTurn(); // `expect.poll` would move the clock
    }
    expect((await raw.answer()).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(600);
    raw.socket.destroy();
  });

  it('keeps a header value from opening another header', async () => {
    const { port } = await serve(
      get('/x', () => ({ ...ok(), more: { 'x-from-outside': 'a\r\nx-injected: 1\r\n\r\n<html>\0' } })),
    );
    const raw = await openRaw(port);
    raw.write(`GET /x HTTP/1.1\r\n${HOST}\r\n`);
    const answer = await raw.answer();
    expect(answer.headers.has('x-injected')).toBe(false);
    expect(answer.headers.get('x-from-outside')).toBe('a x-injected: 1 <html>');
    expect(JSON.parse(answer.body)).toEqual({ fine: true });
    expect(raw.rest()).toBe('');
    raw.socket.destroy();
  });

  it('rule REQ-5: answers HEAD as GET without the body and with its length, and the connection goes on', async () => {
    const { port } = await serve(
      get('/x', () => apiJson(200, { name: 'Zé' })),
      get('/later', async () => {
        await nextTurn();
        return apiJson(200, { name: 'Zé' });
      }),
    );
    const raw = await openRaw(port);
    for (const path of ['/x', '/later']) {
      raw.write(`HEAD ${path} HTTP/1.1\r\n${HOST}\r\n`);
      const answer = await raw.answer({ hasBody: false });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength('{"name":"Zé"}')));
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
    raw.write(`HEAD /nowhere HTTP/1.1\r\n${HOST}\r\n`);
    expect((await raw.answer({ hasBody: false })).status).toBe(404);
    raw.write(GET_HEALTH);
    expect((await raw.answer()).body).toBe('{"status":"ok"}');
    expect(raw.rest()).toBe('');
    raw.socket.destroy();
  });

  it('sends 204 and 304 without body and length', async () => {
    const { port } = await serve(
      get('/204', () => ({ status: 204, headers: headerBlock({ 'x-a': '1' }), body: null })),
      get('/304', async () => ({ status: 304, headers: headerBlock({ etag: '"1"' }), body: null })),
    );
    const raw = await openRaw(port);
    for (const status of [204, 304]) {
      raw.write(`GET /${status} HTTP/1.1\r\n${HOST}\r\n`);
      const answer = await raw.answer({ hasBody: false });
      expect(answer.status).toBe(status);
      expect(answer.headers.has('content-length')).toBe(false);
      expect(raw.rest()).toBe('');
    }
    raw.socket.destroy();
  });

  it('answers pipelined requests that need no wait in order', async () => {
    const { port } = await serve(
      get('/a', async () => apiJson(200, 'a')),
      get('/b', () => apiJson(200, 'b')),
      echo,
    );
    const raw = await openRaw(port);
    const ask = (path: string): string => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`;
    raw.write(ask('/a') + ask('/b') + `POST /p HTTP/1.1\r\n${HOST}Content-Length: 3\r\n\r\nabc` + ask('/a'));
    const bodies: string[] = [];
    for (let count = 0; count < 4; count += 1) bodies.push((await raw.answer()).body);
    expect(bodies).toEqual(['"a"', '"b"', '{"bytes":3}', '"a"']);
    raw.socket.destroy();
  });

  it('closes the connection instead of mixing up pipelined requests that wait', async () => {
    const { port, server, url } = await serve(
      get('/wait', async () => {
        await nextTurn();
        return apiJson(200, 'waited');
      }),
    );
    const raw = await openRaw(port);
    raw.write(`GET /wait HTTP/1.1\r\n${HOST}\r\nGET /healthz HTTP/1.1\r\n${HOST}\r\n`);
    await raw.closed;
    expect(raw.rest()).toBe('');
    await server.idle();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it.each([
    ['a long answer', 1, 40_000, 'Content-Length: 3', 'abc'],
    ['a long answer to chunks', 1, 40_000, 'Transfer-Encoding: chunked', '3\r\nabc\r\n0\r\n\r\n'],
    ['more answers than the library keeps', 30, 1_000, 'Content-Length: 3', 'abc'],
  ])(
    'rule LIMIT-17: serves no request behind a body with `Connection: close`: %s',
    async (_what, times, length, framing, body) => {
      let served = 0;
      const { port, url } = await serve(
        post(async (exchange) => {
          served += 1;
          await exchange.body();
          return apiJson(200, 'x'.repeat(length));
        }),
        get('/behind', async () => {
          served += 1;
          await nextTurn();
          return ok();
        }),
      );
      const raw = await openRaw(port);
      const sent = `POST /p HTTP/1.1\r\n${HOST}Connection: close\r\n${framing}\r\n\r\n${body}`;
      raw.write(`${sent.repeat(times)}GET /behind HTTP/1.1\r\n${HOST}\r\n`);
      await raw.closed;
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      expect(served).toBe(1);
    },
  );

  it('answers a request with `Connection: close` and a body whole, then closes', async () => {
    const { port } = await serve(
      post(async (exchange) => apiJson(200, { body: (await exchange.body()).toString(), more: 'x'.repeat(40_000) })),
    );
    for (const cut of [0, 2]) {
      const raw = await openRaw(port);
      raw.write(`POST /p HTTP/1.1\r\n${HOST}Connection: close\r\nContent-Length: 3\r\n\r\n${'abc'.slice(0, cut)}`);
      await nextTurn();
      raw.write('abc'.slice(cut));
      expect(JSON.parse((await raw.answer()).body)).toEqual({ body: 'abc', more: 'x'.repeat(40_000) });
      await raw.closed;
    }
  });
});
