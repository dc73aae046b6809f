// The guide's samples that make a webhook and verify its messages, as a reader would run them.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { rememberSecret } from '../support/log-secrets.ts';
import { TOKENS } from '../support/world/tokens.ts';

const guide = readFileSync(path.resolve(import.meta.dirname, '../../src/web/docs/guide.md'), 'utf8');
const snippet = (name: string): string => new RegExp(`\`\`\`\\w+ ${name}\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? '';
const hasPython = ((): boolean => {
  try {
    return execFileSync('python3', ['-c', 'print("1")'], { encoding: 'utf8' }) === '1\n';
  } catch {
    return false;
  }
})();

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ timing: { webhookGatherMs: 5, webhookAttemptMs: 60_000 } });
});
afterAll(() => gateway.close());
const token = TOKENS.club;

type Made = { readonly webhook: { readonly id: string }; readonly secret: string };

/** The lines that the process prints. */
async function* linesOf(child: ChildProcess): AsyncGenerator<string> {
  if (child.stdout === null) throw new Error('no output');
  yield* createInterface(child.stdout);
}

describe('the samples of the guide', () => {
  it('in the shell makes a webhook', async () => {
    const env = { ...process.env, BASE: gateway.url, TOKEN: token };
    const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', snippet('make-webhook')], { env });
    const { webhook, secret } = JSON.parse(stdout) as Made;
    rememberSecret(secret);
    expect(webhook).toMatchObject({
      url: 'https://app.example/touchline',
      events: ['goal', 'goal.cancelled', 'match.completed'],
    });
    await gateway.call('DELETE', `clubs/riverside-fc/webhooks/${webhook.id}`, { token });
  });

  it.each([
    ['Node.js', process.execPath, ['--input-type=module', '-e', snippet('verify-in-node')], true, 1],
    ['Python', 'python3', ['-c', snippet('verify-in-python')], hasPython, 2],
  ] as const)('in %s takes a genuine message and refuses a forged one', async (_, program, args, isThere, score) => {
    if (!isThere) return;
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const at = 'clubs/riverside-fc/webhooks';
    const { body } = await gateway.call<Made>('POST', at, {
      token,
      body: { url, events: ['goal', 'match.corrected'] },
    });
    rememberSecret(body.secret);
    const child = spawn(program, args, { env: { ...process.env, SECRET: body.secret, PORT: String(port) } });
    try {
      const lines = linesOf(child);
      expect((await lines.next()).value).toBe('listening');
      const forged = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
        'webhook-signature': 'v1,AAAA',
      };
      for (const wrong of [{}, { 'webhook-timestamp': '²' }, { 'webhook-signature': 'v1,é' }]) {
        const headers = { ...forged, ...wrong };
        expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status, JSON.stringify(wrong)).toBe(401);
      }
      // A message without a score: of a game with several pairings, whose scores are set by hand.
      const scores = { 1: score, 2: 0 };
      const set = await gateway.call('PATCH', 'games/three-teams/scores', { token, body: { scores } });
      expect(set.status, JSON.stringify(set.body)).toBe(200);
      expect((await lines.next()).value).toBe('match.corrected: Game three-teams');
      const goal = { id: randomUUID(), timestamp: new Date().toISOString(), type: 'Goal', primary_player_pc_id: '1' };
      await gateway.call('POST', 'games/sunday-5s/marker', { token, body: { ...goal, primary_player_type: 'user' } });
      expect((await lines.next()).value).toMatch(/^goal: Game sunday-5s \d:0$/);
    } finally {
      child.kill();
      await gateway.call('DELETE', `${at}/${body.webhook.id}`, { token });
    }
  });
});
