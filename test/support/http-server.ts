// A bare server with the routes of a test, shut down after it.
import { afterEach, expect } from 'vitest';
import { type Answer, apiJson } from '../../src/http/core/answer.ts';
import { healthRoutes } from '../../src/http/api/health.ts';
import { API_BODY_LIMIT } from '../../src/http/core/request-body.ts';
import type { Gates, RouteSpec } from '../../src/http/core/router.ts';
import type { Handle } from '../../src/http/core/exchange.ts';
import { createServer, type Server } from '../../src/http/core/server.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { openRaw } from './raw-http.ts';

type TestServer = {
  readonly server: Server;
  readonly port: number;
  readonly url: string;
  /** Lines of its log. */
  readonly lines: readonly string[];
};

export const HOST = 'Host: touchline.test\r\n';
export const GET_HEALTH = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`;

export const health = healthRoutes({
  notReady: () => null,
  redis: () => 'none',
  metrics: async () => ({ contentType: 'text/plain', text: 'm 1\n' }),
});

type OpenRoute = Extract<RouteSpec, { handle: Handle }>;

/** For routes that need no credential. */
export const noGates: Gates = {
  callerOf: () => {
    throw new Error('These routes need no caller.');
  },
  streamingCallerOf: () => {
    throw new Error('These routes need no caller.');
  },
  checkAdmin: () => Promise.reject(new Error('These routes need no admin token.')),
  checkOperator: () => Promise.resolve(),
  answered: () => undefined,
  received: () => undefined,
  recheck: () => Promise.resolve(),
};

/** `POST /p` */
export const post = (
  handle: Handle,
  more: { readonly bodyLimit?: number; readonly timeMs?: number } = {},
): OpenRoute => ({
  name: 'test',
  access: 'public',
  method: 'POST',
  path: '/p',
  bodyLimit: API_BODY_LIMIT,
  handle,
  ...more,
});
export const get = (path: string, handle: Handle): OpenRoute => ({
  name: 'test',
  access: 'public',
  method: 'GET',
  path,
  handle,
});
export const ok = (): Answer => apiJson(200, { fine: true });
/** Answers with the length of the body. */
export const echo = post(async (exchange) => apiJson(200, { bytes: (await exchange.body()).byteLength }));

/** A server whose `GET /x` has begun and waits for `finish`, and the raw client that sent it. */
export async function openInFlight(serve: (...routes: RouteSpec[]) => Promise<TestServer>) {
  let finish: () => void = () => undefined;
  const working = new Promise<void>((resolve) => (finish = resolve));
  const opened = await serve(
    get('/x', async () => {
      await working;
      return ok();
    }),
  );
  const raw = await openRaw(opened.port);
  raw.write(`GET /x HTTP/1.1\r\n${HOST}\r\n`);
  await expect.poll(() => opened.server.inFlight()).toBe(1);
  return { ...opened, raw, finish };
}

/** For one test file: opens servers that are closed after each test. */
export function testServers(gates: Gates = noGates): (...routes: RouteSpec[]) => Promise<TestServer> {
  const open: Server[] = [];
  afterEach(() => {
    for (const server of open.splice(0)) server.close();
  });
  return async (...routes) => {
    const lines: string[] = [];
    const logger = createLogger('debug', { write: (line) => void lines.push(line) });
    const server = createServer({ host: '127.0.0.1', port: 0, logger });
    open.push(server);
    server.mount([...health, ...routes], gates);
    const { port } = await server.listen();
    return { server, port, url: `http://127.0.0.1:${port}`, lines };
  };
}
