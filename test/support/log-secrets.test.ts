import { expect, it } from 'vitest';
import { createLogger } from '../../src/ops/logger.ts';
import { makeToken } from '../../src/store/tokens.ts';
import { openLogCheck, rememberSecret, secretIn } from './log-secrets.ts';
import { PASSWORD } from './world/people.ts';
import { TOKENS } from './world/tokens.ts';

it('a secret of the tests is found in a line, and one that the service made', () => {
  rememberSecret('a password of this test');
  for (const secret of [TOKENS.club, PASSWORD, 'a password of this test', makeToken(), 'scrypt:1024:8:1:c2FsdA:a2V5'])
    expect(secretIn(`{"level":"info","msg":"signed in with ${secret}"}\n`)).toContain(secret.slice(0, 10));
  for (const line of ['{"msg":"listening","url":"http://127.0.0.1:8080"}', '{"what":"touchline_live_connections"}'])
    expect(secretIn(line)).toBeNull();
});

it('the check fails at its end, once a line held a secret', () => {
  const check = openLogCheck();
  check.write('{"msg":"listening"}\n');
  check.done();
  check.write(`{"msg":"who is ${TOKENS.app}"}\n`);
  expect(() => {
    check.done();
  }).toThrow('A secret was logged');
});

it('the logger hides what the service made, wherever it stands (rule OPS-6)', () => {
  const check = openLogCheck();
  const lines: string[] = [];
  const logger = createLogger('info', {
    write(line) {
      lines.push(line);
      check.write(line);
    },
  });
  const token = makeToken();
  logger.info({ key: token, list: [`tlv_eyJhbGciOiJIUzI1NiJ9.${'x'.repeat(40)}.${'y'.repeat(40)}`] }, `made ${token}`);
  check.done();
  expect(lines.join('')).toContain('"key":"[redacted]"');
});
