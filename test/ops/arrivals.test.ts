// What comes, waits and goes: in order, and without a link from what is gone.
import { describe, expect, test } from 'vitest';
import { openArrivals } from '../../src/ops/arrivals.ts';

describe('arrivals', () => {
  test.each([
    ['the oldest', 0, ['b', 'c']],
    ['one in the middle', 1, ['a', 'c']],
    ['the newest', 2, ['a', 'b']],
  ])('are in order without %s', (_which, at, left) => {
    const arrivals = openArrivals<string>();
    const places = ['a', 'b', 'c'].map((value) => arrivals.add(value));
    const place = places[at] ?? expect.fail();
    expect(arrivals.remove(place)).toBe(true);
    expect([arrivals.values(), arrivals.size()]).toEqual([left, 2]);
    expect(arrivals.oldest()?.value).toBe(left[0]);
    arrivals.add('d');
    expect(arrivals.values()).toEqual([...left, 'd']);
  });

  test('goes only once', () => {
    const arrivals = openArrivals<string>();
    const place = arrivals.add('a');
    arrivals.add('b');
    expect([arrivals.remove(place), arrivals.remove(place)]).toEqual([true, false]);
    expect([arrivals.values(), arrivals.size()]).toEqual([['b'], 1]);
  });

  test('begin again when all are gone', () => {
    const arrivals = openArrivals<string>();
    arrivals.remove(arrivals.add('a'));
    expect([arrivals.values(), arrivals.oldest(), arrivals.size()]).toEqual([[], null, 0]);
    arrivals.add('b');
    expect([arrivals.values(), arrivals.oldest()?.value]).toEqual([['b'], 'b']);
  });

  test('that are gone lead to no other', () => {
    const arrivals = openArrivals<string>();
    const places = ['a', 'b', 'c'].map((value) => arrivals.add(value));
    for (const place of places) arrivals.remove(place);
    expect(places).toEqual(['a', 'b', 'c'].map((value) => ({ value, before: null, next: null, isRemoved: true })));
  });
});
