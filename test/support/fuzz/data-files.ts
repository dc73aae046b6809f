// Data files mutated from a good one, for the admin import. Their ids, slugs and tokens are apart from those of the other
// kinds, so that an accepted file does not change their data.
import fc from 'fast-check';
import { fullWorld } from '../world/full-world.ts';
import type { Kind } from './kind.ts';
import { jsonText, mutated } from './odd-values.ts';
import { check, send } from './send.ts';

const ID_OFFSET = 50_000;
const isId = (key: string): boolean => /(^|_)ids?$/.test(key) && key !== 'match_id';
const isName = (key: string): boolean =>
  ['slug', 'club', 'tournament', 'host_club', 'authorized_clubs', 'token', 'email'].includes(key);

/** The same records under other ids, slugs and tokens. */
function moved(value: unknown, key = ''): unknown {
  if (typeof value === 'number' && isId(key)) return value + ID_OFFSET;
  if (typeof value === 'string' && isName(key)) return `x-${value}`;
  if (Array.isArray(value)) return value.map((one) => moved(one, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    // Participants are named by `id` and their type; all are moved alike.
    Object.entries(value).map(([name, inner]) => [name, moved(inner, name)]),
  );
}

const EXPECTED = new Set([200, 413, 422]);

export const dataFiles: Kind<string> = {
  name: 'data-files',
  input: jsonText(
    mutated(
      fc.constant(null).map(() => moved(fullWorld())),
      2,
    ),
  ),
  async run(target, body) {
    const answer = await send(target, {
      method: 'POST',
      path: '/api/admin/import',
      headers: { authorization: `Bearer ${target.tokens['admin'] ?? ''}`, 'content-type': 'application/json' },
      body,
    });
    check(answer, EXPECTED);
    return { statuses: [String(answer.status)], slowestMs: answer.ms };
  },
  describe: (body) => body,
};
