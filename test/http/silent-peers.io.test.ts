// The gateway behind a real nginx that speaks HTTP/1.0 to it, as a location without `proxy_http_version` does (rule OPS-28).
import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT_CONNECTIONS } from '../../src/http/core/silent-peers.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { freePort } from '../support/free-port.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { type TestProxy, skipsNginx, startNginx } from '../support/nginx.ts';
import { connect } from '../support/subscriber.ts';
import { TOKENS } from '../support/world/tokens.ts';

let gateway: TestGateway;
let gatewayPort: number;
let port: number;
let nginx: Pick<TestProxy, 'close'>;
const warnings: string[] = [];
const reports = (): string[] => warnings.filter((line) => line.includes('No request came'));

beforeAll(async () => {
  gateway = await openTestGateway({ logger: createLogger('warn', { write: (line) => void warnings.push(line) }) });
  gatewayPort = Number(new URL(gateway.url).port);
  return undefined;
});
afterAll(() => gateway.close());

/** A connection from this address that sends nothing, as a health check that only connects. */
async function connectOnly(localAddress: string): Promise<void> {
  const socket = connectTo({ port: gatewayPort, host: '127.0.0.1', localAddress });
  await once(socket, 'connect');
  socket.end();
  await once(socket.resume(), 'close');
}

describe.skipIf(skipsNginx)('behind nginx without proxy_http_version', () => {
  beforeAll(async () => {
    port = await freePort();
    nginx = await startNginx(
      port,
      () => `server {
        listen 127.0.0.1:${port};
        location / { proxy_pass http://127.0.0.1:${gatewayPort}; proxy_bind 127.0.0.40; proxy_http_version 1.0; }
      }`,
    );
  });
  afterAll(() => nginx.close());

  it('rule OPS-28: people see 505, and the log names the proxy and what it has to do, once', async () => {
    for (let request = 0; request < 3 * SILENT_CONNECTIONS; request += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/`);
      expect([answer.status, await answer.text()]).toEqual([505, expect.stringContaining('does not support HTTP/1.0')]);
    }
    await expect.poll(reports).toHaveLength(1);
    expect(JSON.parse(reports()[0] ?? '')).toMatchObject({
      address: '127.0.0.40',
      msg: expect.stringMatching(/HTTP\/1\.0 is answered 505: let it speak HTTP\/1\.1.*docs\/deploy.*\/healthz/),
    });
  });
});

it('rule OPS-28: addresses that send requests or open live connections are no sign, however many they open', async () => {
  const before = reports().length;
  const request = async (localAddress: string): Promise<void> => {
    const socket = connectTo({ port: gatewayPort, host: '127.0.0.1', localAddress });
    socket.write('GET /healthz HTTP/1.1\r\nHost: t\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
  };
  for (let each = 0; each < 2 * SILENT_CONNECTIONS; each += 1) {
    await connectOnly('127.0.0.41');
    const live = await connect(gateway.liveUrl, TOKENS.tournament, { localAddress: '127.0.0.41' });
    await live.close();
    await connectOnly('127.0.0.42');
    await request('127.0.0.42');
  }
  // Opened last: when it is reported, the others would have been.
  for (let each = 0; each < SILENT_CONNECTIONS; each += 1) await connectOnly('127.0.0.43');
  await expect.poll(() => reports().slice(before)).toHaveLength(1);
  expect(reports().at(-1)).toContain('127.0.0.43');
});
