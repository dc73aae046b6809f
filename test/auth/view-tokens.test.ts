import { randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { openViewTokens } from '../../src/auth/view-tokens.ts';

const OLD = 'the old secret, thirty-two letters';
const NEW = 'the new secret, thirty-two letters';
const AT = Date.parse('2026-11-22T10:00:00.500Z');

describe('A view token', () => {
  it('carries its channels, its maker and its expiry', async () => {
    const tokens = openViewTokens([NEW], () => AT);
    const { token, viewId, expiresAt } = await tokens.make(['match:701', 'club:riverside-fc'], 3_600);
    expect(expiresAt).toBe(Date.parse('2026-11-22T11:00:00Z'));
    const claims = await tokens.check(token);
    expect(claims).toEqual({ viewId, channels: ['match:701', 'club:riverside-fc'], expiresAt });
  });

  it('rule ACCESS-19: from before tokens had a prefix stays valid', async () => {
    const tokens = openViewTokens([NEW], () => AT);
    const { token, viewId } = await tokens.make(['match:701'], 60);
    expect(token).toMatch(/^tlv_eyJ/);
    expect(await tokens.check(token.replace('tlv_', ''))).toMatchObject({ viewId });
    expect(await tokens.check(`tlv_${token}`)).toBeNull();
    expect(await tokens.check(token.replace('tlv_', 'tlc_'))).toBeNull();
  });

  it('gets a new id each time', async () => {
    const tokens = openViewTokens([NEW], () => AT);
    const ids = new Set<unknown>();
    for (let i = 0; i < 2; i += 1) {
      const claims = await tokens.check((await tokens.make(['match:701'], 60)).token);
      ids.add(typeof claims === 'object' && claims?.viewId);
    }
    expect(ids.size).toBe(2);
  });

  it('expires to the second', async () => {
    let now = AT;
    const tokens = openViewTokens([NEW], () => now);
    const { token, expiresAt } = await tokens.make(['match:701'], 60);
    now = expiresAt - 1_000;
    expect(await tokens.check(token)).toMatchObject({ channels: ['match:701'] });
    now = expiresAt;
    expect(await tokens.check(token)).toBe('expired');
  });

  it('stays valid after a change of the secret while the old one is still configured', async () => {
    const { token } = await openViewTokens([OLD], () => AT).make(['match:701'], 60);
    expect(await openViewTokens([NEW, OLD], () => AT).check(token)).toMatchObject({ channels: ['match:701'] });
    expect(await openViewTokens([NEW], () => AT).check(token)).toBeNull();
    const made = await openViewTokens([NEW, OLD], () => AT).make(['match:701'], 60);
    expect(await openViewTokens([NEW], () => AT).check(made.token)).toMatchObject({ channels: ['match:701'] });
  });

  it('that was changed in any part is refused, expired or not', async () => {
    const tokens = openViewTokens([NEW], () => AT);
    const { token } = await tokens.make(['match:701'], 60);
    const [head = '', , signature = ''] = token.split('.');
    const claims = { channels: ['match:702'], jti: randomUUID(), aud: 'touchline:view' };
    for (const exp of [AT / 1_000 + 60, AT / 1_000 - 60]) {
      const body = Buffer.from(JSON.stringify({ ...claims, exp: Math.floor(exp) })).toString('base64url');
      expect(await tokens.check(`${head}.${body}.${signature}`)).toBeNull();
    }
  });

  it('with a forged signature is refused in the same turn: no thread and no JWT library work for it', async () => {
    const tokens = openViewTokens([NEW, OLD], () => AT);
    const { token } = await tokens.make(['match:701'], 60);
    const forged = `${token.slice(0, token.lastIndexOf('.'))}.${Buffer.alloc(32, 1).toString('base64url')}`;
    let answer: unknown = 'none yet';
    void tokens.check(forged).then((claims) => {
      answer = claims;
    });
    for (let step = 0; step < 10; step += 1) await Promise.resolve();
    expect(answer).toBeNull();
    expect(await tokens.check(token)).toMatchObject({ channels: ['match:701'] });
  });

  it('signed with the bare secret, with no algorithm, or for another use is refused', async () => {
    const tokens = openViewTokens([NEW], () => AT);
    const claims = {
      channels: ['match:701'],
      jti: randomUUID(),
      exp: Math.floor(AT / 1_000) + 60,
      aud: 'touchline:view',
    };
    const bare = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(NEW));
    expect(await tokens.check(bare)).toBeNull();
    expect(await tokens.check(new UnsecuredJWT(claims).encode())).toBeNull();
    expect(await tokens.check('no.token.atall')).toBeNull();
    expect(await tokens.check('nothing of the kind')).toBeNull();
  });

  it('cannot be made without a secret', () => {
    expect(() => openViewTokens([])).toThrow('at least one secret');
  });
});
