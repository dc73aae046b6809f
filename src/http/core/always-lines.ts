// Header lines of every answer: the caller's allowance, https only, and the end of the connection (rules LIMIT-1, OPS-17, LIMIT-17).
import { requestLimitHeaders } from '../../auth/rate-limit.ts';
import { headerLines, HSTS } from './answer.ts';

const httpsLines = headerLines(HSTS);
const closeLine = headerLines({ connection: 'close' });
/** By the requests that are left: few different numbers, so each text is made once. */
const allowanceLines: string[] = [];

/**
 * `allowance`: the number of requests that the caller has left; null when its requests are not counted. `saysClose`: the connection ends
 * after the answer. When the client asked for that, the library ends it and says nothing.
 */
export function alwaysLines(allowance: number | null, isHttps: boolean, saysClose: boolean): string {
  const https = (isHttps ? httpsLines : '') + (saysClose ? closeLine : '');
  if (allowance === null) return https;
  return (allowanceLines[allowance] ??= headerLines(requestLimitHeaders(allowance))) + https;
}
