// The header lines that answers carry whatever they say: the caller's allowance, and https only (rules LIMIT-1, OPS-17).
import { requestLimitHeaders } from '../../auth/rate-limit.ts';
import { headerLines, HSTS } from './answer.ts';

const httpsLines = headerLines(HSTS);
/** By the requests that are left: few different numbers, so each text is made once. */
const allowanceLines: string[] = [];

/** `allowance`: the requests that the caller has left; null when none are counted. */
export function alwaysLines(allowance: number | null, isHttps: boolean): string {
  const https = isHttps ? httpsLines : '';
  if (allowance === null) return https;
  const left = Math.max(0, Math.floor(allowance));
  return (allowanceLines[left] ??= headerLines(requestLimitHeaders(left))) + https;
}
