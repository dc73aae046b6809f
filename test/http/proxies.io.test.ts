// The gateway behind HAProxy and Caddy, set up by the samples of docs/deploy. nginx.io.test.ts has more, with nginx.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { API_ROOT } from '../../protocol/wire/version.ts';
import { BAD_MAX } from '../../src/auth/credential-guard.ts';
import { DATA_FILE_LIMIT } from '../../src/http/core/request-body.ts';
import { parseTrustedProxies, trustNone } from '../../src/ops/address.ts';
import { isInstalled, openProxyBefore } from '../support/deployed-proxy.ts';
import type { TestProxy } from '../support/nginx.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { freePort } from '../support/free-port.ts';
import { fetchFrom, nginxPorts } from '../support/nginx.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { advance, connect, positionOf } from '../support/subscriber.ts';
import { TEST_CERT } from '../support/tls.ts';
import { openVisitor } from '../support/visitor.ts';
import { PASSWORD } from '../support/world/people.ts';
import { TOKENS } from '../support/world/tokens.ts';

describe.for([['haproxy'], ['caddy']] as const)('behind %s (needs its Debian package)', ([name]) => {
  // CI installs HAProxy; Caddy is large.
  const isHere = isInstalled(name) || (name === 'haproxy' && process.env['CI'] === 'true');
  let gateway: TestGateway;
  let proxy: TestProxy;

  beforeAll(async () => {
    if (!isHere) return undefined;
    const ports = await nginxPorts();
    gateway = await openTestGateway({
      config: {
        publicUrl: `https://127.0.0.1:${ports.https}`,
        isTrustedProxy: parseTrustedProxies('127.0.0.1') ?? trustNone,
      },
    });
    proxy = await openProxyBefore(Number(new URL(gateway.url).port), name, ports);
    return undefined;
  });
  afterAll(async () => {
    if (!isHere) return;
    await proxy.close();
    await gateway.close();
  });

  it.skipIf(!isHere)('a subscriber gets its snapshot and deltas, and no log has its token', async () => {
    const token = await gateway.viewToken(TOKENS.tournament, 'match:701');
    const live = `${proxy.url.replace(/^http/, 'ws')}${API_ROOT}/live`;
    const screen = await connect(live, token, { localAddress: '127.0.0.2', ca: TEST_CERT });
    const before = positionOf(await screen.subscribe('match:701'));
    await matchKeeper(gateway, 701).post('Start');
    expect(JSON.stringify(advance(before, await screen.next('delta')).state)).toContain('"status":"live"');
    await screen.close();
    const page = `${proxy.url}${API_ROOT}/live/match:701/events?token=not-a-token-${name}`;
    expect((await fetchFrom('127.0.0.2')(page)).status).toBe(401);
    await expect.poll(proxy.log).toContain('/live/match:701/events');
    const plain = await fetch(`${proxy.plainUrl}/overlay/game:1?token=not-a-token-${name}`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([
      expect.toBeOneOf([301, 308]),
      expect.stringMatching(/^https:.*not-a-token/),
    ]);
    await expect.poll(proxy.log).toContain('/overlay/game:1');
    expect(await proxy.log()).not.toContain('not-a-token');
    expect(await proxy.log()).not.toContain(token);
  });

  it.skipIf(!isHere)('bodies pass up to the limit, and people sign in by forms', async () => {
    const send = fetchFrom('127.0.0.3');
    const headers = { authorization: `Bearer ${TOKENS.club}`, 'content-type': 'application/json' };
    const post = async (spaces: number): Promise<number> => {
      const body = `{"channels":["game:100"]${' '.repeat(spaces)}}`;
      return (await send(`${proxy.url}${API_ROOT}/view_tokens`, { method: 'POST', headers, body })).status;
    };
    expect([await post(900_000), await post(1_100_000)]).toEqual([201, 413]);
    const visitor = openVisitor({ url: proxy.url, fetch: send });
    await visitor.get('/sign-in');
    const answer = await visitor.post(
      '/sign-in',
      { email: 'user1@example.org', password: PASSWORD },
      { origin: proxy.url },
    );
    expect([answer.status, ...answer.headers.getSetCookie()]).toEqual([
      303,
      expect.stringMatching(/^__Host-touchline_session=.*; Secure/),
      expect.stringMatching(/^__Host-touchline_browser=.*; Secure/),
    ]);
  });

  it.skipIf(!isHere)(
    'bad credentials block one client, also when it invents addresses, and not its neighbour',
    async () => {
      const ask = async (from: string, forwarded: string): Promise<number> => {
        const headers = { authorization: 'Bearer bad', 'x-forwarded-for': forwarded };
        return (await fetchFrom(from)(`${proxy.url}${API_ROOT}/club`, { headers })).status;
      };
      for (let tries = 0; tries < BAD_MAX; tries += 1) expect(await ask('127.0.0.4', `203.0.113.${tries}`)).toBe(401);
      expect(await ask('127.0.0.4', '198.51.100.1')).toBe(429);
      expect(await ask('127.0.0.5', '198.51.100.1')).toBe(401);
    },
  );
});

const isHaproxyHere = isInstalled('haproxy') || process.env['CI'] === 'true';

it.skipIf(!isHaproxyHere)(
  'HAProxy asks another node when one does not listen, before its check finds that',
  async () => {
    const [gateway, ports, down] = await Promise.all([openTestGateway(), nginxPorts(), freePort()]);
    onTestFinished(() => gateway.close());
    const proxy = await openProxyBefore(Number(new URL(gateway.url).port), 'haproxy', ports, down);
    onTestFinished(() => proxy.close());
    const send = fetchFrom('127.0.0.6');
    // The node that is down has the fewest connections, so it is asked first.
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(`${proxy.url}/healthz`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  },
);

// "64MB" of Caddy is 64,000,000 bytes, and "64m" of nginx 64 MiB.
it.each([
  ['nginx.conf', /client_max_body_size (\d+)m;/, 1_048_576],
  ['haproxy.cfg', /content-length\) gt (\d+) /, 1],
  ['Caddyfile', /max_size (\d+)MiB/, 1_048_576],
])('%s takes the largest data file', (file, pattern, unit) => {
  const sample = readFileSync(path.resolve(import.meta.dirname, '../../docs/deploy', file), 'utf8');
  expect(Number(pattern.exec(sample)?.[1]) * unit).toBe(DATA_FILE_LIMIT);
});
