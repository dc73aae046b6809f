// A bare server with the routes of a test, and shut down after it.
import { afterEach } from 'vitest';
import { type Answer, apiJson } from '../../src/http/core/answer.ts';
import { healthRoutes } from '../../src/http/api/health.ts';
import { API_BODY_LIMIT } from '../../src/http/core/request-body.ts';
import type { RouteSpec } from '../../src/http/core/router.ts';
import type { Handle } from '../../src/http/core/exchange.ts';
import { createServer, type Server } from '../../src/http/core/server.ts';
import { createLogger } from '../../src/ops/logger.ts';

export type TestServer = {
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

/** `POST /p` */
export const post = (handle: Handle, more: Partial<RouteSpec> = {}): RouteSpec => ({
  name: 'test',
  method: 'POST',
  path: '/p',
  bodyLimit: API_BODY_LIMIT,
  handle,
  ...more,
});
export const get = (path: string, handle: Handle): RouteSpec => ({ name: 'test', method: 'GET', path, handle });
export const ok = (): Answer => apiJson(200, { fine: true });
/** Answers how long the body was. */
export const echo = post(async (exchange) => apiJson(200, { bytes: (await exchange.body()).byteLength }));

/** For one test file: opens servers that are closed after each test. */
export function testServers(): (...routes: RouteSpec[]) => Promise<TestServer> {
  const open: Server[] = [];
  afterEach(() => {
    for (const server of open.splice(0)) server.close();
  });
  return async (...routes) => {
    const lines: string[] = [];
    const log = createLogger('debug', { write: (line) => void lines.push(line) });
    const server = createServer({ host: '127.0.0.1', port: 0, log });
    open.push(server);
    server.mount([...health, ...routes]);
    const { port } = await server.listen();
    return { server, port, url: `http://127.0.0.1:${port}`, lines };
  };
}
