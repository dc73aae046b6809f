// Many screens behind one address, after a restart: they reconnect at once while a client at the same address guesses tokens
// (rules LIMIT-2, LIMIT-10).
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { API_ROOT } from '../../protocol/wire/version.ts';
import { BAD_MAX } from '../../src/auth/credential-guard.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { TOKENS } from '../support/world/tokens.ts';

const SCREENS = 1_000;
/** Number of simultaneous requests with a bad token. */
const GUESSES = 10;

/** One a test: the address must not be blocked while the tokens are made. */
let gateway: TestGateway;
beforeEach(async () => {
  gateway = await openTestGateway();
});
afterEach(() => gateway.close());

async function guess(): Promise<number> {
  const answer = await fetch(`${gateway.url}${API_ROOT}/club`, {
    headers: { authorization: `Bearer ${Math.random()}` },
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Gets the address blocked for bad tokens and continues to guess. `stop` returns the number of guesses. */
async function attack(): Promise<{ stop(): Promise<number> }> {
  for (let tries = 0; tries < BAD_MAX; tries += 1) await guess();
  expect(await Promise.all(Array.from({ length: 20 }, guess))).toContain(429);
  let goesOn = true;
  const attackers = Array.from({ length: GUESSES }, async () => {
    let guesses = 0;
    for (; goesOn; guesses += 1) await guess();
    return guesses;
  });
  return {
    async stop() {
      goesOn = false;
      return (await Promise.all(attackers)).reduce((sum, guesses) => sum + guesses, 0);
    },
  };
}

/** The first frame of a screen, or the status that refused it. */
async function comeBack(token: string): Promise<{ readonly first: string; readonly socket: WebSocket }> {
  const socket = new WebSocket(`${gateway.liveUrl}?token=${token}`);
  const refused = once(socket, 'unexpected-response').then((args: unknown[]) =>
    String((args[1] as IncomingMessage).statusCode),
  );
  const welcome = once(socket, 'message').then(
    ([data]: Buffer[]) => (JSON.parse(String(data)) as { type: string }).type,
  );
  const first = await Promise.race([welcome, refused]);
  refused.catch(() => undefined);
  return { first, socket };
}

it.each([
  ['with one view token', 1],
  ['with 500 view tokens', 500],
])('rule LIMIT-2: %s, all get in at their first attempt', async (_, kinds) => {
  const tokens = await Promise.all(
    Array.from({ length: kinds }, () => gateway.viewToken(TOKENS.club, 'club:riverside-fc')),
  );
  await gateway.restart();
  const attacker = await attack();
  const screens = await Promise.all(
    Array.from({ length: SCREENS }, (__, index) => comeBack(tokens[index % kinds] ?? '')),
  );
  expect(await attacker.stop()).toBeGreaterThan(0);
  const counts = new Map<string, number>();
  for (const { first } of screens) counts.set(first, (counts.get(first) ?? 0) + 1);
  expect(Object.fromEntries(counts)).toEqual({ welcome: SCREENS });
  for (const { socket } of screens) socket.terminate();
});
