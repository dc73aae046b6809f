import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../protocol/wire/canonical-json.ts';
import { mergePatch, patchBetween } from '../../../protocol/wire/merge-patch.ts';

// RFC 7396, appendix A: target, patch, result.
const appendix: readonly (readonly [string, string, string])[] = [
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', '{}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['["a","b"]', '["c","d"]', '["c","d"]'],
  ['{"a":"b"}', '["c"]', '["c"]'],
  ['{"a":"foo"}', 'null', 'null'],
  ['{"a":"foo"}', '"bar"', '"bar"'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
];

const json = (text: string): unknown => JSON.parse(text);

/** Any JSON object without null; some keys are names that plain objects inherit. */
const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'c', 'd') },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '0') },
);
const { value } = fc.letrec<{ value: unknown; object: object; array: unknown[] }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    fc.constantFrom(0, 1, -1.5, '', 'x', true, false),
    tie('object'),
    tie('array'),
  ),
  array: fc.array(tie('value'), { maxLength: 3 }),
  object: fc
    .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 4, selector: ([name]) => name })
    .map((entries) => Object.fromEntries(entries)),
}));
const object = fc
  .uniqueArray(fc.tuple(key, value), { maxLength: 5, selector: ([name]) => name })
  .map((entries): object => Object.fromEntries(entries));

describe('a merge patch', () => {
  test.each(appendix)('changes %s by %s to %s (RFC 7396, appendix A)', (target, patch, result) => {
    expect(mergePatch(json(target), json(patch))).toEqual(json(result));
  });

  test('changes neither target nor patch', () => {
    const target = Object.freeze({ a: Object.freeze({ b: 1 }), z: 1 });
    const patch = Object.freeze({ a: Object.freeze({ c: Object.freeze({ d: null, e: 2 }) }), z: null });
    expect(mergePatch<unknown>(target, patch)).toEqual({ a: { b: 1, c: { e: 2 } } });
  });

  test('keeps the references of members that it does not name', () => {
    const target = { kept: { deep: [1] }, moved: { same: {}, other: 1 } };
    const merged = mergePatch(target, { moved: { other: 2 } });
    expect(merged.kept).toBe(target.kept);
    expect(merged.moved.same).toBe(target.moved.same);
    expect(merged.moved).not.toBe(target.moved);
  });

  test('treats __proto__ as an ordinary name and changes no prototype', () => {
    const merged = mergePatch<unknown>({}, json('{"__proto__":{"polluted":true},"a":{"__proto__":{"polluted":true}}}'));
    expect(JSON.stringify(merged)).toBe('{"__proto__":{"polluted":true},"a":{"__proto__":{"polluted":true}}}');
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });

  test('removes a member called __proto__', () => {
    expect(JSON.stringify(mergePatch<unknown>(json('{"__proto__":1,"a":2}'), json('{"__proto__":null}')))).toBe(
      '{"a":2}',
    );
  });
});

describe('the patch between two states', () => {
  const between = (before: string, after: string): string =>
    JSON.stringify(patchBetween(json(before) as object, json(after) as object));

  test.each([
    ['equal ones', '{"a":{"b":[1,{"c":2}]}}', '{"a":{"b":[1,{"c":2}]}}', '{}'],
    ['a member of a member', '{"a":{"b":1,"c":2}}', '{"a":{"b":1,"c":3}}', '{"a":{"c":3}}'],
    // An empty object {} changes nothing, so each removed member is named.
    ['an object emptied', '{"a":{"b":1,"c":{"d":2}}}', '{"a":{}}', '{"a":{"b":null,"c":null}}'],
    ['an empty object added', '{}', '{"a":{}}', '{"a":{}}'],
    ['an object in place of a scalar', '{"a":1}', '{"a":{"b":2}}', '{"a":{"b":2}}'],
    ['an empty object in place of a scalar', '{"a":1}', '{"a":{}}', '{"a":{}}'],
    ['an empty object in place of an array', '{"a":[1]}', '{"a":{}}', '{"a":{}}'],
    ['an array in place of an object', '{"a":{"b":1}}', '{"a":[]}', '{"a":[]}'],
    ['a scalar in place of an object', '{"a":{"b":1}}', '{"a":0}', '{"a":0}'],
    ['an object changed inside an array', '{"a":[{"b":1},2]}', '{"a":[{"c":1},2]}', '{"a":[{"c":1},2]}'],
    ['an object emptied inside an array', '{"a":[{"b":1}]}', '{"a":[{}]}', '{"a":[{}]}'],
    ['a name inherited by every object, removed', '{"toString":1,"a":1}', '{"a":1}', '{"toString":null}'],
    ['a name inherited by every object, added', '{"a":1}', '{"a":1,"constructor":{}}', '{"constructor":{}}'],
    ['__proto__ removed', '{"__proto__":1}', '{}', '{"__proto__":null}'],
    ['__proto__ added empty', '{}', '{"__proto__":{}}', '{"__proto__":{}}'],
  ])('names %s', (_what, before, after, patch) => {
    expect(between(before, after)).toBe(patch);
    expect(JSON.stringify(mergePatch<unknown>(json(before), json(between(before, after))))).toBe(after);
  });

  test('treats a member that is undefined as absent', () => {
    expect(patchBetween({ a: undefined, b: 1 }, { b: undefined, c: undefined })).toEqual({ b: null });
    expect(patchBetween({ a: [{ b: undefined }] }, { a: [{}] })).toEqual({});
  });

  test('changes any state to any other, also through JSON, for values without null', () => {
    fc.assert(
      fc.property(object, object, (before, after) => {
        const patch = json(JSON.stringify(patchBetween(before, after)));
        expect(canonicalJson(mergePatch<unknown>(before, patch))).toBe(canonicalJson(after));
      }),
      { numRuns: 2_000 },
    );
  });

  test('is empty only when nothing changed', () => {
    fc.assert(
      fc.property(object, object, (before, after) => {
        const copy = json(JSON.stringify(before)) as object;
        expect(patchBetween(before, copy)).toStrictEqual({});
        const empty = Object.keys(patchBetween(before, after)).length === 0;
        expect(empty).toBe(canonicalJson(before) === canonicalJson(after));
      }),
      { numRuns: 1_000 },
    );
  });
});
