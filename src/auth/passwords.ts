// Passwords of people who sign in on our own pages, kept by scrypt. Node computes it in its thread pool, so that the event
// loop goes on.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** 16 MiB and about 40 ms for each guess. */
const COST = { N: 16_384, r: 8, p: 1 } as const;
const LENGTH = 32;

type Parameters = { readonly N: number; readonly r: number; readonly p: number };

const derive = (password: string, salt: Buffer, { N, r, p }: Parameters, length: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Twice what the computation needs; Node refuses more than 32 MiB otherwise.
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

/** The largest parameters that a stored hash may ask for: 128 MiB. */
const LARGEST = { N: 131_072, r: 8, p: 4 } as const;

/** Made from nothing that anybody could type; compared with where there is no hash. */
const nobody = [
  'scrypt',
  COST.N,
  COST.r,
  COST.p,
  randomBytes(16).toString('base64url'),
  randomBytes(LENGTH).toString('base64url'),
].join(':');

/**
 * Whether the password is the one hashed; false for what is no hash of ours. Null: there is none, which takes just as
 * long, so that nobody can tell by the time.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  if (stored === null) {
    await isPassword(password, nobody);
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
