import { expect, test } from 'vitest';
import { z } from 'zod';
import { exampleOf } from '../../../protocol/documents/example-of.ts';

const schema = z.object({
  name: z.string(),
  note: z.string().nullable(),
  extra: z.string().optional(),
  kind: z.enum(['a', 'b']),
  counts: z.object({ wins: z.int(), isOver: z.boolean() }),
  list: z.array(z.string()),
});

test('missing fields get the plainest value that the schema accepts', () => {
  expect(exampleOf(schema, { name: 'Ana', counts: { wins: 2 } })).toEqual({
    name: 'Ana',
    note: null,
    kind: 'a',
    counts: { wins: 2, isOver: false },
    list: [],
  });
});

test('a missing text is an error that names its place', () => {
  expect(() => exampleOf(schema, {})).toThrow('example.name needs a value.');
});
