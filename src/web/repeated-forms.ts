// The second click of a double-click sends its form again, and the browser shows only the answer to that one. The form was done already, so
// it gets the answer of the first (rule PAGE-48).
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Answer } from '../http/core/answer.ts';

/** A form that is sent again within this time is a repeat, ms. */
const REPEAT_MS = 2_000;
/** Maximum number of forms in memory. */
const FORMS_MAX = 1_000;

type SentForm = { readonly sessionId: string; readonly target: string; readonly form: URLSearchParams };

export function openRepeatedForms() {
  const sent = new LRUCache<string, Promise<Answer>>({ max: FORMS_MAX, ttl: REPEAT_MS });

  /**
   * The answer of `submit`, or of the same form of the same session just before, if that one led to another page. `target`: path
   * and query. Throws what `submit` throws.
   */
  return async ({ sessionId, target, form }: SentForm, submit: () => Promise<Answer>): Promise<Answer> => {
    const key = createHash('sha256').update([sessionId, target, form.toString()].join('\n')).digest('base64');
    const first = sent.get(key);
    const before = first && (await first.catch(() => null));
    if (before?.status === 303) return before;
    const answer = submit();
    sent.set(key, answer);
    return answer;
  };
}
