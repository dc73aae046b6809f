import { expect, it } from 'vitest';
import { boundedMap } from '../../src/ops/bounded-map.ts';

it('holds so many entries, and then forgets the one that was used least recently', () => {
  const map = boundedMap<string, number>(3);
  for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index);
  expect([...map.keys()].sort()).toEqual(['a', 'b', 'c']);
  map.get('a');
  map.set('d', 3);
  expect([...map.keys()].sort()).toEqual(['a', 'c', 'd']);
  map.set('a', 4);
  expect(map.get('a')).toBe(4);
  expect(map.size).toBe(3);
});
