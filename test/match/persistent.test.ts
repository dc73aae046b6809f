// The persistent map and list: they hold what a Map and an array hold, and earlier versions never change.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byText } from '../../src/match/order.ts';
import { itemsOf, listOf, withItem } from '../../src/match/persistent-list.ts';
import { PersistentMap } from '../../src/match/persistent-map.ts';

type Item = { readonly key: string; readonly value: number };

/** FNV-1a gives both keys of a pair the same 32 bits, so that they meet in one leaf at any depth. */
const COLLISIONS = ['costarring', 'liquid', 'declinate', 'macallums', 'altarage', 'zinke'];

/** What a map holds, in the order of the keys. */
const sorted = (entries: Iterable<readonly [string, number]>): (readonly [string, number])[] =>
  [...entries].sort(([a], [b]) => byText(a, b));
const held = (map: PersistentMap<Item>): (readonly [string, number])[] =>
  sorted(map.values().map(({ key, value }) => [key, value] as const));

describe('PersistentMap', () => {
  const key = fc.oneof(fc.integer({ min: 0, max: 300 }).map(String), fc.constantFrom(...COLLISIONS), fc.uuid());
  const write = fc.record({ key, value: fc.nat(), isDeleted: fc.boolean() });

  it('holds what a Map holds, and earlier versions stay what they were', () => {
    fc.assert(
      fc.property(fc.uniqueArray(key, { maxLength: 200 }), fc.array(write, { maxLength: 300 }), (first, writes) => {
        const model = new Map(first.map((one, value) => [one, value]));
        let map = PersistentMap.of(first.map((one, value): Item => ({ key: one, value })));
        const kept: { map: PersistentMap<Item>; is: (readonly [string, number])[] }[] = [];
        for (const [index, { key: one, value, isDeleted }] of writes.entries()) {
          if (index % 40 === 0) kept.push({ map, is: sorted(model) });
          map = isDeleted ? map.without(one) : map.with({ key: one, value });
          if (isDeleted) model.delete(one);
          else model.set(one, value);
          expect(map.size).toBe(model.size);
          expect(map.get(one)?.value).toBe(model.get(one));
          expect(map.has(one)).toBe(model.has(one));
        }
        expect(held(map)).toEqual(sorted(model));
        for (const version of kept) expect(held(version.map)).toEqual(version.is);
      }),
      { numRuns: 60 },
    );
  });

  it('returns itself when there is nothing to delete', () => {
    const map = PersistentMap.of([{ key: 'a', value: 1 }]);
    expect(map.without('b')).toBe(map);
    expect(map.without('a').size).toBe(0);
    expect(map.size).toBe(1);
  });

  it('copies the same in a large map as in a small one', () => {
    const copied = (count: number): number => {
      const map = PersistentMap.of(Array.from({ length: count }, (_, value): Item => ({ key: `${value}`, value })));
      const before = arraysIn(map.tree);
      return [...arraysIn(map.with({ key: 'new', value: -1 }).tree)]
        .filter((array) => !before.has(array))
        .reduce((sum, array) => sum + array.length, 0);
    };
    expect(copied(5_000)).toBeLessThan(100);
    expect(copied(100_000)).toBeLessThan(120);
  });
});

/** All arrays of a tree. */
function arraysIn(tree: PersistentMap<Item>['tree'], found = new Set<readonly unknown[]>()): Set<readonly unknown[]> {
  if ('branches' in tree) {
    found.add(tree.branches);
    for (const branch of tree.branches) arraysIn(branch, found);
  } else found.add(tree);
  return found;
}

describe('PersistentList', () => {
  it('holds what an array holds, and earlier versions stay what they were', () => {
    const versions = [listOf(['a', 'b'])];
    for (let index = 0; index < 300; index += 1) versions.push(withItem(versions.at(-1) ?? listOf([]), `${index}`));
    const all = ['a', 'b', ...Array.from({ length: 300 }, (_, index) => `${index}`)];
    for (const [index, list] of versions.entries()) {
      expect(itemsOf(list)).toEqual(all.slice(0, index + 2));
      expect(list).toHaveLength(index + 2);
    }
  });

  it('copies one block at most when it grows', () => {
    const list = Array.from({ length: 5_000 }).reduce<ReturnType<typeof listOf<number>>>(
      (grown, _, index) => withItem(grown, index),
      listOf([]),
    );
    const blocks = new Set(withItem(list, -1).blocks.filter((block) => !list.blocks.includes(block)));
    expect([...blocks].reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(64);
  });
});
