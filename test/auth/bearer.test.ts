import { beforeEach, describe, expect, it } from 'vitest';
import { bearerOf, requireAdmin } from '../../src/auth/bearer.ts';
import { type Credentials, openCredentials } from '../../src/auth/credentials.ts';
import { openViewTokens } from '../../src/auth/view-tokens.ts';
import { problemOf } from '../support/refusal.ts';
import { openTokenStore } from '../support/token-store.ts';

let credentials: Credentials;

beforeEach(() => {
  const viewTokens = openViewTokens(['a secret of thirty-two characters']);
  credentials = openCredentials({ ...openTokenStore(), viewTokens });
});

describe('The Authorization header', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer  abc ', 'abc'],
  ])('takes %j', (header, bearer) => {
    expect(bearerOf(header)).toBe(bearer);
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'abc', 'Bearer a b', 'Bearerabc'])(
    'rule ACCESS-2: answers 401 with a hint to %j',
    async (header) => {
      const problem = await problemOf(Promise.resolve().then(() => bearerOf(header)));
      expect(problem.body()).toMatchObject({
        error: 'Invalid API token.',
        hint: expect.stringContaining('club API key'),
      });
    },
  );
});

describe('The admin token (rule ACCESS-9)', () => {
  it('is the only credential of the admin endpoints', async () => {
    await requireAdmin('Bearer boss', 'boss', credentials.identify);
    expect((await problemOf(requireAdmin('Bearer bos', 'boss', credentials.identify))).status).toBe(401);
    expect((await problemOf(requireAdmin('Bearer account', 'boss', credentials.identify))).status).toBe(403);
    expect((await problemOf(requireAdmin(undefined, 'boss', credentials.identify))).status).toBe(401);
  });

  it('is always refused on a server without an admin token', async () => {
    expect((await problemOf(requireAdmin('Bearer account', null, credentials.identify))).status).toBe(401);
    expect((await problemOf(requireAdmin('Bearer boss', null, credentials.identify))).status).toBe(401);
  });

  it('is not an API credential', async () => {
    expect((await problemOf(credentials.identify('boss'))).status).toBe(401);
  });
});
