// The phone's client for the REST interface.
import type { ProblemBody } from '../../../protocol/rest/problem.ts';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import { lineupPath } from './fixture-lineup.ts';
import type { TokenKind } from './token-kind.ts';
import type { OutboxEntry } from './outbox-entry.ts';

export type RestAnswer<T = unknown> =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The body of a 2xx answer. It is not checked here: the server's tests check its answers against the schemas. */
      readonly body: T;
      readonly problem: { readonly error: string; readonly hint: string | null };
      readonly retryAfterMs: number | null;
    }
  | { readonly kind: 'unreachable' };

/** A request fails after this time without an answer, ms. */
const ANSWER_MS = 10_000;

export type Rest = ReturnType<typeof openRest>;

/** `token` is called for each request. */
export function openRest(token: () => string | null, fetchFn: typeof fetch = (...args) => fetch(...args)) {
  async function call<T>(
    method: string,
    path: string,
    body?: unknown,
    { root = API_ROOT, answerMs = ANSWER_MS } = {},
  ): Promise<RestAnswer<T>> {
    try {
      const answer = await fetchFn(root + path, {
        method,
        headers: {
          authorization: `Bearer ${token() ?? ''}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        credentials: 'omit',
        cache: 'no-store',
        signal: AbortSignal.timeout(answerMs),
      });
      const parsed = await parseJson(answer);
      const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN);
      return {
        kind: 'answered',
        status: answer.status,
        body: parsed as T,
        problem: problemOf(answer.status, parsed as ProblemBody | null),
        retryAfterMs: retryAfter > 0 ? retryAfter * 1_000 : null,
      };
    } catch {
      // No network, a timeout or a truncated answer: the request is tried again in each case.
      return { kind: 'unreachable' };
    }
  }

  return {
    /** What the token is for. */
    tokenKind: () => call<{ readonly kind: TokenKind }>('GET', '/console/kind', undefined, { root: '' }),
    get: <T>(path: string): Promise<RestAnswer<T>> => call<T>('GET', path),
    patch: (path: string, body: unknown, answerMs: number): Promise<RestAnswer> =>
      call('PATCH', path, body, { answerMs }),
    /** Sends an entry of the outbox. */
    send({ target, action }: OutboxEntry): Promise<RestAnswer> {
      if (action.kind === 'lineup') return call('PATCH', lineupPath(target), action.body);
      if (action.kind === 'delete') return call('DELETE', `${target.path}/markers/${action.id}`);
      if (action.kind === 'replace') return call('PUT', `${target.path}/markers/${action.draft.id}`, action.draft);
      return call('POST', `${target.path}/${target.kind === 'game' ? 'marker' : 'markers'}`, action.draft);
    },
  };
}

/** Null when the body is not JSON, as from a proxy or a hotel's sign-in page. */
async function parseJson(answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (answer.ok) throw error;
    return null;
  }
}

function problemOf(status: number, body: ProblemBody | null): { error: string; hint: string | null } {
  const details = (body?.details ?? []).map(({ path, message }) => `${path}: ${message}`).join(' ');
  return {
    error: typeof body?.error === 'string' ? body.error : `The server answered ${status}.`,
    hint: [details, body?.hint ?? ''].filter((part) => part !== '').join(' ') || null,
  };
}
