// Hashes and checks the passwords of users with scrypt. Node computes it in its thread pool, so that the event loop is not
// blocked.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** 16 MiB and about 40 ms for each guess. */
const COST = { N: 16_384, r: 8, p: 1 } as const;
const LENGTH = 32;

type Parameters = { readonly N: number; readonly r: number; readonly p: number };

const derive = (password: string, salt: Buffer, { N, r, p }: Parameters, length: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Twice the memory that scrypt needs. Node's default limit is 32 MiB.
    const maxmem = 256 * N * r;
    scrypt(password.normalize('NFKC'), salt, length, { N, r, p, maxmem }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });

/** `scrypt:N:r:p:salt:hash`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST, LENGTH);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join(':');
}

/** The largest parameters accepted in a stored hash: 128 MiB. */
const LARGEST = { N: 131_072, r: 8, p: 4 } as const;

/** A random hash that no password matches. Used if a user has no hash. */
const unmatchable = [
  'scrypt',
  COST.N,
  COST.r,
  COST.p,
  randomBytes(16).toString('base64url'),
  randomBytes(LENGTH).toString('base64url'),
].join(':');

/**
 * Whether the password matches the stored hash; false if the hash is malformed. `stored` null: the user has no password;
 * the check then takes equally long, so that the time does not reveal it.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  if (stored === null) {
    await isPassword(password, unmatchable);
    return false;
  }
  const [scheme, N, r, p, salt, hash] = stored.split(':');
  if (scheme !== 'scrypt' || salt === undefined || hash === undefined) return false;
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const isPowerOfTwo = cost.N > 1 && (cost.N & (cost.N - 1)) === 0;
  if (!isPowerOfTwo || cost.N > LARGEST.N || cost.r < 1 || cost.r > LARGEST.r || cost.p < 1 || cost.p > LARGEST.p) {
    return false;
  }
  const expected = Buffer.from(hash, 'base64url');
  const key = await derive(password, Buffer.from(salt, 'base64url'), cost, expected.length);
  return timingSafeEqual(key, expected);
}
