// Reads the Authorization header, and checks the admin token, which is not an API credential (rule ACCESS-9).
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Caller } from './caller.ts';
import { Problem } from '../ops/problem.ts';
import { adminUnauthorized, forbidden, unauthorized } from './access-problems.ts';

const bearerPattern = /^Bearer +(\S+) *$/i;

/** The credential in an `Authorization` header; null if the header is missing, malformed or of another scheme. */
export const bearerIn = (header: string): string | null => bearerPattern.exec(header)?.[1] ?? null;

/** The credential in an `Authorization` header. Throws Problem 401 when the header is missing or malformed. */
export function bearerOf(header: string | undefined): string {
  if (header === undefined || header === '') throw unauthorized('There is no Authorization header.');
  const bearer = bearerIn(header);
  if (bearer === null) throw unauthorized('The Authorization header is malformed.');
  return bearer;
}

/**
 * Accepts the admin token only, in constant time and without a query. Throws Problem 401 for everything else,
 * and if the server has no admin token (`adminToken` null).
 */
export function requireAdminToken(header: string | undefined, adminToken: string | null): void {
  if (otherThanAdmin(header, adminToken) !== null) throw adminUnauthorized('This is not the admin token.');
}

/**
 * Accepts the admin token only. Throws Problem 401 for a wrong token, and if the server has no admin token (`adminToken`
 * null). Throws Problem 403 for a valid API credential, which is the wrong kind here.
 */
export async function requireAdmin(
  header: string | undefined,
  adminToken: string | null,
  identify: (bearer: string) => Promise<Caller>,
): Promise<void> {
  const other = otherThanAdmin(header, adminToken);
  if (other === null) return;
  try {
    await identify(other);
  } catch (error) {
    if (error instanceof Problem && error.status === 401) throw adminUnauthorized('This is not the admin token.');
    throw error;
  }
  throw forbidden('This endpoint needs the admin token.', 'Use the TOUCHLINE_ADMIN_TOKEN of this server.');
}

/** Null for the admin token, otherwise the credential. Throws Problem 401 if either of the two is missing. */
function otherThanAdmin(header: string | undefined, adminToken: string | null): string | null {
  const bearer = bearerIn(header ?? '');
  if (adminToken === null) throw adminUnauthorized('This server has no admin token: set one in its environment first.');
  if (bearer === null) throw adminUnauthorized('The Authorization header is missing or malformed.');
  return sameSecret(bearer, adminToken) ? null : bearer;
}

/** Compares in constant time, so that the time does not show where the two differ. */
function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
