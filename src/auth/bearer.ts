// The Authorization header, and the one credential that is no API credential: the admin token (rule ACCESS-9).
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Credentials } from './credentials.ts';
import { Problem } from '../ops/problem.ts';
import { adminUnauthorized, forbidden, unauthorized } from './access-problems.ts';

const bearerPattern = /^Bearer +([^\s]+) *$/i;

/** The credential in an `Authorization` header. Throws Problem 401 when the header is missing or malformed. */
export function bearerOf(header: string | undefined): string {
  if (header === undefined || header === '') throw unauthorized('There is no Authorization header.');
  const bearer = bearerPattern.exec(header)?.[1];
  if (bearer === undefined) throw unauthorized('The Authorization header is malformed.');
  return bearer;
}

/**
 * Lets only the admin token pass. Throws Problem 401, also when the server has none (`adminToken` null), and 403 for a good
 * API credential, which is of the wrong kind here.
 */
export async function requireAdmin(
  header: string | undefined,
  adminToken: string | null,
  credentials: Credentials,
): Promise<void> {
  const bearer = bearerPattern.exec(header ?? '')?.[1];
  if (adminToken === null) throw adminUnauthorized('This server has none: set it in its environment first.');
  if (bearer === undefined) throw adminUnauthorized('The Authorization header is missing or malformed.');
  if (sameSecret(bearer, adminToken)) return;
  try {
    await credentials.identify(bearer);
  } catch (error) {
    if (error instanceof Problem && error.status === 401) throw adminUnauthorized('This token is another one.');
    throw error;
  }
  throw forbidden('This endpoint takes the admin token.', 'Use the TOUCHLINE_ADMIN_TOKEN of this server.');
}

/** Compares in a time that says nothing about where they differ. */
function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
