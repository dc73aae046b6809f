// The pattern of docs/settings.md finds every secret that the service makes (rule ACCESS-19).
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openKnownBrowsers } from '../../src/auth/known-browsers.ts';
import { openSignInSessions } from '../../src/auth/sign-in-sessions.ts';
import { openViewTokens } from '../../src/auth/view-tokens.ts';
import { loadConfig } from '../../src/config.ts';
import { makeToken } from '../../src/store/tokens.ts';

const SECRETS = ['a secret of thirty-two characters'];
const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/settings.md'), 'utf8');
const pattern = new RegExp(/^\\b.+$/m.exec(page)?.[0] ?? 'no pattern', 'g');

async function made(): Promise<Record<string, string>> {
  const person = { id: 1, name: 'Ana', isAdmin: false, passwordHash: 'scrypt:2:1:1:c2FsdA:a2V5' };
  const sessions = openSignInSessions({
    secrets: SECRETS,
    findPerson: () => Promise.resolve(person),
    endSession: () => Promise.resolve(),
  });
  const home = mkdtempSync(path.join(tmpdir(), 'touchline-prefix-'));
  const config = loadConfig({ TOUCHLINE_HOME: home }, []);
  rmSync(home, { recursive: true });
  return {
    'a key or the token of an app': makeToken(),
    'a view token': (await openViewTokens(SECRETS).make(['match:701'], 60)).token,
    'a session': await sessions.start(person),
    'a known browser': await openKnownBrowsers(SECRETS).remember(null, 'ana@example.org'),
    'the secret of a server': 'secrets' in config ? config.secrets[0] : '',
    'a key of before': `touchline_${'x'.repeat(43)}`,
  };
}

it('rule ACCESS-19: the pattern in the settings finds every secret that the service makes', async () => {
  for (const [what, secret] of Object.entries(await made())) {
    const text = `curl -H 'Authorization: Bearer ${secret}' "https://scores.example/?token=${secret}"`;
    expect([what, text.match(pattern)]).toEqual([what, [secret, secret]]);
  }
});

it('and nothing in names of the product', () => {
  for (const text of ['touchline_live_connections_max', 'touchline_test_0123456789', 'tlk_', 'title_of_the_page'])
    expect(text.match(pattern)).toBeNull();
});
