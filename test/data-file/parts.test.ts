// A data file of any size is split into parts that say the same (rule DATA-16).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDataFile, partsOf } from '../../src/data-file/parts.ts';
import { bigDataFile } from '../support/big-data-file.ts';

const HEAD = { touchline_data: 1, service_ids: true } as const;

/** The text in parts of this many characters. */
async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function split(file: unknown, bytesMax: number, { indent = 0, size = 1_000 } = {}): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of partsOf(inPieces(JSON.stringify(file, null, indent), size), bytesMax, HEAD))
    parts.push(JSON.parse(part) as Part);
  return parts;
}

type Item = { readonly id: number; readonly [key: string]: unknown };
type Part = Readonly<Record<string, readonly Item[]>>;

/** All parts in one: an item that comes again adds its fields and the items of its lists. */
function joined(parts: readonly Part[]): Record<string, unknown> {
  const lists: Record<string, Item[]> = {};
  for (const { touchline_data: _, service_ids, ...part } of parts) {
    expect(service_ids).toBe(true);
    for (const [list, items] of Object.entries(part)) {
      const known = (lists[list] ??= []);
      for (const item of items) {
        const at = known.findIndex(({ id }) => id === item.id);
        if (at < 0) known.push(item);
        else known[at] = merged(known[at] ?? item, item);
      }
    }
  }
  return { touchline_data: 1, ...lists };
}

function merged(before: Item, after: Item): Item {
  const inner = ['games', 'players', 'matches'].flatMap((key): [string, unknown][] => {
    const [some, more] = [before[key], after[key]];
    return Array.isArray(some) || Array.isArray(more)
      ? [[key, [...((some ?? []) as []), ...((more ?? []) as [])]]]
      : [];
  });
  return { ...before, ...after, ...Object.fromEntries(inner) };
}

describe('rule DATA-16: a large file is split', () => {
  const file = bigDataFile({ clubs: 8, players: 120, games: 40 });

  it.each([
    [2_000, 0, 7],
    [10_000, 2, 1_000],
    [20_000, 0, 65_536],
  ])('into parts of about %i bytes that say the same', async (bytesMax, indent, size) => {
    const parts = await split(file, bytesMax, { indent, size });
    expect(parts.length).toBeGreaterThan(3);
    expect(joined(parts)).toEqual(JSON.parse(JSON.stringify(file)));
  });

  it('with any texts and numbers', async () => {
    const json = fc.jsonValue({ maxDepth: 2 });
    const clubs = fc.array(
      fc.record({
        id: fc.nat(),
        slug: fc.string({ unit: 'binary' }),
        name: fc.string(),
        notes: json,
        games: fc.array(fc.record({ id: fc.nat(), more: json })),
      }),
    );
    const property = fc.asyncProperty(clubs, fc.array(fc.record({ id: fc.nat(), more: json })), async (some, users) => {
      const clubsById = [...new Map(some.map((club) => [club.id, club])).values()];
      const usersById = [...new Map(users.map((user) => [user.id, user])).values()];
      const whole = { touchline_data: 1, users: usersById, clubs: clubsById };
      const parts = joined(await split(whole, 60, { size: 5 }));
      const expected: unknown = JSON.parse(JSON.stringify(whole));
      expect({ users: [], clubs: [], ...parts }).toEqual(expected);
    });
    await fc.assert(property, { numRuns: 15 });
  });

  it('and tokens stay with the view tokens that they made', async () => {
    const tokens = Array.from({ length: 20 }, (_, id) => ({ id, kind: 'club_static', club: 'a' }));
    const view_tokens = Array.from({ length: 20 }, (_, id) => ({ id, token_id: id }));
    const parts = await split({ touchline_data: 1, users: [{ id: 1 }], tokens, view_tokens }, 100);
    expect(parts.at(-1)).toMatchObject({ tokens, view_tokens });
  });

  it('and the matches of a tournament stay together, up to three times the size of a part', async () => {
    const listed = Array.from({ length: 8 }, (_, id) => ({ id, home_from: { winner_of: id + 1 } }));
    const head = { id: 7, slug: 'cup', name: 'Cup', teams: [{ id: 1, name: 'x'.repeat(80) }] };
    const file = { touchline_data: 1, users: [{ id: 1 }], tournaments: [{ ...head, matches: listed }] };
    const matchesIn = async (bytesMax: number): Promise<number[]> =>
      (await split(file, bytesMax)).map(
        ({ tournaments = [] }) => tournaments.flatMap(({ matches }) => (matches ?? []) as []).length,
      );
    expect((await matchesIn(110)).filter((count) => count > 0)).toEqual([8]);
    expect((await matchesIn(60)).filter((count) => count > 0).length).toBeGreaterThan(1);
  });

  // The server takes four times the size of a part (src/cli/import.ts).
  it.each(['e', 'é', 'ع', '漢', '😀'])(
    'into parts that are no larger in bytes where names are of "%s"',
    async (letter) => {
      const matches = Array.from({ length: 60 }, (_, id) => ({ id, notes: letter.repeat(200) }));
      const file = { touchline_data: 1, tournaments: [{ id: 7, slug: 'cup', name: 'Cup', matches }] };
      for await (const part of partsOf(inPieces(JSON.stringify(file), 100), 2_000, HEAD))
        expect(Buffer.byteLength(part)).toBeLessThan(4 * 2_000);
    },
  );

  it('unless a club does not say who it is before its games', async () => {
    const games = [{ id: 1 }, { id: 2 }, { id: 3 }];
    await expect(split({ touchline_data: 1, clubs: [{ games, id: 1, slug: 'a', name: 'A' }] }, 10)).rejects.toThrow(
      'id, slug and name before',
    );
  });
});

describe('rule DATA-16: the whole file is checked before its first part is sent', () => {
  const check = (text: string) => checkDataFile(inPieces(text, 3));
  it.each([
    '{"touchline_data":1,"users":[{"id":1}',
    '{"touchline_data":1,"users":[{"id":1},{"id":}]}',
    '{"touchline_data":1,"users":[{"id":1}]} x',
    '',
  ])('and is not JSON: %s', async (text) => {
    await expect(check(text)).rejects.toThrow(SyntaxError);
  });
  it('and is a data file', async () => {
    await expect(check('{"users":[]}')).rejects.toThrow('"touchline_data" must be 1');
    await expect(check('{"touchline_data":1,"usrs":[]}')).rejects.toThrow('"usrs" is an unknown field');
    await expect(check('{"touchline_data":1,"service_ids":true,"users":[{"id":1}]}')).resolves.toEqual(HEAD);
  });
});
