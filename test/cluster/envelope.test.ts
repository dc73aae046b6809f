// Messages on Redis that are dropped.
import { expect, test } from 'vitest';
import { openEnvelopes } from '../../src/cluster/envelope.ts';

test('rule LIVE-9: a message of more than 1 MiB is dropped before its HMAC is computed', () => {
  let verified = 0;
  const verify = (): boolean => {
    verified += 1;
    return true;
  };
  const envelopes = openEnvelopes('self', { sign: () => 'mac', verify });
  const body = 'x'.repeat(1_024 * 1_024);
  expect(envelopes.verify('all', `other 1 mac ${body}`)).toBe('forged');
  expect(verified).toBe(0);
  expect(envelopes.verify('all', `other 1 mac ${body.slice(100)}`)).toEqual({ body: body.slice(100) });
});
