// Calls to a running server that survive its restarts: a failed call is repeated with the same id.
import { setTimeout as sleep } from 'node:timers/promises';
import { problemBodySchema } from '../../../protocol/rest/problem.ts';
import { parseJson } from '../../ops/json.ts';
import { CommandError, networkReason } from '../command.ts';

type Answer = { readonly status: number; readonly body: unknown };
export type Rest = {
  /**
   * Repeats the call until it has a final answer. Network errors, 429, 502, 503 and 504 are repeated with growing pauses that
   * respect `Retry-After`. Throws RestFailure for any other refusal and when the time is up.
   */
  send(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Answer>;
};

/** The server refuses the call or cannot be reached; `status` is null if unreachable. */
export class RestFailure extends CommandError {
  readonly status: number | null;
  constructor(status: number | null, message: string, cause?: unknown) {
    super(message, 1, cause);
    this.status = status;
  }
}

type RestOptions = {
  /** Address of the server, without a path. */
  readonly url: string;
  readonly token: string;
  readonly signal: AbortSignal;
  /** Called with the reason of each repeat. */
  readonly say: (line: string) => void;
  /** Deadline of a call with all its repeats, ms. */
  readonly patienceMs?: number;
  /** Deadline of one answer, ms. */
  readonly answerMs?: number;
};

const AGAIN: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
const ANSWER_MS = 10_000;

/** Opens calls to the server at `url` with one credential. */
export function openRest(options: RestOptions): Rest {
  const { url, token, signal, say, patienceMs = 120_000, answerMs = ANSWER_MS } = options;
  const base = url.replace(/\/+$/, '');

  async function once(method: string, path: string, body: object | undefined): Promise<Answer & { retryMs: number }> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (body) headers['content-type'] = 'application/json';
    const response = await fetch(base + path, {
      method,
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: parseJson(text) ?? text,
      retryMs: Number(response.headers.get('retry-after') ?? 0) * 1_000 || 0,
    };
  }

  return {
    async send(method, path, body) {
      const giveUpAt = performance.now() + patienceMs;
      for (let attempt = 0; ; attempt += 1) {
        let reason: string;
        let pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
        let failure: RestFailure;
        try {
          const answer = await once(method, path, body);
          if (answer.status < 400) return answer;
          failure = new RestFailure(answer.status, `${method} ${path}: ${answer.status} ${explain(answer.body)}`);
          if (!AGAIN.has(answer.status)) throw failure;
          reason = `${answer.status}`;
          pauseMs = Math.max(pauseMs, Math.min(answer.retryMs, 30_000));
        } catch (error) {
          if (signal.aborted || error instanceof RestFailure) throw error;
          reason = networkReason(error);
          failure = new RestFailure(null, `No answer from ${base}: ${reason}.`, error);
        }
        if (performance.now() + pauseMs > giveUpAt) throw failure;
        // The first repeat is silent: the server often closes kept-open connections.
        if (attempt > 0) say(`${reason}: retrying in ${(pauseMs / 1_000).toFixed(1)} s`);
        await sleep(pauseMs, undefined, { signal });
      }
    },
  };
}

function explain(body: unknown): string {
  const problem = problemBodySchema.safeParse(body);
  if (!problem.success) return typeof body === 'string' ? body.slice(0, 200) : '';
  const { error, hint, details = [] } = problem.data;
  const places = details.map((detail) => `${detail.path}: ${detail.message}`);
  return [error, ...places, ...(hint === undefined ? [] : [hint])].join(' ');
}
