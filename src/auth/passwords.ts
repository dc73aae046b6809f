// Hashes and checks the passwords of users with scrypt. Node computes it in its thread pool, so that the event loop is not
// blocked. `password-queue.ts` bounds how many run at once.
import { type BinaryLike, randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** The length of a new password, in characters. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 1_024;

type Cost = { readonly N: number; readonly r: number; readonly p: number };

/** The cost `N` of a new hash: 128 MiB and about 0.3 s for each guess (rule ACCESS-18). */
export const PASSWORD_COST = 131_072;
const costOf = (N: number): Cost => ({ N, r: 8, p: 1 });
const LENGTH = 32;
/** The largest parameters accepted in a stored hash: 128 MiB. */
const LARGEST: Cost = { N: 131_072, r: 8, p: 4 };

type Hash = { readonly cost: Cost; readonly salt: Buffer<ArrayBuffer>; readonly key: Buffer };

const scryptAsync = promisify<BinaryLike, BinaryLike, number, ScryptOptions, Buffer>(scrypt);

/** `maxmem`: twice the memory that scrypt needs. Node's default limit is 32 MiB. */
const derive = (password: string, salt: Buffer, { N, r, p }: Cost, length: number): Promise<Buffer> =>
  scryptAsync(password.normalize('NFKC'), salt, length, { N, r, p, maxmem: 256 * N * r });

/**
 * `scrypt:N:r:p:salt:hash`, the last two in base64url. `salt`: the salt of the hash that it replaces; a new one if left out.
 */
export async function hashPassword(password: string, N = PASSWORD_COST, salt = randomBytes(16)): Promise<string> {
  const cost = costOf(N);
  const key = await derive(password, salt, cost, LENGTH);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join(':');
}

/** The parts of a stored hash; null if it is malformed or too costly. */
function readHash(stored: string): Hash | null {
  const [scheme, N, r, p, salt, key] = stored.split(':');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) return null;
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const isPowerOfTwo = cost.N > 1 && (cost.N & (cost.N - 1)) === 0;
  if (!isPowerOfTwo || cost.N > LARGEST.N || cost.r < 1 || cost.r > LARGEST.r || cost.p < 1 || cost.p > LARGEST.p) {
    return null;
  }
  return { cost, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') };
}

async function matches(password: string, { cost, salt, key }: Hash): Promise<boolean> {
  return timingSafeEqual(await derive(password, salt, cost, key.length), key);
}

/** Whether the password matches the stored hash; false if there is none or it is malformed. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const hash = stored === null ? null : readHash(stored);
  return hash !== null && matches(password, hash);
}

/**
 * `newHash`: a stronger hash with the same salt, to store in place of the present one; null if the present one is strong
 * enough.
 */
export type PasswordCheck = { readonly isRight: boolean; readonly newHash: string | null };

/**
 * Checks a password at sign-in. A wrong one takes the same time for every user: without a hash (`stored` null), with a
 * malformed one, and with one that costs less than `N`.
 */
export async function checkPassword(
  password: string,
  stored: string | null,
  N: number = PASSWORD_COST,
): Promise<PasswordCheck> {
  const hash = stored === null ? null : readHash(stored);
  if (hash === null) {
    await derive(password, randomBytes(16), costOf(N), LENGTH);
    return { isRight: false, newHash: null };
  }
  const isRight = await matches(password, hash);
  if (hash.cost.N >= N) return { isRight, newHash: null };
  if (isRight) return { isRight, newHash: await hashPassword(password, N, hash.salt) };
  // n + (n + 2n + 4n … N/2) = N: together as long as one computation of the full cost.
  for (let rest = hash.cost.N; rest < N; rest *= 2) await derive(password, hash.salt, costOf(rest), LENGTH);
  return { isRight, newHash: null };
}

/** The salt of a stored hash, as text. It changes with the password, and not when the same password is hashed again. */
export const saltOf = (stored: string): string => stored.split(':')[4] ?? '';
