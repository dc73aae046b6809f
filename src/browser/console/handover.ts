// Continuing on another phone: asks for a link that works once, and takes the credential of such a link.
import type { TokenKind } from './token-kind.ts';

/** A request fails after this time without an answer, ms. */
const ANSWER_MS = 10_000;

export type Handover<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'refused' | 'offline' };

async function post<T>(path: string, body: unknown, token: string | null): Promise<Handover<T>> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    // The server that served this script wrote this JSON, so it is not checked again.
    if (answer.ok) return { kind: 'done', value: (await answer.json()) as T };
    return { kind: answer.status >= 500 ? 'offline' : 'refused' };
  } catch {
    // No network, a timeout or a truncated answer.
    return { kind: 'offline' };
  }
}

/** `code`: the picture of `url` for a camera, as one path in a view box of `size` units. */
export type Address = { readonly url: string; readonly code: { readonly size: number; readonly path: string } };

/** An address for the other phone, valid once and for 5 minutes. `channel`: the match to open; null for the list. */
export const makeAddress = (token: string, channel: string | null, kind: TokenKind | null) =>
  post<Address>('/console/handover', { channel, kind }, token);

/** The credential that a link brings. */
export const takeCredential = (link: string) =>
  post<{ readonly token: string; readonly kind: TokenKind | null }>('/console/takeover', { link }, null);
