// What an operator finds in the log: refused sign-ins and uses of the admin interface (rule OPS-21).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../src/ops/logger.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { openVisitor } from '../support/visitor.ts';
import { ADMIN_TOKEN } from '../support/world/tokens.ts';

const lines: string[] = [];
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ logger: createLogger('info', { write: (line) => void lines.push(line) }) });
});
afterAll(() => gateway.close());

/** The line with this message, once. */
const lineOf = (message: string): unknown => {
  const found = lines.filter((line) => line.includes(`"msg":"${message}"`));
  expect(found).toHaveLength(1);
  return JSON.parse(found[0] ?? '');
};

it('rule OPS-21: a refused sign-in is in the log with its network, without the e-mail address', async () => {
  const visitor = openVisitor(gateway);
  await visitor.get('/sign-in');
  await visitor.post('/sign-in', { email: 'user1@example.org', password: 'not the password' });
  expect(lineOf('a sign-in was refused')).toMatchObject({ level: 'warn', network: '127.0.0.1' });
  expect(lines.join('')).not.toContain('user1@example.org');
});

it('rule OPS-21: imports, exports and erasures of an operator are in the log', async () => {
  const token = ADMIN_TOKEN;
  await gateway.call('POST', '/api/admin/import', {
    token,
    body: { touchline_data: 1, juniors: [{ id: 77, name: 'Kid' }] },
  });
  expect(lineOf('an operator applied a data file')).toMatchObject({ counts: { juniors: { created: 1 } } });
  await gateway.call('GET', '/api/admin/export?history=true', { token });
  expect(lineOf('an operator exports all data')).toMatchObject({ history: true });
  await gateway.call('DELETE', '/api/admin/users/2', { token });
  expect(lineOf('an operator erased a user')).toMatchObject({ user: 2 });
});

it('rule OPS-21: a network that sends bad credentials is in the log once a minute, without the credential', async () => {
  for (const token of ['tlk_not-a-key', 'tlk_not-a-key-either'])
    await gateway.call('GET', 'club/upcoming_games', { token });
  await gateway.call('GET', '/metrics', { token: 'not the admin token' });
  expect(lineOf('bad credentials came from a network')).toMatchObject({ level: 'warn', network: '127.0.0.1', bad: 1 });
  expect(lines.join('')).not.toContain('tlk_not-a-key');
});
