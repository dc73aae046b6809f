// The addresses of Redis in the setting REDIS_URL.
import { hasReadableLogin, UNREADABLE_LOGIN } from '../ops/login.ts';
import { addressProblem, BAD_HOST } from '../ops/server-address.ts';

/**
 * One address, or several of one Redis Cluster separated by commas. All but the first may be just `host:port`: user,
 * password and TLS of the first apply to all. Returns what is wrong with an invalid text.
 */
export function parseRedisUrls(text: string): readonly string[] | { readonly problem: string } {
  const [first = '', ...more] = text.split(',').map((part) => part.trim());
  const urls = [first, ...more.map((part) => (part.includes('://') ? part : withHost(first, part)))];
  const problem = redisProblem(urls);
  return problem === null ? urls : { problem };
}

function withHost(address: string, host: string): string {
  if (!URL.canParse(address) || !/^(\[[\da-f:]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host)) return '';
  const { protocol, username, password } = new URL(address);
  const user = username === '' && password === '' ? '' : `${username}:${password}@`;
  return `${protocol}//${user}${host}`;
}

function redisProblem(urls: readonly string[]): string | null {
  if (!urls.every(hasReadableLogin)) return UNREADABLE_LOGIN;
  for (const url of urls) {
    const problem = addressProblem(url, ['redis', 'rediss']) ?? (new URL(url).hostname === '' ? BAD_HOST : null);
    if (problem !== null) return `${problem}, or several of one Redis Cluster, separated by commas`;
  }
  if (urls.some((url) => !/^(\/\d*)?$/.test(new URL(url).pathname))) return 'must name a database by its number';
  if (urls.length > 1 && urls.some((url) => !/^\/?0?$/.test(new URL(url).pathname)))
    return 'must name no database when it names several hosts: a Redis Cluster has only database 0';
  return null;
}
