// Password hashes: what they cost, and how weaker ones become stronger (rule ACCESS-18).
import { describe, expect, it } from 'vitest';
import { checkPassword, hashPassword, isPassword, PASSWORD_COST, saltOf } from '../../src/auth/passwords.ts';

const LOW = 1_024;
const HIGH = 8_192;

describe('A password hash (rule ACCESS-18)', () => {
  it('costs 128 MiB, and says so', async () => {
    expect(PASSWORD_COST).toBe(2 ** 17);
    const stored = await hashPassword('correct horse');
    expect(stored).toMatch(/^scrypt:131072:8:1:[\w-]{22}:[\w-]{43}$/);
    expect(await checkPassword('correct horse', stored)).toEqual({ isRight: true, newHash: null });
    expect(await checkPassword('wrong horse', stored)).toEqual({ isRight: false, newHash: null });
  });

  it('that is weaker becomes a strong one with the same salt, for the right password only', async () => {
    const stored = await hashPassword('correct horse', LOW);
    expect(await checkPassword('wrong horse', stored, HIGH)).toEqual({ isRight: false, newHash: null });
    const { isRight, newHash } = await checkPassword('correct horse', stored, HIGH);
    expect(isRight).toBe(true);
    expect(newHash).toMatch(/^scrypt:8192:8:1:/);
    expect(saltOf(newHash ?? '')).toBe(saltOf(stored));
    expect(await isPassword('correct horse', newHash)).toBe(true);
    expect(await isPassword('wrong horse', newHash)).toBe(false);
    expect(await checkPassword('correct horse', newHash, HIGH)).toEqual({ isRight: true, newHash: null });
  });

  it('that is stronger than asked for stays', async () => {
    const stored = await hashPassword('correct horse', HIGH);
    expect(await checkPassword('correct horse', stored, LOW)).toEqual({ isRight: true, newHash: null });
  });

  it.each([
    null,
    '',
    'scrypt',
    'scrypt:0:8:1:a:b',
    'scrypt:1000:8:1:a:b',
    'scrypt:262144:8:1:a:b',
    'scrypt:1024:9:1:a:b',
    'md5:1024:8:1:a:b',
  ])('%j matches no password', async (stored) => {
    expect(await checkPassword('', stored, LOW)).toEqual({ isRight: false, newHash: null });
    expect(await isPassword('', stored)).toBe(false);
  });
});
