// Header lines of every answer: the caller's allowance, and https only (rules LIMIT-1, OPS-17).
import { requestLimitHeaders } from '../../auth/rate-limit.ts';
import { headerLines, HSTS } from './answer.ts';

const httpsLines = headerLines(HSTS);
/** By the requests that are left: few different numbers, so each text is made once. */
const allowanceLines: string[] = [];

/** `allowance`: the number of requests that the caller has left; null when its requests are not counted. */
export function alwaysLines(allowance: number | null, isHttps: boolean): string {
  const https = isHttps ? httpsLines : '';
  if (allowance === null) return https;
  return (allowanceLines[allowance] ??= headerLines(requestLimitHeaders(allowance))) + https;
}
