// Header lines of every answer: the caller's allowance, https only, and the end of the connection (rules LIMIT-1, OPS-17, LIMIT-17).
import { requestLimitHeaders } from '../../auth/rate-limit.ts';
import { headerLines, HSTS } from './answer.ts';

const httpsLines = headerLines(HSTS);
const closeLine = headerLines({ connection: 'close' });
/** By the requests that are left: few different numbers, so each text is made once. */
const allowanceLines: string[] = [];

/**
 * `allowance`: the number of requests that the caller has left; null when its requests are not counted. `saysClose`: the connection
 * ends after this answer. The library closes it when the client asks for that, but sends no `Connection: close` by itself.
 */
export function alwaysLines(allowance: number | null, isHttps: boolean, saysClose: boolean): string {
  const others = (isHttps ? httpsLines : '') + (saysClose ? closeLine : '');
  if (allowance === null) return others;
  return (allowanceLines[allowance] ??= headerLines(requestLimitHeaders(allowance))) + others;
}
