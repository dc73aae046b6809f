// The page of a refusal or an error that must cost no more than an Error object (rule LIMIT-21): one for each language and status, made
// when it is first needed and then kept.
import type { Language } from '../../browser/shared/language.ts';
import type { Answer } from '../../http/core/answer.ts';
import { Problem } from '../../ops/problem.ts';
import { errorPageAnswer } from './html-answer.ts';
import { pageLanguage } from './words.tsx';

const kept = new Map<string, Answer>();

/** Without an address: its links to other languages lead to `?lang=…` of the page where it is shown. */
function madeOnce(status: Problem['status'], language: Language): Answer {
  const key = `${language} ${status}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const page = errorPageAnswer(new Problem(status, ''), pageLanguage(language, ''), false);
  const answer = { ...page, body: Buffer.from(page.body ?? '') };
  kept.set(key, answer);
  return answer;
}

/** The page says what its status means, in the words of its language; the headers are those of the problem. */
export function keptErrorPage({ status, headers }: Problem, language: Language): Answer {
  const page = madeOnce(status, language);
  return { ...page, more: { ...page.more, ...headers } };
}
