import { describe, expect, it } from 'vitest';
import { createServer } from '../src/http/server.ts';
import { openLog } from '../src/log.ts';
import { get, health, HOST, ok, testServers } from './support/http-server.ts';
import { openRaw } from './support/raw-http.ts';

const serve = testServers();

describe('the server', () => {
  it('refuses a port that another server has', async () => {
    const { port } = await serve();
    const second = createServer({ host: '127.0.0.1', port, log: openLog('silent') });
    second.mount(health);
    await expect(second.listen()).rejects.toThrow(`127.0.0.1:${port}`);
    second.close();
  });

  it('drains: takes no new connections, finishes what is in flight and asks its client to go', async () => {
    let finish: () => void = () => undefined;
    const working = new Promise<void>((resolve) => (finish = resolve));
    const { server, port, url } = await serve(
      get('/x', async () => {
        await working;
        return ok();
      }),
    );
    const raw = await openRaw(port);
    raw.write(`GET /x HTTP/1.1\r\n${HOST}\r\n`);
    await expect.poll(() => server.inFlight()).toBe(1);
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

  it('answers its health, readiness and metrics', async () => {
    const { url } = await serve();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const metrics = await fetch(`${url}/metrics`);
    expect(metrics.headers.get('content-type')).toBe('text/plain');
    expect(await metrics.text()).toBe('m 1\n');
  });
});
